// Every change locks the row of the owner or of the collection, so that concurrent changes cannot violate limits or unique names.
import type { Kysely } from 'kysely';
import { COLLECTION_ITEMS_MAX, COLLECTIONS_MAX } from '#contract/resources/limits.ts';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import * as queries from './queries.ts';

type ActionDeps = Pick<Deps, 'db' | 'bus' | 'now'>;
type Own = { id: string; ownerId: string };

const lockOwn = async (trx: Kysely<DB>, { id, ownerId }: Own) => {
  const found = await queries.lockCollection(trx, id, ownerId);
  if (!found) throw new Problem('COLLECTION_NOT_FOUND');
  return found;
};

/** Shared pages are cached for minutes, so a collection that is no longer public is purged immediately. */
const announceWithdrawal = (trx: Kysely<DB>, { bus }: ActionDeps, id: string) => bus.publish(trx, 'collections', id);

/** Returns whether the resource was added; false if it was already there. */
const addItem = async (trx: Kysely<DB>, collectionId: string, resourceId: string, now: Date): Promise<boolean> => {
  if (!(await queries.isResourceVisible(trx, resourceId))) throw new Problem('RESOURCE_NOT_FOUND');
  const { count, nextPosition, holds } = await queries.measureItems(trx, collectionId, resourceId);
  if (holds) return false;
  if (count >= COLLECTION_ITEMS_MAX) throw new Problem('COLLECTION_FULL');
  await queries.insertItem(trx, { collectionId, resourceId, position: nextPosition, now });
  return true;
};

/**
 * Creates a collection at the end of the owner's list and returns its id.
 * @throws Problem COLLECTION_NAME_TAKEN, COLLECTION_FULL (maximum number of collections reached), RESOURCE_NOT_FOUND
 */
export function createCollection(
  { db, now }: ActionDeps,
  given: {
    ownerId: string;
    name: string;
    description?: string | undefined;
    isPublic?: boolean | undefined;
    resourceId?: string | undefined;
  },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { ownerId, name, description = '', isPublic = true, resourceId } = given;
    await queries.lockCollectionOwner(trx, ownerId);
    const { count, nextPosition, isNameTaken } = await queries.measureCollections(trx, ownerId, name);
    if (isNameTaken) throw new Problem('COLLECTION_NAME_TAKEN');
    if (count >= COLLECTIONS_MAX) throw new Problem('COLLECTION_FULL');
    const at = now();
    const id = await queries.insertCollection(trx, {
      ownerId,
      name,
      description,
      isPublic,
      position: nextPosition,
      now: at,
    });
    if (resourceId !== undefined) await addItem(trx, id, resourceId, at);
    return id;
  });
}

/** @throws Problem COLLECTION_NOT_FOUND, COLLECTION_NAME_TAKEN */
export function updateCollection(
  deps: ActionDeps,
  own: Own,
  changes: {
    name?: string | undefined;
    description?: string | undefined;
    isPublic?: boolean | undefined;
    order?: readonly string[] | undefined;
  },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const { name, description, isPublic, order } = changes;
    await queries.lockCollectionOwner(trx, own.ownerId);
    const was = await lockOwn(trx, own);
    if (name !== undefined && (await queries.isNameOfAnother(trx, { ...own, name })))
      throw new Problem('COLLECTION_NAME_TAKEN');
    await queries.changeCollection(
      trx,
      own.id,
      {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(isPublic === undefined ? {} : { is_public: isPublic }),
      },
      deps.now(),
    );
    if (order) await queries.orderItems(trx, own.id, order);
    if (was.isPublic && isPublic === false) await announceWithdrawal(trx, deps, own.id);
  });
}

/** @throws Problem COLLECTION_NOT_FOUND */
export function deleteCollection(deps: ActionDeps, own: Own): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const was = await lockOwn(trx, own);
    await queries.deleteCollectionRow(trx, own.id);
    if (was.isPublic) await announceWithdrawal(trx, deps, own.id);
  });
}

/** @throws Problem COLLECTION_NOT_FOUND, RESOURCE_NOT_FOUND, COLLECTION_FULL */
export function addToCollection({ db, now }: ActionDeps, own: Own, resourceId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockOwn(trx, own);
    if (await addItem(trx, own.id, resourceId, now())) await queries.changeCollection(trx, own.id, {}, now());
  });
}

/** @throws Problem COLLECTION_NOT_FOUND */
export function removeFromCollection({ db, now }: ActionDeps, own: Own, resourceId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockOwn(trx, own);
    if (await queries.deleteItem(trx, own.id, resourceId)) await queries.changeCollection(trx, own.id, {}, now());
  });
}
