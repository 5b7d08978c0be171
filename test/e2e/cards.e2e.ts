// Card previews (product.md DI-7): they load only if the user shows intent, they follow the pointer, the keyboard and touch, and
// they stay off for users who prefer reduced motion or reduced data.
import AxeBuilder from '@axe-core/playwright';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test, untilTakenOver } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

type Kind = 'frames' | 'lut' | 'waveform';

const cardOf = (page: Page, kind: Kind, at = 0): Locator => page.locator(`.card[data-preview=${kind}]`).nth(at);

/** Records the URLs of the preview strips that the page requests. */
const watchStrips = (page: Page): string[] => {
  const strips: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('-strip.webp')) strips.push(new URL(request.url()).pathname);
  });
  return strips;
};

const openListing = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`/resources${query}`);
  await untilTakenOver(page);
  await page.waitForLoadState('networkidle');
};

const stripOf = (card: Locator): Promise<string | null> => card.locator('.scrub').getAttribute('data-strip');

/** A point on the card's picture; `share` is a fraction of its width. */
const pointOf = async (card: Locator, share: number): Promise<{ x: number; y: number }> => {
  // Other journeys add assets, which push this one down.
  await card.locator('.media').scrollIntoViewIfNeeded();
  const box = await card.locator('.media').boundingBox();
  if (!box) throw new Error('the card is not visible');
  return { x: box.x + box.width * share, y: box.y + box.height / 2 };
};

const moveTo = async (page: Page, card: Locator, share: number): Promise<void> => {
  const { x, y } = await pointOf(card, share);
  await page.mouse.move(x, y);
};

/** Index (from 0) of the frame that the strip shows, measured from its painted position. */
const shownFrame = (card: Locator): Promise<number> =>
  card.locator('.scrub-frame').evaluate((frame) => {
    const strip = frame.querySelector('img')?.getBoundingClientRect();
    const place = frame.getBoundingClientRect();
    return strip ? Math.round((place.left - strip.left) / place.width) : -1;
  });

/** Position of the playhead or divider, as a fraction of the card's width. */
const markAt = (card: Locator): Promise<number> =>
  card.locator('.scrub').evaluate((scrub) => {
    const box = scrub.getBoundingClientRect();
    const mark = scrub.querySelector('.scrub-mark')?.getBoundingClientRect();
    return mark ? Math.round(((mark.left - box.left) / box.width) * 100) / 100 : -1;
  });

/** Clip path of the second picture, which controls how much of it is visible. */
const clipOf = (card: Locator): Promise<string> =>
  card
    .locator('.scrub-layer')
    .nth(1)
    .evaluate((layer) => (layer as HTMLElement).style.clipPath);

test('hovering fetches one strip, and moving goes through its frames', async ({ page }) => {
  const strips = watchStrips(page);
  await openListing(page);
  const code = page.waitForRequest(/card-preview/);
  const card = cardOf(page, 'frames');
  await card.scrollIntoViewIfNeeded();
  expect(strips).toEqual([]);
  // Start outside the card: a single move onto it counts as intent, even while the code is still loading.
  await page.mouse.move(300, 200);
  await moveTo(page, card, 0.5);
  await code;
  await expect(card.locator('.scrub img')).toBeVisible();
  for (const [share, frame] of [
    [0.51, 6],
    [0.99, 11],
    [0.01, 0],
    [0.3, 3],
  ] as const) {
    await moveTo(page, card, share);
    await expect.poll(() => shownFrame(card)).toBe(frame);
    expect(await markAt(card)).toBeCloseTo(share, 1);
  }
  await expect(card.locator('.scrub-time')).toHaveText(/^(\s?4\/12|\d\d:\d\d:\d\d:\d\d)$/);

  await page.mouse.move(2, 2);
  await expect(card.locator('.scrub > *')).toHaveCount(0);
  await expect(card).not.toHaveAttribute('data-scrub');
  await moveTo(page, card, 0.7);
  await expect.poll(() => shownFrame(card)).toBe(8);
  expect(strips).toEqual([await stripOf(card)]);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
});

