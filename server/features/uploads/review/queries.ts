import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { UploadState } from '#contract/uploads/review.ts';
import type { DB } from '#db/types.ts';
import { type IdRange, idsMeant } from '#server/kit/db/id-search.ts';
import { beginningWith, containing } from '#server/kit/db/like.ts';
import { PLANNED_EACH_TIME } from '#server/kit/db/prepared-statements.ts';
import { readDirection } from '#server/kit/http/list-query.ts';
import type { UploadFilter } from './rules.ts';

type Page = { limit: number; offset: number };
type Order = 'asc' | 'desc';
type Condition = RawBuilder<boolean>;

const MOST = sql.lit(MOST_COUNTED_HITS + 1);
const MOST_DECISIONS = 50;
const MOST_REPORTS = 50;

// States are literals, because with a parameter a cached plan could not use the partial indexes.
const handedIn = sql<boolean>`(resources.submitted_at is not null and resources.deleted_at is null)`;
const states: Record<UploadState | 'ALL', Condition> = {
  ALL: handedIn,
  PENDING: sql`(${handedIn} and resources.status = 'PENDING' and resources.status <> 'APPROVED')`,
  APPROVED: sql`(${handedIn} and resources.status = 'APPROVED')`,
  REJECTED: sql`(${handedIn} and resources.status = 'REJECTED' and resources.status <> 'APPROVED')`,
  HIDDEN: sql`(resources.hidden_at is not null and ${handedIn})`,
  DELETED: sql`(resources.deleted_at is not null and resources.submitted_at is not null)`,
};
const stateOf = (state: UploadState | undefined): Condition => states[state ?? 'ALL'];

/** The column that a list is sorted by. */
const timeOf = (state: UploadState | undefined) =>
  state === 'HIDDEN' ? 'resources.hidden_at' : state === 'DELETED' ? 'resources.deleted_at' : 'resources.submitted_at';

const inRange = ({ from, to }: IdRange): Condition => sql`resources.id between ${from}::uuid and ${to}::uuid`;

/** Matches row by row, for short lists and for searches with very many hits. `|| ''` keeps the planner off the title index. */
const fits = (search: string): Condition => {
  const range = idsMeant(search);
  const text = containing(search);
  return range
    ? inRange(range)
    : sql`((resources.title || '') ilike ${text} or resources.category ilike ${text} or users.username ilike ${text})`;
};

const anyOf = (ids: readonly string[]): Condition =>
  sql`resources.id = any (string_to_array(${ids.join(',')}, ',')::uuid[])`;

const selectUploads = (db: Kysely<DB>, condition: Condition) =>
  db
    .selectFrom('resources')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .where(condition)
    .select((eb) => [
      'resources.id',
      'resources.title',
      'resources.version',
      'resources.version_of as versionOf',
      'users.username as leaker',
      'users.id as leakerId',
      'resources.category',
      'resources.editor',
      'resources.type',
      'resources.status',
      'resources.status_reason as reason',
      'resources.is_premium as isPremium',
      'resources.thumbnail_key as thumbnailKey',
      'resources.licence',
      'resources.rights_declared_at as rightsDeclaredAt',
      'resources.file_count as fileCount',
      'resources.file_size as fileSize',
      'resources.views',
      'resources.likes',
      'resources.saves',
      'resources.downloads',
      'resources.hidden_at as hiddenAt',
      'resources.hidden_reason as hiddenReason',
      'resources.deleted_at as deletedAt',
      'resources.submitted_at as submittedAt',
      'resources.created_at as createdAt',
      eb
        .exists(
          eb
            .selectFrom('upload_sessions')
            .select('upload_sessions.id')
            .whereRef('upload_sessions.resource_id', '=', 'resources.id')
            .where('upload_sessions.state', 'in', ['RECEIVING', 'CHECKING']),
        )
        .as('isUnderWay'),
    ]);

/** Condition for a filter: the rows with the ids found by a search, or all rows that match. */
const conditionOf = ({ state, search }: UploadFilter, hits: readonly string[] | null): Condition =>
  hits ? anyOf(hits) : search === undefined ? stateOf(state) : sql`(${stateOf(state)} and ${fits(search)})`;

/**
 * A page of uploads, sorted by the time relevant to the list. `hits` comes from `searchUploadIds`, or is null. The ids on the
 * page are found first, so that an offset only skips index entries.
 */
