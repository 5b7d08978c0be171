import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { withoutTimeouts } from '#server/kit/db/db.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import * as queries from './queries.ts';
import { addDays, dayOf, daysOf, earlier, later, startOf } from './rules.ts';

/** Days counted per statement. */
const DAYS_AT_ONCE = 92;
/** Maximum number of past days to count, because a grant could start in 1970. */
const MOST_DAYS = 3653;

/**
 * Stores the final counts of past days, up to yesterday. Continues after the last stored day, however long ago that was. Every
 * kind gets one row per day, even if its count is zero.
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
