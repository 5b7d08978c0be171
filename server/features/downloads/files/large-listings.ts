// Listing a large resource takes PostgreSQL about a second. Each process runs one such listing at a time, so that these listings
// never use up all connections.
import type { Deps } from '#server/deps.ts';
import { limitedPerson } from '#server/features/downloads/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createPersonSlots } from '#server/kit/jobs/person-slots.ts';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import type { Caller } from '#server/platform/serve.ts';

/** A resource with at least this many files is large; listing fewer takes tens of milliseconds. */
const LARGE_FILES = 5000;
/** Maximum number of listings waiting in this process. */
const MOST_WAITING = 32;
const RETRY_SECONDS = 5;

export function createLargeListings({ limits }: Pick<Deps, 'limits'>) {
  const takeTurn = createSemaphore({ atOnce: 1, waiting: MOST_WAITING });
  const slots = createPersonSlots(limits.largeListings);

  const inTurn = async <T>(list: () => Promise<T>): Promise<T> => {
    const endTurn = await takeTurn();
    if (!endTurn) throw new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    try {
      return await list();
    } finally {
      endTurn();
    }
  };

  // Lists a resource's files; large resources wait in a queue.
  // @throws Problem TOO_MANY_REQUESTS if the caller has too many listings waiting, UNAVAILABLE if the queue is full
  return async <T>(
    { fileCount }: { fileCount: number },
    caller: Pick<Caller, 'viewer' | 'network'>,
    list: () => Promise<T>,
  ): Promise<T> => {
    if (fileCount < LARGE_FILES) return await list();
    // Cached pages are rendered for all visitors, so they must not count towards the limit of one visitor.
    if (caller.viewer === null && caller.network === '') return await inTurn(list);
    const endSlot = slots.take(limitedPerson(caller));
    if (!endSlot) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS });
    try {
      return await inTurn(list);
    } finally {
      endSlot();
    }
  };
}
