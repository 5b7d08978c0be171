// Which threads of a list a member has read, and how far (next.md CO-7²).
import { z } from 'zod';
import { endpoint, uuid } from '#contract/http.ts';
import { UNREAD_ASKED_MAX } from './limits.ts';

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const IDS = new RegExp(`^${ID}(?:,${ID}){0,${UNREAD_ASKED_MAX - 1}}$`);

export const getSeen = endpoint({
  method: 'GET',
  path: '/api/forum/seen',
  access: 'member',
  scope: 'read',
  summary:
    'Returns how far you have read threads. Posts from before you joined, from before you marked their list as read, and those that ' +
    'are older than 30 days count as read. Threads that do not exist are left out.',
  query: z.strictObject({
    /** Ids of threads, separated by commas. */
    threads: z.string().regex(IDS, `Up to ${UNREAD_ASKED_MAX} thread IDs, separated by commas.`),
  }),
  reply: z.object({
    /** By the ids of the threads: number of the last post that counts as read; 0 if none does. */
    seen: z.record(uuid, z.int()),
  }),
  fallback: 'Failed to load data',
});

export const markThreadsRead = endpoint({
  method: 'PUT',
  path: '/api/forum/subcategories/{id}/read',
  access: 'member',
  scope: 'forum',
  summary: 'Marks all threads of a subcategory as read.',
  params: z.strictObject({ id: uuid }),
  reply: null,
  status: 204,
  problems: ['FORUM_CATEGORY_NOT_FOUND'],
  fallback: 'Your change could not be saved. Please try again.',
});
