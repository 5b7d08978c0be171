// Which forum pages a socket may subscribe to, and the state it gets for each.
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LivePlace, LiveState } from '#contract/forum/live.ts';
import { uuid } from '#contract/http.ts';
import type { DB } from '#db/types.ts';
import { roomOf } from '#server/features/forum/read/events.ts';
import type { ReadPlace } from '#server/platform/realtime.ts';
import { findSubcategoryStand, findThreadStand } from './queries.ts';

const livePlace: z.ZodType<LivePlace> = z.strictObject({ kind: z.enum(['thread', 'subcategory']), id: uuid });

/** Anything public can be watched: threads that are not removed, and subcategories, including archived ones. */
export function createReadPlace({ db }: { db: Kysely<DB> }): ReadPlace {
  const find = async ({ kind, id }: LivePlace): Promise<LiveState> => {
    if (kind === 'thread') {
      const thread = await findThreadStand(db, id);
      return thread && { ...thread, threadCount: 0 };
    }
    const subcategory = await findSubcategoryStand(db, id);
    if (!subcategory) return null;
    return { lastNumber: 0, changes: 0, threadCount: subcategory.threadCount, isLocked: subcategory.isClosed };
  };
  return (asked) => {
    const place = livePlace.safeParse(asked).data;
    return place ? { room: roomOf(place), find: () => find(place) } : null;
  };
}
