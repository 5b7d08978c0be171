// The live forum: changes by one person appear for others viewing the page, without moving what they are reading.
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import type { Post } from '#contract/forum/api.ts';
import { subcategoryPath } from '#contract/paths.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import {
  archivePlace,
  beginThread,
  composerOf,
  idIn,
  lastPlace,
  lockThread,
  newPlace,
  type Place,
  pinThread,
} from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const articles = (page: Page) => page.getByRole('main').getByRole('article');
const liveMark = (page: Page) => page.getByText('Live, updates as people post');

const reply = async (api: APIRequestContext, path: string, content: string): Promise<Post> => {
  const answer = await api.post('/api/forum/posts', { data: { threadId: idIn(path), content } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Post;
};

/** Logs in a second member who starts a thread with this many posts. */
const startedThread = async (
  browser: Browser,
  posts = 1,
  place?: Place,
): Promise<{ context: BrowserContext; name: string; path: string }> => {
  const context = await browser.newContext();
  const { account } = await registerByCall(context.request);
  const path = await beginThread(context.request, `A thread of ${account.username}`, 'It begins here.', place);
  for (let number = 2; number <= posts; number += 1) await reply(context.request, path, `Reply number ${number}.`);
  return { context, name: account.username, path };
};

const openLive = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(liveMark(page)).toBeVisible();
};

test('in a shared thread, what one member posts and likes appears once for the other', async ({ page, browser }) => {
  const { context, name, path } = await startedThread(browser);
  await registerByCall(page.request);
  await openLive(page, path);
  const theirs = await context.newPage();
  await openLive(theirs, path);

  await composerOf(theirs).fill('Written in the **other** browser.');
  await theirs.getByRole('button', { name: 'Post reply' }).click();
  await expect(articles(theirs)).toHaveCount(2);
  await expect(articles(page)).toHaveCount(2);
  await expect(articles(page).last().locator('strong')).toHaveText('other');
  await expect(page.getByText(`New reply by ${name}`)).toBeAttached();
  await expect(page.getByText(`Started by ${name}, 1 reply,`)).toBeVisible();

  const mine = articles(page).last().getByRole('button', { name: /^Like/ });
  await mine.click();
  await expect(articles(theirs).last().getByRole('button', { name: 'Like, 1 so far' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await mine.click();
  await expect(articles(theirs).last().getByRole('button', { name: 'Like, 0 so far' })).toBeVisible();
  await expect(articles(theirs)).toHaveCount(2);
  await context.close();
});

test('new posts do not move what is being read or typed', async ({ page, browser }) => {
  const { context, path } = await startedThread(browser, 12);
  await registerByCall(page.request);
  await openLive(page, path);
  await page.waitForLoadState('networkidle');
  const read = articles(page).nth(5);
  await read.evaluate((part) => part.scrollIntoView());
  const before = await read.boundingBox();
  await reply(context.request, path, 'While someone reads.');
  await expect(articles(page)).toHaveCount(13);
  expect(await read.boundingBox()).toEqual(before);

  const box = composerOf(page);
  await box.click();
  await page.keyboard.type('A sentence that is not finished');
  const place = await box.boundingBox();
  await reply(context.request, path, 'While someone types.\n\nWith\n\nmany\n\nlines.');
  await expect(articles(page)).toHaveCount(14);
  expect((await box.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('A sentence that is not finished');
  await context.close();
});

/** Controls the page's socket connection, so that a test can cut and restore it. */
const lineOf = async (page: Page): Promise<{ cut(): Promise<void>; restore(): void }> => {
  const lines: { close(): Promise<void> }[] = [];
  let isCut = false;
  await page.routeWebSocket(/\/ws\//, (line) => {
    if (isCut) return void line.close();
    line.connectToServer();
    lines.push(line);
  });
  await page.route(/\/ws\/\?.*transport=polling/, (route) => (isCut ? route.abort() : route.continue()));
  return {
    cut: async () => {
      isCut = true;
      await Promise.all(lines.splice(0).map((line) => line.close()));
    },
    restore: () => {
      isCut = false;
    },
  };
};

test('events missed while disconnected are fetched without duplicates', async ({ page, browser, watch }) => {
  watch.allow(/\/ws\//, /ERR_FAILED/);
  const { context, path } = await startedThread(browser, 2);
  const line = await lineOf(page);
  await openLive(page, path);
  await line.cut();
  await expect(page.getByText('Connecting…')).toBeVisible();
  const missed = await reply(context.request, path, 'Nobody has heard this.');
  await reply(context.request, path, 'Nor this.');
  await context.request.post('/api/forum/reactions', { data: { postId: missed.id, type: 'like' } });
  await expect(articles(page)).toHaveCount(2);
  line.restore();
  await expect(liveMark(page)).toBeVisible({ timeout: 20_000 });
  await expect(articles(page)).toHaveCount(4);
  await reply(context.request, path, 'One more.');
  await expect(articles(page)).toHaveCount(5);
  await expect(articles(page).nth(2)).toContainText('Nobody has heard this.');
  await expect(articles(page).nth(2).getByText('1 like')).toBeAttached();
  expect(await articles(page).evaluateAll((parts) => parts.map(({ id }) => id))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `post-${number}`),
  );
  await context.close();
});

test('a post removed while the socket is down or not yet connected disappears', async ({ page, browser, watch }) => {
  watch.allow(/\/ws\//, /ERR_FAILED/);
  const { context, path } = await startedThread(browser);
  const [second, third] = [await reply(context.request, path, 'Rude.'), await reply(context.request, path, 'Ruder.')];
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const remove = async ({ id }: Post): Promise<void> => {
    const answer = await admin.request.delete(`/api/forum/posts/${id}`, { data: { reason: 'A test' } });
    expect(answer.status(), await answer.text()).toBe(204);
  };
  const tombstones = articles(page).getByText('This post was removed by a moderator. Reason: A test');

  const held = Promise.withResolvers<void>();
  await page.route(/assets\/socket.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path);
  await expect(articles(page).nth(1)).toContainText('Rude.');
  await remove(second);
  await expect(tombstones).toHaveCount(0);
  held.resolve();
  await expect(tombstones).toHaveCount(1);

  const line = await lineOf(page);
  await openLive(page, path);
  await line.cut();
  await expect(page.getByText('Connecting…')).toBeVisible();
  await remove(third);
  await expect(articles(page).nth(2)).toContainText('Ruder.');
  line.restore();
  await expect(tombstones).toHaveCount(2, { timeout: 20_000 });
  await expect(articles(page)).toHaveCount(3);
  await admin.close();
  await context.close();
});

test('a full page links to the next one', async ({ page, browser }) => {
  const { context, path } = await startedThread(browser, 20);
  await openLive(page, path);
  await reply(context.request, path, 'The first of another page.');
  const on = page.getByRole('link', { name: '1 new reply on page 2' });
  await expect(on).toBeVisible();
  await expect(articles(page)).toHaveCount(20);
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toBeVisible();
  await on.click();
  await expect(page).toHaveURL(`${path}?page=2#post-21`);
  await expect(articles(page)).toHaveCount(1);
  await context.close();
});

test('a reply from a full page opens the page it appears on', async ({ page, browser }) => {
  const { context, path } = await startedThread(browser, 20);
  await registerByCall(page.request);
  await openLive(page, path);
  await composerOf(page).fill('It stands on the next page.');
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect(page).toHaveURL(`${path}?page=2#post-21`);
  // The address changes before the new page is rendered.
  await expect(articles(page)).toHaveCount(1);
  await expect(articles(page)).toHaveText(/It stands on the next page\./);
  await context.close();
});

test('a list updates in place, and new threads join it without moving what is being read', async ({
  page,
  browser,
}) => {
  const place = await newPlace(browser);
  const { context, path, name } = await startedThread(browser, 1, place);
  for (const title of ['First', 'Second', 'Third', 'Fourth'])
    await beginThread(context.request, `${title} of ${name}`, 'More.', place);
  await pinThread(browser, await beginThread(context.request, `Fifth of ${name}`, 'More.', place));
  await openLive(page, subcategoryPath(place));
  const rows = page.getByRole('table').getByRole('row');
  const row = rows.filter({ hasText: `A thread of ${name}` });
  const titles = () => page.getByRole('rowheader').allTextContents();
  const before = await titles();
  const countIsTrue = () =>
    expect(async () => {
      const answer = await page.request.get(`/api/forum/categories/${place.category.slug}/${place.subCategory.slug}`);
      const { threadCount } = (await answer.json()) as { threadCount: number };
      await expect(page.getByText(`${threadCount} threads`, { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
  await reply(context.request, path, 'A reply.');
  await expect(row.getByRole('cell').nth(1)).toHaveText('1');
  expect(await titles()).toEqual(before);

  // A window shorter than the list, so that the list can scroll.
  await page.setViewportSize({ width: 1440, height: 400 });
  await row.evaluate((part) => part.scrollIntoView({ block: 'center' }));
  const read = await row.boundingBox();
  await beginThread(context.request, `Another thread of ${name}`, 'More.', place);
  const joined = rows.filter({ hasText: `Another thread of ${name}` });
  await expect(joined).toHaveCount(1);
  await expect(joined.getByText('New', { exact: true })).toBeAttached();
  await expect(page.getByText(`New thread: Another thread of ${name}`)).toBeAttached();
  await countIsTrue();
  expect((await row.boundingBox())?.y).toBeCloseTo(read?.y ?? 0, 0);
  // The new thread is listed below the pinned threads and above all others, as on a freshly opened page.
  const shown = await titles();
  const placeOf = (title: string) => shown.findIndex((text) => text.includes(title));
  expect(placeOf(`Another thread of ${name}`)).toBeLessThan(placeOf(`A thread of ${name}`));
  const pinned = await page.getByRole('rowheader').getByText('Pinned', { exact: true }).count();
  expect(placeOf(`Another thread of ${name}`)).toBeGreaterThanOrEqual(pinned);

  // Later pages don't show new threads. Instead, they count them and link to the first page.
  await page.goto(`${subcategoryPath(place)}?before=1-00000000-0000-4000-8000-000000000000`);
  await expect(liveMark(page)).toBeVisible();
  await beginThread(context.request, `One more of ${name}`, 'More.', place);
  const toFirst = page.getByRole('link', { name: /^\d+ new threads? on the first page$/ });
  await expect(toFirst).toBeVisible();
  await countIsTrue();
  await toFirst.click();
  await expect(page).toHaveURL(subcategoryPath(place));
  await expect(rows.filter({ hasText: `One more of ${name}` })).toHaveCount(1);
  await context.close();
  await archivePlace(browser, place);
});

test('threads missed while disconnected join the list once', async ({ page, browser, watch }) => {
  watch.allow(/\/ws\//, /ERR_FAILED/);
  const { context, name } = await startedThread(browser);
  const place = await lastPlace(page.request);
  const line = await lineOf(page);
  await openLive(page, subcategoryPath(place));
  const rows = page.getByRole('table').getByRole('row');
  await line.cut();
  await expect(page.getByText('Connecting…')).toBeVisible();
  await beginThread(context.request, `Unheard of ${name}`, 'More.');
  await expect(rows.filter({ hasText: `Unheard of ${name}` })).toHaveCount(0);
  line.restore();
  await expect(liveMark(page)).toBeVisible({ timeout: 20_000 });
  await expect(rows.filter({ hasText: `Unheard of ${name}` })).toHaveCount(1);
  await beginThread(context.request, `Later by ${name}`, 'More.');
  await expect(rows.filter({ hasText: `Later by ${name}` })).toHaveCount(1);
  await expect(rows.filter({ hasText: `Unheard of ${name}` })).toHaveCount(1);
  await expect(rows.filter({ hasText: name }).getByText('New', { exact: true })).toHaveCount(2);
  await context.close();
});

test('readers see when a thread is locked, then removed', async ({ page, browser }) => {
  const { context, path } = await startedThread(browser);
  await registerByCall(page.request);
  await openLive(page, path);
  await expect(composerOf(page)).toBeVisible();
  await lockThread(browser, path);
  await expect(page.getByText('This thread is locked. You can still read it.')).toBeVisible();
  await expect(page.getByText('Locked', { exact: true })).toBeVisible();
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const answer = await admin.request.delete(`/api/forum/threads/${idIn(path)}`, { data: { reason: 'A test' } });
  expect(answer.status(), await answer.text()).toBe(204);
  await expect(page.getByText('This thread was removed.')).toBeVisible();
  await admin.close();
  await context.close();
});

test('a page that is not live says so; Reload fetches new posts and reconnects', async ({ page, browser, watch }) => {
  watch.allow(/assets\/socket/, /ERR_FAILED/);
  const { context, path } = await startedThread(browser);
  await page.route(/assets\/socket.*\.js$/, (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole('complementary').getByText('Not live.')).toBeVisible();
  await reply(context.request, path, 'Nobody has heard this.');
  await page.unroute(/assets\/socket.*\.js$/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(articles(page)).toHaveCount(2);
  await expect(liveMark(page)).toBeVisible();
  await context.close();
});
