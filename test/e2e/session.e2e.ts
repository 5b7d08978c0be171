// The four demo accounts: the page after login, what each account may download, and logging out (product.md ID-2 to ID-4, DL-3).
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import type { FileListing } from '#contract/resources/api.ts';
import { demoCards, freeResourceAt } from '#test/harness/catalogue.ts';
import { PASSWORD, signIn, signInByCall } from '#test/harness/sign-in.ts';
import type { DemoAccount } from '../screens/screen.ts';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { savedPath, sha256Of } from './journey-steps.ts';

const openMenu = (page: Page, username: string): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(username) })
    .click();

const people: { account: DemoAccount; start: string; own: [string, string] }[] = [
  { account: 'admin', start: '/admin', own: ['Admin', '/admin'] },
  { account: 'leaker', start: '/leaker', own: ['Dashboard', '/leaker'] },
  { account: 'member', start: '/dashboard', own: ['Dashboard', '/dashboard'] },
  { account: 'premium', start: '/', own: ['Dashboard', '/dashboard'] },
];

for (const { account, start, own } of people) {
  test(`${account} logs in, lands on ${start}, has a menu, and logs out`, async ({ page, context }) => {
    await signIn(page, account);
    await expect(page).toHaveURL(start);
    const stored = await page.evaluate(() => localStorage.getItem('helix_user'));
    expect(JSON.parse(stored ?? 'null')).toMatchObject({ username: `${account}-demo` });
    expect(stored).not.toMatch(/password|token|hash/i);
    const token = (await context.cookies()).find(({ name }) => name === 'token');
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

    // The admin panel has its own layout; every other page has the site's menu.
    if (account === 'admin') await page.goto('/');
    await openMenu(page, `${account}-demo`);
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem')).toHaveText(['Profile', 'Resources', 'Premium', 'Wiki', own[0], 'Logout']);
    await expect(menu.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', `/${account}-demo`);
    await expect(menu.getByRole('menuitem', { name: own[0] })).toHaveAttribute('href', own[1]);

    await menu.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('helix_user'))).toBeNull();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('token');
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  });
}

test('a wrong password shows one message, and the button shows progress', async ({ page, watch }) => {
  watch.allow(/status of 401/);
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  const answer = await holdCalls(page, '**/api/auth/login');
  await page.getByLabel('Email').fill('member@demo.example');
  await page.getByLabel('Password').fill('not the password');
  await page
    .getByRole('main')
    .getByRole('button', { name: /log in|login|sign in/i })
    .click();
  const busy = page.getByRole('button', { name: 'Signing in...' });
  await expect(busy).toBeVisible();
  await expect(busy).toBeDisabled();
  answer();
  await expect(page.getByRole('alert')).toContainText('Wrong email or password.');
  await expect(page).toHaveURL('/login');

  await page.getByLabel('Password').fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log in|login|sign in/i })
    .click();
  await expect(page).toHaveURL('/dashboard');
});

test('the return address works only after logging in here, and only within the site', async ({ page }) => {
  const { card } = await freeResourceAt(page.request, 4);
  await signIn(page, 'member', `/login?next=${encodeURIComponent(resourcePath(card.id))}`);
  await expect(page).toHaveURL(resourcePath(card.id));
  await page.goto(`/login?next=${encodeURIComponent(resourcePath(card.id))}`);
  await expect(page).toHaveURL('/dashboard');
  // Let the dashboard's requests finish before the session ends.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await signIn(page, 'member', '/login?next=//other.example/');
  await expect(page).toHaveURL('/dashboard');
});

test('pages for one role redirect everyone else', async ({ page }) => {
  for (const path of ['/dashboard', '/leaker', '/admin', '/toolbox']) {
    const answer = await page.request.get(path, { maxRedirects: 0, headers: { accept: 'text/html' } });
    expect([path, answer.status(), answer.headers().location]).toEqual([
      path,
      302,
      `/login?next=${encodeURIComponent(path)}`,
    ]);
  }
  await signIn(page, 'member', '/login?next=/admin');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/admin/settings/dashboard');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/toolbox');
  await expect(page).toHaveURL('/dashboard');
});

test('a session that ended elsewhere leaves no cached user behind', async ({ page, context }) => {
  await signIn(page, 'member');
  // Let the dashboard's requests finish before the session ends.
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  // The server already rendered the link; the browser deletes the user once it has taken over the page.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('helix_user'))).toBeNull();
});

test('a failed logout is reported and can be retried', async ({ page, watch }) => {
  watch.allow(/auth\/logout|ERR_FAILED/);
  await signIn(page, 'member');
  await page.goto('/');
  await page.route('**/api/auth/logout', (route) => route.abort());
  const logOut = async () => {
    await page.getByRole('banner').locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await logOut();
  await expect(page).toHaveURL('/login?logout=failed');
  const note = page.getByRole('alert').filter({ hasText: 'Failed to log out.' });
  await expect(note).toContainText('You may still be logged in on this device.');
  await page.unrouteAll();
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/login');
  await expect(note).toBeHidden();
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});

test.describe('a premium resource', () => {
  test('asks a visitor to log in', async ({ page }) => {
    const [card] = await demoCards(page.request, 'premium');
    await page.goto(resourcePath(card?.id ?? ''));
    await expect(page.getByText('Please log in to download premium resources')).toBeVisible();
    await expect(page.getByText('Login required')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Download / })).toHaveCount(0);
    expect((await page.request.get(`/api/resources/${card?.id}/download-url`)).status()).toBe(401);
  });

  test('asks a member to upgrade', async ({ page }) => {
    const [card] = await demoCards(page.request, 'premium');
    await signInByCall(page.request, 'member');
    const { files } = (await (await page.request.get(`/api/resources/${card?.id}/files`)).json()) as FileListing;
    const locked = files.find(({ textUrl }) => textUrl === null)?.name ?? '';
    const folder = locked.split('/').slice(0, -1).join('/');
    await page.goto(`${resourcePath(card?.id ?? '')}${folder && `?${new URLSearchParams({ folder })}`}`);
    await expect(page.getByText('Upgrade to Premium to download this content')).toBeVisible();
    await expect(page.getByText('Premium only').first()).toBeAttached();
    await expect(page.getByRole('main').locator('a[href="/premium"]').first()).toBeVisible();
    expect((await page.request.get(`/api/resources/${card?.id}/download-url`)).status()).toBe(403);
  });

  for (const account of ['premium', 'admin'] as const) {
    test(`is sent straight to ${account}, without the ad page`, async ({ page }) => {
      const [card] = await demoCards(page.request, 'premium');
      await signInByCall(page.request, account);
      const answer = await page.request.get(`/api/resources/${card?.id}/files`);
      const { files } = (await answer.json()) as { files: { name: string; sha256: string }[] };
      const file = files.find(({ name }) => !name.includes('/'));
      await page.goto(resourcePath(card?.id ?? ''));
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('region', { name: 'Premium resource' })).toHaveCount(0);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: `Download ${file?.name}` }).click();
      expect(sha256Of(await savedPath(await download))).toBe(file?.sha256);
      await expect(page).toHaveURL(resourcePath(card?.id ?? ''));
      expect(page.context().pages()).toHaveLength(1);
    });
  }
});
