import { type Kysely, sql } from 'kysely';
import { COLLECTION_COVERS } from '#contract/resources/limits.ts';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/bookmarks/queries.ts';
import { cardColumns } from '#server/features/resources/queries.ts';
import { isActiveAt } from '#server/platform/account-status.ts';

/** Visible resources of the collection in the outer query. */
const visibleItems = sql`collection_items join resources on resources.id = collection_items.resource_id and ${isVisible}
  where collection_items.collection_id = collections.id`;

const selectCollections = (db: Kysely<DB>) =>
  db
    .selectFrom('collections')
    .innerJoin('users', 'users.id', 'collections.user_id')
    .select([
      'collections.id',
      'collections.user_id as ownerId',
      'collections.name',
      'collections.description',
      'collections.is_public as isPublic',
      'collections.project_key as projectKey',
      'collections.updated_at as updatedAt',
      'users.username as owner',
      sql<number>`(select count(*)::int from ${visibleItems})`.as('items'),
      sql<(string | null)[]>`array(select resources.thumbnail_key from ${visibleItems}
        order by collection_items.position limit ${sql.lit(COLLECTION_COVERS)})`.as('covers'),
    ]);

/** A collection that the viewer may see: their own, or a public one whose owner is active. */
export function findCollection(db: Kysely<DB>, id: string, viewerId: string | null, now: Date) {
  return selectCollections(db)
    .where('collections.id', '=', id)
    .where(sql<boolean>`(collections.user_id = ${viewerId}
      or (collections.is_public and ${isActiveAt(now)}))`)
    .executeTakeFirst();
}
export type CollectionRow = NonNullable<Awaited<ReturnType<typeof findCollection>>>;

/** All collections of a user, in order. */
export function findCollectionsOf(db: Kysely<DB>, ownerId: string, { onlyPublic }: { onlyPublic: boolean }) {
  return selectCollections(db)
    .where('collections.user_id', '=', ownerId)
    .$if(onlyPublic, (query) => query.where('collections.is_public', '=', true))
    .orderBy('collections.position')
    .orderBy('collections.id')
    .execute();
}

/** Ids of a user's collections that contain a resource. */
export async function findHolding(db: Kysely<DB>, ownerId: string, resourceId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('collection_items')
    .innerJoin('collections', 'collections.id', 'collection_items.collection_id')
    .select('collections.id')
    .where('collections.user_id', '=', ownerId)
    .where('collection_items.resource_id', '=', resourceId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Card rows of a collection's visible resources, in order. */
export function findItems(db: Kysely<DB>, collectionId: string) {
  return db
    .selectFrom('collection_items')
    .innerJoin('resources', 'resources.id', 'collection_items.resource_id')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select(cardColumns)
    .where('collection_items.collection_id', '=', collectionId)
    .where(isVisible)
    .orderBy('collection_items.position')
    .orderBy('resources.id')
    .execute();
}

/** Title and licence of a collection's visible resources, in order. */
export function findLicences(db: Kysely<DB>, collectionId: string) {
  return db
    .selectFrom('collection_items')
    .innerJoin('resources', 'resources.id', 'collection_items.resource_id')
    .select(['resources.id', 'resources.title', 'resources.licence'])
    .where('collection_items.collection_id', '=', collectionId)
    .where(isVisible)
    .orderBy('collection_items.position')
    .orderBy('resources.id')
    .execute();
}

/** Locks a user's list of collections until the transaction ends. */
export async function lockCollectionOwner(trx: Kysely<DB>, ownerId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
}

/** Number of a user's collections, the next free position, and whether the name is taken, ignoring case. */
export async function measureCollections(trx: Kysely<DB>, ownerId: string, name: string) {
  const { rows } = await sql<{ count: number; nextPosition: number; isNameTaken: boolean }>`
    select count(*)::int as count, coalesce(max(position) + 1, 0) as "nextPosition",
      coalesce(bool_or(lower(name) = lower(${name})), false) as "isNameTaken"
    from collections where user_id = ${ownerId}`.execute(trx);
  return rows[0] ?? { count: 0, nextPosition: 0, isNameTaken: false };
}

/** Whether another collection of the user has this name, ignoring case. */
export async function isNameOfAnother(
  trx: Kysely<DB>,
  { ownerId, id, name }: { ownerId: string; id: string; name: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('collections')
    .select('id')
    .where('user_id', '=', ownerId)
    .where('id', '<>', id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCollection(
  trx: Kysely<DB>,
  given: { ownerId: string; name: string; description: string; isPublic: boolean; position: number; now: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('collections')
    .values({
      user_id: given.ownerId,
      name: given.name,
      description: given.description,
      is_public: given.isPublic,
      position: given.position,
      created_at: given.now,
      updated_at: given.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks one of a user's own collections until the transaction ends. */
export function lockCollection(trx: Kysely<DB>, id: string, ownerId: string) {
  return trx
    .selectFrom('collections')
    .select(['id', 'is_public as isPublic'])
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
}

export async function changeCollection(
  trx: Kysely<DB>,
  id: string,
  changes: { name?: string; description?: string; is_public?: boolean },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('collections')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteCollectionRow(trx: Kysely<DB>, id: string): Promise<void> {
  await trx.deleteFrom('collections').where('id', '=', id).execute();
}

/** Moves the given resources to the front, in the given order; the rest follow in their current order. */
export async function orderItems(trx: Kysely<DB>, collectionId: string, resourceIds: readonly string[]) {
  await sql`
    with placed as (
      select item.resource_id, row_number() over (order by given.place nulls last, item.position, item.resource_id) as position
      from collection_items item
      left join (
        select id, min(place) as place from unnest(${[...resourceIds]}::uuid[]) with ordinality as t (id, place) group by id
      ) given on given.id = item.resource_id
      where item.collection_id = ${collectionId}
    )
    update collection_items item set position = placed.position - 1 from placed
    where item.collection_id = ${collectionId} and item.resource_id = placed.resource_id`.execute(trx);
}

/** Whether a resource is visible to everyone. */
export async function isResourceVisible(trx: Kysely<DB>, id: string): Promise<boolean> {
  const row = await trx.selectFrom('resources').select('id').where('id', '=', id).where(isVisible).executeTakeFirst();
  return row !== undefined;
}

/** Number of resources in a collection, the next free position, and whether it contains this resource. */
export async function measureItems(trx: Kysely<DB>, collectionId: string, resourceId: string) {
  const { rows } = await sql<{ count: number; nextPosition: number; holds: boolean }>`
    select count(*)::int as count, coalesce(max(position) + 1, 0) as "nextPosition",
      coalesce(bool_or(resource_id = ${resourceId}), false) as holds
    from collection_items where collection_id = ${collectionId}`.execute(trx);
  return rows[0] ?? { count: 0, nextPosition: 0, holds: false };
}

export async function insertItem(
  trx: Kysely<DB>,
  item: { collectionId: string; resourceId: string; position: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('collection_items')
    .values({
      collection_id: item.collectionId,
      resource_id: item.resourceId,
      position: item.position,
      added_at: item.now,
    })
    .execute();
}

/** Returns whether the resource was in the collection. */
export async function deleteItem(trx: Kysely<DB>, collectionId: string, resourceId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('collection_items')
    .where('collection_id', '=', collectionId)
    .where('resource_id', '=', resourceId)
    .returning('resource_id')
    .executeTakeFirst();
  return row !== undefined;
}
