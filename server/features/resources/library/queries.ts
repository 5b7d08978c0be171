import { type Kysely, sql } from 'kysely';
import { LIBRARY_SAME_MAX } from '#contract/resources/limits.ts';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/bookmarks/queries.ts';

type Match = { sha256: string; resourceId: string; path: string };

/**
 * Files of visible resources with one of these hashes. Of resources with the same content only the first approved are listed, so that a
 * file that is in every pack, such as an empty one, doesn't make the reply large.
 */
export async function findFilesByHash(db: Kysely<DB>, hashes: readonly string[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select given.sha256, found.resource_id as "resourceId", found.path
    from unnest(${[...new Set(hashes)]}::text[]) as given (sha256)
    cross join lateral (
      select f.resource_id, f.path from resource_files f join resources on resources.id = f.resource_id
      where f.sha256 = given.sha256 and f.size > 0 and ${isVisible}
      order by resources.approved_at, f.resource_id, f.path limit ${sql.lit(LIBRARY_SAME_MAX)}
    ) found`.execute(db);
  return rows;
}

/** The packs that the matches are from. */
export function findPacks(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom('resources')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select([
      'resources.id',
      'resources.title',
      'users.username as author',
      'resources.licence',
      'resources.is_premium as isPremium',
      'resources.file_count as fileCount',
    ])
    .where('resources.id', 'in', ids)
    .where(isVisible)
    .orderBy('resources.title')
    .orderBy('resources.id')
    .execute();
}
