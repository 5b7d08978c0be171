/**
 * All of the site's advisory locks, in one list so that no number is used twice. The database identifies locks only by number,
 * and transaction and session locks share one namespace. `test/repository/locks.test.ts` keeps the list complete.
 */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

export const LOCKS = {
  /** Setting up the embedded database (session). */
  postgresSetUp: 712_001,
  /** Deciding whether to stop the embedded database (session). */
  postgresStop: 712_002,
  /** Held while a worker's process is alive. Keyed by the hash of the worker ID (session). */
  jobWorkers: 712_003,
  /** Creating an administrator. */
  adminMaking: 712_004,
  /** Claiming a username. Keyed by its hash. */
  usernames: 712_005,
  /** Claiming an email. Keyed by its hash. */
  emails: 712_006,
  /** Changing a profile. Keyed by the hash of the user ID. */
  profiles: 712_007,
  /** Seeding an empty database. */
  filling: 712_010,
  /** Granting rights to the site's role. */
  granting: 712_011,
  /** Updating resource counters. */
  counters: 712_020,
  /** Writing the bytes of an upload. Keyed by the hash of the upload ID (session). */
  uploadSessions: 712_021,
  /** Reserving disk space for an upload. */
  uploadRoom: 712_022,
  /** Changing who is an administrator. */
  administrators: 712_030,
  /** Changing the list of toolbox servers. */
  toolboxServers: 712_031,
  /** Loading a backup. */
  restoring: 712_040,
  /** Running a backup, one at a time. Keyed by the hash of a name (session). */
  backups: 712_041,
  /** Migrating (session). */
  migrations: 712_042,
  /** Migrating files to another storage. Keyed by the hash of a name (session). */
  storageMove: 712_050,
} as const;

/**
 * Takes a lock until the end of the transaction, waiting while others hold it.
 * @param key locks only this item, such as one username; if omitted, all items of this kind
 */
export async function lockAdvisory(trx: Kysely<DB>, lock: number, key?: string): Promise<void> {
  if (key === undefined) await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
  else await sql`select pg_advisory_xact_lock(${lock}, hashtext(${key}))`.execute(trx);
}

/** Triggers that update counters take this lock too. Take it before locking any resource or user (docs/architecture.md). */
export async function lockCounters(trx: Kysely<DB>): Promise<void> {
  await lockAdvisory(trx, LOCKS.counters);
}
