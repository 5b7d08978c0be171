// The Premium page (specification, sections 2, 4 and 9; product.md PR-1): plans, subscribing and animations.
import type { Browser, Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test, untilTakenOver } from './journey.ts';

/** URL of the membership page, which the fake on this machine serves. */
const MEMBERSHIP = `${process.env.FAKES_URL}/patreon/members`;

// These journeys change a site-wide setting, so they must not run in parallel.
test.describe.configure({ mode: 'default' });

const setMembership = async (browser: Browser, membershipUrl: string | null): Promise<void> => {
  const baseURL = test.info().project.use.baseURL;
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await signInByCall(context.request, 'admin');
  const reply = await context.request.put('/api/admin/settings', { data: { membershipUrl } });
  expect(reply.status(), await reply.text()).toBe(200);
  // Cached pages are dropped shortly after the change.
  await expect
    .poll(async () => (await (await context.request.get('/premium')).text()).includes(MEMBERSHIP))
    .toBe(membershipUrl !== null);
  await context.close();
};
const open = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await (await page.request.get('/premium')).text()).includes(MEMBERSHIP)).toBe(true);
  await page.goto('/premium');
  await untilTakenOver(page);
};
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe via Patreon' });
const callNow = (page: Page) => page.getByRole('button', { name: 'Get Premium Now' });

test('without a membership page the buttons are disabled and say why', async ({ page }) => {
  await page.goto('/premium');
  for (const button of [subscribe(page), callNow(page)]) {
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/Subscriptions aren’t open yet.*is charged now.*until you cancel/);
  }
});

test('the page has every part and number from the specification', async ({ page }) => {
  await page.goto('/premium');
  const main = page.getByRole('main');
  await expect(main.getByText('Join 891+ members')).toBeVisible();
  for (const number of ['891+', '500+', '24/7']) {
    await expect(page.getByRole('region', { name: 'Premium in numbers' }).getByText(number)).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'What editors say' }).getByRole('figure')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'What editors say' }).getByText('Demo content')).toBeVisible();
  await expect(main.getByRole('link', { name: 'terms' }).first()).toHaveAttribute('href', '/terms');
  for (const [question, answer] of [
    ['Can I cancel anytime?', /until the end of the period/],
    ['When do I get access?', /Instantly.*within 24 hours/],
    ["I'm a creator. Does Premium protect my assets?", /planned as a separate tier/],
    ['Is there a free trial?', /no free trial/],
    ['Are new assets added?', /added regularly/],
  ] as const) {
    await expect(main.getByText(answer)).toBeHidden();
    await main.getByText(question).click();
    await expect(main.getByText(answer)).toBeVisible();
  }
});

