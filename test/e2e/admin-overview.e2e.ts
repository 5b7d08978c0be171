// The admin panel: access, initial requests, search, notifications, calendar and activity.
import type { Page } from '@playwright/test';
import type { AdminStats } from '#contract/admin/dashboard.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const OPENING = ['stats', 'server-stats', 'users', 'uploads', 'activity', 'applications'];

const openPanel = async (page: Page): Promise<void> => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
};

const cardOf = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first();

test('visitors are sent to log in and members to their dashboard, also after losing the role', async ({
  page,
  watch,
}) => {
  await page.goto('/admin');
  await expect(page).toHaveURL('/login?next=%2Fadmin');
  await registerByCall(page.request);
  await page.goto('/admin');
  await expect(page).toHaveURL('/dashboard');
  // Let the dashboard's requests finish, because they would be refused without a session.
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signInByCall(page.request, 'admin');
  // Simulates a user who loses the role while the page is loading: the panel's first requests are refused.
  watch.allow(/403/);
  await page.route('**/api/admin/**', (route) =>
    route.fulfill({ status: 403, json: { code: 'NOT_ALLOWED', status: 403, message: 'You may not do this.' } }),
  );
  await page.goto('/admin');
  await expect(page).toHaveURL('/dashboard');
});

test('the panel loads with six parallel calls and shows their data', async ({ page }) => {
  await signInByCall(page.request, 'admin');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/admin/')) asked.push(pathname.slice('/api/admin/'.length));
  });
  let begun = 0;
  // Hold back every response until all six requests have started, so that sequential requests would never finish.
  let letGo: () => void = () => {};
  const allThere = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/admin\/(?!waiting)/, async (route) => {
    begun += 1;
    if (begun === OPENING.length) letGo();
    await allThere;
    await route.continue();
  });
  // Use the numbers that the page received, because other journeys register users at the same time.
  const told = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/stats');
  await openPanel(page);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path !== 'waiting').sort()).toEqual([...OPENING].sort());

  const stats = (await (await told).json()) as AdminStats;
  const whole = new Intl.NumberFormat('en-US');
  await expect(cardOf(page, 'Total Users')).toHaveText(whole.format(stats.overview.totalUsers));
  await expect(cardOf(page, 'Total Resources')).toHaveText(whole.format(stats.overview.totalUploads));
  for (const title of ['User Growth', 'User Distribution', 'Upload Categories', 'Download Activity']) {
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show Upload Categories as a table' }).click();
  const [most] = stats.categories;
  await expect(page.getByRole('row', { name: `${most?.category} ${most?._count}` })).toBeVisible();
  const server = page.getByRole('region', { name: 'Server status' });
  await expect(server.getByRole('meter', { name: 'Disk in use' })).toBeVisible();
  await expect(server).toContainText(/load \d+\.\d\d/);
  await expect(page.getByText(/^Last updated \d\d:\d\d/)).toBeVisible();
});

test('a section that fails is missing on its own and can be reloaded', async ({ page, watch }) => {
  await signInByCall(page.request, 'admin');
  watch.allow(/ERR_FAILED/);
  await page.route('**/api/admin/server-stats', (route) => route.abort());
  await openPanel(page);
  await expect(page.getByText('Server status is unavailable.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'User Growth', exact: true })).toBeVisible();
  await page.unroute('**/api/admin/server-stats');
  await page.getByRole('button', { name: 'Refresh data' }).click();
  await expect(page.getByRole('region', { name: 'Server status' })).toBeVisible();
  await expect(page.getByText('Server status is unavailable.')).toHaveCount(0);
});

test('a new person is found by keyboard alone, and their application shows at the bell', async ({
  page,
  browser,
  baseURL,
}) => {
  const stranger = await browser.newContext({ baseURL });
  const { account, email } = await registerByCall(stranger.request);
  await signInByCall(page.request, 'admin');
  await openPanel(page);
  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: 'Search users, uploads, IDs' });
  await expect(box).toBeFocused();
  // In one piece, so that there is one search.
  await page.keyboard.insertText(email);
  const hit = page.getByRole('option', { name: new RegExp(account.username) });
  await expect(hit).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(hit).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(hit).toBeHidden();
  await expect(box).toHaveValue(email);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Admin panel' }).locator('[aria-current]')).toContainText('Users');
  // The current section is stored in the history entry.
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Admin panel' }).locator('[aria-current]')).toContainText('Users');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.getByRole('button', { name: /^Notifications/ }).click();
  const bell = page.getByRole('region', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell).toBeHidden();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeFocused();
  await stranger.close();
});

test('the calendar sets the date range of the charts', async ({ page }) => {
  await signInByCall(page.request, 'admin');
  await openPanel(page);
  await page.getByRole('button', { name: 'Chart range: 30 days' }).first().click();
  const answered = page.waitForResponse(/\/api\/admin\/stats\?from=/);
  await page.getByRole('button', { name: '7 days', exact: true }).click();
  const { range } = (await (await answered).json()) as AdminStats;
  expect(Date.parse(range.to) - Date.parse(range.from)).toBe(6 * 86_400_000);
  await expect(page.getByRole('region', { name: 'Download Activity', exact: true })).toContainText('7 days');
  await page.getByRole('button', { name: 'Show Download Activity as a table' }).click();
  await expect(page.getByRole('region', { name: 'Download Activity, table' }).getByRole('row')).toHaveCount(8);

  await page.getByRole('button', { name: 'Chart range: 7 days' }).first().click();
  await page.getByLabel('From', { exact: true }).fill('2026-02-03');
  await page.getByLabel('To', { exact: true }).fill('2026-02-01');
  await page.getByRole('button', { name: 'Show this range' }).click();
  await expect(page.getByRole('alert')).toHaveText('The start date must not be after the end date.');
});

test('activity is filtered by type and person', async ({ page, browser, baseURL }) => {
  const stranger = await browser.newContext({ baseURL });
  const { account } = await registerByCall(stranger.request);
  await stranger.close();
  await signInByCall(page.request, 'admin');
  await openPanel(page);
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by user' }).fill(account.username);
  const rows = page.getByRole('table', { name: 'Activity' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('USER_REGISTRATION');
  await expect(rows).toContainText(/[A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d/);
  await page.getByLabel('Activity type').selectOption('LOGIN');
  await expect(page.getByText('No activity found.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export the activity log as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
});

test('on a phone the menu opens, takes focus and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signInByCall(page.request, 'admin');
  await openPanel(page);
  const burger = page.getByRole('button', { name: 'Admin menu' });
  const menu = page.getByRole('navigation', { name: 'Admin panel' });
  await expect(menu).toBeHidden();
  await burger.click();
  await expect(burger).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('button', { name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(burger).toBeFocused();
  await burger.click();
  await menu.getByRole('button', { name: 'Help & Support' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByText('Services')).toBeVisible();
  await expect(page.getByText(/^PostgreSQL \d+/)).toBeVisible();
});