export function listReviewedUploads(
  db: Kysely<DB>,
  filter: UploadFilter,
  { hits, page, order }: { hits: readonly string[] | null; page: Page; order: Order },
) {
  const isTested = filter.search !== undefined && hits === null;
  const ids = db
    .selectFrom('resources')
    .$if(isTested, (query) => query.innerJoin('users', 'users.id', 'resources.author_id'))
    .where(conditionOf(filter, hits))
    .select('resources.id')
    .orderBy(timeOf(filter.state), order)
    .orderBy('resources.id', order)
    // Use a literal, because the planner assumes that a parameterised limit covers a tenth of the table.
    .limit(sql.lit(page.limit))
    .offset(sql.lit(page.offset));
  return selectUploads(db, sql`resources.id = any (array(${ids}))`)
    .orderBy(timeOf(filter.state), order)
    .orderBy('resources.id', order)
    .$if(isTested, (query) => query.modifyFront(PLANNED_EACH_TIME))
    .execute();
}
export type ReviewedUploadRow = Awaited<ReturnType<typeof listReviewedUploads>>[number];

/** Uploads that follow the last exported row. `at` is the sort time as text, in full precision. */
export function findUploadsAfter(
  db: Kysely<DB>,
  filter: UploadFilter,
  last: UploadExportRow | undefined,
  limit: number,
) {
  return selectUploads(db, conditionOf(filter, null))
    .select(sql<string>`${sql.ref(timeOf(filter.state))}::text`.as('at'))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(timeOf(filter.state))}, resources.id) < (${last?.at}::timestamptz, ${last?.id}::uuid)`,
      ),
    )
    .orderBy(timeOf(filter.state), 'desc')
    .orderBy('resources.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
}
export type UploadExportRow = ReviewedUploadRow & { at: string };

/** One upload, in any state. */
export function findReviewedUpload(db: Kysely<DB>, id: string): Promise<ReviewedUploadRow | undefined> {
  return selectUploads(db, sql`resources.id = ${id}`).executeTakeFirst();
}

/** Number of rows matching a filter, counted up to 10,001. */
export async function countFitting(db: Kysely<DB>, filter: UploadFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from resources join users on users.id = resources.author_id where ${conditionOf(filter, null)} limit ${MOST}
    ) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Subqueries that find uploads in a matching category; each can use an index. */
const inCategory = (state: UploadState | undefined, text: string): RawBuilder<unknown>[] => {
  const visible = sql`select r.id from facet_counts f, lateral (
      select resources.id from resources where lower(resources.category) = f.value and resources.status = 'APPROVED'
        and resources.hidden_at is null and resources.deleted_at is null
      order by resources.created_at desc, resources.id desc limit ${MOST}) r
    where f.kind = 'category' and f.value ilike ${text} limit ${MOST}`;
  const among = (condition: RawBuilder<unknown>) =>
    sql`select resources.id from resources
      where ${condition} and ${stateOf(state)} and resources.category ilike ${text} limit ${MOST}`;
  const waiting = among(sql`resources.status <> 'APPROVED'`);
  const hidden = among(sql`resources.hidden_at is not null`);
  if (state === 'DELETED') return [among(sql`resources.deleted_at is not null`)];
  if (state === 'HIDDEN') return [hidden];
  if (state === 'APPROVED') return [visible, hidden];
  return state === undefined ? [visible, waiting, hidden] : [waiting];
};

/**
 * Ids of all uploads that match a search, for lists too long to scan; null if there are more than 10,000. Searches shorter than
 * three characters only match categories and the start of usernames, because no other index covers them.
 */
export async function searchUploadIds(db: Kysely<DB>, state: UploadState | undefined, search: string) {
  const text = containing(search);
  const range = idsMeant(search);
  const { from, before } = beginningWith(search);
  const isShort = [...search].length < 3;
  const named = isShort
    ? sql`username ~>=~ ${from} and username ~<~ ${before} and deleted_at is null`
    : sql`username ilike ${text}`;
  const ways = range
    ? [sql`select resources.id from resources where ${inRange(range)} and ${stateOf(state)}`]
    : [
        ...(isShort
          ? []
          : [
              sql`select resources.id from resources where resources.title ilike ${text} and ${stateOf(state)} limit ${MOST}`,
            ]),
        sql`select resources.id from (select id from users where ${named} limit ${MOST}) named
          join resources on resources.author_id = named.id where ${stateOf(state)} limit ${MOST}`,
        ...inCategory(state, text),
      ];
  const all = sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union `,
  );
  const { rows } = await sql<{ id: string }>`select id from (${all}) hits limit ${MOST}`.execute(db);
  return rows.length > MOST_COUNTED_HITS ? null : rows.map(({ id }) => id);
}

