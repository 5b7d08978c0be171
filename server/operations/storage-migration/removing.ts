// Removes what nobody needs any more: where the files come from what is at the other end, and there what a killed run left.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { isOfUpload, type StorageRoute } from './copying.ts';
import { BATCH_FILES, inBatches, keysOf, type Move, sizesIn } from './move.ts';
import { isProbe, requireTwoPlaces } from './places.ts';
import * as queries from './queries.ts';

/**
 * Files that were brought over, are not there any more, and that no resource has. Where the site knows nothing of the storage of
 * before any more, people have deleted them since.
 * @param moved those that have been brought over
 * @param there bytes under each key at the other end, asked before this
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
 * Removes what was brought over where it came from, each file only while its other copy is there in its size, and uploads that
 * people have deleted since. Only for `move.siteHasLeft`.
 * @returns how many were removed, and how many are left
 * @throws SamePlace, what the storages throw
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
 * Removes what a run that was killed had just put at the other end, and what was removed where it came from before anybody
 * looked there again. Only files of uploads.
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
