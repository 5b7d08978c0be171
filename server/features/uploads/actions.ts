// A leaker's own resources, from draft to deletion. Each change is one transaction, which takes the counter lock before it
// locks the resource (docs/architecture.md, "Data").

import type { UploadDetails } from '#contract/uploads/api.ts';
import { changeStatus, markDeleted } from '#server/features/uploads/approval/actions.ts';
import { deleteUnshownPictures, makeThumbnail, requestPreviews } from '#server/features/uploads/previews/actions.ts';
import { deleteFilePreviews } from '#server/features/uploads/previews/files/deleting.ts';
import { requestFilePreviews } from '#server/features/uploads/previews/files/jobs.ts';
import { addSentPicture } from '#server/features/uploads/previews/queries.ts';
import { deleteContents, removeFiles } from '#server/features/uploads/processing/removing.ts';
import { measureUsage } from '#server/features/uploads/sessions/queries.ts';
import { GB_BYTES } from '#server/features/uploads/sessions/rules.ts';
import { hasChanges, lockVersions } from '#server/features/uploads/versions/queries.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { writeActivity } from '#server/platform/activity.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import * as queries from './queries.ts';
import {
  type CleanDetails,
  categoryMeant,
  cleanDetails,
  isPremiumCategory,
  mayChange,
  pathRangeOf,
  purgeTime,
  requireLicence,
  titleOf,
} from './rules.ts';

export type UploadDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'storage' | 'bus' | 'settings'>;

/** Batch size of the purge. */
const PURGED_AT_ONCE = 100;

/** The administrator who is changing someone else's resource, for the audit log; null when leakers change their own. */
export function adminActing(viewer: Viewer, authorId: string): AuditActor | null {
  return viewer.id === authorId ? null : { id: viewer.id, name: viewer.username };
}

/**
 * Locks the counters, then a resource that the viewer may change, until the transaction ends.
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function holdUpload(trx: Deps['db'], id: string, viewer: Viewer): Promise<queries.HeldUpload> {
  await lockCounters(trx);
  const upload = await queries.lockUpload(trx, id);
  // Other people's resources are reported as not found (quality.md, "Access").
  if (!upload || !mayChange(upload.authorId, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
  return upload;
}

type Declarations = { rightsDeclaredAt: Date | null; saleDeclaredAt: Date | null };

/** The declarations that the leaker has made; nobody else can make them. */
const declarationsOf = ({ rightsDeclaredAt, saleDeclaredAt }: Declarations) => ({
  rightsDeclared: rightsDeclaredAt !== null,
  saleDeclared: saleDeclaredAt !== null,
});

/** Detail columns for a row. A declaration keeps the time when it was first made. */
export function columnsOf(
  details: CleanDetails,
  now: Date,
  before: Declarations = { rightsDeclaredAt: null, saleDeclaredAt: null },
): queries.DetailColumns {
  return {
    title: details.title,
    description: details.description,
    category: details.category,
    type: details.type,
    editor: details.editor,
    editor_min_version: details.editorMinVersion,
    tags: details.tags,
    licence: details.licence,
    rights_declared_at: details.rightsDeclared ? (before.rightsDeclaredAt ?? now) : null,
    sale_declared_at: details.saleDeclared ? (before.saleDeclaredAt ?? now) : null,
  };
}

/** Counts a new resource against the rate limit. @throws Problem TOO_MANY_REQUESTS */
export function countNewUpload(deps: UploadDeps, viewer: Viewer): Promise<void> {
  return requireWithinLimit(deps, `new uploads ${viewer.id}`, deps.limits.newUploads, deps.now());
}

type Leaker = Pick<Viewer, 'id' | 'username'>;

/** Records a submission in the activity history. */
export function recordSubmission(trx: Deps['db'], resource: { id: string; title: string }, who: Leaker, at: Date) {
  return writeActivity(trx, {
    type: 'UPLOAD',
    userId: who.id,
    resourceId: resource.id,
    details: `${who.username} uploaded ${resource.title}`,
    at,
  });
}

/**
 * Creates a draft. @returns its id
 * @throws Problem BAD_INPUT, LICENCE_NOT_ALLOWED, RIGHTS_NOT_DECLARED, TOO_MANY_REQUESTS
 */
export async function createDraft(deps: UploadDeps, viewer: Viewer, given: UploadDetails): Promise<string> {
  const { uploadCategories } = await deps.settings.get();
  const details = { ...cleanDetails(given), category: categoryMeant(given.category, uploadCategories) };
  requireLicence(details);
  await countNewUpload(deps, viewer);
  const now = deps.now();
  const upload = { authorId: viewer.id, details: columnsOf(details, now), submittedAt: null, now };
  const id = await queries.insertUpload(deps.db, upload);
  if (id === undefined) throw new Error('the id of a new resource is already taken');
  return id;
}

