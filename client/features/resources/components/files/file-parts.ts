// Parts of the list of files whose code is loaded after the page.
import { laterPart } from '#client/ui/later-part.tsx';

const details = () => import('./file-details.tsx');
export const FileThumbPart = laterPart(() => details().then((file) => file.FileThumb));
export const FileCellsPart = laterPart(() => details().then((file) => file.FileCells));
export const FileNotePart = laterPart(() => details().then((file) => file.FileNote));
export const StageNotePart = laterPart(() =>
  import('#client/features/resources/stage/stage-note.tsx').then((file) => file.StageNote),
);
export const FolderPagerPart = laterPart(() => import('./folder-pager.tsx').then((file) => file.FolderPager));
export const BreadcrumbsPart = laterPart(() => import('#client/ui/breadcrumbs.tsx').then((file) => file.Breadcrumbs));
export const ChecksumsPart = laterPart(() => import('./checksums.tsx').then((file) => file.Checksums));

export function loadFileParts(): Promise<unknown> {
  const parts = [
    FileThumbPart,
    FileCellsPart,
    FileNotePart,
    StageNotePart,
    FolderPagerPart,
    BreadcrumbsPart,
    ChecksumsPart,
  ];
  return Promise.all(parts.map((part) => part.preload()));
}