test('passing over cards fetches nothing and causes no layout shift', async ({ page }) => {
  const strips = watchStrips(page);
  await openListing(page);
  const cards = page.locator('.card[data-preview]');
  await cards.first().scrollIntoViewIfNeeded();
  // Load the code first, so that its arrival doesn't affect the measurement.
  await moveTo(page, cards.first(), 0.5);
  await expect(cards.first().locator('.scrub img').first()).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(cards.first().locator('.scrub > *')).toHaveCount(0);
  const before = strips.length;
  const places = [await pointOf(cards.nth(1), 0.5), await pointOf(cards.nth(2), 0.5)];
  // Layout shifts as reported by the browser; transforms don't count as shifts.
  await page.evaluate(() => {
    document.body.dataset.shifts = '';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] };
        for (const { node } of sources) {
          const part = node instanceof Element ? node : node?.parentElement;
          if (part?.closest('.card')) document.body.dataset.shifts += `${part.className};`;
        }
      }
    }).observe({ type: 'layout-shift' });
  });
  // The pointer enters and leaves within one task, which is too short to count as intent.
  await page.evaluate((points) => {
    for (const { x, y } of [...points, { x: 2, y: 2 }]) {
      const target = document.elementFromPoint(x, y);
      target?.dispatchEvent(
        new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse', clientX: x, clientY: y }),
      );
    }
  }, places);
  await moveTo(page, cards.nth(1), 0.4);
  await expect(cards.nth(1).locator('.scrub img').first()).toBeVisible();
  expect(strips.slice(before)).toEqual([await stripOf(cards.nth(1))]);
  expect(await page.locator('body').getAttribute('data-shifts')).toBe('');
});

test('keys step through the frames of the focused card, and its link still works', async ({ page }) => {
  const strips = watchStrips(page);
  await openListing(page);
  const card = cardOf(page, 'frames');
  const link = card.getByRole('link');
  await page.getByRole('combobox').or(page.getByRole('searchbox')).last().focus();
  await page.keyboard.press('Tab');
  await link.focus();
  await expect(card.locator('.scrub img')).toBeVisible();
  await expect(card.locator('.scrub-ruler')).toBeVisible();
  await expect.poll(() => shownFrame(card)).toBe(0);
  const scrolled = await page.evaluate(() => window.scrollY);
  for (const [key, frame] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['End', 11],
    ['ArrowLeft', 10],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => shownFrame(card)).toBe(frame);
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await expect(link).toBeFocused();
  expect(strips).toEqual([await stripOf(card)]);
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);

  await page.keyboard.press('Tab');
  await expect(card.locator('.scrub > *')).toHaveCount(0);
  await link.focus();
  await expect(card.locator('.scrub img')).toBeVisible();
  await page.evaluate(() => {
    addEventListener('keydown', ({ key, defaultPrevented }) => {
      document.body.dataset.key = `${key} ${defaultPrevented ? 'is handled' : 'is ignored'}`;
    });
  });
  for (const [key, whose] of [
    ['ArrowRight', 'is handled'],
    ['PageDown', 'is ignored'],
    ['ArrowDown', 'is ignored'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.locator('body')).toHaveAttribute('data-key', `${key} ${whose}`);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
});

test('a before/after preview has a divider that pointer and keys move', async ({ page }) => {
  await openListing(page, '?type=LUT');
  const card = cardOf(page, 'lut');
  await moveTo(page, card, 0.25);
  await expect(card.locator('.scrub-wipe')).toBeVisible();
  await expect.poll(() => markAt(card)).toBeCloseTo(0.25, 1);
  expect(await clipOf(card)).toMatch(/^inset\(0(px)? 0(px)? 0(px)? 2[45](\.\d+)?%\)$/);
  await expect(card.locator('.scrub-time')).toBeHidden();
  await expect(card.locator('.card-label')).toBeVisible();
  await page.mouse.move(2, 2);
  await page.keyboard.press('Tab');
  await card.getByRole('link').focus();
  await expect.poll(() => markAt(card)).toBe(0.5);
  await page.keyboard.press('End');
  await expect.poll(() => markAt(card)).toBe(1);
});

test('a sound preview fills up to the playhead without playing audio', async ({ page }) => {
  await openListing(page, '?type=sound+effect');
  const card = cardOf(page, 'waveform');
  await moveTo(page, card, 0.75);
  await expect(card.locator('.playhead')).toBeVisible();
  await expect.poll(() => markAt(card)).toBeCloseTo(0.75, 1);
  expect(await clipOf(card)).toContain('calc(');
  expect(await page.locator('audio, video').count()).toBe(0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, isMobile: true });

  const finger = (cdp: CDPSession) => ({
    down: ({ x, y }: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
    move: ({ x, y }: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] }),
    up: () => cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  });

  test('a tap opens the card and fetches nothing', async ({ page }) => {
    const strips = watchStrips(page);
    await openListing(page);
    const card = cardOf(page, 'frames');
    await card.scrollIntoViewIfNeeded();
    const { x, y } = await pointOf(card, 0.5);
    await page.touchscreen.tap(x, y);
    await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
    expect(strips).toEqual([]);
  });

  test('a long press scrubs and opens nothing', async ({ page }) => {
    const strips = watchStrips(page);
    await openListing(page);
    const card = cardOf(page, 'frames');
    await card.scrollIntoViewIfNeeded();
    const hand = finger(await page.context().newCDPSession(page));
    await hand.down(await pointOf(card, 0.2));
    await expect(card.locator('.scrub img')).toBeVisible();
    for (const share of [0.3, 0.45, 0.6]) await hand.move(await pointOf(card, share));
    await expect.poll(() => shownFrame(card)).toBe(7);
    await hand.up();
    await expect(card.locator('.scrub > *')).toHaveCount(0);
    await expect(page).toHaveURL('/resources');
    expect(strips).toEqual([await stripOf(card)]);

    // Unless the browser detects a long press, lifting a finger that has not moved causes a click, which the card must ignore.
    await hand.down(await pointOf(card, 0.4));
    await expect(card.locator('.scrub img')).toBeVisible();
    await card.getByRole('link').evaluate((link) => {
      addEventListener('pointerup', () => (link as HTMLElement).click(), { once: true });
    });
    await hand.up();
    await expect(card.locator('.scrub > *')).toHaveCount(0);
    await expect(page).toHaveURL('/resources');
    // A new press counts as intentional.
    await card.getByRole('link').evaluate((link) => {
      link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
      (link as HTMLElement).click();
    });
    await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
  });

  test('a long press does not open the browser menu', async ({ page }) => {
    await openListing(page);
    const card = cardOf(page, 'frames');
    await card.scrollIntoViewIfNeeded();
    const hand = finger(await page.context().newCDPSession(page));
    await hand.down(await pointOf(card, 0.5));
    await expect(card.locator('.scrub img')).toBeVisible();
    const refused = await card
      .getByRole('link')
      .evaluate((link) =>
        ['contextmenu', 'dragstart'].map(
          (type) => !link.dispatchEvent(new Event(type, { bubbles: true, cancelable: true })),
        ),
      );
    expect(refused).toEqual([true, true]);
    await hand.up();
    const later = await card
      .getByRole('link')
      .evaluate((link) => link.dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true })));
    expect(later).toBe(true);
  });

  test('a vertical swipe scrolls the page and fetches nothing', async ({ page }) => {
    const strips = watchStrips(page);
    await openListing(page);
    const card = cardOf(page, 'frames');
    await card.scrollIntoViewIfNeeded();
    const from = await pointOf(card, 0.5);
    const scrolled = await page.evaluate(() => window.scrollY);
    const hand = finger(await page.context().newCDPSession(page));
    // Sent together: a finger that waits before its first move is a long press.
    await Promise.all([
      hand.down(from),
      ...Array.from({ length: 10 }, (_, step) => hand.move({ x: from.x, y: from.y - 15 * (step + 1) })),
    ]);
    await hand.up();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled + 50);
    await expect(card.locator('.scrub > *')).toHaveCount(0);
    expect(strips).toEqual([]);
    await expect(page).toHaveURL('/resources');
  });
});

