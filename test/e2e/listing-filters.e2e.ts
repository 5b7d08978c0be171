// The listing filters with a pointer: every selection has a URL, and Back and Forward restore it (product.md DI-4).
import type { ResourceCard } from '#contract/resources/api.ts';
import { LISTING_SORTS } from '#contract/resources/limits.ts';
import { listCards } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles } from './journey-steps.ts';
import {
  chips,
  facetsOf,
  filterButton,
  filterColumn,
  openListing,
  quietEditorsOf,
  scrolled,
  showingLine,
  valueLink,
  valuesOf,
} from './listing-steps.ts';

test('the panel opens on demand, and each value shows how many assets it leaves', async ({ page, watch }) => {
  await openListing(page);
  expect(watch.calls()).toEqual([]);
  await expect(filterColumn(page)).toHaveCount(0);
  await filterButton(page).click();
  await expect(filterButton(page)).toHaveAttribute('aria-expanded', 'true');
  const panel = filterColumn(page);
  const facets = await facetsOf(page.request);
  await expect(panel.getByRole('region')).toHaveCount(facets.length);
  await expect(panel.getByRole('heading', { level: 3 }).first()).toHaveText('Type');
  await expect(page).toHaveURL('/resources');

  const [editor] = quietEditorsOf(facets);
  await valueLink(panel, 'Editor', editor?.label ?? '').click();
  await expect(page).toHaveURL(`/resources?editor=${editor?.label.replaceAll(' ', '+')}`);
  await expect(showingLine(page)).toHaveText(new RegExp(`of ${editor?.count} assets$`));
  await expect(chips(page)).toHaveText([`Remove filterEditor${editor?.label}`]);
  await expect(filterButton(page)).toContainText('1 active');
  const [card] = await listCards(page.request, { editor: editor?.value ?? '' });
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(card?.title ?? '?');

  // The other groups recount the remaining assets; the filtered group keeps its own values.
  const narrowed = await facetsOf(page.request, { editor: editor?.value ?? '' });
  for (const { label, count } of narrowed.find(({ kind }) => kind === 'category')?.values ?? [])
    await expect(valueLink(panel, 'Category', label)).toContainText(String(count));
  // Types stay in place, also those without assets.
  const types = valuesOf(narrowed, 'type');
  const all = valuesOf(facets, 'type');
  expect(types.length).toBeLessThan(all.length);
  const group = panel.getByRole('region', { name: 'Type' });
  await expect(group.locator('li')).toHaveText(
    all.map(({ value, label }) => `${label}${types.find((type) => type.value === value)?.count ?? 0} assets`),
  );
  await expect(group.locator('li a')).toHaveCount(types.length);
  const other = valuesOf(narrowed, 'editor').find(({ value }) => value !== editor?.value);
  await valueLink(panel, 'Editor', other?.label ?? '').click();
  await expect(chips(page)).toHaveText([`Remove filterEditor${other?.label}`]);
  await valueLink(panel, 'Editor', other?.label ?? '').click();
  await expect(page).toHaveURL('/resources');
  await expect(chips(page)).toHaveCount(0);
  await filterButton(page).click();
  await expect(filterColumn(page)).toHaveCount(0);
});

