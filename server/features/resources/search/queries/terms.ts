// Looks up the words of a search in the search vocabulary and in the catalogue's counters.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';

/** A term and the number of visible resources that have it. */
export type CountedTerm = { term: string; count: number };

/** What the database knows about one word of a search. A list is empty if it was not needed or nothing matched. */
export type KnownWord = {
  word: string;
  isLast: boolean;
  /** Number of resources with exactly this word; 0 if it is not in the vocabulary. */
  count: number;
  variants: CountedTerm[];
  beginning: CountedTerm[];
  holding: CountedTerm[];
  alike: CountedTerm[];
};

const MOST_WORDS = 8;
const MOST_BEGINNING = 20;
const MOST_ALIKE = 12;

const counted = (from: RawBuilder<unknown>) =>
  sql`(select json_agg(json_build_object('term', found.word, 'count', found.count)) as list from (${from}) found)`;

const mostUsed = (condition: RawBuilder<unknown>, limit: number) =>
  sql`(select w.word, w.count from search_words w where ${condition} order by w.count desc, w.word limit ${sql.lit(limit)})`;

/**
 * Looks up a search and its filter in the vocabulary and counters, in one round trip: each exact word, its singular and
 * plural, words that begin with it (for the last word, which is still being typed, and for unknown words), words that
 * contain it, and similar words.
 */
export async function readTerms(
  db: Kysely<DB>,
  { search, filters }: { search: string; filters: readonly { kind: string; value: string }[] },
) {
  const kinds = filters.map(({ kind }) => kind);
  const [row] = await findTerms(db, { search, kinds, values: filters.map(({ value }) => value) });
  if (!row) throw new Error('The search query returned no row.');
  return row;
}

const findTerms = createCompiledQuery((db, asked: { search: string; kinds: string[]; values: string[] }) => {
  const begins = sql`(asked.is_last or own.count is null)`;
  const unknown = sql`own.count is null and variants.list is null and beginning.list is null`;
  return sql<{
    words: KnownWord[];
    facets: { kind: string; term: string; count: number }[];
    all: number;
  }>`select
    (select coalesce(json_agg(known order by known.place), '[]') from (
      select asked.place, asked.word, asked.is_last as "isLast", coalesce(own.count, 0) as count,
        coalesce(variants.list, '[]') as variants, coalesce(beginning.list, '[]') as beginning,
        coalesce(holding.list, '[]') as holding, coalesce(alike.list, '[]') as alike
      from (select word, place, place = max(place) over () as is_last
        from unnest((search_words_of(${asked.search}))[1:${sql.lit(MOST_WORDS)}]) with ordinality as split (word, place)) asked
      left join lateral (select w.count from search_words w where w.word = asked.word) own on true
      cross join lateral ${counted(
        mostUsed(
          sql`length(asked.word) >= 3 and w.word = any (array_remove(array[asked.word || 's', asked.word || 'es',
          case when asked.word like '%s' and length(asked.word) > 3 then left(asked.word, -1) end,
          case when asked.word like '%es' and length(asked.word) > 4 then left(asked.word, -2) end,
          case when asked.word like '%ies' then left(asked.word, -3) || 'y' end,
          case when asked.word like '%y' then left(asked.word, -1) || 'ies' end], null))`,
          5,
        ),
      )} variants
      cross join lateral ${counted(sql`
        ${mostUsed(sql`${begins} and length(asked.word) = 1 and left(w.word, 1) = asked.word`, MOST_BEGINNING)} union all
        ${mostUsed(sql`${begins} and length(asked.word) = 2 and left(w.word, 2) = asked.word`, MOST_BEGINNING)} union all
        ${mostUsed(
          sql`${begins} and length(asked.word) > 2 and w.word > asked.word and w.word < asked.word || chr(1114111)`,
          MOST_BEGINNING,
        )}`)} beginning
      cross join lateral ${counted(
        mostUsed(
          sql`${unknown} and length(asked.word) >= 3 and length(w.word) >= 4 and w.word like '%' || asked.word || '%'`,
          MOST_BEGINNING,
        ),
      )} holding
      cross join lateral ${counted(sql`
        (select w.word, w.count from search_words w
        where ${unknown} and holding.list is null and length(asked.word) >= 3 and length(w.word) >= 4 and w.word % asked.word
        order by similarity(w.word, asked.word) desc, w.count desc, w.word limit ${sql.lit(MOST_ALIKE)})
        union ${mostUsed(
          // Two swapped letters leave few matching trigrams.
          sql`${unknown} and holding.list is null and w.word = any (array(select left(asked.word, n - 1)
            || substr(asked.word, n + 1, 1) || substr(asked.word, n, 1) || substr(asked.word, n + 2)
            from generate_series(1, length(asked.word) - 1) n))`,
          MOST_ALIKE,
        )}`)} alike
    ) known) as words,
    (select coalesce(json_agg(json_build_object('kind', given.kind, 'term', left(given.kind || '=' || lower(given.value), 200),
        'count', coalesce((select sum(f.count) from facet_counts f
          where f.kind = given.kind and lower(f.value) = lower(given.value)), 0))), '[]')
      from unnest(${asked.kinds}::text[], ${asked.values}::text[]) as given (kind, value)) as facets,
    coalesce((select count from facet_counts where kind = 'all'), 0) as "all"`.compile(db);
});
