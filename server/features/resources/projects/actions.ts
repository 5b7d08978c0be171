import type { Deps } from '#server/deps.ts';
import { changeCollection, lockCollection } from '#server/features/resources/collections/queries.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { changeNote } from './queries.ts';

/** @throws Problem COLLECTION_NOT_FOUND, RESOURCE_NOT_FOUND (the collection doesn't contain it) */
export function noteItem(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, ownerId, resourceId }: { id: string; ownerId: string; resourceId: string },
  changes: { note?: string | undefined; status?: string | undefined },
) {
  return db.transaction().execute(async (trx) => {
    if (!(await lockCollection(trx, id, ownerId))) throw new Problem('COLLECTION_NOT_FOUND');
    const changed = await changeNote(trx, id, resourceId, changes);
    if (!changed) throw new Problem('RESOURCE_NOT_FOUND');
    await changeCollection(trx, id, {}, now());
    return changed;
  });
}
