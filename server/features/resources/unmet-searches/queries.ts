import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** A search that found nothing, by a person whose hash is different in each search. `day` is `yyyy-mm-dd`, in UTC. */
export type UnmetSearch = { words: string; person: string; editor: string; type: string; day: string };

/** Writes searches. A person counts once for the same words; the last search decides about the filters and the day. Idempotent. */
export async function putUnmetSearches(db: Kysely<DB>, key: string, searches: readonly UnmetSearch[]): Promise<void> {
  // A statement may write a row only once, and in a fixed order, so that two processes don't wait for each other.
  const each = new Map(searches.map((search) => [`${search.words}\0${search.person}`, search]));
  const rows = [...each.values()].sort((a, b) =>
    a.words === b.words ? (a.person < b.person ? -1 : 1) : a.words < b.words ? -1 : 1,
  );
  await db
    .insertInto('unmet_searches')
    .values(
      rows.map(({ words, person, editor, type, day }) => ({
        words,
        person,
        hash_key: key,
        editor,
        type,
        searched_on: day,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['words', 'person']).doUpdateSet({
        // A search without filters doesn't say less about what the person wants than the one before.
        editor: sql`coalesce(nullif(excluded.editor, ''), unmet_searches.editor)`,
        type: sql`coalesce(nullif(excluded.type, ''), unmet_searches.type)`,
        searched_on: sql`greatest(excluded.searched_on, unmet_searches.searched_on)`,
      }),
    )
    .execute();
}

/** Deletes at most `most` searches of earlier days. Returns how many were deleted. */
export async function deleteOldSearches(db: Kysely<DB>, beforeDay: string, most: number): Promise<number> {
  const deleted = await db
    .deleteFrom('unmet_searches')
    .where(
      sql<boolean>`ctid = any (array(select ctid from unmet_searches where searched_on < ${beforeDay}::date limit ${most}))`,
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** The people behind the same words, with a filter or with any: `editor` and `type` are null for searches with any. */
export type UnmetCount = { words: string; editor: string | null; type: string | null; people: number };

/** Enough for every list that can be filtered out of it. */
const MOST_COUNTS = 500;

/**
 * What people searched for without a result, most people first, if the catalogue still has none. Each row counts different people;
 * rows of fewer than `leastPeople` are left out.
 */
export async function countUnmetSearches(
  db: Kysely<DB>,
  { key, sinceDay, leastPeople }: { key: string; sinceDay: string; leastPeople: number },
): Promise<UnmetCount[]> {
  const { rows } = await sql<UnmetCount>`
    with counted as (
      select words, editor, type, count(*)::int as people from unmet_searches
      where hash_key = ${key} and searched_on >= ${sinceDay}::date
      group by grouping sets ((words), (words, editor), (words, type), (words, editor, type))
      having count(*) >= ${leastPeople}
    )
    select words, editor, type, people from counted c
    where editor is distinct from '' and type is distinct from ''
      and not exists (
        select from search_entries e where e.terms @@ (
          select string_agg('''' || replace(replace(term, '\\', '\\\\'), '''', '''''') || '''', ' & ')::tsquery
          from (
            select unnest(search_words_of(c.words)) union all
            select left('editor=' || c.editor, 200) where c.editor is not null union all
            select left('type=' || c.type, 200) where c.type is not null
          ) as asked (term)
        )
      )
    order by people desc, words, editor nulls first, type nulls first limit ${MOST_COUNTS}`.execute(db);
  return rows;
}
