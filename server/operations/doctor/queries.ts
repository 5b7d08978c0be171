/** Queries about the job queue, users, files and encrypted values. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { IS_GIVEN_UP } from '#server/kit/jobs/given-up-jobs.ts';

export type QueueState = {
  given: { name: string; count: number }[];
  overdue: number;
  oldestMinutes: number;
  held: number;
};

/** Jobs that have been given up, are overdue, or have been locked for a long time. */
export async function readQueue(db: Kysely<DB>, now: Date): Promise<QueueState> {
  const given = await sql<{ name: string; count: number }>`
    select task_identifier as name, count(*)::int as count from graphile_worker.jobs
    where ${sql.raw(IS_GIVEN_UP)} group by 1 order by 2 desc`.execute(db);
  const waiting = await sql<{ overdue: number; oldest: number | null; held: number }>`
    select count(*) filter (where locked_at is null and queue_name is null and run_at < ${now}::timestamptz - interval '10 minutes')::int as overdue,
      floor(extract(epoch from ${now}::timestamptz - min(run_at) filter (where locked_at is null and queue_name is null)) / 60)::int as oldest,
      count(*) filter (where locked_at < ${now}::timestamptz - interval '4 hours')::int as held
    from graphile_worker.jobs where attempts < max_attempts`.execute(db);
  const { overdue = 0, oldest = 0, held = 0 } = waiting.rows[0] ?? {};
  return { given: given.rows, overdue, oldestMinutes: oldest ?? 0, held };
}

export async function countWaitingMail(db: Kysely<DB>, before: Date): Promise<number> {
  const row = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sent_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Number of administrators who can log in, and how many of them have not turned on two-factor. */
export async function countAdmins(db: Kysely<DB>): Promise<{ admins: number; bare: number }> {
  const { rows } = await sql<{ admins: number; bare: number }>`
    select count(*)::int as admins, count(*) filter (where f.user_id is null)::int as bare from users u
      left join two_factors f on f.user_id = u.id and f.enabled_at is not null
    where u.role = 'ADMIN' and u.deleted_at is null and u.suspended_at is null`.execute(db);
  return rows[0] ?? { admins: 0, bare: 0 };
}

/** Number of encrypted values by purpose and first 5 bytes, which identify the key. */
export async function countSeals(db: Kysely<DB>): Promise<{ purpose: string; head: Buffer; count: number }[]> {
  const { rows } = await sql<{ purpose: string; head: Buffer; count: number }>`
    select purpose, head, count(*)::int as count from (
      select 'totp' as purpose, substr(secret, 1, 5) as head from two_factors
      union all select 'provider-tokens', substr(tokens, 1, 5) from identities where tokens is not null
      union all select 'service-tokens', substr(tokens, 1, 5) from service_tokens
      union all select 'server-credentials', substr(password, 1, 5) from toolbox_servers where password is not null
      union all select 'server-credentials', substr(ssh_key, 1, 5) from toolbox_servers where ssh_key is not null
      union all select 'mail', substr(sealed_body, 1, 5) from mail_outbox where sealed_body is not null
    ) sealed group by 1, 2`.execute(db);
  return rows;
}

/** Whether the tables exist; the first start creates them. */
export async function hasTables(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('resource_files') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** A random sample of files with their recorded sizes. */
export async function sampleFiles(db: Kysely<DB>, count: number): Promise<{ key: string; size: number }[]> {
  return db
    .selectFrom('resource_files')
    .select(['storage_key as key', 'size'])
    .orderBy(sql`random()`)
    .limit(count)
    .execute();
}

/** Recorded sizes of the files under these keys. */
export async function findLengths(db: Kysely<DB>, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('resource_files')
    .select(['storage_key', 'size'])
    .where('storage_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.storage_key, row.size]));
}
