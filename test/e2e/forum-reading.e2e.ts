// Reading the forum: from the index to a post and back, pagination, new posts, likes, and missing pages.
import type { APIRequestContext, Page } from '@playwright/test';
import type { Category, Post, Thread } from '#contract/forum/api.ts';
import { COMMUNITY_PATH, threadPath } from '#contract/paths.ts';
import { UNKNOWN_ID } from '../screens/screen.ts';
import { beginThread, idIn, lastPlace, postsOf } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const articles = (page: Page) => page.getByRole('main').getByRole('article');

const reply = async (api: APIRequestContext, path: string, content: string): Promise<Post> => {
  const answer = await api.post('/api/forum/posts', { data: { threadId: idIn(path), content } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Post;
};

/** The demo's thread with the most posts, and its path. */
const longThread = async (api: APIRequestContext): Promise<{ path: string; posts: number }> => {
  const categories = (await (await api.get('/api/forum/categories')).json()) as Category[];
  let found = { path: '', posts: 0 };
  for (const category of categories) {
    for (const subCategory of category.subCategories) {
      const answer = await api.get('/api/forum/threads', { params: { categoryId: subCategory.id } });
      for (const { id, postCount } of (await answer.json()) as Thread[]) {
        if (postCount > found.posts) found = { path: threadPath({ category, subCategory }, id), posts: postCount };
      }
    }
  }
  return found;
};

test('a visitor goes from the index to a list, a thread, one post, and back', async ({ page }) => {
  await page.goto(COMMUNITY_PATH);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Forums');
  await page.getByRole('main').getByRole('link', { name: 'Colour', exact: true }).click();
  await expect(page).toHaveURL('/community/post-production/colour');
  const head = page.getByRole('table').getByRole('columnheader');
  await expect(head).toHaveText(['Thread', 'Author', 'Replies', 'Views', 'Last Activity']);
  await page.getByRole('link', { name: /^How do you keep skin tones/ }).click();

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText(/^Started by okapi, \d+ replies, [\d,]+ views$/)).toBeVisible();
  const first = articles(page).first();
  await expect(first.getByText('(edited 2 times) fixed node 3')).toBeVisible();
  await expect(first.getByText('LEAKER')).toBeVisible();
  await expect(first.getByRole('link', { name: /Ridgeline Film LUTs\s*by okapi, Free/ })).toBeVisible();
  const thread = new URL(page.url()).pathname;

  const second = articles(page).nth(1);
  const words = await second.locator('.prose').textContent();
  await second.getByRole('link', { name: 'Post 2', exact: true }).click();
  await expect(articles(page)).toHaveCount(1);
  await expect(articles(page).locator('.prose')).toHaveText(words ?? '');
  await page.getByRole('link', { name: 'Next post' }).click();
  await expect(articles(page).getByRole('link', { name: 'Post 3', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Previous post' }).click();
  await expect(articles(page).getByRole('link', { name: 'Post 2', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'View in thread' }).click();
  await expect(page).toHaveURL(`${thread}#post-2`);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Colour' }).click();
  await expect(page).toHaveURL('/community/post-production/colour');
});

test('a long thread has pages of twenty; other addresses redirect to the canonical one', async ({ page }) => {
  const { path } = await longThread(page.request);
  await page.goto(path);
  await expect(articles(page)).toHaveCount(20);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(`${path}?page=2`);
  await expect(articles(page).first()).toHaveAttribute('id', 'post-21');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /community/);
  const answer = await page.request.get(`/community/another/place/${idIn(path)}?page=2`, { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
  expect(answer.headers().location).toBe(`${path}?page=2`);
});

test('missing forum pages say so and link on', async ({ page }) => {
  const missing = async (path: string, title: string): Promise<void> => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('main').getByRole('link', { name: 'All forums' })).toBeVisible();
  };
  await missing('/community/nowhere/to-be-found', 'Category not found');
  await missing(`/community/post-production/colour/${UNKNOWN_ID}`, 'Thread not found');
  await missing('/community/post-production/colour/not-an-id', 'Thread not found');
  await missing(`/community/post-production/colour/${UNKNOWN_ID}/${UNKNOWN_ID}`, 'Post not found');
});

test('a returning member sees where the new posts begin', async ({ page, browser }) => {
  const other = await browser.newContext();
  await registerByCall(other.request);
  const path = await beginThread(other.request, 'Where does the grain go?', 'Before or after the LUT?');
  await registerByCall(page.request);
  const isNoted = page.waitForResponse(/\/seen$/);
  await page.goto(path);
  await expect(articles(page)).toHaveCount(1);
  await expect(page.getByText('New since your last visit')).toBeHidden();
  await isNoted;
  await page.goto(COMMUNITY_PATH);
  await reply(other.request, path, 'After, I think.');
  await reply(other.request, path, 'No, before.');
  await page.goto(path);
  await expect(articles(page)).toHaveCount(3);
  const line = page.getByText('New since your last visit');
  await expect(line).toBeVisible();
  const order = await page.locator('.post, .post-new').evaluateAll((parts) => parts.map((part) => part.id));
  expect(order).toEqual(['post-1', '', 'post-2', 'post-3']);
  await other.close();
});

test('a like counts once, persists and can be undone; guests are sent to log in', async ({ page, browser }) => {
  const other = await browser.newContext();
  await registerByCall(other.request);
  const path = await beginThread(other.request, 'Best pancake timeline?', 'Stacked or side by side?');
  await page.goto(path);
  await page.getByRole('link', { name: /likes.*\(log in first\)/ }).click();
  await expect(page).toHaveURL(/^[^?]+\/login\?next=/);

  await registerByCall(page.request);
  await page.goto(path);
  const like = articles(page).first().getByRole('button', { name: /^Like/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  const sent = page.waitForResponse('**/api/forum/reactions');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName('Like, 1 so far');
  expect((await sent).status()).toBe(201);
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  const back = page.waitForResponse('**/api/forum/reactions/*');
  await like.click();
  await expect(like).toHaveAccessibleName('Like, 0 so far');
  expect((await back).status()).toBe(204);
  expect((await postsOf(page.request, path))[0]).toMatchObject({ likes: 0, reactions: [] });
  await other.close();
});

test('a refused like is undone, with the reason', async ({ page, browser, watch }) => {
  watch.allow(/status of 500/, /status 500/);
  const other = await browser.newContext();
  await registerByCall(other.request);
  const path = await beginThread(other.request, 'Which monitor?', 'For a small room.');
  await registerByCall(page.request);
  await page.goto(path);
  await page.route('**/api/forum/reactions', (route) => route.fulfill({ status: 500, body: 'no' }));
  const like = articles(page).first().getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(page.getByText('The like could not be saved. Please try again.').first()).toBeVisible();
  await expect(like).toHaveAccessibleName('Like, 0 so far');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await other.close();
});

test('an empty list page links back, and a page past the end of a thread redirects to its last', async ({ page }) => {
  const place = await lastPlace(page.request);
  await page.goto(`/community/${place.category.slug}/${place.subCategory.slug}?before=1-${UNKNOWN_ID}`);
  await page.getByRole('main').getByRole('link', { name: 'Go to newest threads' }).click();
  await expect(page).toHaveURL(`/community/${place.category.slug}/${place.subCategory.slug}`);
  const { path, posts } = await longThread(page.request);
  await page.goto(`${path}?page=90`);
  await expect(page).toHaveURL(`${path}?page=${Math.ceil(posts / 20)}`);
  await expect(articles(page).first()).toBeVisible();
});
