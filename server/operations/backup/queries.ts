/** Stored files that database rows refer to, and their recorded hashes. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Query for COPY: the files that rows refer to, one per line. `keyOfLine` converts a line to a storage key. */
export const namedFiles = `
  select 'file', storage_key from resource_files
  union all select 'thumbnail', thumbnail_key from resources where thumbnail_key is not null
  union all select 'strip', strip_key from resources where strip_key is not null
  union all select 'preview', unnest(keys) from file_previews
  union all select 'file', image_key from ad_creatives where image_key is not null
  union all select 'file', value #>> '{}' from settings where key = 'logoKey' and jsonb_typeof(to_jsonb(value)) = 'string'
  union all select 'person', avatar from users where avatar is not null
  union all select 'person', banner from users where banner is not null
  union all select 'post', file from forum_pictures`;

/** SHA-256 hashes recorded in the database for these keys. */
export async function findHashes(db: Kysely<DB>, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('resource_files')
    .select(['storage_key', 'sha256'])
    .where('storage_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.storage_key, row.sha256]));
}
