import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/bookmarks/queries.ts';
import { isActiveAt } from '#server/platform/account-status.ts';

/** The project behind a key, unless its owner is suspended or deleted. Owners see their own. */
export function findProject(db: Kysely<DB>, key: string, viewerId: string | null, now: Date) {
  return db
    .selectFrom('collections')
    .innerJoin('users', 'users.id', 'collections.user_id')
    .select([
      'collections.id',
      'collections.user_id as ownerId',
      'collections.name',
      'collections.description',
      'collections.updated_at as updatedAt',
      'users.username as owner',
    ])
    .where('collections.project_key', '=', key)
    .where(sql<boolean>`(collections.user_id = ${viewerId} or ${isActiveAt(now)})`)
    .executeTakeFirst();
}

/** The visible assets of a project, in order, with the latest receipts of this person. */
export function findProjectItems(db: Kysely<DB>, collectionId: string, receiptsOf: string | null) {
  return db
    .selectFrom('collection_items')
    .innerJoin('resources', 'resources.id', 'collection_items.resource_id')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select([
      'resources.id',
      'resources.title',
      'users.username as author',
      'resources.editor',
      'resources.type',
      'resources.licence',
      'resources.is_premium as isPremium',
      'resources.thumbnail_key as thumbnailKey',
      'collection_items.note',
      'collection_items.status',
      sql<string | null>`(select id from download_receipts where resource_id = resources.id and user_id = ${receiptsOf}
        order by created_at desc, id desc limit 1)`.as('receiptId'),
    ])
    .where('collection_items.collection_id', '=', collectionId)
    .where(isVisible)
    .orderBy('collection_items.position')
    .orderBy('resources.id')
    .execute();
}

type Own = { id: string; ownerId: string };

/** Sets the key of a collection's link, or keeps the one that it has unless `renew` is set. Returns the key in use. */
export async function setProjectKey(
  db: Kysely<DB>,
  { id, ownerId, key, renew }: Own & { key: string; renew: boolean },
): Promise<string | undefined> {
  const row = await db
    .updateTable('collections')
    .set({ project_key: renew ? key : sql<string>`coalesce(project_key, ${key})` })
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .returning('project_key')
    .executeTakeFirst();
  return row?.project_key ?? undefined;
}

/** Returns whether the collection exists. */
export async function removeProjectKey(db: Kysely<DB>, { id, ownerId }: Own): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('collections')
    .set({ project_key: null })
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes note and status of a collection's item; undefined if the collection doesn't contain the resource. */
export function changeNote(
  db: Kysely<DB>,
  collectionId: string,
  resourceId: string,
  { note, status }: { note?: string | undefined; status?: string | undefined },
) {
  return db
    .updateTable('collection_items')
    .set({ note: note ?? sql`note`, status: status ?? sql`status` })
    .where('collection_id', '=', collectionId)
    .where('resource_id', '=', resourceId)
    .returning(['note', 'status'])
    .executeTakeFirst();
}
