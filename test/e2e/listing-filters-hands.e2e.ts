// The listing filters by keyboard, by touch on a phone, and without JavaScript.
import { expect, test } from './journey.ts';
import { cardTitles, expectFocusRing } from './journey-steps.ts';
import {
  chips,
  facetsOf,
  filterButton,
  filterColumn,
  filterSheet,
  openListing,
  quietEditorsOf,
  showingLine,
  valueLink,
  valuesOf,
} from './listing-steps.ts';

test.describe('by keyboard', () => {
  test('the panel opens, its values are reached with Tab, and Escape closes it', async ({ page }) => {
    await openListing(page);
    const button = filterButton(page);
    await button.focus();
    await page.keyboard.press('Space');
    const panel = filterColumn(page);
    await expect(panel.getByRole('region').first()).toBeVisible();
    await expect(button).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Sort')).toBeFocused();
    await page.keyboard.press('Tab');
    // Only where one of the cards has a sound.
    const sound = page.getByRole('switch', { name: 'Sound on cards' });
    if (await sound.isVisible()) {
      await expect(sound).toBeFocused();
      await page.keyboard.press('Tab');
    }
    await expect(panel.getByRole('button', { name: 'Close filters' })).toBeFocused();
    await page.keyboard.press('Tab');
    const first = panel.getByRole('region').first().getByRole('link').first();
    await expect(first).toBeFocused();
    await expectFocusRing(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?\w+=/);
    await expect(first).toHaveAttribute('aria-current', 'true');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
  });

  test('a long group expands', async ({ page }) => {
    const long = (await facetsOf(page.request)).find(({ values }) => values.length > 8);
    if (!long) throw new Error('The site has no group of more than eight values');
    await openListing(page);
    await filterButton(page).press('Enter');
    const more = filterColumn(page).locator('summary').first();
    const hidden = filterColumn(page).locator('details a').first();
    await expect(hidden).toBeHidden();
    await more.press('Enter');
    await expect(hidden).toBeVisible();
    await expect(more).toContainText('Show fewer');
    await hidden.press('Enter');
    // The selected value stays visible when the rest of the list is collapsed.
    await expect(filterColumn(page).locator('[aria-current]')).toBeVisible();
  });

  test('removing a chip moves focus to the next one, and removing the last to the Filters button', async ({ page }) => {
    await openListing(page, '/resources?tag=none+such&editor=Nuke&category=free');
    await chips(page).first().press('Enter');
    await expect(page).toHaveURL('/resources?category=free&tag=none+such');
    await expect(page.getByRole('link', { name: 'Remove filter Tag none such' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/resources?category=free');
    await expect(filterButton(page)).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the sheet traps focus, stays open while choosing, and shows how many assets are left', async ({ page }) => {
    const facets = await facetsOf(page.request);
    const [one, two] = quietEditorsOf(facets);
    await openListing(page);
    await filterButton(page).tap();
    const sheet = filterSheet(page);
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
    await valueLink(sheet, 'Editor', one?.label ?? '').tap();
    await expect(sheet.getByRole('button', { name: `Show ${one?.count} asset` })).toBeVisible();
    await expect(sheet.getByRole('status')).toHaveText(new RegExp(`of ${one?.count} assets$`));
    await valueLink(sheet, 'Editor', two?.label ?? '').tap();
    await expect(sheet.getByRole('button', { name: `Show ${two?.count} asset` })).toBeVisible();
    await sheet.getByRole('button', { name: `Show ${two?.count} asset` }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(showingLine(page)).toHaveText(new RegExp(`of ${two?.count} assets$`));
    await expect(chips(page)).toHaveCount(1);
    // The sheet has no history entry, so Back closes it and returns to the previous filters.
    await page.goBack();
    await expect(chips(page)).toHaveText([`Remove filterEditor${one?.label}`]);
    await expect(sheet).toHaveCount(0);
    await filterButton(page).tap();
    await sheet.getByRole('link', { name: 'Clear all filters' }).tap();
    await expect(page).toHaveURL('/resources');
    await expect(sheet).toBeVisible();
    // Tap outside the sheet.
    await page.touchscreen.tap(195, 40);
    await expect(sheet).toHaveCount(0);
  });

  test('Tab cycles inside the sheet, and Escape restores focus', async ({ page }) => {
    await openListing(page);
    await filterButton(page).press('Enter');
    const sheet = filterSheet(page);
    await sheet.getByRole('region').first().waitFor();
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        if (at === document.body || !at) return 'browser';
        return at.closest('dialog') ? 'sheet' : 'page';
      });
    const stops = await sheet.locator('a:visible, button:visible, summary:visible').count();
    const places = new Set<string>();
    for (let step = 0; step <= stops + 2; step += 1) {
      places.add(await focused());
      await page.keyboard.press('Tab');
    }
    expect(places).toContain('sheet');
    expect(places).not.toContain('page');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(filterButton(page)).toBeFocused();
  });
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`without scripts at ${viewport.width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport });

    test('the control and every value are links, and the panel stays open', async ({ page }) => {
      const [editor] = valuesOf(await facetsOf(page.request), 'editor');
      await page.goto('/resources?category=free');
      await page.getByRole('link', { name: /^Filters/ }).click();
      await expect(page).toHaveURL('/resources?category=free&filters=open');
      const panel = filterColumn(page);
      await valueLink(panel, 'Editor', editor?.label ?? '').click();
      await expect(page).toHaveURL((url) => url.searchParams.get('editor') === editor?.label);
      await expect(valueLink(panel, 'Editor', editor?.label ?? '')).toHaveAttribute('aria-current', 'true');
      await page.getByLabel('Sort').selectOption({ label: 'Most Liked' });
      await page.getByRole('main').getByRole('button', { name: 'Sort' }).click();
      await expect(page).toHaveURL(
        ({ searchParams }) => searchParams.get('sort') === 'likes' && searchParams.get('filters') === 'open',
      );
      await expect(chips(page).first()).toContainText(editor?.label ?? '?');
      await panel.getByRole('link', { name: 'Close' }).click();
      await expect(panel).toHaveCount(0);
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get('editor') === editor?.label);
      await expect.poll(async () => (await cardTitles(page)).length).toBeGreaterThan(0);
    });
  });
}

test('with scripts, a panel opened by the address hydrates without changes or calls', async ({ page, watch }) => {
  await openListing(page, '/resources?category=free&filters=open');
  expect(watch.calls()).toEqual([]);
  const panel = filterColumn(page);
  await expect(panel.getByRole('region').first()).toBeVisible();
  await filterButton(page).click();
  await expect(page).toHaveURL('/resources?category=free');
  await expect(panel).toHaveCount(0);
});
