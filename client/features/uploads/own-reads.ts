// What the page of an own upload reads, and how a write or a fresh look changes it.

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
import { getOwnUpload } from './api.ts';

export function ownRead(id: string) {
  return read(getOwnUpload, { params: { id } });
}
export function pathIn(id: string) {
  return (place: FolderPlace) => placePath(ownUploadPath(id), place);
}

/** Loads the page at each visit; only the upload itself must be there, its files say so when they are not. */
export async function loadOwn(context: AppContext, id: string, url: URL): Promise<LoadResult> {
  const files = loadFolder(context, id, url, { pathOf: pathIn(id), loading: reload }).catch(() => undefined);
  await reload(context, ownRead(id));
  return await files;
}

/** A write has answered with the upload as it is now; lists and public pages ask again when they are next opened. */
export function keepOwn(context: AppContext, upload: OwnUpload): void {
  invalidateAll(context);
  context.queryCache.put(ownRead(upload.id).key, upload);
}

/** Takes over what is under way; what it tells of only by the way (files, picture, reason) is asked for again. */
export async function keepProgress(context: AppContext, progress: UploadProgress, place: FolderPlace): Promise<void> {
  const { id } = progress;
  const known = loadedOf(context, ownRead(id));
  if (!known) return;
  update(context, ownRead(id), (upload) => ({ ...upload, ...progress }));
  const hasOtherFiles = known.fileCount !== progress.fileCount || known.fileSize !== progress.fileSize;
  const isOther = known.status !== progress.status || known.preview.state !== progress.preview.state;
  await Promise.allSettled([
    hasOtherFiles && reload(context, folderRead(id, place)),
    isOther && reload(context, ownRead(id)),
    // An answer that was lost before is asked for with the next change.
    load(context, folderRead(id, place)),
  ]);
}