/**
 * Updates the details of a resource. An approved resource stays approved.
 * @throws Problem RESOURCE_NOT_FOUND, BAD_INPUT, LICENCE_NOT_ALLOWED, RIGHTS_NOT_DECLARED, VERSION_DETAILS
 */
export async function changeDetails(
  deps: UploadDeps,
  viewer: Viewer,
  { id, given }: { id: string; given: UploadDetails },
): Promise<void> {
  const now = deps.now();
  const { uploadCategories } = await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    const was = await holdUpload(trx, id, viewer);
    if (was.versionOf !== null) throw new Problem('VERSION_DETAILS');
    const actor = adminActing(viewer, was.authorId);
    const category = categoryMeant(given.category, uploadCategories, was.category);
    const details = { ...cleanDetails(given), category, ...(actor && declarationsOf(was)) };
    requireLicence(details);
    await queries.updateDetails(trx, id, columnsOf(details, now, was), now);
    if (isPremiumCategory(category) !== isPremiumCategory(was.category)) await requestFilePreviews(trx, id);
    if (actor) {
      const { title, category, licence } = was;
      const subject = { kind: 'resource', id };
      const after = { title: details.title, category: details.category, licence: details.licence };
      await writeAudit(trx, {
        at: now,
        actor,
        action: 'upload.change',
        subject,
        before: { title, category, licence },
        after,
      });
    }
    if (was.status === 'APPROVED') await deps.bus.publish(trx, 'resources', id);
  });
}

/**
 * Submits a draft, or resubmits a rejected resource. Does nothing if it is already waiting or approved.
 * @throws Problem RESOURCE_NOT_FOUND, UPLOAD_INCOMPLETE, NO_FILES, RIGHTS_NOT_DECLARED, LICENCE_NOT_ALLOWED, VERSION_UNCHANGED
 */
export async function submit(deps: UploadDeps, viewer: Viewer, id: string): Promise<void> {
  const now = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const upload = await holdUpload(trx, id, viewer);
    if (upload.submittedAt !== null && upload.status !== 'REJECTED') return;
    const sessions = await queries.countSessionsOf(trx, id);
    if (sessions.receiving > 0) throw new Problem('UPLOAD_INCOMPLETE');
    if (upload.fileCount === 0 && sessions.checking === 0) throw new Problem('NO_FILES');
    requireLicence({ category: upload.category, licence: upload.licence, ...declarationsOf(upload) });
    const { versionOf } = upload;
    if (versionOf !== null && sessions.checking === 0 && !(await hasChanges(trx, versionOf, id)))
      throw new Problem('VERSION_UNCHANGED');
    await queries.setSubmitted(trx, id, now);
    const actor = adminActing(viewer, upload.authorId);
    // The submission counts as the leaker's, even if an administrator made it.
    const leaker = actor ? await queries.findLeaker(trx, upload.authorId) : viewer;
    await recordSubmission(trx, { id: versionOf ?? id, title: titleOf(upload) }, leaker, now);
    if (actor) {
      const before = { title: titleOf(upload), status: upload.status };
      await writeAudit(trx, { at: now, actor, action: 'upload.submit', subject: { kind: 'resource', id }, before });
    }
  });
}

/**
 * Deletes a resource and cancels its uploads in progress. If it was ever public, or an administrator deletes it, it is kept
 * for DELETED_KEPT_DAYS so that an administrator can restore it; otherwise it is erased with its files. A version that isn't public
 * yet is always erased, so that another one can be started.
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function deleteUpload(deps: UploadDeps, viewer: Viewer, id: string): Promise<void> {
  const now = deps.now();
  const ended = await deps.db.transaction().execute(async (trx) => {
    const upload = await holdUpload(trx, id, viewer);
    const sessions = await queries.deleteSessionsOfUpload(trx, id);
    const by = adminActing(viewer, upload.authorId);
    if (upload.versionOf !== null) await eraseUpload(trx, id, upload);
    else if (by !== null || upload.approvedAt !== null || upload.status === 'APPROVED')
      await markDeleted(trx, { resourceId: id, by, now });
    else await eraseUpload(trx, id, upload);
    return sessions;
  });
  // If this process dies before this is done, the sweep of abandoned uploads removes the remaining bytes.
  for (const session of ended) await deps.storage.partials.drop(session);
}

type Pictures = { thumbnailKey: string | null; stripKey: string | null };

/**
 * Deletes a locked resource's row, its versions and everything that depends on them, and enqueues the removal of files and pictures.
 * Contents that another row has are kept.
 */
export async function eraseUpload(trx: Deps['db'], id: string, pictures: Pictures): Promise<void> {
  for (const { id: versionId, ...shown } of await lockVersions(trx, id)) await eraseRow(trx, versionId, shown);
  await eraseRow(trx, id, pictures);
}

const eraseRow = async (trx: Deps['db'], id: string, { thumbnailKey, stripKey }: Pictures): Promise<void> => {
  await deleteContents(trx, await queries.findContents(trx, id));
  await deleteFilePreviews(trx, id);
  await queries.deleteUploadRow(trx, id);
  await deleteUnshownPictures(trx, thumbnailKey);
  await deleteUnshownPictures(trx, stripKey);
};

