// A reply whose answer was lost may have been posted: before it is sent again, the thread is asked for it.

import { getThread } from '#client/features/forum/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';

/** A reply that may have been posted: its words, and the newest post of the thread before it was sent. */
export type Unsure = { content: string; after: number };

/** Pages that are looked through at most: hundreds of replies between a press and the next one are none of a thread. */
const MOST_PAGES = 5;

const settled = (content: string): string => content.replaceAll(/\r\n?/g, '\n').trim();

/** The post among these that a person has written with these words, after a certain one. */
export function findOwn(posts: readonly Post[], userId: string, { content, after }: Unsure): Post | undefined {
  return posts.find(
    (post) => post.number > after && post.author.id === userId && settled(post.content) === settled(content),
  );
}

/** Looks for it in the thread as it is now; throws when the site cannot be reached. */
export async function findPosted(
  { transport }: AppContext,
  threadId: string,
  userId: string,
  unsure: Unsure,
): Promise<Post | undefined> {
  const first = Math.max(1, Math.ceil(unsure.after / POSTS_PER_PAGE));
  let pages = first;
  for (let page = first; page <= Math.min(pages, first + MOST_PAGES); page += 1) {
    const thread = (await getThread(transport, {
      params: { id: threadId },
      query: { page: String(page) },
    })) as ThreadPage;
    const found = findOwn(thread.posts, userId, unsure);
    if (found) return found;
    pages = thread.pagination.pages;
  }
  return undefined;
}