test('the toggle switches plans, and both buttons show the total', async ({ page }) => {
  await page.goto('/premium');
  const plan = page.getByRole('region', { name: 'Premium', exact: true });
  await expect(plan.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await expect(plan.getByText('$5', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\$5 is charged now, and again every month until you cancel/)).toHaveCount(2);
  await expect(plan.getByText('2 months free')).toBeVisible();
  await plan.getByRole('radio', { name: /^Yearly/ }).check();
  await expect(plan.getByText('$48', { exact: true })).toBeVisible();
  await expect(plan.getByText('$5', { exact: true })).toBeHidden();
  await expect(plan.getByText('You save $12, 20 percent off, equal to $4 per month')).toBeVisible();
  await expect(plan.locator('s')).toHaveText('Instead of $60');
  for (const sum of await page.getByText(/^\$48 is charged now, and again every year/).all()) {
    await expect(sum).toBeVisible();
  }
  for (const sum of await page.getByText(/^\$5 is charged now/).all()) await expect(sum).toBeHidden();
});

test('View Plans scrolls down and Learn More to the top, by keyboard', async ({ page }) => {
  await page.goto('/premium');
  await page.getByRole('link', { name: 'View Plans' }).click();
  await expect(page.getByRole('heading', { name: 'Plans', exact: true })).toBeInViewport();
  await expect(page.locator('#plans')).toBeFocused();
  await page.getByRole('link', { name: 'Learn More' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(page).toHaveURL('/premium');
});

test('the counter runs from zero to the exact number in 50 ms ticks, and stays still with reduced motion', async ({
  page,
}) => {
  const counter = page.getByRole('region', { name: 'Premium', exact: true }).locator('span[aria-hidden="true"]');
  await page.goto('/premium');
  await counter.scrollIntoViewIfNeeded();
  await expect(counter).toHaveText('891+');

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/premium');
  await untilTakenOver(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await counter.scrollIntoViewIfNeeded();
  await expect(counter).toHaveText('0');
  await page.clock.runFor(49);
  await expect(counter).toHaveText('0');
  await page.clock.runFor(1);
  await expect(counter).toHaveText('23+');
  await page.clock.runFor(5000);
  await expect(counter).toHaveText('891+');
});

test.describe('with a membership page', () => {
  test.beforeAll(({ browser }) => setMembership(browser, MEMBERSHIP));
  test.afterAll(({ browser }) => setMembership(browser, null));

  test('both buttons show progress and open Patreon after 800 ms; after going back they work again', async ({
    page,
  }) => {
    await page.clock.install();
    await open(page);
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await callNow(page).click();
    const busy = page.getByRole('button', { name: 'Processing...' });
    await expect(busy).toHaveCount(2);
    for (const button of await busy.all()) await expect(button).toBeDisabled();
    await page.clock.runFor(799);
    await expect(page).toHaveURL('/premium');
    await page.clock.runFor(1);
    // The next page needs a running clock.
    await page.clock.resume();
    await expect(page).toHaveURL(MEMBERSHIP);
    await page.goBack();
    await expect(subscribe(page)).toBeEnabled();
    await expect(callNow(page)).toBeEnabled();
  });

  test('a page restored from the back/forward cache is usable again', async ({ page }) => {
    await page.clock.install();
    await open(page);
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await subscribe(page).click();
    await expect(page.getByRole('button', { name: 'Processing...' })).toHaveCount(2);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(subscribe(page)).toBeEnabled();
    await page.clock.runFor(2000);
    await expect(page).toHaveURL('/premium');
  });

  test('if the navigation does not happen, the buttons stay usable', async ({ page }) => {
    await page.clock.install();
    await open(page);
    // The browser stays on the page, as it does for a file download or an unreachable page.
    await page.route(MEMBERSHIP, (route) => route.fulfill({ status: 204 }));
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await subscribe(page).click();
    const departure = page.waitForRequest(MEMBERSHIP);
    await page.clock.runFor(800);
    await departure;
    await expect(page.getByRole('button', { name: 'Processing...' })).toHaveCount(2);
    await page.clock.runFor(8000);
    await expect(subscribe(page)).toBeEnabled();
    await expect(callNow(page)).toBeEnabled();
    await expect(page).toHaveURL('/premium');
  });

  test('search engines get the two offers', async ({ page }) => {
    await open(page);
    const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}');
    expect(facts).toMatchObject({ '@type': 'Product', offers: [{ price: 5 }, { price: 48 }] });
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });
    test('the buttons are links, the plans can be chosen and the answers opened', async ({ page }) => {
      await page.goto('/premium');
      for (const name of ['Subscribe via Patreon', 'Get Premium Now']) {
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', MEMBERSHIP);
      }
      await page.locator('label', { hasText: 'Yearly' }).click();
      await expect(page.getByText('$48', { exact: true })).toBeVisible();
      await page.getByText('Is there a free trial?').click();
      await expect(page.getByText(/no free trial/)).toBeVisible();
      await page.getByRole('link', { name: 'View Plans' }).click();
      await expect(page).toHaveURL('/premium#plans');
    });
  });
});
