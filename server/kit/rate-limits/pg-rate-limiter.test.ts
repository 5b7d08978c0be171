import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { type CounterDeps, hit, purgeCounters, refundAttempts, takeAttempt, unhit } from './pg-rate-limiter.ts';

let database: Database;
let drop: () => Promise<void>;
let deps: CounterDeps;
const warnings: string[] = [];
const log = { info: () => {}, error: () => {}, warn: (_: object, message: string) => void warnings.push(message) };

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  database = openDatabase(made.connection);
  deps = { db: database.db, log };
});

afterAll(async () => {
  await database.close();
  await drop();
});

const start = new Date('2026-01-01T10:00:00Z');
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

describe('hit', () => {
  it('allows hits up to the limit, then reports the remaining time, then starts over', async () => {
    const key = randomUUID();
    const limit = { limit: 3, windowSeconds: 60 };
    const verdicts = [];
    for (const second of [0, 10, 20, 30, 59, 60]) verdicts.push(await hit(deps, key, limit, later(second)));
    expect(verdicts).toEqual([
      { allowed: true, retryAfterSeconds: 0 },
      { allowed: true, retryAfterSeconds: 0 },
      { allowed: true, retryAfterSeconds: 0 },
      { allowed: false, retryAfterSeconds: 30 },
      { allowed: false, retryAfterSeconds: 1 },
      { allowed: true, retryAfterSeconds: 0 },
    ]);
  });

  it('is exact under concurrency', async () => {
    const key = randomUUID();
    const verdicts = await Promise.all(
      Array.from({ length: 40 }, () => hit(deps, key, { limit: 11, windowSeconds: 3600 }, start)),
    );
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(11);
  });

  it('keeps keys separate, and a refunded hit can be used again', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const limit = { limit: 1, windowSeconds: 60 };
    expect((await hit(deps, one, limit, start)).allowed).toBe(true);
    expect((await hit(deps, other, limit, start)).allowed).toBe(true);
    await unhit(deps, one, limit, start);
    await unhit(deps, one, limit, start);
    expect((await hit(deps, one, limit, start)).allowed).toBe(true);
    expect((await hit(deps, one, limit, start)).allowed).toBe(false);
  });

  it('counts nothing for an infinite limit', async () => {
    const key = randomUUID();
    await hit(deps, key, { limit: Number.POSITIVE_INFINITY, windowSeconds: 60 }, start);
    const rows = await database.db.selectFrom('rate_counters').selectAll().where('key', '=', key).execute();
    expect(rows).toEqual([]);
  });

  it('allows the hit and logs a warning when the database is gone', async () => {
    const gone = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' });
    warnings.length = 0;
    expect(await hit({ db: gone.db, log }, 'key', { limit: 0, windowSeconds: 60 }, start)).toEqual({
      allowed: true,
      retryAfterSeconds: 0,
    });
    expect(warnings).toHaveLength(1);
    await gone.close();
  });
});

describe('a growing delay', () => {
  const delay = { firstSeconds: 5, mostSeconds: 60, forgetSeconds: 3600 };

  it('doubles after each attempt up to the maximum, and is not extended by refused attempts', async () => {
    const key = randomUUID();
    const at = (second: number) => takeAttempt(deps, key, delay, { enforced: true, now: later(second) });
    expect(await at(0)).toEqual({ allowed: true, retryAfterSeconds: 0 });
    expect(await at(1)).toEqual({ allowed: false, retryAfterSeconds: 4 });
    expect(await at(4)).toEqual({ allowed: false, retryAfterSeconds: 1 });
    expect((await at(5)).allowed).toBe(true);
    expect(await at(6)).toEqual({ allowed: false, retryAfterSeconds: 9 });
    expect((await at(15)).allowed).toBe(true);
    expect(await at(15)).toEqual({ allowed: false, retryAfterSeconds: 20 });
    expect((await at(35)).allowed).toBe(true);
    expect((await at(75)).allowed).toBe(true);
    expect(await at(75)).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect((await at(135)).allowed).toBe(true);
    expect(await at(135)).toEqual({ allowed: false, retryAfterSeconds: 60 });
  });

  it('is forgotten after its time, or immediately on request', async () => {
    const key = randomUUID();
    const at = (second: number) => takeAttempt(deps, key, delay, { enforced: true, now: later(second) });
    await at(0);
    await at(5);
    expect((await at(3605)).allowed).toBe(true);
    expect(await at(3605)).toEqual({ allowed: false, retryAfterSeconds: 5 });
    await refundAttempts(deps, key);
    expect((await at(3605)).allowed).toBe(true);
  });

  it('only counts while it is not enforced', async () => {
    const key = randomUUID();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await takeAttempt(deps, key, delay, { enforced: false, now: start })).allowed).toBe(true);
    }
    expect(await takeAttempt(deps, key, delay, { enforced: true, now: start })).toEqual({
      allowed: false,
      retryAfterSeconds: 20,
    });
  });

  it('starts over if a clock was hours ahead, but tolerates a small difference', async () => {
    const key = randomUUID();
    const at = (second: number) => takeAttempt(deps, key, delay, { enforced: true, now: later(second) });
    for (const second of [3 * 3600, 3 * 3600 + 5]) expect((await at(second)).allowed).toBe(true);
    expect((await at(0)).allowed).toBe(true);
    expect(await at(0)).toEqual({ allowed: false, retryAfterSeconds: 5 });
    expect(await at(-2)).toEqual({ allowed: false, retryAfterSeconds: 7 });
  });

  it('lets one of many concurrent attempts through', async () => {
    const key = randomUUID();
    await takeAttempt(deps, key, delay, { enforced: true, now: start });
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => takeAttempt(deps, key, delay, { enforced: true, now: later(5) })),
    );
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(1);
  });
});

it('the purge removes only expired counters, even when run twice', async () => {
  const [over, running] = [randomUUID(), randomUUID()];
  await hit(deps, over, { limit: 5, windowSeconds: 60 }, start);
  await hit(deps, running, { limit: 5, windowSeconds: 3600 }, start);
  const helpers = { log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  for (let run = 0; run < 2; run += 1) {
    await purgeCounters.run({}, { db: database.db, now: () => later(120) }, helpers);
    const rows = await database.db
      .selectFrom('rate_counters')
      .select('key')
      .where('key', 'in', [over, running])
      .execute();
    expect(rows).toEqual([{ key: running }]);
  }
});
