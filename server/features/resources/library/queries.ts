import { type Kysely, sql } from 'kysely';
import { LIBRARY_SAME_MAX } from '#contract/resources/limits.ts';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/bookmarks/queries.ts';

type Match = { sha256: string; resourceId: string; path: string; version: number };

/**
 * Files of visible resources and their earlier versions with one of these hashes; of several versions with the same content only the
 * latest. Of resources with the same content only the first approved are listed, so that a file that is in every pack, such as an
 * empty one, doesn't make the reply large.
 */
export async function findFilesByHash(db: Kysely<DB>, hashes: readonly string[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select given.sha256, found.resource_id as "resourceId", found.path, found.version
    from unnest(${[...new Set(hashes)]}::text[]) as given (sha256)
    cross join lateral (
      select resources.id as resource_id, f.path, holder.version, resources.approved_at,
        rank() over (partition by resources.id order by holder.version desc) as place
      from resource_files f
      join resources holder on holder.id = f.resource_id
      join resources on resources.id = coalesce(holder.version_of, holder.id)
      where f.sha256 = given.sha256 and f.size > 0 and ${isVisible}
        and (holder.version_of is null or holder.status = 'REPLACED' and holder.deleted_at is null)
      order by place, resources.approved_at, resources.id, f.path limit ${sql.lit(LIBRARY_SAME_MAX)}
    ) found
    where found.place = 1`.execute(db);
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
      'resources.version',
    ])
    .where('resources.id', 'in', ids)
    .where(isVisible)
    .orderBy('resources.title')
    .orderBy('resources.id')
    .execute();
}
