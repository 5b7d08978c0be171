/**
 * All advisory locks of the site in one list, so that no number is used twice: the database identifies them by number alone,
 * and transaction and session locks share one space. `test/repository/locks.test.ts` keeps the list complete.
 */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

export const LOCKS = {
  /** Setting up the embedded database (session). */
  postgresSetUp: 712_001,
  /** Held in shared mode by each process that uses the embedded database; the last one stops it (session). */
  postgresStop: 712_002,
  /** With the hash of a worker ID: the worker's process is alive (session). */
  jobWorkers: 712_003,
  /** Creating an administrator. */
  adminMaking: 712_004,
  /** With the hash of a username: claiming it. */
  usernames: 712_005,
  /** With the hash of an email: claiming it. */
  emails: 712_006,
  /** With the hash of a user ID: changing the profile. */
  profiles: 712_007,
  /** Filling an empty database. */
  filling: 712_010,
  /** Granting rights to the site's role. */
  granting: 712_011,
  /** Updating resource counters. */
  counters: 712_020,
  /** With the hash of an upload ID: writing its bytes (session). */
  uploadSessions: 712_021,
  /** Reserving disk space for an upload. */
  uploadRoom: 712_022,
  /** Changing who is an administrator. */
  administrators: 712_030,
  /** Changing the list of toolbox servers. */
  toolboxServers: 712_031,
  /** Loading a backup. */
  restoring: 712_040,
  /** With the hash of a name: one backup at a time (session). */
  backups: 712_041,
  /** Migrating (session). */
  migrations: 712_042,
  /** With the hash of a name: migrating files to another storage (session). */
  storageMove: 712_050,
} as const;

/**
 * Takes a lock until the end of the transaction, waiting while others hold it.
 * @param key locks only this item, such as one username; without it, the whole kind
 */
export async function lockAdvisory(trx: Kysely<DB>, lock: number, key?: string): Promise<void> {
  if (key === undefined) await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
  else await sql`select pg_advisory_xact_lock(${lock}, hashtext(${key}))`.execute(trx);
}

/** Triggers that update counters take this lock too. Take it before locking any resource or user (docs/architecture.md). */
export async function lockCounters(trx: Kysely<DB>): Promise<void> {
  await lockAdvisory(trx, LOCKS.counters);
}
