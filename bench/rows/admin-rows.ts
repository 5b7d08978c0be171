// Creates the users, activity, audit log and applications of an old and large site. Its catalogue already exists.
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Rows per statement. A single statement with a million rows would keep all of them in memory for the triggers. */
const STEP = 50_000;
const FIRST_DAY = '2023-11-01';

/** Rows are 94 seconds apart, so a million of them span three years. */
const at = sql`(${FIRST_DAY}::timestamptz + n * interval '94 seconds')`;

const inSteps = async (rows: number, write: (first: number, last: number) => Promise<unknown>): Promise<void> => {
  for (let first = 1; first <= rows; first += STEP) await write(first, Math.min(first + STEP - 1, rows));
};

/**
 * Seeds the tables behind the admin panel's lists, as the database's owner. One user in 20 is a leaker, one in 50 has Premium,
 * and one in 1,000 is suspended; one upload in 200 is pending.
 * @returns the seconds it took
 */
export async function fillAdministration(db: Kysely<DB>, rows: number): Promise<number> {
  const begun = performance.now();
  await inSteps(rows, (first, last) =>
    sql`
      insert into users (username, email, role, created_at, updated_at, suspended_at)
      select 'person-' || n || substr(md5(n::text), 1, 4), 'p' || n || '@' || (array['mail', 'post', 'studio'])[1 + n % 3] || '.example',
        case when n % 20 = 0 then 'LEAKER' else 'USER' end, ${at}, ${at}, case when n % 1000 = 0 then ${at} end
      from generate_series(${first}::int, ${last}::int) n`.execute(db),
  );
  await sql`create temporary table everybody as
    select id, username, created_at, row_number() over (order by created_at, id)::int as n from users`.execute(db);
  await sql`create index on everybody (n)`.execute(db);
  await sql`
    insert into grants (user_id, source, reference, starts_at)
    select id, 'admin', id, created_at from everybody where n % 50 = 0`.execute(db);
  await sql`
    insert into leaker_applications (user_id, status, created_at, decided_at)
    select id, case when n % 2000 = 0 then 'PENDING' when n % 40 = 0 then 'REJECTED' else 'APPROVED' end, created_at,
      case when n % 2000 <> 0 then created_at end
    from everybody where n % 10 = 0`.execute(db);
  await inSteps(rows, (first, last) =>
    sql`
      insert into activity (type, user_id, details, created_at)
      select (array['LOGIN', 'DOWNLOAD', 'LOGIN', 'USER_REGISTRATION', 'LOGIN', 'UPLOAD'])[1 + n % 6], id, 'Something that happened',
        created_at + interval '1 minute'
      from everybody where n between ${first}::int and ${last}::int`.execute(db),
  );
  await inSteps(rows, (first, last) =>
    sql`
      insert into audit_log (at, actor_name, action, subject_kind, subject_id, before, after, address)
      select created_at, 'admin-' || n % 7,
        (array['user.role', 'user.premium', 'upload.status', 'settings.change', 'user.suspend'])[1 + n % 5]
          || case when n % 30000 = 0 then '-seldom' else '' end,
        (array['user', 'user', 'resource', 'settings', 'user'])[1 + n % 5], id::text, '{"was": 1}', '{"is": 2}', '192.0.2.0'
      from everybody where n between ${first}::int and ${last}::int`.execute(db),
  );
  await sql`drop table everybody`.execute(db);
  await sql`update resources set status = 'PENDING' where id in (
    select id from resources where status = 'APPROVED' order by created_at desc limit ${Math.ceil(rows / 200)})`.execute(
    db,
  );
  // The catalogue was inserted with triggers disabled, so its rows have not been counted by status yet.
  await sql`delete from list_steps where list = 'resources'`.execute(db);
  await sql`
    insert into list_steps (list, value, step)
    select 'resources', status, count(*) from resources
    where submitted_at is not null and deleted_at is null group by status`.execute(db);
  for (const table of [
    'users',
    'activity',
    'audit_log',
    'grants',
    'leaker_applications',
    'resources',
    'list_steps',
    'role_changes',
  ])
    await sql`vacuum (analyze) ${sql.id(table)}`.execute(db);
  return (performance.now() - begun) / 1000;
}