test('back and forward restore assets, chips, panel and scroll position', async ({ page }) => {
  await openListing(page);
  await filterButton(page).click();
  const panel = filterColumn(page);
  const facets = await facetsOf(page.request);
  const [editor] = quietEditorsOf(facets);
  await panel.getByRole('region').first().waitFor();
  const settled = () => expect(panel.locator('[aria-busy=false]')).toBeVisible();
  // Also waits for the assets, because the panel may get its new counts before the list arrives.
  const choose = async (group: string, label: string) => {
    const before = (await showingLine(page).textContent()) ?? '';
    await valueLink(panel, group, label).click();
    await expect(showingLine(page)).not.toHaveText(before);
    await settled();
  };
  const look = async () => ({
    url: page.url(),
    titles: await cardTitles(page),
    chips: await chips(page).allTextContents(),
    panel: await panel.textContent(),
    scroll: await scrolled(page),
  });
  await settled();
  // A click scrolls to its target, which would change the state that is about to be recorded.
  await valueLink(panel, 'Editor', editor?.label ?? '').scrollIntoViewIfNeeded();
  const states = [await look()];
  await choose('Editor', editor?.label ?? '');
  await expect(page).toHaveURL(/editor=/);
  // Not with the wheel, because its scrolling may still be under way when the state is recorded.
  await page.evaluate(() => window.scrollBy({ top: 300, behavior: 'instant' }));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(200);
  states.push(await look());
  await choose('Category', 'Premium');
  await expect(page).toHaveURL(/category=premium/);
  states.push(await look());

  await page.goBack();
  await expect.poll(look).toEqual(states[1]);
  await page.goBack();
  await expect.poll(look).toEqual(states[0]);
  await page.goForward();
  await expect.poll(look).toEqual(states[1]);
  await page.goForward();
  await expect.poll(look).toEqual(states[2]);

  // Open an asset and go back: the panel is unchanged.
  const asset = page.getByRole('main').getByRole('article').getByRole('link').first();
  await asset.scrollIntoViewIfNeeded();
  const left = await look();
  await asset.click();
  await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect.poll(look).toEqual(left);
});

test('chips are removed one by one or all together, and page and defaults stay out of the address', async ({
  page,
}) => {
  const editor = quietEditorsOf(await facetsOf(page.request))[0]?.label ?? '';
  const [card] = await listCards(page.request, { editor });
  const query = new URLSearchParams({ search: card?.title ?? '', category: 'free', tag: 'none such', editor });
  await openListing(page, `/resources?${query}&sort=oldest&page=1`);
  await expect(chips(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Remove filter Tag none such' }).click();
  await expect(page).toHaveURL((url) => !url.searchParams.has('tag') && !url.searchParams.has('page'));
  await expect(page.getByRole('link', { name: `Remove filter Editor ${editor}` })).toBeVisible();
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  const left = new URLSearchParams({ search: card?.title ?? '', sort: 'oldest' });
  await expect(page).toHaveURL(`/resources?${left}`);
  await expect(chips(page)).toHaveCount(0);
  await page.getByLabel('Sort').selectOption('newest');
  left.delete('sort');
  await expect(page).toHaveURL(`/resources?${left}`);
});

test('every sort order is offered by name and has an address', async ({ page }) => {
  await openListing(page, '/resources?page=2');
  const sort = page.getByLabel('Sort');
  await expect(sort.locator('option')).toHaveText([
    'Latest First',
    'Oldest First',
    'Most Downloaded',
    'Most Liked',
    'Trending',
    'Recently Updated',
  ]);
  for (const value of LISTING_SORTS.slice(1)) {
    // Other journeys like and publish assets, so the site is not asked a second time.
    const answer = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === '/api/resources' && searchParams.get('sort') === value;
    });
    await sort.selectOption(value);
    await expect(page).toHaveURL(`/resources?sort=${value}`);
    const { resources } = (await (await answer).json()) as { resources: ResourceCard[] };
    expect(resources).toHaveLength(21);
    await expect.poll(() => cardTitles(page)).toEqual(resources.map(({ title }) => title));
  }
});

test('a typo is corrected, and a note says so', async ({ page }) => {
  const [card] = await listCards(page.request, { search: 'glitch' });
  await openListing(page, '/resources?search=glich');
  await expect(page.getByText('No assets match "glich" exactly. Showing results for "glitch".')).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(card?.title ?? '?');
  await page.getByRole('link', { name: '"glitch"' }).click();
  await expect(page).toHaveURL('/resources?search=glitch');
  await expect(page.getByRole('searchbox', { name: 'Search assets' })).toHaveValue('glitch');
  await expect(page.getByText('No assets match')).toHaveCount(0);
});

