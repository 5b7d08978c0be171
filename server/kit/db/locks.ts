/**
 * Every advisory lock of the site in one list, so that no number is used twice: the database keys them by number alone, and the
 * locks of transactions and of sessions share one space. `test/repository/locks.test.ts` keeps it complete.
 */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

export const LOCKS = {
  /** Making the embedded database ready (session). */
  postgresSetUp: 712_001,
  /** Held in share by each process that uses the embedded database; the last one stops it (session). */
  postgresStop: 712_002,
  /** With the hash of a worker's id: the worker's process lives (session). */
  jobWorkers: 712_003,
  /** Making an administrator. */
  adminMaking: 712_004,
  /** With the hash of a username: taking it. */
  usernames: 712_005,
  /** With the hash of an email: taking it. */
  emails: 712_006,
  /** With the hash of a user's id: changing their profile. */
  profiles: 712_007,
  /** Filling an empty database. */
  filling: 712_010,
  /** Granting the site's role its rights. */
  granting: 712_011,
  /** Changing counters of resources. */
  counters: 712_020,
  /** With the hash of an upload's id: writing its bytes (session). */
  uploadSessions: 712_021,
  /** Promising room on the disk to an upload. */
  uploadRoom: 712_022,
  /** Changing who administers the site. */
  administrators: 712_030,
  /** Changing the list of the toolbox's servers. */
  toolboxServers: 712_031,
  /** Loading a backup. */
  restoring: 712_040,
  /** With the hash of a name: one backup at a time (session). */
  backups: 712_041,
  /** Migrating (session). */
  migrations: 712_042,
  /** With the hash of a name: moving files to another storage (session). */
  storageMove: 712_050,
} as const;

/**
 * Takes a lock until the transaction ends, waiting for whoever holds it.
 * @param key locks this thing alone, such as one username; without it, all of the kind
 */
export async function lockAdvisory(trx: Kysely<DB>, lock: number, key?: string): Promise<void> {
  if (key === undefined) await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
  else await sql`select pg_advisory_xact_lock(${lock}, hashtext(${key}))`.execute(trx);
}

/** Triggers that change counters take this lock too: it comes before the lock of any resource or person (docs/architecture.md). */
export async function lockCounters(trx: Kysely<DB>): Promise<void> {
  await lockAdvisory(trx, LOCKS.counters);
}
