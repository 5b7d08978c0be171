// Maps rows to the contract's types.
import type { PastDownload } from '#contract/resources/bookmarks.ts';
import { maySee, thumbnailUrl } from '#server/features/resources/rules.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { PastDownloadRow } from './queries.ts';

/** A download in the history. If the resource is no longer available, its title is kept but its thumbnail is not shown. */
export function presentDownload(row: PastDownloadRow, viewer: Viewer): PastDownload {
  const available = maySee(row, viewer);
  return {
    id: String(row.id),
    resourceId: row.resourceId,
    title: row.title,
    imageUrl: thumbnailUrl(available ? row.thumbnailKey : null, 320),
    author: row.author,
    file: row.file,
    downloadedAt: row.downloadedAt.toISOString(),
    available,
    updatedSince: available && row.filesChangedAt !== null && row.filesChangedAt > row.downloadedAt,
  };
}