test('slow and failed counts say so, and retrying loads them', async ({ page, watch }) => {
  watch.allow(/status of 500/, /status 500/);
  await openListing(page);
  let answer = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/resources\/facets/, async (route) => {
    await waiting;
    await route.fulfill({ status: 500 });
  });
  await filterButton(page).click();
  const panel = filterColumn(page);
  await expect(panel.getByText('Loading filters')).toBeAttached();
  await expect(panel.locator('.skeleton').first()).toBeVisible();
  answer();
  await expect(panel.getByRole('alert')).toContainText('The filters could not be loaded.');
  await page.unrouteAll();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('region', { name: 'Editor' })).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
});

test('a panel whose code fails to load can be retried', async ({ page, watch }) => {
  watch.allow(/facet-list|dynamically imported module|ERR_FAILED/);
  await openListing(page);
  await page.route(/\/assets\/facet-list-.*\.js$/, (route) => route.abort());
  await filterButton(page).click();
  await expect(filterColumn(page).getByRole('alert')).toContainText('The filters could not be loaded.');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.unrouteAll();
  await filterColumn(page).getByRole('button', { name: 'Try again' }).click();
  await expect(filterColumn(page).getByRole('region', { name: 'Editor' })).toBeVisible();
});

test('nothing jumps when assets, chips and panel change on a slow connection', async ({ page }) => {
  await openListing(page);
  await page.evaluate(() => {
    const seen = { shift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift' });
    Object.assign(window, { seen });
  });
  let slow: PromiseWithResolvers<void> | null = null;
  await page.route(/\/api\/resources/, async (route) => {
    const answer = await route.fetch();
    await slow?.promise;
    await route.fulfill({ response: answer });
  });
  await filterButton(page).click();
  const panel = filterColumn(page);
  await panel.getByRole('region').first().waitFor();
  for (const [group, label] of [
    ['Category', 'Premium'],
    ['Editor', valuesOf(await facetsOf(page.request, { category: 'premium' }), 'editor')[0]?.label ?? ''],
  ] as const) {
    slow = Promise.withResolvers();
    await valueLink(panel, group, label).click();
    await expect(page.getByText('Loading assets')).toBeVisible();
    // Browsers don't count layout shifts within 500 ms of user input, so the response is delayed for longer than that.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));
    slow.resolve();
    await expect(showingLine(page)).toBeVisible();
  }
  // This returns to the previous list, which needs no request.
  await page.getByRole('link', { name: /^Remove filter/ }).click();
  await expect(page).toHaveURL('/resources?category=premium');
  await page.unrouteAll({ behavior: 'wait' });
  const { shift } = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen);
  expect(shift).toBeLessThanOrEqual(0.02);
});

test('the number of results is announced once, not on every key press', async ({ page }) => {
  await page.clock.install();
  await openListing(page);
  await page.evaluate(() => {
    const told: string[] = [];
    const line = [...document.querySelectorAll('main [role=status]')].find((one) => /Showing/.test(one.textContent));
    if (line) {
      new MutationObserver(() => told.push(line.textContent)).observe(line, { subtree: true, characterData: true });
    }
    Object.assign(window, { told });
  });
  const [card] = await listCards(page.request, { category: 'premium' });
  // On a busy machine, a pause between two keys could be long enough for a search.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('searchbox', { name: 'Search assets' }).pressSequentially(card?.title ?? '');
  await page.clock.resume();
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(card?.title ?? '?');
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await expect.poll(async () => (await told()).filter((line) => line.startsWith('Showing'))).toHaveLength(1);
});

for (const query of ['page=abc', 'sort=foo', `search=${'x'.repeat(400)}`]) {
  test(`an address with ${query.slice(0, 12)} keeps the search box and links back to all assets`, async ({ page }) => {
    const answer = await page.goto(`/resources?${query}`);
    expect(answer?.status()).toBe(400);
    await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
    const box = page.getByRole('main').getByRole('searchbox');
    await box.fill('neon');
    await expect(page).toHaveURL('/resources?search=neon');
    await page.goto(`/resources?${query}`);
    await page.getByRole('link', { name: 'Reset filters' }).click();
    await expect(page).toHaveURL('/resources');
    await expect(page.getByRole('status').filter({ hasText: /^Showing/ })).toBeVisible();
  });
}
