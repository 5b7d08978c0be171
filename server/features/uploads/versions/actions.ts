// New versions of approved assets (decision 0041): started as hidden uploads, made current by approval, restored and deleted.
import type { Kysely } from 'kysely';
import { VERSION_CHANGES_SHOWN, VERSIONS_MAX } from '#contract/uploads/limits.ts';
import type { VersionChanges } from '#contract/uploads/versions.ts';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { adminActing, countNewUpload, holdUpload, type UploadDeps } from '#server/features/uploads/actions.ts';
import { isUnderWay, setResourceDeleted } from '#server/features/uploads/approval/queries.ts';
import { requestPreviews } from '#server/features/uploads/previews/actions.ts';
import { requestFilePreviews } from '#server/features/uploads/previews/files/jobs.ts';
import { findProgress, findUploadOwner, type HeldUpload } from '#server/features/uploads/queries.ts';
import { mayChange } from '#server/features/uploads/rules.ts';
import { announce } from '#server/kit/db/bus.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';

type VersionDeps = Pick<Deps, 'db' | 'now'>;

/** Preview states in which no job is needed. */
const isSettled = (state: string | undefined): boolean => state === 'READY' || state === 'FAILED' || state === 'NONE';

/** @throws Problem VERSION_NEEDS_APPROVAL, UPLOAD_NOT_READY, VERSION_OPEN, VERSIONS_FULL */
const requireRoom = async (trx: Kysely<DB>, id: string, held: HeldUpload): Promise<queries.ResourceVersionRow[]> => {
  if (held.status !== 'APPROVED' || held.versionOf !== null) throw new Problem('VERSION_NEEDS_APPROVAL');
  if (await isUnderWay(trx, id)) throw new Problem('UPLOAD_NOT_READY');
  const versions = await queries.listVersionRows(trx, id);
  if (versions.some(({ publishedAt }) => publishedAt === null)) throw new Problem('VERSION_OPEN');
  if (versions.length >= VERSIONS_MAX) throw new Problem('VERSIONS_FULL');
  return versions;
};

type Start = { id: string; filesFrom: string; note: string; now: Date };

const startVersion = async (trx: Kysely<DB>, { id, filesFrom, note, now }: Start) => {
  const number = (await queries.findLastNumber(trx, id)) + 1;
  const versionId = await queries.insertVersion(trx, { resourceId: id, filesFrom, number, note, now });
  return { number, versionId };
};

/**
 * Starts a new version of an approved resource, with its files. Content is stored once, however many versions have it.
 * @returns the id of the version's upload
 * @throws Problem RESOURCE_NOT_FOUND, VERSION_NEEDS_APPROVAL, VERSION_OPEN, VERSIONS_FULL, UPLOAD_NOT_READY, TOO_MANY_REQUESTS
 */
