import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { withoutTimeouts } from '#server/kit/db/db.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import * as queries from './queries.ts';
import { addDays, dayOf, daysOf, earlier, later, startOf } from './rules.ts';

/** Days that are counted by one statement. */
const DAYS_AT_ONCE = 92;
/** Nothing that is older is counted beforehand: a grant may begin in 1970. */
const MOST_DAYS = 3653;

/**
 * Counts the days that are over, up to yesterday, for good. It goes on behind the last one that is kept, however long
 * ago that was; every kind of a day gets its row, zeros too.
 */
export const countClosedDays = defineJob({
  name: 'overview.count-days',
  payload: z.strictObject({}),
  cron: '11 * * * *',
  run: async (_payload, deps: Pick<Deps, 'db' | 'now'>, { signal }) => {
    const yesterday = addDays(dayOf(deps.now()), -1);
    await withoutTimeouts(deps.db, async (db) => {
      const counted = await queries.findCountedDays(db);
      const start = counted ? startOf(addDays(counted.last, 1)) : await queries.findFirstMoment(db);
      if (!start) return;
      let from = later(dayOf(start), addDays(yesterday, 1 - MOST_DAYS));
      while (from <= yesterday && !signal.aborted) {
        const to = earlier(addDays(from, DAYS_AT_ONCE - 1), yesterday);
        const found = await queries.countDays(db, startOf(from), startOf(addDays(to, 1)));
        const countOf = new Map(found.map(({ kind, day, count }) => [`${kind} ${day}`, count]));
        const rows = daysOf({ from, to }).flatMap((day) =>
          queries.dayKinds.map((kind) => ({ kind, day, count: countOf.get(`${kind} ${day}`) ?? 0 })),
        );
        await queries.keepDayCounts(db, rows);
        from = addDays(to, 1);
      }
    });
  },
});
