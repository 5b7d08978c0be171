// Rate limit counters in PostgreSQL: exact across all processes, and kept across restarts.
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Logger } from '#server/kit/ops/logger.ts';

/** Allows `limit` hits per fixed window of `windowSeconds`. An infinite limit is not counted at all. */
export type Limit = { limit: number; windowSeconds: number };

export type RateLimitResult = { allowed: boolean; retryAfterSeconds: number };

export type CounterDeps = { db: Kysely<DB>; log: Logger };

const ALLOWED: RateLimitResult = { allowed: true, retryAfterSeconds: 0 };
/** Value of `starts_at` for keys that have a single row and no fixed window. */
const NO_WINDOW = new Date(0);

const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));

/** Allows the request if the counter itself fails (quality.md, "Limits against abuse"). */
const orAllow = async (log: Logger, count: () => Promise<RateLimitResult>): Promise<RateLimitResult> => {
  try {
    return await count();
  } catch (error) {
    log.warn({ err: error }, 'a rate limit counter failed; the request is allowed');
    return ALLOWED;
  }
};

/**
 * Counts one hit in a single statement, so that concurrent hits are counted correctly.
 * @returns whether the hit is within the limit; if it is not, also the seconds until the window ends
 */
export function hit({ db, log }: CounterDeps, key: string, limit: Limit, now: Date): Promise<RateLimitResult> {
  return orAllow(log, async () => {
    if (!Number.isFinite(limit.limit)) return ALLOWED;
    const hits = await countHit(db, key, limit.windowSeconds, now);
    if (hits <= limit.limit) return ALLOWED;
    return { allowed: false, retryAfterSeconds: secondsUntil(windowOf(limit.windowSeconds, now).endsAt, now) };
  });
}

/** Counts one hit, like `hit`. @throws Problem TOO_MANY_REQUESTS if the limit is exceeded */
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

/** Refunds one hit that turned out not to count. */
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

/** Exponential backoff: the delay after the n-th attempt is `firstSeconds` * 2^(n-1), but at most `mostSeconds`. */
export type Delay = { firstSeconds: number; mostSeconds: number; forgetSeconds: number };

/**
 * Counts one attempt under exponential backoff. Uses one statement, so that only one of several concurrent attempts is allowed.
 * The count resets `forgetSeconds` after the last allowed attempt. Refused attempts are not counted, so waiting always helps.
 * @param enforced if false, the attempt is counted but never refused
 */
export function takeAttempt(
  { db, log }: CounterDeps,
  key: string,
  delay: Delay,
  { enforced, now }: { enforced: boolean; now: Date },
): Promise<RateLimitResult> {
  return orAllow(log, async () => {
    const forgottenAt = new Date(now.getTime() + delay.forgetSeconds * 1000);
    // Ignore an attempt recorded while the clock was too far ahead; otherwise it would block callers until that time.
    const tooFarAhead = new Date(forgottenAt.getTime() + delay.mostSeconds * 1000);
    // `ends_at` is the time of the last attempt plus forgetSeconds; the end of the delay is computed from it.
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

/** Resets the attempt count of a key. */
export async function refundAttempts({ db, log }: CounterDeps, key: string): Promise<void> {
  await orAllow(log, async () => {
    await db.deleteFrom('rate_counters').where('key', '=', key).where('starts_at', '=', NO_WINDOW).execute();
    return ALLOWED;
  });
}

/** Deletes counters whose window has ended. */
export const purgeCounters = defineJob({
  name: 'site.sweep-counters',
  payload: z.strictObject({}),
  cron: '7 * * * *',
  run: async (_payload, { db, now }: { db: Kysely<DB>; now(): Date }) => {
    await db.deleteFrom('rate_counters').where('ends_at', '<', now()).execute();
  },
});
