// Removes files that are no longer needed: migrated files from the old storage, and leftovers of killed runs from the new
// storage.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { isOfUpload, type StorageRoute } from './copying.ts';
import { BATCH_FILES, inBatches, keysOf, type Move, sizesIn } from './move.ts';
import { isProbe, requireTwoPlaces } from './places.ts';
import * as queries from './queries.ts';

/**
 * Migrated files that are missing from the new storage and belong to no resource. If the site no longer uses the old storage,
 * users have deleted these files.
 * @param moved files that have been migrated
 * @param there size of each file in the new storage, read before this call
 */
export async function findDeleted(
  db: Kysely<DB>,
  moved: ReadonlyMap<string, unknown>,
  there: ReadonlyMap<string, number | null>,
): Promise<ReadonlySet<string>> {
  const gone = [...moved.keys()].filter((key) => there.get(key) === null);
  if (gone.length === 0) return new Set();
  const named = await queries.findKnownContents(db, gone);
  return new Set(gone.filter((key) => !named.has(key)));
}

/**
 * Deletes files from the old storage: migrated files whose copy in the new storage has the right size, and uploads that users
 * have deleted since the migration. Only allowed if `move.siteHasLeft` is true.
 * @returns the number of files removed and left
 * @throws SamePlace, storage errors
 */
export async function deleteMoved(move: Move): Promise<{ removed: number; left: number }> {
  const { db, route, name, atOnce, signal } = move;
  const outcome = { removed: 0, left: 0 };
  await requireTwoPlaces(route);
  for await (const batch of inBatches(route.from.list())) {
    const moved = await queries.findMoved(db, name, keysOf(batch));
    const there = await sizesIn(route.to, batch);
    const deleted = await findDeleted(db, moved, there);
    await mapConcurrently(batch, atOnce, async ({ key, size }) => {
      signal?.throwIfAborted();
      if (isProbe(key)) return await route.from.delete(key);
      const known = moved.get(key);
      const isThere = known?.size === size && known.sizeThere === there.get(key);
      if (isThere || (deleted.has(key) && isOfUpload(key))) {
        await route.from.delete(key);
        outcome.removed += 1;
      } else outcome.left += 1;
    });
  }
  if (outcome.left === 0) await queries.deleteMoveRecords(db, name);
  return outcome;
}

/**
 * Removes uploaded files that should no longer be in the new storage. Either a killed run had just written them, or they were
 * deleted from the old storage before a run could check again.
 */
export async function deleteStrandedFiles(db: Kysely<DB>, name: string, { from, to }: StorageRoute): Promise<void> {
  let behind = '';
  for (;;) {
    const keys = await queries.findBegun(db, name, { behind, limit: BATCH_FILES });
    const last = keys.at(-1);
    if (last === undefined) return;
    behind = last;
    const [here, there, named] = [
      await from.sizes(keys),
      await to.sizes(keys),
      await queries.findKnownContents(db, keys),
    ];
    for (const [index, key] of keys.entries()) {
      const isStranded = here[index] === null && typeof there[index] === 'number' && !named.has(key);
      if (isStranded && isOfUpload(key)) await to.delete(key);
    }
  }
}
