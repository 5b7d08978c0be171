// Parts of the list of files whose code is loaded after the page.
import { laterPart } from '#client/ui/later-part.tsx';

const details = () => import('./file-details.tsx');
export const FileThumb = laterPart(() => details().then((file) => file.FileThumb), 'span');
export const FileCells = laterPart(() => details().then((file) => file.FileCells), 'span');
export const FileNote = laterPart(() => details().then((file) => file.FileNote), 'span');
export const FolderPager = laterPart(() => import('./folder-pager.tsx').then((file) => file.FolderPager));
export const Breadcrumbs = laterPart(() => import('#client/ui/breadcrumbs.tsx').then((file) => file.Breadcrumbs));
export const Checksums = laterPart(() => import('./checksums.tsx').then((file) => file.Checksums));

export function loadFileParts(): Promise<unknown> {
  return Promise.all([
    FileThumb.preload(),
    FileCells.preload(),
    FileNote.preload(),
    FolderPager.preload(),
    Checksums.preload(),
  ]);
}
