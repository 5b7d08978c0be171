import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { startingWith } from '#server/kit/db/like.ts';
import { PLANNED_EACH_TIME } from '#server/kit/db/prepared-statements.ts';

export type TitledRow = {
  id: string;
  title: string;
  posts: number;
  categoryName: string;
  categorySlug: string;
  subcategoryName: string;
  subcategorySlug: string;
};

/** Maximum number of threads with the words that are ranked. If more have them, the oldest of these and the newest ones are. */
const MOST_RANKED = 300;
/** The newest threads are read one by one, so that a word in every title still finds new ones. */
const NEWEST_READ = 2000;
const NEWEST_RANKED = 50;
/** Maximum number of the newest threads that are compared with a mistyped text. */
const NEWEST_COMPARED = 500;
/** A title must be more similar than this to a mistyped text. One right word out of two is not enough. */
const ALIKE = 0.5;

/**
 * tsquery for titles with a word that begins with each word of the text. A plural also finds the singular. Single letters must be
 * whole words, because nearly every title has a word that begins with them.
 */
const beginnings = (text: string) => sql`(select string_agg(case
    when length(word) < 2 then format('%L', word)
    when length(word) > 3 and word like '%s' then format('%L', left(word, -1)) || ':*'
    else format('%L', word) || ':*' end, ' & ')::tsquery from unnest(search_words_of(${text})) word)`;

const wholeWords = (text: string) =>
  sql`(select string_agg(format('%L', word), ' & ')::tsquery from unnest(search_words_of(${text})) word)`;

const titled = (
  ids: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
) => sql<TitledRow>`select ${PLANNED_EACH_TIME} t.id, t.title, t.post_count as posts, c.name as "categoryName", c.slug as "categorySlug",
    s.name as "subcategoryName", s.slug as "subcategorySlug"
  from forum_threads t join forum_titles h on h.thread_id = t.id
    join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id
  where t.id = any (array(${ids})) and t.deleted_at is null
  order by ${order}, t.last_post_at desc, t.id limit ${limit}`;

/**
 * Threads whose titles have all words of the text: titles that start with the text first, then those with the whole words, then
 * the most recently active. The number of ranked threads doesn't grow with the forum.
 */
export async function findTitled(db: Kysely<DB>, text: string, limit: number): Promise<TitledRow[]> {
  const candidates = sql`
    (select thread_id from forum_titles where words @@ ${beginnings(text)} limit ${sql.lit(MOST_RANKED)})
    union (select newest.thread_id from (select thread_id, words from forum_titles order by created_at desc, thread_id desc
        limit ${sql.lit(NEWEST_READ)}) newest where newest.words @@ ${beginnings(text)} limit ${sql.lit(NEWEST_RANKED)})`;
  const order = sql`lower(t.title) like lower(${startingWith(text)}) desc, h.words @@ ${wholeWords(text)} desc`;
  return (await titled(candidates, order, limit).execute(db)).rows;
}

/** The newest threads whose titles resemble a mistyped text, most similar first. */
export async function findTitledAlike(db: Kysely<DB>, text: string, limit: number): Promise<TitledRow[]> {
  const candidates = sql`select newest.id from (select t.id, t.title from forum_titles h
      join forum_threads t on t.id = h.thread_id order by h.created_at desc, h.thread_id desc
      limit ${sql.lit(NEWEST_COMPARED)}) newest
    where word_similarity(${text}, newest.title) > ${sql.lit(ALIKE)}`;
  return (await titled(candidates, sql`word_similarity(${text}, t.title) desc`, limit).execute(db)).rows;
}
