// Threads about a resource, and where to start another one.
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';
import { named, postAuthor } from './api.ts';

const place = { category: named, subCategory: named };

export const discussion = z.object({
  id: uuid,
  title: z.string(),
  /** The beginning of the first post, as plain text. */
  excerpt: z.string(),
  author: postAuthor,
  /** Number of posts that are not removed, including the first post. */
  postCount: z.int(),
  lastPostAt: timestamp,
  ...place,
});
export type Discussion = z.infer<typeof discussion>;

export const getDiscussions = endpoint({
  method: 'GET',
  path: '/api/forum/resources/{id}/threads',
  access: 'visitor',
  summary:
    'Returns up to five threads with a post that links to the resource, most active first, and where to start a thread about it.',
  params: z.strictObject({ id: uuid }),
  reply: z.object({
    threads: z.array(discussion),
    /** Null if no part of the forum is open. */
    askIn: z.object(place).nullable(),
  }),
  fallback: 'Failed to load data',
});
