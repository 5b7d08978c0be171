// If the response to a reply was lost, the reply may still have been posted, so the thread is searched for it before it is sent
// again.

import { getThread } from '#client/features/forum/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';

/** A reply that may have been posted: its text, and the number of the thread's newest post before it was sent. */
export type Unsure = { content: string; after: number };

/** Maximum number of pages to search; hundreds of replies between two clicks are not realistic. */
const MOST_PAGES = 5;

const settled = (content: string): string => content.replaceAll(/\r\n?/g, '\n').trim();

/** Finds the user's own post with this text after the given post. */
export function findOwn(posts: readonly Post[], userId: string, { content, after }: Unsure): Post | undefined {
  return posts.find(
    (post) => post.number > after && post.author.id === userId && settled(post.content) === settled(content),
  );
}

/** Searches the thread's current posts for the reply. Throws if the site is unreachable. */
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
