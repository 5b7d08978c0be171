// Searching the forum's threads and posts (next.md CO-7²).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listPagination, listQuery } from '#contract/pagination.ts';
import { named, postAuthor } from './api.ts';
import { FORUM_PLACE_FORM } from './limits.ts';

/** Text split into segments; `isHit` marks the words that match. */
const passage = z.array(z.object({ text: z.string(), isHit: z.boolean() }));
export type Passage = z.infer<typeof passage>;

export const postHit = z.object({
  id: uuid,
  threadId: uuid,
  /** Position in the thread; 1 is the first post. */
  number: z.int().positive(),
  /** The title of the thread. */
  title: passage,
  /** Text around the first match, without formatting. */
  excerpt: passage,
  author: postAuthor,
  createdAt: timestamp,
  category: named,
  subCategory: named,
});
export type PostHit = z.infer<typeof postHit>;

export const searchForum = endpoint({
  method: 'GET',
  path: '/api/forum/search',
  access: 'visitor',
  summary:
    'Searches posts and the titles of threads. A hit has all words of `search` or words that begin with them, and best matches come ' +
    'first, unless `sort` is set. If nothing matches, new threads with similar titles are returned and `isSimilar` is true. At most ' +
    '200 posts are found, the newest ones first.',
  query: z.strictObject({
    ...listQuery,
    /** A username; if nobody has it, nothing is found. */
    author: cleanText(64).optional(),
    /** A category, or a category and a subcategory, as in URLs: `editing` or `editing/colour`. */
    in: cleanText(130).regex(FORUM_PLACE_FORM, 'This part of the forum is not valid.').optional(),
    /** First and last day, in UTC. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  reply: z.object({ posts: z.array(postHit), isSimilar: z.boolean(), pagination: listPagination }),
  fallback: 'The search failed. Check your connection and try again.',
});
export type ForumHits = z.infer<(typeof searchForum)['reply']>;
