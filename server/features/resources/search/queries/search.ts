import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#db/types.ts';
import { isVisible as isVisibleResource } from '#server/features/resources/bookmarks/queries.ts';
import { type CardRow, type CountedFacet, cardColumns, wholeResources } from '#server/features/resources/queries.ts';
import type { Ranking, TermQuery } from '#server/features/resources/search/query-terms.ts';
import type { DayCounts } from '#server/features/resources/search/spans.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';

// Except in `findPartSorted`, every statement begins with `select`, so that its plan is cached (kit/db/prepared-statements.ts).

/** Uses literals, because with parameters the cached plan could not use the partial indexes. */
const isVisible = sql`r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null`;

/** Number of visible resources per day, oldest first. */
export async function findDays(db: Kysely<DB>): Promise<DayCounts> {
  const { rows } = await sql<{ day: number; count: number }>`
    select value::int as day, count from facet_counts where kind = 'day' and count > 0 order by 1`.execute(db);
  return rows;
}

/** Columns a listing can be sorted by, in descending order. */
export const sortColumns = {
  downloads: 'downloads',
  likes: 'likes',
  trending: 'trend',
  updated: 'updated_at',
} as const;
export type OtherSort = keyof typeof sortColumns;
export type Sort = 'newest' | 'oldest' | OtherSort;

/** Sort key of the last hit of a page; `by` is the sort column as text. */
export type Key = { id: string; at: string; by: string };

const orderOf = (sort: Sort, table: string) => {
  const direction = sort === 'oldest' ? sql`asc` : sql`desc`;
  const column = (name: string) => sql`${sql.ref(`${table}.${name}`)} ${direction}`;
  const by = sort === 'newest' || sort === 'oldest' ? [] : [column(sortColumns[sort])];
  return sql.join([...by, column('created_at'), column('id')]);
};

