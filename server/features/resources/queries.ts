import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#db/types.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import {
  FONTS,
  GZIP,
  LOTTIE,
  MODEL_NAME,
  NOT_A_MODEL,
  PDF,
  PHOTOSHOP,
  RAR,
  READ_PICTURES,
  SEVEN_ZIP,
  TAR,
  ZIP,
} from '#server/kit/media/file-kind.ts';
import { hasPremiumAt } from '#server/platform/premium-grants.ts';

type Builder = ExpressionBuilder<DB, 'resources'>;

/** Uses literals, because with parameters the cached plan could not use the partial indexes. */
const isVisible = (eb: Builder) =>
  eb.and([
    eb('resources.status', '=', sql.lit('APPROVED')),
    eb('resources.hidden_at', 'is', null),
    eb('resources.deleted_at', 'is', null),
  ]);

/** Columns for a card, from `resources` and its author in `users`. */
export const cardColumns = [
  'resources.id',
  'resources.slug',
  'resources.title',
  'resources.editor',
  'resources.type',
  'resources.category',
  'resources.is_premium as isPremium',
  'resources.thumbnail_key as thumbnailKey',
  'resources.thumbnail_hash as thumbnailHash',
  'resources.strip_key as stripKey',
  'resources.strip_kind as stripKind',
  'resources.media_label as mediaLabel',
  'resources.views',
  'resources.likes',
  'resources.saves',
  'resources.downloads',
  'resources.created_at as createdAt',
  'users.username as author',
] as const;

const isUnread = sql`f.facts = '{}' and f.path !~ '(^|/)(\\.|__MACOSX/)'`;

const isPhotoshop = sql`coalesce(f.media_type = ${sql.lit(PHOTOSHOP)}, false)`;

/** SQL condition for clips, sounds and layered pictures that can have a preview, of a file `f`. */
export const hasMediaPreview = sql<boolean>`(f.facts ->> 'kind' in ('video', 'sound') or
  ${isPhotoshop} and f.facts ->> 'kind' = 'picture' or ${isUnread} and
  (f.media_type like 'video/%' or f.media_type like 'audio/%' or f.media_type = 'application/mxf' or ${isPhotoshop}))`;

const isSevenZip = sql`coalesce(f.media_type = ${sql.lit(SEVEN_ZIP)}, false)`;

/** SQL condition for what needs no program of the machine to have a preview, such as pictures, LUTs and ZIP archives, of a file `f`. */
export const hasStillPreview = sql<boolean>`(f.facts ->> 'kind' in ('picture', 'look', 'font', 'lottie', 'model', 'archive')
  and not ${isPhotoshop} and not ${isSevenZip} or ${isUnread} and
  (f.media_type in (${sql.join([...READ_PICTURES, ...FONTS, LOTTIE, ZIP, RAR, TAR].map((type) => sql.lit(type)))})
    or f.media_type = 'application/x-cube-lut' or f.path ilike '%.cube'
    or f.media_type = ${sql.lit(GZIP)} and f.path ~* '\\.(tar\\.gz|tgz)$'
    or f.path ~* ${sql.lit(MODEL_NAME)} and coalesce(f.media_type, '') !~ ${sql.lit(NOT_A_MODEL)}))`;

/** SQL condition for 7z archives, and for PDFs, that can have a preview, of a file `f`. */
export const hasSevenZipPreview = sql<boolean>`(${isSevenZip} and (f.facts ->> 'kind' = 'archive' or ${isUnread}))`;
export const hasPdfPreview = sql<boolean>`(coalesce(f.media_type = ${sql.lit(PDF)}, false)
  and (f.facts ->> 'kind' = 'pdf' or ${isUnread}))`;

/** Keys of the jobs that make a resource's previews: first its facts and pictures, then a preview of each file. */
export function previewJobKeys(resourceId: string): { pictures: string; files: string } {
  return { pictures: `previews:${resourceId}`, files: `file-previews:${resourceId}` };
}

type ListingPage = { sort: 'newest' | 'oldest'; limit: number; offset: number };

const selectCards = (db: Kysely<DB>) =>
  db.selectFrom('resources').innerJoin('users', 'users.id', 'resources.author_id').select(cardColumns);

const selectPage = (db: Kysely<DB>, page: ListingPage) => {
  const direction = page.sort === 'oldest' ? 'asc' : 'desc';
  return (
    selectCards(db)
      .where((eb) => isVisible(eb as unknown as Builder))
      .orderBy('resources.created_at', direction)
      .orderBy('resources.id', direction)
      // The limit is a literal too, because a generic plan assumes that an unknown limit covers a tenth of the table.
      .limit(sql.lit(page.limit))
      .offset(sql.lit(page.offset))
  );
};

