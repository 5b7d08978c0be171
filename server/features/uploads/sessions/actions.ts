// Writes that begin and end an upload, each in one transaction.
import type { Kysely } from 'kysely';
import { RESOURCE_FILES_MAX } from '#contract/uploads/limits.ts';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { startCheck } from '#server/features/uploads/processing/actions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { SiteSettings } from '#server/platform/settings.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';
import { GB_BYTES, hasRoom, type NewSession, readManifest } from './rules.ts';

/** The settings are read before the transaction: who holds a connection must not wait for a second one. */
type Space = Pick<Deps, 'storage' | 'limits'> & { settings: SiteSettings };

/** What somebody wants to add to a resource of theirs. */
export type Wish = {
  userId: string;
  resourceId: string;
  /** Bytes of all of it. */
  size: number;
  /** Files that it will be. */
  files: number;
  /** Where they will stand, made safe; none for a bundle, whose paths are told at its end. */
  paths: readonly string[];
};

/**
 * Decides whether somebody may add something: the one place where quota, sizes, the number of files and uploads, taken paths
 * and the room on the disk are judged. It holds the resource, then the person, until the transaction ends; the caller
 * adds the session or the files in the same transaction, which is what uses the quota up.
 * @param options.asSession whether it will be one of the few uploads that one may have receiving at once
 * @throws Problem RESOURCE_NOT_FOUND, FILE_TOO_LARGE, QUOTA_EXCEEDED, TOO_MANY_UPLOADS, TOO_MANY_FILES, FILE_EXISTS,
 *   STORAGE_FULL
 */
export async function reserve(
  trx: Kysely<DB>,
  { settings, storage, limits }: Space,
  wish: Wish,
  options: { asSession: boolean } = { asSession: false },
): Promise<void> {
  const { maxUploadSize, defaultUserQuota } = settings;
  if (!(await queries.lockOwnResource(trx, wish.resourceId, wish.userId))) throw new Problem('RESOURCE_NOT_FOUND');
  if (wish.size > maxUploadSize * GB_BYTES) throw new Problem('FILE_TOO_LARGE');
  await queries.lockPerson(trx, wish.userId);
  const { used, reserved, receiving } = await queries.measureUsage(trx, wish.userId);
  if (options.asSession && receiving >= limits.uploadSessions) throw new Problem('TOO_MANY_UPLOADS');
  if (used + reserved + wish.size > defaultUserQuota * GB_BYTES) throw new Problem('QUOTA_EXCEEDED');
  await demandPlaces(trx, wish, null);
  // Two people's uploads do not wait for each other before this: both would be promised the last of the disk.
  await queries.lockStorageRoom(trx);
  const space = await storage.partials.space();
  if (!hasRoom(space, wish.size, await queries.sumPromised(trx))) throw new Problem('STORAGE_FULL');
}

/** @throws Problem TOO_MANY_FILES, FILE_EXISTS */
const demandPlaces = async (
  trx: Kysely<DB>,
  { resourceId, files, paths }: Pick<Wish, 'resourceId' | 'files' | 'paths'>,
  ownSession: string | null,
): Promise<void> => {
  if ((await queries.countPlannedFiles(trx, resourceId)) + files > RESOURCE_FILES_MAX)
    throw new Problem('TOO_MANY_FILES');
  if (paths.length === 0) return;
  const taken = await queries.findTakenPath(trx, resourceId, paths, ownSession);
  if (taken === undefined) return;
  const message = `There is a file at “${taken}” in the resource already.`;
  throw new Problem('FILE_EXISTS', { message, fields: { path: message } });
};

/** Begins an upload. @throws Problem as `reserve` does */
export async function createUploadSession(
  deps: Pick<Deps, 'db' | 'now' | 'settings' | 'storage' | 'limits'>,
  viewer: Viewer,
  id: string,
  given: NewSession,
): Promise<void> {
  const wish = {
    userId: viewer.id,
    resourceId: given.resourceId,
    size: given.size,
    files: given.bundle ?? 1,
    paths: given.bundle === null ? [given.path] : [],
  };
  const settings = await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    await reserve(trx, { ...deps, settings }, wish, { asSession: true });
    const isBundle = given.bundle !== null;
    await queries.insertUploadSession(trx, { ...given, id, userId: viewer.id, isBundle, now: deps.now() });
  });
}

/**
 * Hands a session whose bytes are all there to the checks. One that they have already, or have refused, stays as it is.
 * @throws Problem UPLOAD_SESSION_NOT_FOUND, UPLOAD_INCOMPLETE, BAD_INPUT, FILE_NAME, FILE_EXISTS, TOO_MANY_FILES
 */
export async function completeSession(
  deps: Pick<Deps, 'db' | 'now' | 'storage'>,
  viewer: Viewer,
  id: string,
  files: readonly queries.BundledFile[] | undefined,
): Promise<queries.SessionRow> {
  const found = await queries.findOwnUploadSession(deps.db, id, viewer.id);
  if (!found) throw new Problem('UPLOAD_SESSION_NOT_FOUND');
  // A service may take long to tell: nobody holds a connection and locks meanwhile.
  const length = found.state === 'RECEIVING' ? await deps.storage.partials.size(id) : null;
  return await deps.db.transaction().execute(async (trx) => {
    // In the order of all locks: the resource comes before what hangs on it.
    await queries.lockOwnResource(trx, found.resourceId, viewer.id);
    const session = await queries.lockOwnUploadSession(trx, id, viewer.id);
    if (!session) throw new Problem('UPLOAD_SESSION_NOT_FOUND');
    if (session.state !== 'RECEIVING') return session;
    if (session.received < session.size || length !== session.size) throw new Problem('UPLOAD_INCOMPLETE');
    if (!session.isBundle && files) throw new Problem('BAD_INPUT', { fields: { files: 'This is not a bundle.' } });
    const manifest = session.isBundle ? readManifest(files, session.size) : null;
    if (manifest) {
      const places = {
        resourceId: session.resourceId,
        // The session itself is counted as one.
        files: manifest.length - 1,
        paths: manifest.map(({ path }) => path),
      };
      await demandPlaces(trx, places, id);
    }
    const checking = await queries.beginChecking(trx, id, manifest, deps.now());
    await startCheck(trx, id);
    return checking;
  });
}
