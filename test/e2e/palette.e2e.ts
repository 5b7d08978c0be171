// The command palette and the list of keys, by keyboard alone (next.md SH-7²).
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { untilKeysWork } from '../screens/screen.ts';
import { beginThread } from './forum-writing-steps.ts';
import { expect, test, untilTakenOver } from './journey.ts';
import { registerByCall } from './people.ts';

const fieldOf = (page: Page) => page.getByRole('combobox', { name: /^Search and commands/ });
const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const optionOf = (page: Page, name: string | RegExp) => paletteOf(page).getByRole('option', { name });
const chosenOf = (page: Page) => paletteOf(page).locator('[role=option][aria-selected=true]');

/** Opens a page and waits for what is loaded after it, such as the code that listens for keys. */
const goTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await untilTakenOver(page);
  await untilKeysWork(page);
  await page.waitForLoadState('networkidle');
};

const openPalette = async (page: Page): Promise<void> => {
  // While it is still closing, it would open with what was typed before.
  await expect(paletteOf(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
};

/** Chooses an option with the arrow keys. */
const arrowTo = async (page: Page, name: string | RegExp): Promise<void> => {
  const option = optionOf(page, name).first();
  // Results that arrive later may come first.
  await expect(paletteOf(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  await expect(option).toBeVisible();
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if ((await option.getAttribute('aria-selected')) === 'true') return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(option).toHaveAttribute('aria-selected', 'true');
};

test('a visitor finds an asset despite a typing error, and the choice is remembered on this device', async ({
  page,
}) => {
  const { card } = await freeResourceAt(page.request, 0);
  await goTo(page, '/terms');
  await openPalette(page);
  const [word = ''] = card.title.match(/\p{L}{6,}/u) ?? [];
  expect(word).not.toBe('');
  await page.keyboard.type(`${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`.toLowerCase());
  await arrowTo(page, card.title);
  await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', /.+/);
  await expect(paletteOf(page).getByRole('status')).toHaveText(/^\d+ results?$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(resourcePath(card.id));
  await expect(paletteOf(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.waitForLoadState('networkidle');
  await openPalette(page);
  await expect(chosenOf(page)).toContainText(card.title);
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
});

test('the focus returns to what had it, also after the list of keys', async ({ page }) => {
  await goTo(page, '/wiki');
  const opener = page.getByRole('banner').getByRole('button', { name: /search and commands/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await openPalette(page);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByText('Open it in a new tab')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(opener).toBeFocused();

  const field = page.getByRole('searchbox', { name: 'Search the wiki' });
  await field.focus();
  await page.keyboard.press('?');
  await expect(field).toHaveValue('?');
  await expect(keys).toBeHidden();
});

test('a visitor narrows the results, opens one in a new tab, and switches the theme', async ({ page, context }) => {
  await goTo(page, '/');
  await openPalette(page);
  await page.keyboard.type('wiki');
  await arrowTo(page, 'Wiki, page');
  const opening = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const tab = await opening;
  await expect(tab).toHaveURL('/wiki');
  await tab.close();

  await page.keyboard.press('Tab');
  await expect(paletteOf(page).getByRole('group')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await fieldOf(page).selectText();
  await page.keyboard.type('light theme');
  await arrowTo(page, /^Light theme/);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a member finds people, threads and settings, and logs out', async ({ page }) => {
  const { account } = await registerByCall(page.request);
  const title = `Gorgonzola ${account.username}`;
  const thread = await beginThread(page.request, title, 'Which grain do you use?');
  await goTo(page, '/community');
  await openPalette(page);
  await page.keyboard.type(account.username);
  await expect(optionOf(page, new RegExp(`^${account.username}`))).toBeVisible();
  await arrowTo(page, title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(thread));

  await page.waitForLoadState('networkidle');
  await openPalette(page);
  await page.keyboard.type('pasword');
  await arrowTo(page, /^Password/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings#password');

  await page.waitForLoadState('networkidle');
  await openPalette(page);
  await page.keyboard.type('logout');
  await arrowTo(page, 'Log out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await page.waitForLoadState('networkidle');
  await openPalette(page);
  await page.keyboard.type('log');
  await expect(optionOf(page, 'Log in')).toBeVisible();
  await expect(optionOf(page, 'Log out')).toHaveCount(0);
});

test('an administrator reaches every section from the toolbox and back, and / goes to the search field', async ({
  page,
}) => {
  await signInByCall(page.request, 'admin');
  await goTo(page, '/toolbox');
  await openPalette(page);
  await page.keyboard.type('audit');
  await arrowTo(page, /^Audit log/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/audit');

  await page.waitForLoadState('networkidle');
  await openPalette(page);
  await page.keyboard.type('users');
  await arrowTo(page, 'Users, admin panel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(paletteOf(page)).toBeHidden();

  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search users, uploads, IDs' })).toBeFocused();
});

test('a search that fails says so, keeps what works, and can be repeated', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/, /\/api\/search/);
  await goTo(page, '/terms');
  await page.route('**/api/search?*', (route) => route.abort());
  await openPalette(page);
  await page.keyboard.type('community');
  await expect(
    paletteOf(page).getByText('The search failed. Check your connection and try again.').first(),
  ).toBeVisible();
  await expect(chosenOf(page)).toContainText('Community');
  await page.unroute('**/api/search?*');
  await paletteOf(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(paletteOf(page).getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('on a phone the search button opens the palette on the whole screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await goTo(page, '/');
  const opener = page.getByRole('banner').getByRole('link', { name: 'Search', exact: true });
  await opener.press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  await expect.poll(() => paletteOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
  await expect(opener).toBeFocused();
});