type PageQuery = ReturnType<ReturnType<typeof selectPage>['compile']>;

/** Cache of compiled queries. Compiling a query takes this process as long as the rest of a listing request. */
const compiledPages = new LRUCache<string, PageQuery>({ max: 100 });

/** One of the first pages of all visible resources, as card rows. */
export async function findFirstPages(db: Kysely<DB>, page: ListingPage) {
  const key = `${page.sort} ${page.limit} ${page.offset}`;
  const compiled = compiledPages.get(key) ?? selectPage(db, page).compile();
  compiledPages.set(key, compiled);
  return (await db.executeQuery(compiled)).rows;
}
export type CardRow = Awaited<ReturnType<typeof findFirstPages>>[number];

const findCardsOf = createCompiledQuery((db, { ids }: { ids: string }) =>
  selectCards(db)
    .where('resources.id', '=', sql<string>`any (string_to_array(${ids}, ',')::uuid[])`)
    .where((eb) => isVisible(eb as unknown as Builder))
    .compile(),
);

/** Card rows in the order of the given ids. Resources that are no longer visible are left out. */
export async function findCards(db: Kysely<DB>, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const rows = await findCardsOf(db, { ids: ids.join(',') });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Number of visible resources, from the counter maintained by the database. */
export async function countResources(db: Kysely<DB>): Promise<number> {
  const row = await db.selectFrom('facet_counts').select('count').where('kind', '=', 'all').executeTakeFirst();
  return row?.count ?? 0;
}

export function wholeResources(db: Kysely<DB>, now: Date) {
  return selectCards(db).select([
    'resources.author_id as authorId',
    'resources.description',
    'resources.tags',
    'resources.licence',
    'resources.rights_declared_at as rightsDeclaredAt',
    'resources.editor_min_version as editorMinVersion',
    'resources.status',
    'resources.hidden_at as hiddenAt',
    'resources.deleted_at as deletedAt',
    'resources.file_size as fileSize',
    'resources.file_count as fileCount',
    'resources.version',
    'resources.updated_at as updatedAt',
    'users.display_name as displayName',
    'users.bio',
    'users.badges',
    'users.verified',
    'users.uploads_count as uploads',
    'users.followers_count as followers',
    hasPremiumAt(now).as('authorIsPremium'),
  ]);
}

const findBy = (column: 'id' | 'slug') =>
  createCompiledQuery((db, { value, now }: { value: string; now: Date }) =>
    wholeResources(db, now).where(`resources.${column}`, '=', value).compile(),
  );
const [findById, findBySlug] = [findBy('id'), findBy('slug')];

/** A resource in any status, by id or slug. The caller checks whether the viewer may see it. */
export async function findResource(db: Kysely<DB>, by: { id: string } | { slug: string }, now: Date) {
  return (await ('id' in by ? findById(db, { value: by.id, now }) : findBySlug(db, { value: by.slug, now })))[0];
}
export type ResourceRow = NonNullable<Awaited<ReturnType<typeof findResource>>>;

export function findFollow(db: Kysely<DB>, followerId: string, leakerId: string) {
  return db
    .selectFrom('follows')
    .select('created_at')
    .where('follower_id', '=', followerId)
    .where('leaker_id', '=', leakerId)
    .executeTakeFirst();
}

export function listResourceFiles(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'crc32', 'storage_key as storageKey', 'created_at as createdAt'])
    .where('resource_id', '=', resourceId)
    .orderBy('path')
    .execute();
}

