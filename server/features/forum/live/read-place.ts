// Which places of the forum a socket may look at, and what it is told of them.
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LivePlace, LiveState } from '#contract/forum/live.ts';
import { uuid } from '#contract/http.ts';
import type { DB } from '#db/types.ts';
import { roomOf } from '#server/features/forum/read/events.ts';
import type { ReadPlace } from '#server/platform/realtime.ts';
import { findSubcategoryStand, findThreadStand } from './queries.ts';

const livePlace: z.ZodType<LivePlace> = z.strictObject({ kind: z.enum(['thread', 'subcategory']), id: uuid });

/** Everybody may look at what everybody may read: threads that were not removed, and subcategories, archived ones too. */
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
