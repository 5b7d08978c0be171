import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { DB } from '#db/types.ts';
import type { Direction } from '#server/kit/http/list-query.ts';

export type Filter = {
  actor: string | null;
  action: string | null;
  kind: string | null;
  subject: string | null;
  from: Date | null;
  before: Date | null;
};

/** Column values that match a search term. An entry matches if it has one of these actions, actor names or subjects. */
export type Meant = { actions: string[]; actors: string[]; subjects: { kind: string; id: string }[] };

export type EntryRow = {
  id: number;
  at: Date;
  actorId: string | null;
  actorName: string;
  action: string;
  kind: string;
  subject: string;
  before: unknown;
  after: unknown;
  address: string | null;
};

const COLUMNS = sql`a.id, a.at, a.actor_id as "actorId", a.actor_name as "actorName", a.action, a.subject_kind as kind,
  a.subject_id as subject, a.before, a.after, a.address`;
const MOST_VALUES = sql.lit(1000);

const conditionsOf = ({ actor, action, kind, subject, from, before }: Filter): RawBuilder<unknown> => {
  const all = [sql`true`];
  if (actor !== null) all.push(sql`a.actor_name = ${actor}`);
  if (action !== null) all.push(sql`a.action = ${action}`);
  if (kind !== null) all.push(sql`a.subject_kind = ${kind}`);
  if (subject !== null) all.push(sql`a.subject_id = ${subject}`);
  if (from !== null) all.push(sql`a.at >= ${from}`);
  if (before !== null) all.push(sql`a.at < ${before}`);
  return sql.join(all, sql` and `);
};

/**
 * Ids and times of up to `most` matching entries, newest or oldest first. A search term is resolved to a set of column values,
 * and each of these columns has an index ordered by time. The first rows for each value are merged, so other entries are never
 * read.
 */
const first = (
  filter: Filter,
  meant: Meant | null,
  { most, direction = 'desc' }: { most: number; direction?: Direction },
): RawBuilder<unknown> => {
  const [conditions, limit, turn] = [conditionsOf(filter), sql.lit(most), sql.raw(direction)];
  const order = sql`order by a.at ${turn}, a.id ${turn} limit ${limit}`;
  if (!meant) return sql`select a.id, a.at from audit_log a where ${conditions} ${order}`;
  const { actions, actors, subjects } = meant;
  return sql`
    select found.id, found.at from (
      select x.id, x.at from unnest(${actions}::text[]) v, lateral (
        select a.id, a.at from audit_log a where a.action = v and ${conditions} ${order}) x
      union
      select x.id, x.at from unnest(${actors}::text[]) v, lateral (
        select a.id, a.at from audit_log a where a.actor_name = v and ${conditions} ${order}) x
      union
      select x.id, x.at
      from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::text[]) v (kind, id),
        lateral (select a.id, a.at from audit_log a
          where a.subject_kind = v.kind and a.subject_id = v.id and ${conditions} ${order}) x
    ) found order by found.at ${turn}, found.id ${turn} limit ${limit}`;
};

type Page = { limit: number; offset: number; direction: Direction };

/** A page of entries, ordered by time. */
export async function findEntries(
  db: Kysely<DB>,
  filter: Filter,
  meant: Meant | null,
  { limit, offset, direction }: Page,
) {
  const turn = sql.raw(direction);
  const { rows } = await sql<EntryRow>`
    select ${COLUMNS} from (
      select found.id, found.at from (${first(filter, meant, { most: offset + limit, direction })}) found
      order by found.at ${turn}, found.id ${turn} offset ${offset} limit ${limit}
    ) page join audit_log a on a.id = page.id order by a.at ${turn}, a.id ${turn}`.execute(db);
  return rows;
}

/**
 * If one of the values alone has enough entries to reach the counting limit, returns the limit, so that the entries of different
 * values need not be merged. Otherwise null.
 */
const manyOfOne = (filter: Filter, { actions, actors, subjects }: Meant): RawBuilder<unknown> => {
  const most = sql.lit(MOST_COUNTED_HITS + 1);
  const reaching = (values: RawBuilder<unknown>, isValue: RawBuilder<unknown>) => sql`(
    select ${most} from ${values} where (select count(*) from (
      select 1 from audit_log a where ${isValue} and ${conditionsOf(filter)} limit ${most}) entries) = ${most} limit 1)`;
  return sql`coalesce(${reaching(sql`unnest(${actions}::text[]) v`, sql`a.action = v`)},
    ${reaching(sql`unnest(${actors}::text[]) v`, sql`a.actor_name = v`)},
    ${reaching(
      sql`unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::text[]) v (kind, id)`,
      sql`a.subject_kind = v.kind and a.subject_id = v.id`,
    )})`;
};

