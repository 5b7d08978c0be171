import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Public versions of a resource that are not deleted, newest first. Empty for a resource that has had only one. */
export function findResourceVersions(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('resource_versions')
    .innerJoin('resources', 'resources.id', 'resource_versions.files_id')
    .select([
      'resource_versions.number',
      'resource_versions.note',
      'resources.file_count as fileCount',
      'resources.file_size as fileSize',
    ])
    .select(sql<Date>`resource_versions.published_at`.as('publishedAt'))
    .where('resource_versions.resource_id', '=', resourceId)
    .where('resource_versions.published_at', 'is not', null)
    .where('resources.deleted_at', 'is', null)
    .orderBy('resource_versions.number', 'desc')
    .execute();
}
