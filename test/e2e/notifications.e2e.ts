// Notifications: what one person does reaches the other's bell live, on every device (next.md SH-9²).
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { NotificationPage } from '#contract/notifications/api.ts';
import { beginThread, idIn } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { logInByCall, type NewPerson, registerByCall } from './people.ts';

const bellOf = (page: Page) => page.getByRole('banner').getByLabel(/^Notifications/);
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rowsOf = (page: Page) => page.getByRole('listitem').filter({ has: page.locator('.row-link') });

const newReply = async (api: APIRequestContext, path: string, content: string): Promise<void> => {
  const answer = await api.post('/api/forum/posts', { data: { threadId: idIn(path), content } });
  expect(answer.status(), await answer.text()).toBe(201);
};

type Cast = { author: NewPerson; path: string; other: NewPerson; reply(content: string): Promise<void> };

/** The page's user has a thread, in which someone else replies. */
const withThread = async (page: Page, browser: Browser): Promise<Cast> => {
  const author = await registerByCall(page.request);
  const path = await beginThread(page.request, `Asked by ${author.account.username}`, 'Which grain do you use?');
  const context = await browser.newContext();
  const other = await registerByCall(context.request);
  return { author, path, other, reply: (content) => newReply(context.request, path, content) };
};

/** Opens a page and waits until its number of notifications is known and events reach it. */
const openLive = async (page: Page, path: string): Promise<void> => {
  const isCounted = page.waitForResponse('**/api/notifications/unread');
  // The first packet of Socket.IO after the connection: from here on, events arrive.
  const isLive = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/ws/'))
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')));
  await page.goto(path);
  await Promise.all([isCounted, isLive]);
};

test('a reply counts up on every device, is announced, and opening it marks it as read everywhere', async ({
  page,
  browser,
}) => {
  const { author, path, other, reply } = await withThread(page, browser);
  const second = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await logInByCall(second.request, author);
  const phone = await second.newPage();
  await openLive(page, '/terms');
  await openLive(phone, '/notifications');
  await expect(phone.getByRole('heading', { name: 'You have no notifications yet' })).toBeVisible();

  await reply('Neither. I shoot on film.');
  // It's announced for ten seconds only, and the phone may be slower.
  await expect(page.getByText(/^New notification: /)).toContainText(other.account.username);
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(bellOf(phone)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(rowsOf(phone)).toHaveCount(1);

  await bellOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeVisible();
  await expect(panelOf(page).getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await expect(bellOf(page)).toBeFocused();

  await bellOf(page).click();
  await panelOf(page)
    .getByRole('link', { name: /^Unread: / })
    .click();
  await expect(page).toHaveURL(new RegExp(path));
  await expect(panelOf(page)).toBeHidden();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await expect(bellOf(phone)).toHaveAccessibleName('Notifications');
  await expect(rowsOf(phone).getByRole('link', { name: /^Unread: / })).toHaveCount(0);
  await second.close();
});

test('an open list grows in place; Mark all read leaves nothing unread, and a failure is undone', async ({
  page,
  browser,
  watch,
}) => {
  watch.allow(/\/api\/notifications\/read/);
  const { reply } = await withThread(page, browser);
  await reply('One.');
  await openLive(page, '/notifications');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Unread 1' }).click();
  await expect(page).toHaveURL('/notifications?filter=unread');
  await expect(page.getByRole('link', { name: /^Unread \d/ })).toHaveAttribute('aria-current', 'page');

  await page.route('**/api/notifications/read', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText(
    'could not be marked as read. Please try again.',
  );
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.unroute('**/api/notifications/read');

  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Unread: / })).toHaveCount(0);
});

test('after a lost connection, missed notifications are fetched', async ({ page, browser, watch }) => {
  watch.allow(/\/ws\//, /ERR_FAILED/);
  const { reply } = await withThread(page, browser);
  const lines: { close(): Promise<void> }[] = [];
  let isCut = false;
  await page.routeWebSocket(/\/ws\//, (line) => {
    if (isCut) return void line.close();
    line.connectToServer();
    lines.push(line);
  });
  await page.route(/\/ws\/\?.*transport=polling/, (route) => (isCut ? route.abort() : route.continue()));
  await page.goto('/notifications');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  isCut = true;
  await Promise.all(lines.splice(0).map((line) => line.close()));
  await expect(page.getByText('Connecting', { exact: true })).toBeVisible();
  await reply('Nobody has heard this.');
  await expect(rowsOf(page)).toHaveCount(0);
  isCut = false;
  await expect(rowsOf(page)).toHaveCount(1, { timeout: 20_000 });
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
});

test('a middle click opens a new tab and marks the notification as read', async ({ page, browser, context }) => {
  const { path, reply } = await withThread(page, browser);
  await reply('In another tab, please.');
  await openLive(page, '/notifications');
  const tab = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Unread: / }).click({ button: 'middle' });
  await expect(await tab).toHaveURL(new RegExp(path));
  await expect(page.getByRole('link', { name: /^Unread: / })).toHaveCount(0);
  await expect(page).toHaveURL('/notifications');
});

test('a kind that is switched off no longer rings the bell', async ({ page, browser }) => {
  const { reply } = await withThread(page, browser);
  await page.goto('/settings#notifications');
  const row = page.getByRole('region', { name: 'Notifications' }).getByRole('row').filter({ hasText: /repl/i }).last();
  const bell = row.getByRole('switch', { name: /: Bell$/ });
  await expect(bell).toHaveAttribute('aria-checked', 'true');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await bell.click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(bell).toHaveAttribute('aria-checked', 'false');
  await reply('Into the void.');
  const answer = await page.request.get('/api/notifications');
  expect(((await answer.json()) as NotificationPage).notifications).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the bell is a link to the list', async ({ page, browser }) => {
    const { reply } = await withThread(page, browser);
    await reply('Readable without scripts.');
    await page.goto('/terms');
    await bellOf(page).click();
    await expect(page).toHaveURL('/notifications');
    await expect(rowsOf(page)).toHaveCount(1);
  });
});
