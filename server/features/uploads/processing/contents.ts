// Stored contents that several files can share.
import type { Deps } from '#server/deps.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { findNamedKeys, lockContents } from './queries.ts';

/** Batch size. A batch is removed concurrently, so an upload of the same content waits about as long as one removal takes. */
const REMOVED_AT_ONCE = 16;

/** Removes stored files that no row uses any more. Idempotent. */
export async function deleteUnnamedFiles(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  contents: readonly { storageKey: string; sha256: string }[],
): Promise<void> {
  for (let start = 0; start < contents.length; start += REMOVED_AT_ONCE) {
    const some = contents.slice(start, start + REMOVED_AT_ONCE);
    await db.transaction().execute(async (trx) => {
      await lockContents(
        trx,
        some.map(({ sha256 }) => sha256),
      );
      const keys = some.map(({ storageKey }) => storageKey);
      const named = await findNamedKeys(trx, keys);
      const unnamed = keys.filter((key) => !named.has(key));
      await mapConcurrently(unnamed, REMOVED_AT_ONCE, (key) => storage.delete(key));
    });
  }
}
