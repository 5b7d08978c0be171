import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { versionBytesOf } from '#server/features/uploads/sessions/queries.ts';
import { containing } from '#server/kit/db/like.ts';
import type { Direction } from '#server/kit/http/list-query.ts';

export type UploadState = 'draft' | 'pending' | 'approved' | 'rejected';

type OwnFilter = { authorId: string; state: UploadState | undefined; search: string | undefined };

const selectOwn = (db: Kysely<DB>, { authorId, state, search }: OwnFilter) => {
  const own = db
    .selectFrom('resources')
    .where('resources.author_id', '=', authorId)
    .where('resources.deleted_at', 'is', null)
    .where('resources.status', '<>', 'REPLACED')
    .$if(search !== undefined, (query) => query.where('resources.title', 'ilike', containing(search ?? '')));
  if (state === undefined) return own;
  if (state === 'draft') return own.where('resources.submitted_at', 'is', null);
  return own.where('resources.submitted_at', 'is not', null).where('resources.status', '=', state.toUpperCase());
};

const countSessions = (state: 'RECEIVING' | 'CHECKING') => sql<number>`(
  select count(*)::int from upload_sessions s where s.resource_id = resources.id and s.state = ${sql.lit(state)})`;

/** A page of a user's non-deleted uploads, ordered by creation time, with the number of files in progress. */
export function findOwnUploads(
  db: Kysely<DB>,
  filter: OwnFilter,
  page: { limit: number; offset: number; direction: Direction },
) {
  return selectOwn(db, filter)
    .select([
      'resources.id',
      'resources.title',
      'resources.category',
      'resources.type',
      sql<number | null>`case when resources.version_of is not null then resources.version end`.as('newVersion'),
      'resources.status',
      'resources.submitted_at as submittedAt',
      'resources.status_reason as reason',
      sql<boolean>`(resources.submitted_at is not null and resources.status <> 'APPROVED'
        and (resources.licence is null or resources.rights_declared_at is null))`.as('lacksRights'),
      'resources.thumbnail_key as thumbnailKey',
      'resources.file_count as fileCount',
      'resources.file_size as fileSize',
      'resources.views',
      'resources.likes',
      'resources.downloads',
      'resources.created_at as createdAt',
    ])
    .select([countSessions('RECEIVING').as('receiving'), countSessions('CHECKING').as('checking')])
    .orderBy('resources.created_at', page.direction)
    .orderBy('resources.id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
export type OwnUploadRow = Awaited<ReturnType<typeof findOwnUploads>>[number];

export async function countOwnUploads(db: Kysely<DB>, filter: OwnFilter): Promise<number> {
  const { total } = await selectOwn(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export type Figures = {
  uploads: number;
  downloads: number;
  /** Total file size of non-deleted resources in bytes, drafts and versions included. */
  storage: number;
  approvals: number;
  decisions: number;
};

/** Upload stats of a user. */
export async function measureWork(db: Kysely<DB>, userId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select * from (
      select count(*) filter (where submitted_at is not null)::int as uploads,
        coalesce(sum(downloads), 0)::bigint as downloads, coalesce(sum(file_size), 0)::bigint + ${versionBytesOf(userId)} as storage
      from resources where author_id = ${userId} and version_of is null and deleted_at is null
    ) work, (
      select count(*) filter (where status = 'APPROVED')::int as approvals, count(*)::int as decisions
      from resource_decisions where leaker_id = ${userId} and status in ('APPROVED', 'REJECTED')
    ) decided`.execute(db);
  return rows[0] ?? { uploads: 0, downloads: 0, storage: 0, approvals: 0, decisions: 0 };
}

export type ActivityKind = 'uploads' | 'downloads' | 'approvals';

export type LeakerActivityRow = {
  id: string;
  kind: ActivityKind;
  /** Null if the resource no longer exists. */
  title: string | null;
  /** Only set for decisions. */
  status: string | null;
  reason: string | null;
  /** Only set for uploads: the text that was recorded at the time. */
  details: string | null;
  resourceId: string | null;
  at: Date;
};

/**
 * The newest entries of one kind, at most `most`. The cost is bounded by `most`, not by the size of the history, because every
 * kind has an index in this order. The index on downloads is per resource, so the newest downloads are read for each of the
 * user's resources.
 */
const newest = (kind: ActivityKind, userId: string, most: number) => {
  if (kind === 'uploads') {
    return sql`select a.id::text as id, 'uploads' as kind, r.title, null as status, null as reason, a.details,
        r.id as resource_id, a.created_at as at
      from activity a left join resources r on r.id = a.resource_id and r.deleted_at is null
      where a.user_id = ${userId} and a.type = 'UPLOAD'
      order by a.created_at desc limit ${most}`;
  }
  if (kind === 'approvals') {
    return sql`select 'decision-' || d.id as id, 'approvals' as kind, r.title, d.status, d.reason, null as details,
        r.id as resource_id, d.decided_at as at
      from resource_decisions d join resources r on r.id = d.resource_id and r.deleted_at is null
      where d.leaker_id = ${userId} and d.status in ('APPROVED', 'REJECTED')
      order by d.decided_at desc limit ${most}`;
  }
  return sql`select 'download-' || d.id as id, 'downloads' as kind, r.title, null as status, null as reason,
      null as details, r.id as resource_id, d.created_at as at
    from resources r cross join lateral (
      select id, created_at from downloads
      where resource_id = r.id and user_id is distinct from ${userId}
      order by created_at desc limit ${most}
    ) d where r.author_id = ${userId} and r.deleted_at is null
    order by d.created_at desc limit ${most}`;
};

const unionOf = (kinds: readonly ActivityKind[], userId: string, most: number) =>
  sql.join(
    kinds.map((kind) => sql`(${newest(kind, userId, most)})`),
    sql` union all `,
  );

/** Activity on a user's uploads, newest first. */
export async function listLeakerActivity(
  db: Kysely<DB>,
  { userId, kinds }: { userId: string; kinds: readonly ActivityKind[] },
  { limit, offset }: { limit: number; offset: number },
): Promise<LeakerActivityRow[]> {
  const { rows } = await sql<LeakerActivityRow>`
    select id, kind, title, status, reason, details, resource_id as "resourceId", at
    from (${unionOf(kinds, userId, offset + limit)}) entries
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Number of entries; counting stops at `most`. */
export async function countLeakerActivity(
  db: Kysely<DB>,
  { userId, kinds }: { userId: string; kinds: readonly ActivityKind[] },
  most: number,
): Promise<number> {
  const counts = kinds.map((kind) => sql`(select count(*)::int from (${countable(kind, userId, most)}) counted)`);
  const { rows } = await sql<{ total: number }>`
    select least(${sql.join(counts, sql` + `)}, ${most}::int) as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The same entries as `newest` but unordered, so that counting can stop at the limit. */
const countable = (kind: ActivityKind, userId: string, most: number) => {
  if (kind === 'uploads') return sql`select from activity where user_id = ${userId} and type = 'UPLOAD' limit ${most}`;
  if (kind === 'approvals') {
    return sql`select from resource_decisions d join resources r on r.id = d.resource_id and r.deleted_at is null
      where d.leaker_id = ${userId} and d.status in ('APPROVED', 'REJECTED') limit ${most}`;
  }
  return sql`select from resources r join downloads d on d.resource_id = r.id and d.user_id is distinct from ${userId}
    where r.author_id = ${userId} and r.deleted_at is null limit ${most}`;
};