/** Facet counters of one kind, highest first; ties are sorted by name for a stable order. */
export function findFacets(db: Kysely<DB>, kind: string, limit?: number) {
  return db
    .selectFrom('facet_counts')
    .select(['value as name', 'count'])
    .where('kind', '=', kind)
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('value')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** A facet value and the number of resources that have it. */
export type CountedFacet = { kind: string; value: string; count: number };

/** Most common values of each kind among all visible resources, from the counters. */
export async function findCommonFacets(
  db: Kysely<DB>,
  kinds: readonly string[],
  perKind: number,
): Promise<CountedFacet[]> {
  const { rows } = await sql<CountedFacet>`select kind, value, count from (
    select *, row_number() over (partition by kind order by count desc, value) as place from (
      select kind, lower(value) as value, sum(count)::int as count from facet_counts
      where kind = any (${[...kinds]}::text[]) and value <> '' and count > 0 group by 1, 2) each_value) placed
    where place <= ${perKind}`.execute(db);
  return rows;
}

/** Most common spelling of each facet value. */
export async function findSpellings(
  db: Kysely<DB>,
  facets: readonly { kind: string; value: string }[],
): Promise<{ kind: string; value: string; label: string }[]> {
  const { rows } = await sql<{ kind: string; value: string; label: string }>`
    select given.kind, given.value, (select f.value from facet_counts f
      where f.kind = given.kind and lower(f.value) = given.value order by f.count desc, f.value limit 1) as label
    from unnest(${facets.map(({ kind }) => kind)}::text[], ${facets.map(({ value }) => value)}::text[])
      as given (kind, value)`.execute(db);
  return rows;
}

/** Built-in elements of the house account: visible resources with a slug, oldest first. */
export function findElements(db: Kysely<DB>) {
  return selectCards(db)
    .where((eb) => isVisible(eb as unknown as Builder))
    .where('resources.slug', 'is not', null)
    .orderBy('resources.created_at')
    .orderBy('resources.id')
    .limit(8)
    .execute();
}

/**
 * Records views, each once per resource, visitor and hour, and adds the new views to the counters of the resource and its author.
 * `views` can contain duplicates. Rows are locked in a fixed order, because other code also locks several of them.
 */
export async function recordViews(
  db: Kysely<DB>,
  views: readonly { id: string; visitor: string; hour: Date }[],
): Promise<void> {
  await sql`
    with given as (
      select distinct id::uuid as resource_id, visitor, hour::timestamptz as hour
      from unnest(${views.map((view) => view.id)}::text[], ${views.map((view) => view.visitor)}::text[],
        ${views.map((view) => view.hour.toISOString())}::text[]) as t (id, visitor, hour)
    ), fresh as (
      insert into resource_views (resource_id, visitor, hour)
      select g.resource_id, g.visitor, g.hour from given g
      join resources r on r.id = g.resource_id and r.status = 'APPROVED'
      order by 1, 2, 3
      on conflict do nothing returning resource_id
    ), added as (
      select r.id, a.views from resources r
      join (select resource_id, count(*)::int as views from fresh group by 1) a on a.resource_id = r.id
      order by r.id for no key update of r
    ), counted as (
      update resources r set views = r.views + a.views from added a where r.id = a.id
      returning r.author_id, a.views
    ), credited as (
      select u.id, c.views from users u
      join (select author_id, sum(views)::int as views from counted group by 1) c on c.author_id = u.id
      order by u.id for no key update of u
    )
    update users u set views_count = u.views_count + c.views from credited c where u.id = c.id
  `.execute(db);
}

/** Deletes view records once their hour is over; they are only needed for deduplication. */
export function deleteOldViews(db: Kysely<DB>, before: Date) {
  return db.deleteFrom('resource_views').where('hour', '<', before).execute();
}

/**
 * Locks all uploads of a user until the transaction ends. Call it before changing the user's username or display name, because
 * that also updates their uploads, and all other code locks a resource before its author.
 */
export async function lockUploads(trx: Kysely<DB>, authorId: string): Promise<void> {
  // The triggers of such a change wait for this lock, so take it before locking any row (migration 202611220100).
  await lockCounters(trx);
  await trx
    .selectFrom('resources')
    .select('id')
    .where('author_id', '=', authorId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Number of visible free resources, and how many of them have one of the given licences. */
export async function countFreeForAllUse(db: Kysely<DB>, licences: readonly string[]) {
  const row = await sql<{ free: number; open: number }>`
    select count(*)::int as free, count(*) filter (where licence = any(${[...licences]}))::int as open
    from resources where status = 'APPROVED' and hidden_at is null and deleted_at is null and not is_premium
  `.execute(db);
  return row.rows[0] ?? { free: 0, open: 0 };
}

export async function countAllUsers(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

/**
 * Updates the value that "trending" sorts by: downloads of the last 7 days, weighted from 7 (today) down to 1 (the oldest day).
 * Only rows that change are written.
 */
export async function updateTrends(db: Kysely<DB>, now: Date): Promise<number> {
  const result = await sql`
    with recent as (
      select resource_id as id, sum(7 - floor(extract(epoch from ${now}::timestamptz - created_at) / 86400))::int as trend
      from downloads where created_at > ${now}::timestamptz - interval '7 days' and created_at <= ${now}::timestamptz group by 1
    ), trending as (
      select id from resources where trend > 0 and status = 'APPROVED' and hidden_at is null and deleted_at is null
    ), changed as (
      select r.id, coalesce(recent.trend, 0) as trend
      from recent full join trending using (id) join resources r using (id)
      where r.trend <> coalesce(recent.trend, 0) order by r.id for update of r
    )
    update resources r set trend = changed.trend from changed where r.id = changed.id`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
