// Adds checked files to their resource; content that the site already has is not stored twice.

import type { Kysely } from 'kysely';
import { RESOURCE_FILES_MAX } from '#contract/uploads/limits.ts';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { changeStatus } from '#server/features/uploads/approval/actions.ts';
import { lockResource } from '#server/features/uploads/approval/queries.ts';
import { requestPreviews } from '#server/features/uploads/previews/actions.ts';
import { pathRangeOf } from '#server/features/uploads/rules.ts';
import { findFilesAt } from '#server/features/uploads/versions/queries.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import * as queries from './queries.ts';
import type { HashedFile } from './reading.ts';
import { removeFiles } from './removing.ts';
import { RefusedUpload, refusals, uploadKeyOf } from './rules.ts';

type StoringDeps = Pick<Deps, 'db' | 'storage' | 'now'>;
type PlacedFile = HashedFile & { storageKey: string };

/** Small files are written concurrently, because each waits for the disk to sync. */
const WRITES_AT_ONCE = 8;

/**
 * Stores the files of a session and adds them to its resource, in one transaction that also ends the session. Can be interrupted
 * and repeated at any point; does nothing if the session was cancelled in the meantime.
 * @throws RefusedUpload if the resource cannot accept them
 */
export async function storeUpload(
  deps: StoringDeps,
  session: queries.CheckedSession,
  files: readonly HashedFile[],
): Promise<void> {
  await queries.saveProgress(deps.db, session.id, { step: 'storing', checked: 0, now: deps.now() });
  if (session.isBundle) await putNewContents(deps, session, files);
  else if (deps.storage.remote) await adoptNewContent(deps, session, files);
  await deps.db.transaction().execute(async (trx) => {
    await queries.lockContents(
      trx,
      files.map(({ sha256 }) => sha256),
    );
    const placed = await placeFiles(trx, deps, session, files);
    // Fixed lock order: counters, resource, session.
    await lockCounters(trx);
    const resource = await lockResource(trx, session.resourceId);
    if (!(await queries.lockUploadSession(trx, session.id))) return;
    if (!resource) throw new RefusedUpload(refusals.deleted);
    if (resource.fileCount + placed.length > RESOURCE_FILES_MAX) throw new RefusedUpload(refusals.tooMany);
    if (resource.versionOf !== null) await removeReplaced(trx, session.resourceId, placed, deps.now());
    const added = await addFiles(trx, session.resourceId, placed, deps.now());
    await endOrExplain(trx, session, placed, added, deps.now());
    // The resource is no longer what was approved.
    if (resource.status === 'APPROVED' && added.size > 0) {
      await changeStatus(trx, {
        resourceId: session.resourceId,
        status: 'PENDING',
        reason: null,
        by: null,
        now: deps.now(),
      });
    }
    await askForPreviews(trx, session.resourceId);
  });
}

/** Requests previews unless some file of the resource is still being checked. The caller must have locked the resource. */
export async function askForPreviews(trx: Kysely<DB>, resourceId: string): Promise<void> {
  if (!(await queries.hasChecks(trx, resourceId))) await requestPreviews(trx, resourceId);
}

/** Assigns each file its storage key. The contents are locked, so content that is reused here cannot be removed. */
const placeFiles = async (
  trx: Kysely<DB>,
  { storage }: Pick<Deps, 'storage'>,
  session: queries.CheckedSession,
  files: readonly HashedFile[],
): Promise<PlacedFile[]> => {
  const stored = await findIntact(trx, storage, files);
  const own = firstOfEach(files);
  if (!session.isBundle) {
    const [file] = files;
    if (file && !stored.has(file.sha256))
      await storage.partials.adopt(session.id, uploadKeyOf(session.id), session.size);
  }
  return files.map((file) => ({
    ...file,
    storageKey: stored.get(file.sha256) ?? uploadKeyOf(session.id, own.get(file.sha256)),
  }));
};

/** Storage keys of content that is already stored and intact. A file missing from the disk must not be reused. */
const findIntact = async (
  db: Kysely<DB>,
  storage: Deps['storage'],
  files: readonly HashedFile[],
): Promise<Map<string, string>> => {
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]));
  const stored = [...(await queries.findStoredContents(db, files))];
  const found = await storage.sizes(stored.map(([, key]) => key));
  return new Map(stored.filter(([sha256], index) => found[index] === sizes.get(sha256)));
};

/** Index of the first file with each content; other files with the same content share its key. */
const firstOfEach = (files: readonly HashedFile[]): Map<string, number> => {
  const first = new Map<string, number>();
  for (const [index, { sha256 }] of files.entries()) if (!first.has(sha256)) first.set(sha256, index);
  return first;
};

/** Writes the files of a bundle before any lock is taken; files that turn out to be duplicates are removed afterwards. */
const putNewContents = async (
  { db, storage }: StoringDeps,
  session: queries.CheckedSession,
  files: readonly HashedFile[],
): Promise<void> => {
  const stored = await findIntact(db, storage, files);
  const indices = [...firstOfEach(files)].filter(([sha256]) => !stored.has(sha256)).map(([, index]) => index);
  // Wait for all writes, even after a failure, because a file that is written later would never be cleaned up.
  await mapConcurrently(indices, WRITES_AT_ONCE, (index) =>
    storage.put(uploadKeyOf(session.id, index), files[index]?.bytes ?? new Uint8Array()),
  );
};

/**
 * Joins the parts before the transaction, because a storage service can take longer to join thousands of parts than a transaction
 * may wait. Here too, duplicates are removed afterwards.
 */
const adoptNewContent = async (
  { db, storage }: StoringDeps,
  session: queries.CheckedSession,
  files: readonly HashedFile[],
): Promise<void> => {
  const stored = await findIntact(db, storage, files);
  if (files.some(({ sha256 }) => !stored.has(sha256)))
    await storage.partials.adopt(session.id, uploadKeyOf(session.id), session.size);
};

/** In a new version, files replace those that have their path. */
const removeReplaced = async (
  trx: Kysely<DB>,
  resourceId: string,
  placed: readonly PlacedFile[],
  now: Date,
): Promise<void> => {
  const paths = placed.map(({ path }) => path);
  for (const { path } of await findFilesAt(trx, resourceId, paths))
    await removeFiles(trx, { id: resourceId, range: pathRangeOf(path), now });
};

const addFiles = async (
  trx: Kysely<DB>,
  resourceId: string,
  placed: readonly PlacedFile[],
  now: Date,
): Promise<Set<string>> => {
  const rows = placed.map(({ bytes: _, ...row }) => row);
  const added = await queries.insertFiles(trx, resourceId, rows, now);
  const bytes = placed.reduce((sum, { path, size }) => (added.has(path) ? sum + size : sum), 0);
  if (added.size > 0) await queries.addToResource(trx, resourceId, { files: added.size, bytes, now });
  return added;
};

/** Ends the session if all its files were added. Otherwise keeps it to explain which files were not added. */
const endOrExplain = async (
  trx: Kysely<DB>,
  session: queries.CheckedSession,
  placed: readonly PlacedFile[],
  added: ReadonlySet<string>,
  now: Date,
): Promise<void> => {
  const [first, ...others] = placed.filter(({ path }) => !added.has(path));
  if (!first) return void (await queries.deleteUploadSession(trx, session.id));
  const refusal = session.isBundle ? refusals.someExist(others.length + 1, first.path) : refusals.exists(first.path);
  await queries.refuseSession(trx, session.id, refusal, now);
};