export async function createVersion(
  deps: UploadDeps,
  viewer: Viewer,
  { id, note }: { id: string; note: string },
): Promise<string> {
  const owner = await findUploadOwner(deps.db, id);
  if (!owner || !mayChange(owner.authorId, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
  await countNewUpload(deps, viewer);
  return await deps.db.transaction().execute(async (trx) => {
    const held = await holdUpload(trx, id, viewer);
    await requireRoom(trx, id, held);
    const { versionId, number } = await startVersion(trx, { id, filesFrom: id, note, now: deps.now() });
    // The previews of the asset are still being made, for the asset only.
    const progress = await findProgress(trx, versionId);
    if (!isSettled(progress?.previewState)) await requestPreviews(trx, versionId);
    const actor = adminActing(viewer, held.authorId);
    if (actor) {
      const subject = { kind: 'resource', id };
      const after = { version: number, note };
      await writeAudit(trx, { at: deps.now(), actor, action: 'upload.change', subject, after });
    }
    return versionId;
  });
}

type Publication = { resourceId: string; versionId: string; number: number; now: Date };

/**
 * Makes a version the current one of its resource, whose address, counters and place stay. The files that were current become an
 * earlier version. Call with the counters, the version and the resource locked.
 */
export async function publishVersion(trx: Kysely<DB>, publication: Publication): Promise<void> {
  const { resourceId } = publication;
  await queries.swapFiles(trx, publication);
  await queries.swapVersions(trx, publication);
  await queries.moveHistory(trx, publication);
  // A job that was reading the files of the version finds others now, so the resource asks again for what is missing.
  const progress = await findProgress(trx, resourceId);
  if (isSettled(progress?.previewState)) await requestFilePreviews(trx, resourceId);
  else await requestPreviews(trx, resourceId);
  await announce(trx, 'resources', resourceId);
}

type VersionAsked = { id: string; number: number };

const requireEarlier = (
  versions: queries.ResourceVersionRow[],
  { id, number }: VersionAsked,
): queries.ResourceVersionRow => {
  const asked = versions.find((version) => version.number === number);
  if (!asked || asked.publishedAt === null || asked.filesId === id) throw new Problem('VERSION_NOT_FOUND');
  return asked;
};

/**
 * Publishes the files of an earlier version again, as a new version. Its files were approved before, so it needs no review.
 * @returns the new number
 * @throws Problem RESOURCE_NOT_FOUND, VERSION_NOT_FOUND (also for the current version), VERSION_NEEDS_APPROVAL, VERSION_OPEN,
 *   VERSIONS_FULL, UPLOAD_NOT_READY, TOO_MANY_REQUESTS
 */
export async function restoreVersion(deps: UploadDeps, viewer: Viewer, asked: VersionAsked): Promise<number> {
  const { id } = asked;
  const now = deps.now();
  const owner = await findUploadOwner(deps.db, id);
  if (!owner || !mayChange(owner.authorId, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
  await countNewUpload(deps, viewer);
  return await deps.db.transaction().execute(async (trx) => {
    const held = await holdUpload(trx, id, viewer);
    const { filesId } = requireEarlier(await requireRoom(trx, id, held), asked);
    const note = `Back to version ${asked.number}.`;
    const { number, versionId } = await startVersion(trx, { id, filesFrom: filesId, note, now });
    await publishVersion(trx, { resourceId: id, versionId, number, now });
    const actor = adminActing(viewer, held.authorId);
    if (actor) {
      const subject = { kind: 'resource', id };
      const before = { title: held.title, version: held.version };
      await writeAudit(trx, {
        at: now,
        actor,
        action: 'upload.restore-version',
        subject,
        before,
        after: { version: number },
      });
    }
    return number;
  });
}

/**
 * Deletes an earlier version. Its files are kept as long as those of a deleted upload, so running downloads are finished.
 * @throws Problem RESOURCE_NOT_FOUND, VERSION_NOT_FOUND (also for the current version)
 */
export async function deleteVersion(deps: VersionDeps, viewer: Viewer, asked: VersionAsked): Promise<void> {
  const { id, number } = asked;
  const now = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const held = await holdUpload(trx, id, viewer);
    const { filesId } = requireEarlier(await queries.listVersionRows(trx, id), asked);
    const actor = adminActing(viewer, held.authorId);
    await setResourceDeleted(trx, filesId, actor?.id ?? null, now);
    if (actor) {
      const subject = { kind: 'resource', id };
      const before = { title: held.title, version: number };
      await writeAudit(trx, { at: now, actor, action: 'upload.delete-version', subject, before });
    }
    await announce(trx, 'resources', id);
  });
}

/**
 * Changes the note of a version.
 * @throws Problem RESOURCE_NOT_FOUND, VERSION_NOT_FOUND
 */
export async function changeVersionNote(
  deps: VersionDeps,
  viewer: Viewer,
  { id, number, note }: VersionAsked & { note: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const held = await holdUpload(trx, id, viewer);
    if (!(await queries.setNote(trx, id, number, note))) throw new Problem('VERSION_NOT_FOUND');
    const actor = adminActing(viewer, held.authorId);
    if (actor) {
      const subject = { kind: 'resource', id };
      const after = { version: number, note };
      await writeAudit(trx, { at: deps.now(), actor, action: 'upload.change', subject, after });
    }
    await announce(trx, 'resources', id);
  });
}

/**
 * What a version that isn't public yet changes.
 * @throws Problem RESOURCE_NOT_FOUND (also for assets)
 */
export async function readChanges({ db }: VersionDeps, viewer: Viewer, id: string): Promise<VersionChanges> {
  const [owner, version] = await Promise.all([findUploadOwner(db, id), queries.findVersion(db, id)]);
  const isOpen = owner?.deletedAt === null && owner.status !== 'REPLACED';
  if (!isOpen || !version || !mayChange(owner.authorId, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
  const { resourceId } = version;
  return await queries.compareVersion(db, { resourceId, versionId: id }, VERSION_CHANGES_SHOWN);
}
