// Creates threads and replies through the API.
import { randomUUID } from 'node:crypto';
import { addSubcategory } from './forum.ts';
import type { Person, TestApp } from './harness.ts';

export type TestThread = { id: string; categoryId: string };

/** Creates a thread as the user, in a new subcategory unless one is given. */
export async function addThread(site: TestApp, author: Person, subcategoryId?: string): Promise<TestThread> {
  const categoryId = subcategoryId ?? (await addSubcategory(site)).id;
  const payload = { title: 'Skin tones under mixed light', content: 'How do you keep them apart?', categoryId };
  const response = await site.call({ method: 'POST', url: '/api/forum/threads', payload }, author);
  if (response.statusCode !== 201) throw new Error(`no thread: ${response.body}`);
  return { id: response.json<{ id: string }>().id, categoryId };
}

/** Replies to a thread; returns the post. A second reply with the same text counts as a repeated submission of the first. */
export async function reply(
  site: TestApp,
  threadId: string,
  author: Person,
  content = `With a qualifier, and a window. ${randomUUID()}`,
): Promise<{ id: string; number: number }> {
  const response = await site.call({ method: 'POST', url: '/api/forum/posts', payload: { threadId, content } }, author);
  if (response.statusCode !== 201) throw new Error(`no reply: ${response.body}`);
  return response.json();
}
