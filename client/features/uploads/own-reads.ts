// Queries of an upload's own page, and how writes and progress updates change their cached data.

import {
  type FolderPlace,
  folderRead,
  loadFolder,
  placePath,
} from '#client/features/resources/components/files/folder-place.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { LoadResult } from '#client/kit/data/page.ts';
import { invalidateAll, load, loadedOf, read, reload, update } from '#client/kit/data/query.ts';
import { ownUploadPath } from '#contract/paths.ts';
import type { OwnUpload, UploadProgress } from '#contract/uploads/api.ts';
import { getOwnReview, getOwnUpload } from './api.ts';

export function ownRead(id: string) {
  return read(getOwnUpload, { params: { id } });
}
/** Query for an upload's place in the review queue and the latest decision. */
export function ownReviewRead(id: string) {
  return read(getOwnReview, { params: { id } });
}
export function pathIn(id: string) {
  return (place: FolderPlace) => placePath(ownUploadPath(id), place);
}

/**
 * Reloads the page's data on every visit. Only the upload itself is required; other parts that fail show their own error.
 */
export async function loadOwn(context: AppContext, id: string, url: URL): Promise<LoadResult> {
  const files = loadFolder(context, id, url, { pathOf: pathIn(id), loading: reload }).catch(() => undefined);
  const review = Promise.allSettled([
    reload(context, ownReviewRead(id)),
    // Imported on demand, so that the list of files that comes with every page stays short.
    import('./messages/messages-api.ts').then(({ messagesRead }) => reload(context, messagesRead(id))),
  ]);
  await reload(context, ownRead(id));
  await review;
  return await files;
}

/**
 * Caches the upload returned by a write, and invalidates everything else, so that lists and public pages reload when next opened.
 */
export function keepOwn(context: AppContext, upload: OwnUpload): void {
  invalidateAll(context);
  context.queryCache.put(ownRead(upload.id).key, upload);
}

/**
 * Applies a progress update to the cached upload. Data that it doesn't include (files, thumbnail, reason) is reloaded if it
 * changed.
 */
export async function keepProgress(context: AppContext, progress: UploadProgress, place: FolderPlace): Promise<void> {
  const { id } = progress;
  const known = loadedOf(context, ownRead(id));
  if (!known) return;
  update(context, ownRead(id), (upload) => ({ ...upload, ...progress }));
  // A replaced file may have the same size.
  const hasOtherFiles = known.updatedAt !== progress.updatedAt;
  const isOther = known.status !== progress.status || known.preview.state !== progress.preview.state;
  await Promise.allSettled([
    hasOtherFiles && reload(context, folderRead(id, place)),
    isOther && reload(context, ownRead(id)),
    isOther && reload(context, ownReviewRead(id)),
    // Retries the listing if it failed to load earlier.
    load(context, folderRead(id, place)),
  ]);
}