/** Number of matching entries. Counting stops at one more than the pages can show. */
export async function countEntries(db: Kysely<DB>, filter: Filter, meant: Meant | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(${meant ? manyOfOne(filter, meant) : sql`null`},
      (select count(*) from (${first(filter, meant, { most: MOST_COUNTED_HITS + 1 })}) found)) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Entries for the export, newest first. Starts after `last`, or with the newest entry if `last` is undefined. */
export async function findEntriesAfter(
  db: Kysely<DB>,
  filter: Filter,
  meant: Meant | null,
  last: EntryRow | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const older = last ? sql`(a.at, a.id) < (${last.at}, ${last.id})` : sql`true`;
  const isMeant = meant
    ? sql`(a.action = any (${meant.actions}::text[]) or a.actor_name = any (${meant.actors}::text[])
        or (a.subject_kind, a.subject_id) in (select * from unnest(
          ${meant.subjects.map(({ kind }) => kind)}::text[], ${meant.subjects.map(({ id }) => id)}::text[])))`
    : sql`true`;
  const { rows } = await sql<EntryRow>`
    select ${COLUMNS} from audit_log a where ${conditionsOf(filter)} and ${older} and ${isMeant}
    order by a.at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Distinct values of a column, found by skipping through its index in one step per value. */
const findValues = async (db: Kysely<DB>, column: 'action' | 'actor_name' | 'subject_kind'): Promise<string[]> => {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive step (value) as (
      (select ${name} from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > step.value order by ${name} limit 1)
      from step where step.value is not null
    )
    select value from step where value is not null limit ${MOST_VALUES}`.execute(db);
  return rows.map(({ value }) => value);
};

export function findActions(db: Kysely<DB>): Promise<string[]> {
  return findValues(db, 'action');
}
export function findActors(db: Kysely<DB>): Promise<string[]> {
  return findValues(db, 'actor_name');
}

/** Subjects that match a search term. The term can be an id, the beginning of an id, or a user's current username. */
export async function findSubjects(
  db: Kysely<DB>,
  { id, beginning }: { id: string; beginning: string | null },
): Promise<Meant['subjects']> {
  const kinds = await findValues(db, 'subject_kind');
  const person = await db.selectFrom('users').select('id').where('username', '=', id).executeTakeFirst();
  const ids = person ? [id, person.id] : [id];
  const subjects = kinds.flatMap((kind) => ids.map((one) => ({ kind, id: one })));
  if (beginning === null) return subjects;
  // A range condition, so that the index is used. The second condition removes extra rows that the collation's order lets
  // through.
  const { rows } = await sql<{ kind: string; id: string }>`
    select distinct a.subject_kind as kind, a.subject_id as id from unnest(${kinds}::text[]) v, lateral (
      select subject_kind, subject_id from audit_log
      where subject_kind = v and subject_id between ${beginning} and ${`${beginning}zzzz`}
        and starts_with(subject_id, ${beginning}) limit 100) a limit 100`.execute(db);
  return [...subjects, ...rows];
}

type Labels = { id: string; label: string }[];

/** Current display names by kind and id; deleted subjects are left out. */
const labelled: Record<string, (db: Kysely<DB>, ids: string[]) => Promise<Labels>> = {
  user: (db, ids) =>
    db
      .selectFrom('users')
      .select(['id', 'username as label'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute(),
  resource: (db, ids) =>
    db
      .selectFrom('resources')
      .select(['id', 'title as label'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute(),
  thread: (db, ids) =>
    db
      .selectFrom('forum_threads')
      .select(['id', 'title as label'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute(),
  'forum category': (db, ids) =>
    db.selectFrom('forum_categories').select(['id', 'name as label']).where('id', 'in', ids).execute(),
  server: (db, ids) =>
    db.selectFrom('toolbox_servers').select(['id', 'name as label']).where('id', 'in', ids).execute(),
  'forum subcategory': (db, ids) =>
    db.selectFrom('forum_subcategories').select(['id', 'name as label']).where('id', 'in', ids).execute(),
};

/** Current display names of the entries' subjects, by id. */
export async function findLabels(db: Kysely<DB>, rows: readonly EntryRow[]): Promise<Map<string, string>> {
  const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id);
  const found = await Promise.all(
    Object.entries(labelled).map(([kind, find]) => {
      const ids = rows.filter((row) => row.kind === kind && isId(row.subject)).map(({ subject }) => subject);
      return ids.length === 0 ? [] : find(db, [...new Set(ids)]);
    }),
  );
  return new Map(found.flat().map(({ id, label }) => [id, label]));
}