const keyAfter = (sort: Sort, after: Key | null, table: string) => {
  if (!after) return sql`true`;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const own = [column('created_at'), column('id')];
  if (sort === 'oldest') return sql`(${sql.join(own)}) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  if (sort === 'newest') return sql`(${sql.join(own)}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const by = sort === 'updated' ? sql`${after.by}::timestamptz` : sql`${after.by}::int`;
  return sql`(${sql.join([column(sortColumns[sort]), ...own])}) < (${by}, ${after.at}::timestamptz, ${after.id}::uuid)`;
};

const byOf = (sort: Sort, table: string) =>
  sql.ref(`${table}.${sort === 'newest' || sort === 'oldest' ? 'created_at' : sortColumns[sort]}`);

/** A resource that was found, with its card if the query also read the card. */
export type Hit = { id: string; card: CardRow | null };

/** A part of a listing in sort order. `found` is the number of hits found, including those outside this part. */
export type FoundPart = { hits: Hit[]; found: number; last: Key | null };

const withoutCards = (ids: readonly string[]): Hit[] => ids.map((id) => ({ id, card: null }));

type Part = { sort: Sort; after: Key | null; skip: number; limit: number };

const asPart = async (
  db: Kysely<DB>,
  { sort, skip, limit }: Part,
  { source, found }: { source: RawBuilder<unknown>; found: RawBuilder<unknown> },
): Promise<FoundPart> => {
  const { rows } = await sql<{ ids: string | null; found: number; last: Key | null }>`select * from (
    with hits as materialized (${source}),
      part as (select h.*, row_number() over (order by ${orderOf(sort, 'h')}) as place from hits h
        order by ${orderOf(sort, 'h')} limit ${limit} offset ${skip})
    select (select string_agg(p.id::text, ',' order by p.place) from part p) as ids, ${found} as found,
      (select json_build_object('id', p.id, 'at', p.created_at::text, 'by', ${byOf(sort, 'p')}::text)
        from part p order by p.place desc limit 1) as last) answer`.execute(db);
  const [row] = rows;
  return { hits: withoutCards(row?.ids?.split(',') ?? []), found: row?.found ?? 0, last: row?.last ?? null };
};

const foundHits = sql`(select count(*)::int from hits)`;

/** Limit that tells the planner that the ids fit into a hash; without it, the planner would scan all hits for each resource. */
const MOST_MET = 150_000;

/**
 * One condition per group. The index can then skip from one posting list to the next match of another. With a million rows, this
 * takes a fifth of the time of a single tsquery with `&`, which checks every entry against all groups.
 */
const matches = (query: TermQuery, table: string) =>
  query.length === 0
    ? sql`true`
    : sql.join(
        query.map((terms) => sql`${sql.ref(`${table}.terms`)} @@ ${terms}::tsquery`),
        sql` and `,
      );

/**
 * Hits of a query from the term index. For a sort order with its own column, that column's index is scanned, without reading the
 * rows, until enough hits are found; the `coalesce` keeps the planner from reversing the join.
 */
const hitsByTerms = (query: TermQuery, { sort, after, skip, limit }: Part) => {
  if (sort === 'newest' || sort === 'oldest')
    return sql`select e.id, e.created_at from search_entries e where ${matches(query, 'e')} and ${keyAfter(sort, after, 'e')}`;
  return sql`select r.id, r.created_at, ${byOf(sort, 'r')} from resources r
    where ${isVisible} and ${keyAfter(sort, after, 'r')}
      and coalesce(r.id in (select e.id from search_entries e where ${matches(query, 'e')} limit ${sql.lit(MOST_MET)}), false)
    order by ${orderOf(sort, 'r')} limit ${sql.lit(2 ** Math.ceil(Math.log2(skip + limit)))}`;
};

type Walk = { sort: Sort; after: boolean; terms: number; rows: number };
type WalkValues = Key & { skip: number; limit: number } & { [term: `term${number}`]: string };

const walkAlong = ({ sort, after, terms, rows }: Walk) =>
  createCompiledQuery((db, values: WalkValues) => {
    const query = Array.from({ length: terms }, (_, index) => values[`term${index}`] ?? '');
    const walked = sql`select r.* from resources r where ${isVisible} and ${keyAfter(sort, after ? values : null, 'r')}
      order by ${orderOf(sort, 'r')} limit ${sql.lit(rows)}`;
    const found = sql<Selectable<DB['resources']>>`(select w.* from (${walked}) w where ${matches(query, 'w')}
      order by ${orderOf(sort, 'w')} limit ${values.limit} offset ${values.skip})`;
    return db
      .selectFrom(found.as('resources'))
      .innerJoin('users', 'users.id', 'resources.author_id')
      .select(cardColumns)
      .select([
        sql<string>`resources.created_at::text`.as('at'),
        sql<string>`${byOf(sort, 'resources')}::text`.as('by'),
      ])
      .orderBy(orderOf(sort, 'resources'))
      .compile();
  });

/** Compiled `walk` queries by kind. Row counts are powers of two, so there are only a few. */
const walks = new LRUCache<string, ReturnType<typeof walkAlong>>({ max: 100 });

/**
 * A part of the hits among the next `rows` resources in sort order, with their cards. Scans sequentially and stops once enough
 * hits are found. If fewer are found, this says nothing about the hits after those rows.
 */
export async function walk(
  db: Kysely<DB>,
  { query, rows }: { query: TermQuery; rows: number },
  { sort, after, skip, limit }: Part,
): Promise<FoundPart> {
  const kind = { sort, after: after !== null, terms: query.length, rows };
  const key = JSON.stringify(kind);
  const read = walks.get(key) ?? walkAlong(kind);
  walks.set(key, read);
  const terms = Object.fromEntries(query.map((term, index) => [`term${index}`, term]));
  const found = await read(db, { id: '', at: '', by: '', ...after, skip, limit, ...terms });
  const last = found.at(-1);
  return {
    hits: found.map((card) => ({ id: card.id, card })),
    found: found.length === 0 ? 0 : skip + found.length,
    last: last ? { id: last.id, at: last.at, by: last.by } : null,
  };
}

/** A page of all resources, newest or oldest first, starting on a given day. */
export async function findFromDay(
  db: Kysely<DB>,
  sort: 'newest' | 'oldest',
  { day, skip, limit }: { day: number | null; skip: number; limit: number },
): Promise<Hit[]> {
  const edge = day === null ? null : new Date((sort === 'newest' ? day + 1 : day) * 86_400_000);
  const within = edge === null ? sql`true` : sql`r.created_at ${sql.raw(sort === 'newest' ? '<' : '>=')} ${edge}`;
  const { rows } = await sql<{ id: string }>`select r.id from resources r where ${isVisible} and ${within}
    order by ${orderOf(sort, 'r')} limit ${sql.lit(limit)} offset ${skip}`.execute(db);
  return withoutCards(rows.map(({ id }) => id));
}

/** A part of the hits in plain order. */
export function findPart(db: Kysely<DB>, query: TermQuery, part: Part): Promise<FoundPart> {
  return asPart(db, part, { source: hitsByTerms(query, part), found: foundHits });
}

/**
 * A part of the hits in a sort order with its own column, found by sorting all hits. Used when there are few hits, or possibly
 * more than MOST_MET. The statement does not begin with `select`, so it is planned each time for the actual number of hits.
 */
export async function findPartSorted(db: Kysely<DB>, query: TermQuery, part: Part): Promise<FoundPart> {
  const { rows } = await sql<{ id: string; at: string; by: string }>`
    with hits as materialized (select e.id from search_entries e where ${matches(query, 'e')})
    select r.id, r.created_at::text as at, ${byOf(part.sort, 'r')}::text as by from resources r join hits using (id)
    where ${isVisible} and ${keyAfter(part.sort, part.after, 'r')}
    order by ${orderOf(part.sort, 'r')} limit ${part.limit} offset ${part.skip}`.execute(db);
  return { hits: withoutCards(rows.map(({ id }) => id)), found: rows.length, last: rows.at(-1) ?? null };
}

/** A part of all resources in a given sort order, read from that order's index alone. */
export function findOfAll(db: Kysely<DB>, part: Part): Promise<FoundPart> {
  return asPart(
    db,
    { ...part, skip: 0 },
    {
      source: sql`select r.id, r.created_at, ${byOf(part.sort, 'r')} from resources r
        where ${isVisible} and ${keyAfter(part.sort, part.after, 'r')}
        order by ${orderOf(part.sort, 'r')} limit ${sql.lit(part.limit)} offset ${part.skip}`,
      found: foundHits,
    },
  );
}

/**
 * The first hits in sort order, ranked by their best match (product.md DI-4): 1. exact editor; 2. phrase in editor or title;
 * 3. all words in editor or title; 4. all words in editor, title or author; 5. some words only in the description; 6. some words
 * only in tags.
 */
export async function findCandidates(
  db: Kysely<DB>,
  query: TermQuery,
  ranking: Ranking,
  { sort, limit }: { sort: 'newest' | 'oldest'; limit: number },
): Promise<{ hits: Hit[]; found: number }> {
  const { rows } = await sql<{ ids: string | null; found: number }>`select * from (
    with hits as materialized (select e.id, e.created_at, e.places from search_entries e where ${matches(query, 'e')}),
      first as (select h.* from hits h order by ${orderOf(sort, 'h')} limit ${limit}),
      ranked as (select f.id, f.created_at, case
        when f.places @@ ${ranking.editor}::tsquery then 0
        when f.places @@ ${ranking.sequence}::tsquery then 1
        when f.places @@ ${ranking.titled}::tsquery then 2
        when f.places @@ ${ranking.authored}::tsquery then 3
        when f.places @@ ${ranking.tagged}::tsquery then 5
        else 4 end as tier from first f)
    select (select string_agg(r.id::text, ',' order by r.tier, ${orderOf(sort, 'r')}) from ranked r) as ids,
      ${foundHits} as found) answer`.execute(db);
  const [row] = rows;
  return { hits: withoutCards(row?.ids?.split(',') ?? []), found: row?.found ?? 0 };
}

/** Number of hits of a query, counting up to `most`. */
export async function countHits(db: Kysely<DB>, query: TermQuery, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from search_entries e where ${matches(query, 'e')} limit ${most}) hits`.execute(db);
  return rows[0]?.count ?? 0;
}

const facetKind = sql`split_part(c.term, '=', 1)`;

/**
 * Counts the facets of the newest `most` hits and returns the most common values of each kind.
 * @param active terms to include even if they are not among the most common
 */
export async function countFacets(
  db: Kysely<DB>,
  query: TermQuery,
  { most, perKind, active }: { most: number; perKind: number; active: readonly string[] },
): Promise<{ found: number; facets: CountedFacet[] }> {
  const { rows } = await sql<{ found: number; facets: CountedFacet[] | null }>`select * from (
    with hits as materialized (select e.id from search_entries e where ${matches(query, 'e')}
        order by e.created_at desc, e.id desc limit ${most}),
      counted as (select term, count(*)::int as count from resources r, unnest(r.facets) term
        where r.id in (select id from hits) group by 1),
      placed as (select c.*, row_number() over (partition by ${facetKind} order by c.count desc, c.term) as place from counted c)
    select ${foundHits} as found, (select json_agg(json_build_object('kind', ${facetKind},
      'value', substr(c.term, position('=' in c.term) + 1), 'count', c.count)) from placed c
      where c.place <= ${perKind} or c.term = any (${[...active]}::text[])) as facets) answer`.execute(db);
  return { found: rows[0]?.found ?? 0, facets: rows[0]?.facets ?? [] };
}

/** Visible resources with all their fields (endpoint `leaks`), sorted by date. */
export function findLeaks(
  db: Kysely<DB>,
  { direction, limit, offset }: { limit: number; offset: number; direction: 'asc' | 'desc' },
  now: Date,
) {
  return wholeResources(db, now)
    .where(isVisibleResource)
    .orderBy('resources.created_at', direction)
    .orderBy('resources.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Visible resources with all their fields, in the order of the given ids. */
export function findWhole(db: Kysely<DB>, ids: readonly string[], now: Date) {
  return wholeResources(db, now)
    .where(isVisibleResource)
    .where(sql<boolean>`resources.id = any (${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], resources.id)`)
    .execute();
}