for (const [who, ask] of [
  ['prefer reduced motion', (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })],
  [
    'save data',
    (page: Page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
  ],
] as const) {
  test(`readers who ${who} get plain cards, without code or strips`, async ({ page }) => {
    const strips = watchStrips(page);
    const code: string[] = [];
    page.on('request', (request) => {
      if (/card-preview/.test(request.url())) code.push(request.url());
    });
    await ask(page);
    await openListing(page);
    const card = cardOf(page, 'frames');
    await moveTo(page, card, 0.3);
    await page.keyboard.press('Tab');
    await card.getByRole('link').focus();
    await page.keyboard.press('ArrowRight');
    await card.getByRole('link').press('Enter');
    await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
    expect([...strips, ...code]).toEqual([]);
  });
}

test('a failed strip leaves the still image, and hovering again retries', async ({ page, watch }) => {
  watch.allow(/-strip\.webp/);
  const strips = watchStrips(page);
  await page.route(/-strip\.webp$/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await openListing(page);
  const card = cardOf(page, 'frames');
  const failed = page.waitForResponse(/-strip\.webp$/);
  await moveTo(page, card, 0.3);
  await failed;
  await moveTo(page, card, 0.6);
  await expect(card.locator('.media > img')).toBeVisible();
  await expect(card.locator('.scrub > *')).toHaveCount(0);
  expect(strips).toHaveLength(1);
  await page.mouse.move(2, 2);
  await moveTo(page, card, 0.5);
  await expect(card.locator('.scrub img')).toBeVisible();
  expect(strips).toHaveLength(2);
});

test('the home and elements pages have previews too', async ({ page }) => {
  for (const path of ['/', '/elements']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const card = page.getByRole('main').locator('.card[data-preview]').first();
    await card.scrollIntoViewIfNeeded();
    await moveTo(page, card, 0.5);
    await expect(card.locator('.scrub img').first()).toBeVisible();
    // The card may still be moving towards the pointer.
    await expect
      .poll(() =>
        card.evaluate((one) => {
          const [still, scrub] = ['.media', '.scrub'].map((part) => one.querySelector(part)?.getBoundingClientRect());
          return still !== undefined && JSON.stringify(scrub) === JSON.stringify(still);
        }),
      )
      .toBe(true);
  }
});
