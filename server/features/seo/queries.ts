import { type Kysely, type RawBuilder, sql } from 'kysely';
import { FEED_RESOURCES } from '#contract/seo/limits.ts';
import type { DB } from '#db/types.ts';
import { cardColumns, isVisible } from '#server/features/resources/public.ts';
import { isActiveAt } from '#server/platform/account-status.ts';

/** A URL of the sitemap: the parts it is built from, and when the page last changed, if known. */
export type SitemapRow = { id: string; name: string; changedAt: Date | null };

export type SitemapKind = 'resources' | 'profiles' | 'collections' | 'threads';

/** Range of ids: `from` inclusive, `before` exclusive; null for no bound. */
export type SitemapRange = { from: string | null; before: string | null };

// These use literals, so that every cached plan reads along the primary key.
const sources: Record<SitemapKind, (now: Date) => RawBuilder<SitemapRow>> = {
  resources: () => sql`select resources.id, coalesce(resources.slug, '') as name,
      greatest(resources.updated_at, resources.approved_at) as "changedAt"
    from resources where ${isVisible}`,
  profiles: (now) => sql`select users.id, users.username as name, null::timestamptz as "changedAt"
    from users where users.uploads_count > 0 and ${isActiveAt(now)}`,
  collections: (now) => sql`select collections.id, '' as name, collections.updated_at as "changedAt"
    from collections join users on users.id = collections.user_id
    where collections.is_public and ${isActiveAt(now)} and exists (select from collection_items
      join resources on resources.id = collection_items.resource_id and ${isVisible}
      where collection_items.collection_id = collections.id)`,
  threads: () => sql`select forum_threads.id, c.slug || '/' || s.slug as name, forum_threads.last_post_at as "changedAt"
    from forum_threads join forum_subcategories s on s.id = forum_threads.subcategory_id
    join forum_categories c on c.id = s.category_id where forum_threads.deleted_at is null`,
};

const idOf: Record<SitemapKind, RawBuilder<unknown>> = {
  resources: sql`resources.id`,
  profiles: sql`users.id`,
  collections: sql`collections.id`,
  threads: sql`forum_threads.id`,
};

/** The next URLs of a kind within the range, ordered by id, after the id `after`. */
export async function findAddresses(
  db: Kysely<DB>,
  kind: SitemapKind,
  { range, after, limit, now }: { range: SitemapRange; after: string | null; limit: number; now: Date },
): Promise<SitemapRow[]> {
  const id = idOf[kind];
  const from =
    after === null ? (range.from === null ? sql`` : sql`and ${id} >= ${range.from}`) : sql`and ${id} > ${after}`;
  const before = range.before === null ? sql`` : sql`and ${id} < ${range.before}`;
  const { rows } = await sql<SitemapRow>`${sources[kind](now)} ${from} ${before}
    order by ${id} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/**
 * Approximate number of URLs of each kind, without reading them. Uses counters where they exist, otherwise the database's table
 * statistics. A table that was never analysed counts as empty.
 */
export async function estimateAddresses(db: Kysely<DB>): Promise<Record<SitemapKind, number>> {
  const rowsOf = (relation: string) =>
    sql`(select greatest(reltuples, 0)::int from pg_class where oid = ${sql.lit(relation)}::regclass)`;
  const { rows } = await sql<Record<SitemapKind, number>>`select
    coalesce((select count from facet_counts where kind = 'all'), 0) as resources,
    ${rowsOf('users_top')} as profiles, ${rowsOf('collections')} as collections,
    coalesce((select sum(thread_count)::int from forum_subcategories), 0) as threads`.execute(db);
  return rows[0] ?? { resources: 0, profiles: 0, collections: 0, threads: 0 };
}

/** Slugs of the forum lists shown in the forum's index. */
export async function findForumLists(db: Kysely<DB>): Promise<{ category: string; subcategory: string }[]> {
  return db
    .selectFrom('forum_subcategories')
    .innerJoin('forum_categories', 'forum_categories.id', 'forum_subcategories.category_id')
    .select(['forum_categories.slug as category', 'forum_subcategories.slug as subcategory'])
    .where('forum_subcategories.archived_at', 'is', null)
    .where('forum_categories.archived_at', 'is', null)
    .orderBy('forum_categories.position')
    .orderBy('forum_categories.id')
    .orderBy('forum_subcategories.position')
    .orderBy('forum_subcategories.id')
    .execute();
}

/**
 * The newest public resources, of everyone or of one leaker. Ordered by time of approval, because a resource is new to readers
 * once it is public, however long ago it was created.
 */
export function findFeedResources(db: Kysely<DB>, authorId: string | null) {
  return db
    .selectFrom('resources')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select(cardColumns)
    .select(['resources.description', 'resources.tags', 'resources.approved_at as approvedAt'])
    .where(isVisible)
    .where('resources.approved_at', 'is not', null)
    .$if(authorId !== null, (query) => query.where('resources.author_id', '=', authorId))
    .orderBy('resources.approved_at', 'desc')
    .orderBy('resources.id', 'desc')
    .limit(sql.lit(FEED_RESOURCES))
    .execute();
}
export type FeedRow = Awaited<ReturnType<typeof findFeedResources>>[number];
