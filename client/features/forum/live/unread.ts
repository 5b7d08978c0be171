// How far a member has read the threads of a list. Loaded for members only.
import type { AppContext } from '#client/kit/data/app-context.ts';
import { apiCall } from '#client/kit/data/call.ts';
import { UNREAD_ASKED_MAX } from '#contract/forum/limits.ts';
import type * as contract from '#contract/forum/unread.ts';
import type { ThreadList } from './list-changes.ts';

const getSeen = apiCall<typeof contract.getSeen>({
  method: 'GET',
  path: '/api/forum/seen',
  fallback: 'Failed to load data',
});
const markThreadsRead = apiCall<typeof contract.markThreadsRead>({
  method: 'PUT',
  path: '/api/forum/subcategories/{id}/read',
  fallback: 'Your change could not be saved. Please try again.',
});

/** Number of the last read post for each thread. */
export type Seen = ReadonlyMap<string, number>;

/** Loads the reading progress of the first threads of a list. */
export async function loadSeen({ transport }: AppContext, ids: readonly string[]): Promise<Seen> {
  const { seen } = await getSeen(transport, { query: { threads: ids.slice(0, UNREAD_ASKED_MAX).join(',') } });
  return new Map(Object.entries(seen));
}

/** Marks all threads of a list as read, including those on other pages. @returns the progress afterwards */
export async function readAll({ transport }: AppContext, { id, threads }: ThreadList): Promise<Seen> {
  await markThreadsRead(transport, { params: { id } });
  return new Map(threads.map((thread) => [thread.id, thread.lastNumber]));
}
