import { type Kysely, type RawBuilder, sql } from 'kysely';
import { SIMILAR_SHOWN } from '#contract/requests/limits.ts';
import type { DB } from '#db/types.ts';
import { type Reader, type RequestRow, requestColumns, requestsFor } from '#server/features/requests/queries.ts';
import { isVisible } from '#server/features/resources/public.ts';
import { containing } from '#server/kit/db/like.ts';
import { PLANNED_EACH_TIME } from '#server/kit/db/prepared-statements.ts';
import { comparedName } from './rules.ts';

/** Maximum number of candidates to compare per word; further candidates would add nothing new. */
const MOST_OF_A_WORD = 60;
/** Maximum number of candidates with the same beginning. */
const MOST_BEGINNING = 50;
/** Maximum number of candidate resources that contain the rarest word of the name. */
const MOST_COMPARED = 500;

const named = (condition: RawBuilder<unknown>, most: number) => sql`
  (select r.id, lower(r.name) as name from resource_requests r where r.removed_at is null and ${condition}
    limit ${sql.lit(most)})`;

/**
 * Requests whose name could mean the same thing, most similar first. To limit the number of comparisons, only these are compared:
 * exact matches, some names with the same beginning, and some names per word (for a rare word, all names that contain it).
 */
export async function findAlike(db: Kysely<DB>, name: string, reader: Reader): Promise<RequestRow[]> {
  const { beginning, words } = comparedName(name);
  if (beginning === '') return [];
  const start = containing(beginning).slice(1);
  const candidates = sql.join(
    [
      named(sql`lower(r.name) = lower(${name})`, SIMILAR_SHOWN),
      named(sql`lower(r.name) like lower(${start})`, MOST_BEGINNING),
      ...words.map((word) => named(sql`lower(r.name) like ${containing(word)}`, MOST_OF_A_WORD)),
    ],
    sql` union `,
  );
  const { rows } = await sql<RequestRow>`select ${PLANNED_EACH_TIME} ${requestColumns(reader)}
    from (select hit.id, hit."isSame", greatest(hit.part, hit.whole) as likeness
      from (select c.id, c.name = lower(${name}) as "isSame", word_similarity(lower(${beginning}), c.name) as part,
          similarity(lower(${beginning}), c.name) as whole
        from (${candidates}) c offset 0) hit
      where hit.part >= 0.6 or hit.whole >= 0.3
      order by "isSame" desc, likeness desc, hit.id limit ${sql.lit(SIMILAR_SHOWN)}) near, ${requestsFor(reader)}
    where r.id = near.id order by near."isSame" desc, near.likeness desc, r.id`.execute(db);
  return rows;
}

export type AlikeResource = { id: string; title: string; author: string; thumbnailKey: string | null };

/** Public resources whose title could mean the same thing, most similar first. Candidates contain the rarest word of the name. */
export async function findAlikeResources(db: Kysely<DB>, name: string): Promise<AlikeResource[]> {
  const { rows } = await sql<AlikeResource>`select ${PLANNED_EACH_TIME} resources.id, resources.title,
      users.username as author, resources.thumbnail_key as "thumbnailKey"
    from (select e.id from search_entries e where e.terms @@ (
        select format('%L', w.word)::tsquery from search_words w
        where w.word = any (search_words_of(${name})) and w.count > 0 and length(w.word) >= 3
        order by w.count, w.word limit 1) limit ${sql.lit(MOST_COMPARED)}) hit
    join resources on resources.id = hit.id and ${isVisible} join users on users.id = resources.author_id
    where word_similarity(${name}, resources.title) >= 0.4 or word_similarity(resources.title, ${name}) >= 0.6
    order by similarity(${name}, resources.title) desc, resources.id limit ${sql.lit(SIMILAR_SHOWN)}`.execute(db);
  return rows;
}
