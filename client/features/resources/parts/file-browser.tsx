import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '#client/kit/format-bytes.ts';
import { Breadcrumbs } from '#client/ui/breadcrumbs.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { FileList } from '#client/ui/file-list.tsx';
import { FileRow, LockedMark } from '#client/ui/file-row.tsx';
import { FolderRow } from '#client/ui/folder-row.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import type { LinkLikeProps } from '#client/ui/link.tsx';
import type { ResourceFile } from '#contract/resources.ts';
import { DownloadLink } from '../../downloads/parts/download-link.tsx';
import type { DownloadRight } from '../download-right.ts';
import { type FileEntry, fileKind, folderView } from '../folder-view.ts';
import { Checksums } from './checksums.tsx';

const ICONS: [RegExp, IconName][] = [
  [/^(?:MOV|MP4|M4V|WEBM|MKV|AVI|MXF)$/, 'video'],
  [/^(?:WAV|MP3|AIF|AIFF|FLAC|OGG|M4A)$/, 'music'],
  [/^(?:PNG|JPG|JPEG|GIF|WEBP|AVIF|TIF|TIFF|EXR|SVG|PSD)$/, 'image'],
  [/^(?:ZIP|RAR|7Z|GZ|TAR)$/, 'archive'],
];

const iconOf = (kind: string): IconName => ICONS.find(([kinds]) => kinds.test(kind))?.[1] ?? 'file';

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

const FolderLink = (props: LinkLikeProps) => <Link preventScrollReset {...props} />;

type Browsed = {
  resourceId: string;
  files: ResourceFile[];
  /** The folder of the address; "" is the root. */
  folder: string;
  hrefFor: (folder: string) => string;
  right: DownloadRight;
};

const FileAction = ({ resourceId, file, right }: { resourceId: string; file: FileEntry; right: DownloadRight }) =>
  right === 'sign-in' || right === 'upgrade' ? (
    <LockedMark>Premium only</LockedMark>
  ) : (
    <DownloadLink
      id={resourceId}
      file={file.path}
      adFree={right === 'member'}
      label={`Download ${file.name}`}
      className={buttonClass({ size: 'sm', className: 'max-md:btn-square max-md:w-9' })}
    >
      <Icon name="download" small />
      <span className="max-md:hidden">Download</span>
    </DownloadLink>
  );

/** Moves the focus to the list when another folder is opened: the link that had it is gone. */
const useFocusOnChange = (folder: string) => {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(folder);
  useEffect(() => {
    if (shown.current === folder) return;
    shown.current = folder;
    box.current?.focus({ preventScroll: true });
  }, [folder]);
  return box;
};

/** The files of a resource, folder by folder; folders are addresses, so back and forward work, also without scripts. */
export const FileBrowser = ({ resourceId, files, folder, hrefFor, right }: Browsed) => {
  const view = folderView(files, folder);
  const box = useFocusOnChange(folder);
  if (files.length === 0) {
    return <EmptyState title="No files yet">This resource has no files to download.</EmptyState>;
  }
  if (!view.exists) {
    return (
      <EmptyState
        title="No such folder"
        actions={
          <FolderLink to={hrefFor('')} className={buttonClass()}>
            Show all files
          </FolderLink>
        }
      >
        There is no folder of this name in the resource.
      </EmptyState>
    );
  }
  const parent = view.crumbs.at(-2)?.path;
  const bar = (
    <>
      {parent !== undefined && (
        <FolderLink
          to={hrefFor(parent)}
          className={buttonClass({ variant: 'quiet', size: 'sm', className: 'btn-square' })}
          aria-label="Back to the folder above"
        >
          <Icon name="back" />
        </FolderLink>
      )}
      <Breadcrumbs
        label="Folders"
        crumbs={view.crumbs.map(({ name, path }) => ({ label: name, to: hrefFor(path) }))}
        link={FolderLink}
      />
      <span className="mono ml-auto flex-none text-muted">
        {itemsOf(view.items)}, {formatBytes(view.size)}
      </span>
    </>
  );
  return (
    <div ref={box} tabIndex={-1} className="outline-0">
      <FileList label="Files" bar={bar}>
        {view.folders.map(({ name, path, items, size }) => (
          <FolderRow
            key={path}
            name={name}
            to={hrefFor(path)}
            items={itemsOf(items)}
            size={formatBytes(size)}
            link={FolderLink}
          />
        ))}
        {view.files.map((file) => {
          const kind = fileKind(file.name);
          return (
            <FileRow
              key={file.path}
              name={file.name}
              kind={kind}
              size={formatBytes(file.size)}
              icon={iconOf(kind)}
              action={<FileAction resourceId={resourceId} file={file} right={right} />}
            />
          );
        })}
      </FileList>
      {view.files.length > 0 && <Checksums shown={view.files} all={files} />}
    </div>
  );
};
