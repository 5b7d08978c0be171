import { memo, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '#client/kit/format-bytes.ts';
import { Breadcrumbs } from '#client/ui/breadcrumbs.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { FileList } from '#client/ui/file-list.tsx';
import { FileRow, LockedMark } from '#client/ui/file-row.tsx';
import { FolderRow } from '#client/ui/folder-row.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { LinkLikeProps } from '#client/ui/link.tsx';
import type { ResourceFile } from '#contract/resources.ts';
import { DownloadLink } from '../../downloads/parts/download-link.tsx';
import type { DownloadRight } from '../download-right.ts';
import { type Chosen, isChosen, partlyChosen } from '../selection.ts';
import { Checksums } from './checksums.tsx';
import { type FileEntry, type FolderEntry, fileKind, folderView } from './folder-view.ts';
import { useSelection } from './use-selection.ts';

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

const SelectionBar = lazyPart(() => import('./selection-bar.tsx').then((file) => file.SelectionBar));

/** Rows and checksums stay as they are while something else is chosen: a folder may have thousands. */
const FolderChecksums = memo(Checksums);

type Toggle = (path: string, on: boolean, range: boolean) => void;

type RowProps = { resourceId: string; right: DownloadRight; chosen: boolean; onToggle: Toggle };

const mayDownload = (right: DownloadRight): boolean => right === 'free' || right === 'member';

const FileItem = memo(({ resourceId, file, right, chosen, onToggle }: RowProps & { file: FileEntry }) => {
  const kind = fileKind(file.name);
  return (
    <FileRow
      name={file.name}
      kind={kind}
      size={formatBytes(file.size)}
      icon={iconOf(kind)}
      selected={chosen}
      mark={
        mayDownload(right) && (
          <Checkbox
            label={`Select ${file.name}`}
            value={file.path}
            checked={chosen}
            onChange={(on, range) => onToggle(file.path, on, range)}
          />
        )
      }
      action={
        mayDownload(right) ? (
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
        ) : (
          <LockedMark>Premium only</LockedMark>
        )
      }
    />
  );
});

type FolderItemProps = RowProps & { folder: FolderEntry; href: string; partly: boolean };

const FolderItem = memo(({ resourceId, folder, href, right, chosen, partly, onToggle }: FolderItemProps) => {
  const path = `${folder.path}/`;
  return (
    <FolderRow
      name={folder.name}
      to={href}
      items={itemsOf(folder.items)}
      size={formatBytes(folder.size)}
      selected={chosen}
      link={FolderLink}
      mark={
        mayDownload(right) && (
          <Checkbox
            label={`Select the folder ${folder.name}`}
            value={path}
            checked={chosen}
            partly={partly}
            onChange={(on, range) => onToggle(path, on, range)}
          />
        )
      }
      action={
        mayDownload(right) && (
          <DownloadLink
            id={resourceId}
            file={path}
            adFree={right === 'member'}
            label={`Download the folder ${folder.name}`}
            className={buttonClass({ variant: 'quiet', size: 'sm', className: 'btn-square relative z-1 w-9' })}
          >
            <Icon name="download" small />
          </DownloadLink>
        )
      }
    />
  );
});

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

/** The box above the rows. */
const AllMark = ({
  order,
  chosen,
  onToggle,
}: {
  order: readonly string[];
  chosen: Chosen;
  onToggle: (on: boolean) => void;
}) => {
  const count = order.filter((path) => isChosen(chosen, path)).length;
  const partly = partlyChosen(chosen);
  return (
    <div className="-ml-3.5 w-10 flex-none md:-ml-2.5 md:w-9 noscript:hidden">
      <Checkbox
        label="Select all in this folder"
        checked={count === order.length}
        partly={count > 0 || order.some((path) => partly.has(path))}
        onChange={onToggle}
      />
    </div>
  );
};

const Files = ({ resourceId, files, folder, hrefFor, right }: Browsed) => {
  const view = useMemo(() => folderView(files, folder), [files, folder]);
  const order = useMemo(
    () => [...view.folders.map(({ path }) => `${path}/`), ...view.files.map(({ path }) => path)],
    [view],
  );
  const box = useFocusOnChange(folder);
  const { chosen, toggle, toggleAll, clear } = useSelection(files, order, box);
  const partly = partlyChosen(chosen);
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
      {mayDownload(right) && <AllMark order={order} chosen={chosen} onToggle={toggleAll} />}
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
        {view.folders.map((entry) => (
          <FolderItem
            key={entry.path}
            resourceId={resourceId}
            folder={entry}
            href={hrefFor(entry.path)}
            right={right}
            chosen={isChosen(chosen, `${entry.path}/`)}
            partly={partly.has(`${entry.path}/`)}
            onToggle={toggle}
          />
        ))}
        {view.files.map((file) => (
          <FileItem
            key={file.path}
            resourceId={resourceId}
            file={file}
            right={right}
            chosen={isChosen(chosen, file.path)}
            onToggle={toggle}
          />
        ))}
      </FileList>
      <p className="sr-only" role="status">
        {chosen.size > 0 && `${itemsOf(chosen.size)} selected`}
      </p>
      {chosen.size > 0 && mayDownload(right) && (
        <SelectionBar
          resourceId={resourceId}
          files={files}
          chosen={chosen}
          adFree={right === 'member'}
          onClear={() => {
            clear();
            // The button that had the focus goes away.
            box.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {view.files.length > 0 && <FolderChecksums shown={view.files} all={files} />}
    </div>
  );
};

/**
 * The files of a resource, folder by folder; folders are addresses, so back and forward work, also without scripts. What
 * was chosen stays chosen on the way through the folders, and is forgotten on leaving the resource.
 */
export const FileBrowser = (browsed: Browsed) => <Files key={browsed.resourceId} {...browsed} />;
