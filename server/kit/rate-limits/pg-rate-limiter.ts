// Counters of the limits against abuse in PostgreSQL: exact for all processes together, and kept over a restart.
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Logger } from '#server/kit/ops/logger.ts';

/** `limit` hits in a fixed window of so many seconds; an infinite limit counts nothing. */
export type Limit = { limit: number; windowSeconds: number };

export type RateLimitResult = { allowed: boolean; retryAfterSeconds: number };

export type CounterDeps = { db: Kysely<DB>; log: Logger };

const ALLOWED: RateLimitResult = { allowed: true, retryAfterSeconds: 0 };
/** One row a key, where the window belongs to the key itself. */
const NO_WINDOW = new Date(0);

const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));

/** A failed counter does not block (quality.md, "Limits against abuse"). */
const orAllow = async (log: Logger, count: () => Promise<RateLimitResult>): Promise<RateLimitResult> => {
  try {
    return await count();
  } catch (error) {
    log.warn({ err: error }, 'a counter of the limits failed; the request goes on');
    return ALLOWED;
  }
};

/**
 * Counts one hit, in one statement, so that many at once are counted one by one.
 * @returns whether it is within the limit, and else the seconds until the window ends
 */
export function hit({ db, log }: CounterDeps, key: string, limit: Limit, now: Date): Promise<RateLimitResult> {
  return orAllow(log, async () => {
    if (!Number.isFinite(limit.limit)) return ALLOWED;
    const hits = await countHit(db, key, limit.windowSeconds, now);
    if (hits <= limit.limit) return ALLOWED;
    return { allowed: false, retryAfterSeconds: secondsUntil(windowOf(limit.windowSeconds, now).endsAt, now) };
  });
}

/** Counts one hit as `hit` does; throws TOO_MANY_REQUESTS beyond the limit. */
export async function requireWithinLimit(deps: CounterDeps, key: string, limit: Limit, now: Date): Promise<void> {
  const { allowed, retryAfterSeconds } = await hit(deps, key, limit, now);
  if (!allowed) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds });
}

const windowOf = (windowSeconds: number, now: Date): { startsAt: Date; endsAt: Date } => {
  const lengthMs = windowSeconds * 1000;
  const start = Math.floor(now.getTime() / lengthMs) * lengthMs;
  return { startsAt: new Date(start), endsAt: new Date(start + lengthMs) };
};

const countHit = async (db: Kysely<DB>, key: string, windowSeconds: number, now: Date): Promise<number> => {
  const { startsAt, endsAt } = windowOf(windowSeconds, now);
  const { hits } = await db
    .insertInto('rate_counters')
    .values({ key, starts_at: startsAt, ends_at: endsAt, hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'starts_at']).doUpdateSet({ hits: sql<number>`rate_counters.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  return hits;
};

/** Takes one hit back, for what turned out not to be an attempt that counts. */
export async function unhit({ db, log }: CounterDeps, key: string, limit: Limit, now: Date): Promise<void> {
  if (!Number.isFinite(limit.limit)) return;
  await orAllow(log, async () => {
    await db
      .updateTable('rate_counters')
      .set((row) => ({ hits: row('hits', '-', 1) }))
      .where('key', '=', key)
      .where('starts_at', '=', windowOf(limit.windowSeconds, now).startsAt)
      .where('hits', '>', 0)
      .execute();
    return ALLOWED;
  });
}

/** After the n-th attempt the next must wait `firstSeconds` doubled n-1 times, at most `mostSeconds`. */
export type Delay = { firstSeconds: number; mostSeconds: number; forgetSeconds: number };

/**
 * Takes one attempt under a growing delay, in one statement: of many at once only one passes. Attempts are forgotten
 * `forgetSeconds` after the last one that passed; a refused one counts nothing, so waiting always helps.
 * @param enforced false only counts the attempt
 */
export function takeAttempt(
  { db, log }: CounterDeps,
  key: string,
  delay: Delay,
  { enforced, now }: { enforced: boolean; now: Date },
): Promise<RateLimitResult> {
  return orAllow(log, async () => {
    const forgottenAt = new Date(now.getTime() + delay.forgetSeconds * 1000);
    // An attempt of a clock that was ahead, by more than two processes ever are, holds nobody up until then.
    const tooFarAhead = new Date(forgottenAt.getTime() + delay.mostSeconds * 1000);
    // `ends_at` is the last attempt plus forgetSeconds, so both that moment and the end of the wait follow from it.
    const waitEnds = sql<Date>`rate_counters.ends_at - make_interval(secs => ${delay.forgetSeconds}::float8) +
      make_interval(secs => least(${delay.mostSeconds}::float8,
        ${delay.firstSeconds}::float8 * power(2, least(rate_counters.hits, 30) - 1)))`;
    const taken = await db
      .insertInto('rate_counters')
      .values({ key, starts_at: NO_WINDOW, ends_at: forgottenAt, hits: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['key', 'starts_at'])
          .doUpdateSet({
            hits: sql<number>`case when rate_counters.ends_at <= ${now} or rate_counters.ends_at > ${tooFarAhead} then 1
              else rate_counters.hits + 1 end`,
            ends_at: forgottenAt,
          })
          .where((row) =>
            row.or([
              sql<boolean>`${!enforced}::boolean`,
              row(waitEnds, '<=', now),
              row('rate_counters.ends_at', '>', tooFarAhead),
            ]),
          ),
      )
      .returning('hits')
      .executeTakeFirst();
    if (taken) return ALLOWED;
    const waiting = await db
      .selectFrom('rate_counters')
      .select(waitEnds.as('until'))
      .where('key', '=', key)
      .where('starts_at', '=', NO_WINDOW)
      .executeTakeFirst();
    return { allowed: false, retryAfterSeconds: secondsUntil(waiting?.until ?? now, now) };
  });
}

/** Forgets the attempts under a key. */
export async function refundAttempts({ db, log }: CounterDeps, key: string): Promise<void> {
  await orAllow(log, async () => {
    await db.deleteFrom('rate_counters').where('key', '=', key).where('starts_at', '=', NO_WINDOW).execute();
    return ALLOWED;
  });
}

/** Removes counters whose window is over. */
export const purgeCounters = defineJob({
  name: 'site.sweep-counters',
  payload: z.strictObject({}),
  cron: '7 * * * *',
  run: async (_payload, { db, now }: { db: Kysely<DB>; now(): Date }) => {
    await db.deleteFrom('rate_counters').where('ends_at', '<', now()).execute();
  },
});