/**
 * Removes a file from a resource, or a folder if the path ends with a slash. An approved resource goes back to PENDING.
 * @throws Problem RESOURCE_NOT_FOUND, FILE_NOT_FOUND
 */
export async function deleteUploadFile(
  deps: UploadDeps,
  viewer: Viewer,
  { id, path }: { id: string; path: string },
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction().execute(async (trx) => {
    const upload = await holdUpload(trx, id, viewer);
    const files = await removeFiles(trx, { id, range: pathRangeOf(path), now });
    if (files === 0) throw new Problem('FILE_NOT_FOUND');
    const actor = adminActing(viewer, upload.authorId);
    if (actor) {
      const subject = { kind: 'resource', id };
      await writeAudit(trx, {
        at: now,
        actor,
        action: 'upload.remove-file',
        subject,
        before: { path, files },
      });
    }
    if (upload.status === 'APPROVED')
      await changeStatus(trx, { resourceId: id, status: 'PENDING', reason: null, by: null, now });
    await requestPreviews(trx, id);
  });
}

/** Throws unless the viewer is the leaker of this resource and it is not deleted. */
export async function requireOwnUpload({ db }: Pick<Deps, 'db'>, viewer: Viewer, id: string): Promise<void> {
  const owner = await queries.findUploadOwner(db, id);
  if (owner?.authorId !== viewer.id || owner.deletedAt !== null) throw new Problem('RESOURCE_NOT_FOUND');
}

/**
 * Creates and stores a picture that does not yet belong to a resource. It is kept for a day and counts towards the sender's
 * quota.
 * @returns its key
 * @throws Problem QUOTA_EXCEEDED, and those of `requireWithinLimit` and `makeThumbnail`
 */
export async function keepPicture(
  deps: UploadDeps & Pick<Deps, 'pictures'>,
  { id }: Viewer,
  image: Uint8Array,
): Promise<string> {
  await requireWithinLimit(deps, `loose pictures ${id}`, deps.limits.loosePictures, deps.now());
  const { defaultUserQuota } = await deps.settings.get();
  const { used, reserved } = await measureUsage(deps.db, id);
  if (used + reserved + image.length > defaultUserQuota * GB_BYTES) throw new Problem('QUOTA_EXCEEDED');
  const { key, size } = await makeThumbnail(deps, image);
  await addSentPicture(deps.db, { key, size, userId: id });
  return key;
}

/** Sets a stored picture as the thumbnail of the viewer's own resource, and removes the previous thumbnail. */
export async function showThumbnail(
  deps: UploadDeps,
  viewer: Viewer,
  { id, thumbnail }: { id: string; thumbnail: Thumbnail },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const upload = await holdUpload(trx, id, viewer);
    if (upload.authorId !== viewer.id) throw new Problem('RESOURCE_NOT_FOUND');
    await putThumbnail(trx, deps, { id, upload, thumbnail });
  });
}

type Thumbnail = { key: string; hash: string };

/** Like `showThumbnail`, for a resource that this transaction has locked. */
export async function putThumbnail(
  trx: Deps['db'],
  deps: Pick<Deps, 'now' | 'bus'>,
  { id, upload, thumbnail }: { id: string; upload: queries.HeldUpload; thumbnail: Thumbnail },
): Promise<void> {
  await queries.setThumbnail(trx, id, thumbnail, deps.now());
  if (upload.thumbnailKey !== thumbnail.key) await deleteUnshownPictures(trx, upload.thumbnailKey);
  if (upload.status === 'APPROVED') await deps.bus.publish(trx, 'resources', id);
}

/**
 * Erases deleted resources that can no longer be restored. A resource that cannot be erased is left for the next run and does not
 * hold up the others.
 * @returns how many resources were erased
 */
export async function purgeDeleted(deps: Pick<Deps, 'db' | 'now' | 'log'>, signal?: AbortSignal): Promise<number> {
  const before = purgeTime(deps.now());
  let purged = 0;
  let last: queries.Purgeable | undefined;
  for (;;) {
    const found = await queries.findPurgeable(deps.db, { before, last }, PURGED_AT_ONCE);
    for (const { id } of found) {
      if (signal?.aborted) return purged;
      try {
        if (await purge(deps.db, id, before)) purged += 1;
      } catch (error) {
        deps.log.error({ err: error, resource: id }, 'could not permanently erase a deleted upload');
      }
    }
    last = found.at(-1);
    if (found.length < PURGED_AT_ONCE) return purged;
  }
}

const purge = (db: Deps['db'], id: string, before: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await lockCounters(trx);
    const upload = await queries.lockPurgeable(trx, id, before);
    if (upload) await eraseUpload(trx, id, upload);
    return upload !== undefined;
  });
