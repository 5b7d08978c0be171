// Creating and completing upload sessions, each in one transaction.
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

/** Settings are read before the transaction, because code that holds a connection must not wait for a second one. */
type Space = Pick<Deps, 'storage' | 'limits'> & { settings: SiteSettings };

/** What a user wants to add to their resource. */
export type Wish = {
  userId: string;
  resourceId: string;
  /** Total size in bytes. */
  size: number;
  files: number;
  /** Sanitised target paths; empty for a bundle, whose paths are sent on completion. */
  paths: readonly string[];
};

/**
 * Decides whether a user may add files. Only this function checks quota, sizes, the number of files and uploads, path conflicts
 * and disk space. Locks the resource, then the user, until the transaction ends. The caller inserts the session or files in the
 * same transaction, which uses up the quota.
 * @param options.asSession whether the upload counts towards the user's limit of concurrent uploads
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
  const resource = await queries.lockOwnResource(trx, wish.resourceId, wish.userId);
  if (!resource) throw new Problem('RESOURCE_NOT_FOUND');
  if (wish.size > maxUploadSize * GB_BYTES) throw new Problem('FILE_TOO_LARGE');
  await queries.lockPerson(trx, wish.userId);
  const { used, reserved, receiving } = await queries.measureUsage(trx, wish.userId);
  if (options.asSession && receiving >= limits.uploadSessions) throw new Problem('TOO_MANY_UPLOADS');
  if (used + reserved + wish.size > defaultUserQuota * GB_BYTES) throw new Problem('QUOTA_EXCEEDED');
  await demandPlaces(trx, wish, { exceptSession: null, replaces: resource.versionOf !== null });
  // Without this lock, uploads by different users would not wait for each other, and two could reserve the same free space.
  await queries.lockStorageRoom(trx);
  const space = await storage.partials.space();
  if (!hasRoom(space, wish.size, await queries.sumPromised(trx))) throw new Problem('STORAGE_FULL');
}

/** In a new version, files replace those that have their path. @throws Problem TOO_MANY_FILES, FILE_EXISTS */
const demandPlaces = async (
  trx: Kysely<DB>,
  { resourceId, files, paths }: Pick<Wish, 'resourceId' | 'files' | 'paths'>,
  options: { exceptSession: string | null; replaces: boolean },
): Promise<void> => {
  if ((await queries.countPlannedFiles(trx, resourceId)) + files > RESOURCE_FILES_MAX)
    throw new Problem('TOO_MANY_FILES');
  if (paths.length === 0) return;
  const taken = await queries.findTakenPath(trx, resourceId, paths, options);
  if (taken === undefined) return;
  const message = `There is already a file at “${taken}” in this asset.`;
  throw new Problem('FILE_EXISTS', { message, fields: { path: message } });
};

/** Creates an upload session. @throws Problem as `reserve` does */
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
 * Completes a session whose bytes have all arrived and enqueues its check. A session that was already checked or refused is left
 * unchanged.
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
  // A storage service may be slow, so ask it before holding a connection and locks.
  const length = found.state === 'RECEIVING' ? await deps.storage.partials.size(id) : null;
  return await deps.db.transaction().execute(async (trx) => {
    // The lock order requires locking the resource before its sessions.
    const resource = await queries.lockOwnResource(trx, found.resourceId, viewer.id);
    const session = await queries.lockOwnUploadSession(trx, id, viewer.id);
    if (!session) throw new Problem('UPLOAD_SESSION_NOT_FOUND');
    if (session.state !== 'RECEIVING') return session;
    if (session.received < session.size || length !== session.size) throw new Problem('UPLOAD_INCOMPLETE');
    if (!session.isBundle && files) throw new Problem('BAD_INPUT', { fields: { files: 'This is not a bundle.' } });
    const manifest = session.isBundle ? readManifest(files, session.size) : null;
    if (manifest) {
      const places = {
        resourceId: session.resourceId,
        // The session itself already counts as one file.
        files: manifest.length - 1,
        paths: manifest.map(({ path }) => path),
      };
      await demandPlaces(trx, places, { exceptSession: id, replaces: Boolean(resource?.versionOf) });
    }
    const checking = await queries.beginChecking(trx, id, manifest, deps.now());
    await startCheck(trx, id);
    return checking;
  });
}
