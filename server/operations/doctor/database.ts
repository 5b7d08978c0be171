// Checks the database, its job queue and its encrypted values.

import type { Kysely } from 'kysely';
import type pg from 'pg';
import { HOUR_MS } from '#contract/durations.ts';
import type { DB } from '#db/types.ts';
import { countDemoPeople } from '#server/features/accounts/queries.ts';
import { findLongTransactions, readState } from '#server/kit/db/database-state.ts';
import { mayChangeAuditLog } from '#server/kit/db/db-roles.ts';
import {
  appliedMigrations,
  pendingMigrations,
  predatesBaseline,
  unknownMigrations,
} from '#server/kit/db/migrations.ts';
import { createSeal, type SealKeys } from '#server/kit/security/seal.ts';
import * as queries from './queries.ts';
import { type Finding, good, judgeClock, judgeState, note, problem, warning } from './rules.ts';

const checkMigrations = async (db: Kysely<DB>): Promise<Finding> => {
  if (await predatesBaseline(await appliedMigrations(db)))
    return problem(
      'The database was created before the first release.',
      'This version cannot upgrade it and will not start with it.',
      'Start with an empty DATA_DIR (or an empty database in DATABASE_URL), or run the version that created it.',
    );
  const [pending, unknown] = [await pendingMigrations(db), await unknownMigrations(db)];
  if (unknown.length > 0)
    return problem(
      `The database was migrated by a newer version: this one does not know ${unknown.at(-1)}.`,
      'This version will not start with it.',
      'Start the newer version or restore an earlier backup; see "Upgrading and rolling back" in docs/operations.md.',
    );
  if (pending.length > 0)
    return note(
      `Pending migrations: ${pending.length}.`,
      'The next start of this version applies them.',
      'Make a backup first.',
    );
  return good('All migrations are applied.');
};

const checkTransactions = async (db: Kysely<DB>): Promise<Finding[]> =>
  (await findLongTransactions(db)).map(({ pid, name, minutes }) =>
    warning(
      `Database process ${pid} (${name || 'unnamed'}) has had a transaction open for ${minutes} minutes.`,
      'Until it ends, deleted rows are not cleaned up and migrations wait.',
      `If nothing needs it, run: select pg_terminate_backend(${pid}).`,
    ),
  );

const checkQueue = async (db: Kysely<DB>, now: Date): Promise<Finding[]> => {
  const { given, overdue, oldestMinutes, held } = await queries.readQueue(db, now);
  const found: Finding[] = [];
  if (overdue > 0)
    found.push(
      problem(
        `Jobs waiting for more than ten minutes: ${overdue}, the oldest for ${oldestMinutes} minutes.`,
        'Mail, upload checks and previews are delayed.',
        'Make sure a process runs with WORKERS above 0, and check its log.',
      ),
    );
  if (held > 0)
    found.push(
      warning(
        `Jobs running for more than four hours: ${held}.`,
        'A process may be hanging.',
        'Restart the processes that have WORKERS above 0.',
      ),
    );
  for (const { name, count } of given)
    found.push(
      warning(
        `Jobs "${name}" that failed their last attempt: ${count}.`,
        'Their work was not done.',
        `npm run jobs -- list shows the errors. Fix the cause, then npm run jobs -- retry ${name}, or drop them.`,
      ),
    );
  return found.length > 0 ? found : [good('No job is stuck.')];
};

const checkMail = async (db: Kysely<DB>, now: Date): Promise<Finding[]> => {
  const waiting = await queries.countWaitingMail(db, new Date(now.getTime() - HOUR_MS));
  if (waiting === 0) return [];
  return [
    warning(
      `Emails waiting for more than an hour: ${waiting}.`,
      'People are waiting for links and notifications.',
      'See the findings about jobs and SMTP_URL.',
    ),
  ];
};

/** Demo accounts have a publicly known password, so a site that others can reach must not have any. */
const checkDemo = async (db: Kysely<DB>, isLocal: boolean): Promise<Finding[]> => {
  const people = isLocal ? 0 : await countDemoPeople(db);
  if (people === 0) return [];
  return [
    problem(
      `Demo accounts on a site that others can reach: ${people}.`,
      'Their password is public. The site rejects them here, but only this configuration keeps them out.',
      'Run `npm run demo:remove`.',
    ),
  ];
};

const checkAdmins = async (db: Kysely<DB>): Promise<Finding> => {
  const { admins, bare } = await queries.countAdmins(db);
  if (admins === 0)
    return problem('There is no administrator.', 'No one can approve uploads.', 'Run `npm run admin -- <email>`.');
  if (bare > 0)
    return note(
      `Administrators without two-factor: ${bare} of ${admins}.`,
      'Only their password protects the site.',
      'Turn it on at /settings, then turn on adminTwoFactorRequired in the site settings.',
    );
  return good(`Administrators: ${admins}, all with two-factor.`);
};

/** Finds values that were encrypted with an old or unknown secret. */
const checkSeals = async (db: Kysely<DB>, keys: SealKeys): Promise<Finding[]> => {
  const count = { current: 0, old: 0, unknown: 0 };
  for (const row of await queries.countSeals(db)) count[createSeal(keys, row.purpose).keyOf(row.head)] += row.count;
  const found: Finding[] = [];
  if (count.unknown > 0)
    found.push(
      problem(
        `Encrypted values whose secret is missing: ${count.unknown}.`,
        'Two-factor secrets, provider tokens or server credentials cannot be read.',
        'Set SECRET_KEY_OLD to the previous secret, or restore the file DATA_DIR/keys/secret.',
      ),
    );
  if (count.old > 0)
    found.push(
      note(
        `Encrypted values that need the previous secret: ${count.old}.`,
        'Without it they cannot be read.',
        'Keep SECRET_KEY_OLD (or DATA_DIR/keys) as it is.',
      ),
    );
  return found.length > 0 ? found : [good(`Encrypted values: ${count.current}, all with the current secret.`)];
};

export type DatabaseParts = { db: Kysely<DB>; pool: pg.Pool; keys: SealKeys; isLocal: boolean; now(): Date };

/** Runs all database checks. @throws the first statement's error if the database cannot be reached */
export async function checkDatabase({ db, pool, keys, isLocal, now }: DatabaseParts): Promise<Finding[]> {
  const asked = now().getTime();
  const state = await readState(db);
  if (!state) throw new Error('the database returned no result');
  const answered = now().getTime();
  const found = [...judgeState(state), judgeClock(state.now.getTime() - (asked + answered) / 2)];
  const migrated = await checkMigrations(db);
  found.push(migrated, ...(await checkTransactions(db)));
  // Do not query tables if the schema does not match this version.
  if (migrated.level !== 'good') return found;
  if (await mayChangeAuditLog(pool))
    found.push(
      warning(
        'The role of DATABASE_URL could change the audit log.',
        'An intruder could remove their traces.',
        'Create a second role and set DATABASE_OWNER_URL; see "The database\'s two roles" in docs/operations.md.',
      ),
    );
  found.push(...(await checkQueue(db, now())), ...(await checkMail(db, now())), await checkAdmins(db));
  found.push(...(await checkDemo(db, isLocal)));
  return [...found, ...(await checkSeals(db, keys))];
}
