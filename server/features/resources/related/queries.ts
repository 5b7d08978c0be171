import { type Selectable, sql } from 'kysely';
import { SHELF_CARDS } from '#contract/resources/limits.ts';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/bookmarks/queries.ts';
import { cardColumns } from '#server/features/resources/queries.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';

/** The newest other assets of an author, as card rows. */
export const findMoreBy = createCompiledQuery((db, { id, authorId }: { id: string; authorId: string }) =>
  db
    .selectFrom('resources')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select(cardColumns)
    .where('resources.author_id', '=', authorId)
    .where('resources.id', '<>', id)
    .where(isVisible)
    .orderBy('resources.created_at', 'desc')
    .orderBy('resources.id', 'desc')
    .limit(sql.lit(SHELF_CARDS))
    .compile(),
);

/** Number of newest assets that are compared with the asset, whatever they are. */
const NEWEST_COMPARED = 500;
/** Older assets are compared if they share a tag or type that at most this many assets have. */
const RARE_COUNT = 300;
const MOST_RARE = 6;

const kindOf = sql`split_part(term, '=', 1)`;

/**
 * Assets with the same type or a tag in common, as card rows: those with the most tags, type, editor and facts in common first. The
 * work is the same however many assets there are. There are twice as many rows as a shelf has cards, because the other shelf may
 * have taken some of them.
 */
export const findSimilar = createCompiledQuery((db, { id }: { id: string }) => {
  const own = sql`(select s.facets from resources s where s.id = ${id})::text[]`;
  const count = sql`(select sum(f.count) from facet_counts f
    where f.kind = ${kindOf} and lower(f.value) = substr(term, strpos(term, '=') + 1))`;
  const rare = sql`select string_agg('''' || replace(replace(term, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery from (
    select term from (select term, ${count} as count from unnest(${own}) term where ${kindOf} in ('type', 'tag')) counted
    where count <= ${sql.lit(RARE_COUNT)} order by count, term limit ${sql.lit(MOST_RARE)}) few`;
  const compared = sql`
    (select id from resources where ${isVisible} order by created_at desc, id desc limit ${sql.lit(NEWEST_COMPARED)})
    union (select e.id from search_entries e where e.terms @@ (${rare}))`;
  const score = sql`(select sum(case ${kindOf} when 'type' then 4 when 'tag' then 3 else 1 end) from unnest(resources.facets) term
    where term = any (${own}) and ${kindOf} not in ('category', 'licence'))`;
  const isKin = sql`resources.facets && array(select term from unnest(${own}) term where ${kindOf} in ('type', 'tag'))`;
  const found = sql<Selectable<DB['resources']> & { score: number }>`(select resources.*, ${score} as score
    from (${compared}) compared join resources using (id) where ${isVisible} and resources.id <> ${id} and ${isKin}
    order by score desc, resources.created_at desc, resources.id desc limit ${sql.lit(2 * SHELF_CARDS)})`;
  return db
    .selectFrom(found.as('resources'))
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select(cardColumns)
    .orderBy('resources.score', 'desc')
    .orderBy('resources.created_at', 'desc')
    .orderBy('resources.id', 'desc')
    .compile();
});
