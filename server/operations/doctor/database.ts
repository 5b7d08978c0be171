// What may be wrong with the database, the queue in it, and what is sealed there.

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
      'This version cannot upgrade it and does not start with it.',
      'Start with an empty DATA_DIR (or an empty database in DATABASE_URL), or run the version that created it.',
    );
  const [pending, unknown] = [await pendingMigrations(db), await unknownMigrations(db)];
  if (unknown.length > 0)
    return problem(
      `The database was migrated by a newer version: this one does not know ${unknown.at(-1)}.`,
      'This version does not start with it.',
      'Start the newer version, or restore a backup of before it; see "Upgrading and rolling back" in docs/operations.md.',
    );
  if (pending.length > 0)
    return note(
      `Migrations that are not applied yet: ${pending.length}.`,
      'The next start of this version applies them.',
      'Make a backup before it.',
    );
  return good('All migrations are applied.');
};

const checkTransactions = async (db: Kysely<DB>): Promise<Finding[]> =>
  (await findLongTransactions(db)).map(({ pid, name, minutes }) =>
    warning(
      `Process ${pid} of the database (${name || 'without a name'}) has had a transaction open for ${minutes} minutes.`,
      'Meanwhile nothing that was deleted is cleared away, and migrations wait.',
      `If nobody knows it: select pg_terminate_backend(${pid}).`,
    ),
  );

const checkQueue = async (db: Kysely<DB>, now: Date): Promise<Finding[]> => {
  const { given, overdue, oldestMinutes, held } = await queries.readQueue(db, now);
  const found: Finding[] = [];
  if (overdue > 0)
    found.push(
      problem(
        `Jobs that have waited for more than ten minutes: ${overdue}, the oldest for ${oldestMinutes}.`,
        'Mail, checks of uploads and previews are not done.',
        'See that a process runs with WORKERS above 0, and what its log says.',
      ),
    );
  if (held > 0)
    found.push(
      warning(
        `Jobs that were taken more than four hours ago and are not done: ${held}.`,
        'A process may hang.',
        'Restart the processes that have WORKERS above 0.',
      ),
    );
  for (const { name, count } of given)
    found.push(
      warning(
        `Jobs "${name}" that were given up after their last try: ${count}.`,
        'What they were to do is not done.',
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
      `Mails that have waited for more than an hour: ${waiting}.`,
      'People wait for links and notices.',
      'See the findings about jobs and about SMTP_URL.',
    ),
  ];
};

/** Demo accounts have a password that everybody can read, so a site for others must not have them. */
const checkDemo = async (db: Kysely<DB>, isLocal: boolean): Promise<Finding[]> => {
  const people = isLocal ? 0 : await countDemoPeople(db);
  if (people === 0) return [];
  return [
    problem(
      `Demo accounts on a site that is not for this machine alone: ${people}.`,
      'Their password is public. The site refuses them here, but this set-up is all that keeps them out.',
      'Run `npm run demo:remove`.',
    ),
  ];
};

const checkAdmins = async (db: Kysely<DB>): Promise<Finding> => {
  const { admins, bare } = await queries.countAdmins(db);
  if (admins === 0)
    return problem(
      'There is no administrator.',
      'Nobody can decide about uploads.',
      'Run `npm run admin -- <e-mail>`.',
    );
  if (bare > 0)
    return note(
      `Administrators without a second factor: ${bare} of ${admins}.`,
      'Their password is all that stands before the site.',
      'Turn it on at /settings, then adminTwoFactorRequired in the site settings.',
    );
  return good(`Administrators: ${admins}, all with a second factor.`);
};

/** What is sealed with a secret of before, or with one that is not here. */
const checkSeals = async (db: Kysely<DB>, keys: SealKeys): Promise<Finding[]> => {
  const count = { current: 0, old: 0, unknown: 0 };
  for (const row of await queries.countSeals(db)) count[createSeal(keys, row.purpose).keyOf(row.head)] += row.count;
  const found: Finding[] = [];
  if (count.unknown > 0)
    found.push(
      problem(
        `Sealed values that need a secret which is not here: ${count.unknown}.`,
        'Authenticator apps, tokens of providers or access to servers cannot be read.',
        'Put the former secret into SECRET_KEY_OLD, or the file DATA_DIR/keys/secret back.',
      ),
    );
  if (count.old > 0)
    found.push(
      note(
        `Sealed values that need a secret of before: ${count.old}.`,
        'Without it they cannot be read.',
        'Keep SECRET_KEY_OLD (or DATA_DIR/keys) as it is.',
      ),
    );
  return found.length > 0 ? found : [good(`Sealed values: ${count.current}, all with the secret of now.`)];
};

export type DatabaseParts = { db: Kysely<DB>; pool: pg.Pool; keys: SealKeys; isLocal: boolean; now(): Date };

/** Everything about a database that can be reached. @throws what the first statement throws when it cannot */
export async function checkDatabase({ db, pool, keys, isLocal, now }: DatabaseParts): Promise<Finding[]> {
  const asked = now().getTime();
  const state = await readState(db);
  if (!state) throw new Error('the database gave no answer');
  const answered = now().getTime();
  const found = [...judgeState(state), judgeClock(state.now.getTime() - (asked + answered) / 2)];
  const migrated = await checkMigrations(db);
  found.push(migrated, ...(await checkTransactions(db)));
  // Tables of a database that is not as this code has it are not asked.
  if (migrated.level !== 'good') return found;
  if (await mayChangeAuditLog(pool))
    found.push(
      warning(
        'The role of DATABASE_URL could change the audit log.',
        'Whoever gets into the site could remove their traces.',
        'Make a second role and set DATABASE_OWNER_URL: "The database\'s two roles" in docs/operations.md.',
      ),
    );
  found.push(...(await checkQueue(db, now())), ...(await checkMail(db, now())), await checkAdmins(db));
  found.push(...(await checkDemo(db, isLocal)));
  return [...found, ...(await checkSeals(db, keys))];
}
