/** Status of a database server: version, settings, clock, long-running transactions. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Oldest supported version, PostgreSQL 16, as a value of `server_version_num`. */
export const OLDEST_VERSION = 160_000;

export type DatabaseState = {
  version: number;
  versionText: string;
  encoding: string;
  fsync: string;
  syncCommit: string;
  bytes: number;
  hasTrigram: boolean;
  now: Date;
};

export async function readState(db: Kysely<DB>): Promise<DatabaseState | undefined> {
  const { rows } = await sql<DatabaseState>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
      current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as "syncCommit", pg_database_size(current_database()) as bytes,
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigram", clock_timestamp() as now`.execute(
    db,
  );
  return rows[0];
}

/** Transactions in this database that are older than this many minutes. */
export async function findLongTransactions(
  db: Kysely<DB>,
  minutes = 60,
): Promise<{ pid: number; name: string; minutes: number }[]> {
  const { rows } = await sql<{ pid: number; name: string; minutes: number }>`
    select pid, application_name as name, floor(extract(epoch from clock_timestamp() - xact_start) / 60)::int as minutes
    from pg_stat_activity where datname = current_database() and xact_start < clock_timestamp() - make_interval(mins => ${minutes})
    order by xact_start limit 20`.execute(db);
  return rows;
}

/**
 * Rejects a server older than the oldest supported version, before it is used.
 * @throws an error with one full sentence
 */
export async function refuseOldServer(db: Kysely<DB>, oldest: number = OLDEST_VERSION): Promise<void> {
  const { rows } = await sql<{ version: number; text: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as text`.execute(
    db,
  );
  const { version = 0, text = '' } = rows[0] ?? {};
  if (isTooOld(version, oldest))
    throw new Error(
      `The database server is PostgreSQL ${text}, but the site needs ${Math.floor(oldest / 10_000)} or newer.`,
    );
}

/** Compares values of `server_version_num`, such as 150018 for version 15.18. */
export function isTooOld(version: number, oldest: number = OLDEST_VERSION): boolean {
  return version < oldest;
}
