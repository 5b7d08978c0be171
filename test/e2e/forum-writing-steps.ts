// Subcategories and threads for journeys that write in the forum, created through the API.
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Category, Post, Thread } from '#contract/forum/api.ts';
import { threadPath } from '#contract/paths.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect } from './journey.ts';
import { registerByCall } from './people.ts';

export type Place = { id: string; category: { slug: string }; subCategory: { slug: string; name: string } };

/** The last subcategory of the demo forum, which other journeys don't use. */
export async function lastPlace(api: APIRequestContext): Promise<Place> {
  const categories = (await (await api.get('/api/forum/categories')).json()) as Category[];
  const category = categories.findLast(({ subCategories }) => subCategories.length > 0);
  const subCategory = category?.subCategories.at(-1);
  if (!category || !subCategory) throw new Error('The demo has no forum.');
  return { id: subCategory.id, category, subCategory };
}

/** Creates a thread as the user that `api` is logged in as. */
export async function beginThread(api: APIRequestContext, title: string, content: string): Promise<string> {
  const place = await lastPlace(api);
  const answer = await api.post('/api/forum/threads', { data: { title, content, categoryId: place.id } });
  expect(answer.status(), await answer.text()).toBe(201);
  return threadPath(place, ((await answer.json()) as Thread).id);
}

/** Logs the page in as a new member and opens a thread by another member. */
export async function openOthersThread(page: Page, browser: Browser): Promise<{ path: string; author: string }> {
  const other = await browser.newContext();
  const { account } = await registerByCall(other.request);
  const path = await beginThread(other.request, 'Halation without plugins', 'How do you do it?\n\nI tried a *blur*.');
  await other.close();
  await registerByCall(page.request);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return { path, author: account.username };
}

export function idIn(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** The posts of a thread, as public visitors see them. */
export async function postsOf(api: APIRequestContext, path: string): Promise<Post[]> {
  const answer = await api.get(`/api/forum/threads/${idIn(path)}`);
  return ((await answer.json()) as { posts: Post[] }).posts;
}

/** Locks a thread as an admin, in a separate session. */
export async function lockThread(browser: Browser, path: string): Promise<void> {
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const answer = await admin.request.patch(`/api/forum/threads/${idIn(path)}`, { data: { isLocked: true } });
  expect(answer.status(), await answer.text()).toBe(200);
  await admin.close();
}

export function composerOf(page: Page) {
  return page.getByRole('textbox', { name: 'Post a Reply' });
}
