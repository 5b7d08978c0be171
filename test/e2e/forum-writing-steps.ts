// Subcategories and threads for journeys that write in the forum, created through the API.
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Category, Post, Thread } from '#contract/forum/api.ts';
import { threadPath } from '#contract/paths.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect } from './journey.ts';
import { registerByCall } from './people.ts';

export type Place = { id: string; category: { slug: string }; subCategory: { slug: string; name: string } };

/** The last subcategory of the demo forum. It's found by its name, because a journey adds others for a moment. */
export async function lastPlace(api: APIRequestContext): Promise<Place> {
  const categories = (await (await api.get('/api/forum/categories')).json()) as Category[];
  const category = categories.find(({ slug }) => slug === 'helix');
  const subCategory = category?.subCategories.find(({ slug }) => slug === 'feedback');
  if (!category || !subCategory) throw new Error('The demo has no forum.');
  return { id: subCategory.id, category, subCategory };
}

/** A new subcategory, in which nobody else writes. */
export async function newPlace(browser: Browser): Promise<Place> {
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const categories = (await (await admin.request.get('/api/forum/categories')).json()) as Category[];
  const category = categories.find(({ slug }) => slug === 'helix');
  const slug = `quiet-${crypto.randomUUID().slice(0, 8)}`;
  const data = { name: slug, slug, icon: 'help', description: 'For one journey.' };
  const answer = await admin.request.post(`/api/admin/forum/categories/${category?.id}/subcategories`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  const subCategory = (await answer.json()) as { id: string; slug: string; name: string };
  await admin.close();
  return { id: subCategory.id, category: { slug: 'helix' }, subCategory };
}

/** Takes a subcategory of `newPlace` off the lists again. */
export async function archivePlace(browser: Browser, { id }: Place): Promise<void> {
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const answer = await admin.request.patch(`/api/admin/forum/subcategories/${id}`, { data: { isArchived: true } });
  expect(answer.status(), await answer.text()).toBe(200);
  await admin.close();
}

/** Creates a thread as the user that `api` is logged in as. */
export async function beginThread(
  api: APIRequestContext,
  title: string,
  content: string,
  given?: Place,
): Promise<string> {
  const place = given ?? (await lastPlace(api));
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

/** Changes a thread as an admin, in a separate session. */
const changeThread = async (browser: Browser, path: string, data: object): Promise<void> => {
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const answer = await admin.request.patch(`/api/forum/threads/${idIn(path)}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  await admin.close();
};

export function lockThread(browser: Browser, path: string): Promise<void> {
  return changeThread(browser, path, { isLocked: true });
}

export function pinThread(browser: Browser, path: string): Promise<void> {
  return changeThread(browser, path, { isPinned: true });
}

export function composerOf(page: Page) {
  return page.getByRole('textbox', { name: 'Post a Reply' });
}