/** For each resource, the findings of the first `most` files that have any, ordered by path. */
export async function findFindings(db: Kysely<DB>, resourceIds: readonly string[], most: number) {
  if (resourceIds.length === 0) return [];
  const { rows } = await sql<{ resourceId: string; path: string; findings: { code: string; sentence: string }[] }>`
    select asked.id as "resourceId", noticed.path, noticed.findings
    from unnest(string_to_array(${resourceIds.join(',')}, ',')::uuid[]) asked (id),
      lateral (select path, findings from resource_files where resource_id = asked.id and findings <> '[]'
        order by path limit ${most}) noticed`.execute(db);
  return rows;
}

/** Columns for the details of an upload, in any state. */
export function findDetail(db: Kysely<DB>, id: string) {
  return selectUploads(db, sql`resources.id = ${id}`)
    .leftJoin('users as hiders', 'hiders.id', 'resources.hidden_by')
    .leftJoin('users as deleters', 'deleters.id', 'resources.deleted_by')
    .select([
      'resources.description',
      'resources.tags',
      'resources.editor_min_version as editorMinVersion',
      'resources.sale_declared_at as saleDeclaredAt',
      'resources.approved_at as approvedAt',
      'resources.updated_at as updatedAt',
      'resources.preview_state as previewState',
      'resources.preview_note as previewNote',
      'resources.strip_key as stripKey',
      'resources.strip_kind as stripKind',
      'resources.media_label as mediaLabel',
      sql<string | null>`(select note from resource_versions where files_id = resources.id)`.as('note'),
      'hiders.username as hiddenBy',
      'deleters.username as deletedBy',
    ])
    .executeTakeFirst();
}
export type DetailRow = NonNullable<Awaited<ReturnType<typeof findDetail>>>;

/** Decisions on an upload, newest first. */
export function findDecisions(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('resource_decisions')
    .leftJoin('users', 'users.id', 'resource_decisions.decided_by')
    .select([
      'resource_decisions.status',
      'resource_decisions.reason',
      'users.username as decidedBy',
      'resource_decisions.decided_at as decidedAt',
    ])
    .where('resource_decisions.resource_id', '=', resourceId)
    .orderBy('resource_decisions.decided_at', 'desc')
    .orderBy('resource_decisions.id', 'desc')
    .limit(MOST_DECISIONS)
    .execute();
}
export type DecisionRow = Awaited<ReturnType<typeof findDecisions>>[number];

/** Reports about an upload, newest first. */
export function listUploadReports(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('reports')
    .select(['id', 'number', 'reason', 'status', 'created_at as createdAt'])
    .where('subject_id', '=', resourceId)
    .where('kind', '=', 'resource')
    .orderBy('created_at', 'desc')
    .limit(MOST_REPORTS)
    .execute();
}
export type UploadReportRow = Awaited<ReturnType<typeof listUploadReports>>[number];

const selectFiles = (db: Kysely<DB>, resourceId: string, search: string | undefined) =>
  db
    .selectFrom('resource_files')
    .where('resource_id', '=', resourceId)
    .$if(search !== undefined, (query) => query.where(sql<boolean>`path ilike ${containing(search ?? '')}`));

type FilesAsked = { search: string | undefined; sort: 'newest' | 'oldest' | undefined };

/** A page of an upload's files, ordered by path unless sorted by time. */
export function listReviewedFiles(db: Kysely<DB>, resourceId: string, { search, sort }: FilesAsked, page: Page) {
  return selectFiles(db, resourceId, search)
    .select(['path', 'size', 'sha256', 'media_type as mediaType', 'findings'])
    .$if(sort !== undefined, (query) => query.orderBy('created_at', readDirection(sort)))
    .orderBy(sql`path collate "C"`)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}
export type ReviewedFileRow = Awaited<ReturnType<typeof listReviewedFiles>>[number];

export async function countFilesFound(db: Kysely<DB>, resourceId: string, search: string): Promise<number> {
  const { total } = await selectFiles(db, resourceId, search)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Number of files of an upload in any state; undefined if it does not exist. */
export async function countUploadFiles(db: Kysely<DB>, resourceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('resources')
    .select('file_count as files')
    .where('id', '=', resourceId)
    .executeTakeFirst();
  return row?.files;
}
