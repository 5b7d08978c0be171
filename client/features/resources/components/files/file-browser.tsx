import { memo, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { DownloadRight } from '#client/features/resources/download-right.ts';
import {
  EVERYTHING,
  isChosen,
  measure,
  partlyChosen,
  type SelectedFiles,
  type ShownEntries,
} from '#client/features/resources/selection.ts';
import { useStageState, useStageStore } from '#client/features/resources/stage/stage-store.tsx';
import { isPlayed, viewKind, viewVerb } from '#client/features/resources/stage/view-kind.ts';
import { DownloadLink } from '#client/kit/downloads/download-link.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Checkbox } from '#client/ui/forms/checkbox.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { LinkLikeProps } from '#client/ui/link.tsx';
import { FileList } from '#client/ui/table/file-list.tsx';
import { FileRow, LockedMark } from '#client/ui/table/file-row.tsx';
import { FolderRow } from '#client/ui/table/folder-row.tsx';
import type { FileListing, ResourceFile, ResourceFolder } from '#contract/resources/api.ts';
import {
  BreadcrumbsPart,
  ChecksumsPart,
  FileCellsPart,
  FileNotePart,
  FileThumbPart,
  FolderPagerPart,
} from './file-parts.ts';
import type { FolderPlace } from './folder-place.ts';
import { choosableIn, crumbsOf, filesOf, lastPart } from './folder-view.ts';
import { useSelection } from './use-selection.ts';

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

const FolderLink = (props: LinkLikeProps) => <Link preventScrollReset {...props} />;

type Browsed = {
  resourceId: string;
  /** The current folder's listing from the server. */
  listing: FileListing;
  place: FolderPlace;
  pathOf: (place: FolderPlace) => string;
  right: DownloadRight;
};

const SelectionBar = lazyPart(() => import('./selection-bar.tsx').then((file) => file.SelectionBar));

type Toggle = (path: string, on: boolean, range: boolean) => void;

type RowProps = { resourceId: string; right: DownloadRight; chosen: boolean; onToggle: Toggle };

const mayDownload = (right: DownloadRight): boolean => right === 'free' || right === 'member';

const FileItem = memo(({ resourceId, file, right, chosen, onToggle }: RowProps & { file: ResourceFile }) => {
  const store = useStageStore();
  const isShown = useStageState((state) => state.file?.name === file.name);
  const isPlaying = useStageState((state) => state.file?.name === file.name && state.isPlaying);
  const name = lastPart(file.name);
  const kind = viewKind(file);
  const open = (): void => {
    if (store.get().isOpen && store.get().file?.name === file.name) store.toggle();
    else store.show(file, { plays: true });
  };
  return (
    <FileRow
      path={file.name}
      name={name}
      facts={<FileCellsPart file={file} />}
      note={<FileNotePart file={file} />}
      size={formatBytes(file.size)}
      thumbnail={<FileThumbPart file={file} />}
      selected={chosen}
      shown={isShown}
      onOpen={kind ? { label: `${isPlaying ? 'Pause' : viewVerb(kind)} ${name}`, open } : undefined}
      mark={
        mayDownload(right) && (
          <Checkbox
            label={`Select ${name}`}
            value={file.name}
            checked={chosen}
            onChange={(on, range) => onToggle(file.name, on, range)}
          />
        )
      }
      action={
        <span className="flex items-center gap-1">
          {kind && (
            <span className="file-verb" aria-hidden="true">
              <Icon name={isPlaying ? 'pause' : isPlayed(kind) ? 'play' : 'eye'} small />
            </span>
          )}
          {mayDownload(right) ? (
            <DownloadLink
              id={resourceId}
              file={file.name}
              adFree={right === 'member'}
              label={`Download ${name}`}
              className={buttonClass({ variant: 'quiet', size: 'sm', className: 'btn-square relative z-1 w-9' })}
            >
              <Icon name="download" small />
            </DownloadLink>
          ) : file.textUrl ? (
            <a
              href={file.textUrl}
              target="_blank"
              rel="noopener"
              aria-label={`Open ${name} in a new tab`}
              className={buttonClass({ variant: 'quiet', size: 'sm', className: 'relative z-1' })}
            >
              Open
            </a>
          ) : (
            <LockedMark>Premium only</LockedMark>
          )}
        </span>
      }
    />
  );
});

type FolderItemProps = RowProps & { folder: ResourceFolder; href: string; partly: boolean };

const FolderItem = memo(({ resourceId, folder, href, right, chosen, partly, onToggle }: FolderItemProps) => {
  const path = `${folder.name}/`;
  const name = lastPart(folder.name);
  return (
    <FolderRow
      name={name}
      to={href}
      items={itemsOf(folder.items)}
      size={formatBytes(folder.size)}
      selected={chosen}
      link={FolderLink}
      mark={
        mayDownload(right) && (
          <Checkbox
            label={`Select the folder ${name}`}
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
            label={`Download the folder ${name}`}
            className={buttonClass({ variant: 'quiet', size: 'sm', className: 'btn-square relative z-1 w-9' })}
          >
            <Icon name="download" small />
          </DownloadLink>
        )
      }
    />
  );
});

/** Moves focus to the list when another folder opens, because the focused link no longer exists. */
const useFocusOnChange = (place: string) => {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    box.current?.focus({ preventScroll: true });
  }, [place]);
  return box;
};

/** Checkbox above the rows that selects the whole folder, including its other pages. */
const AllMark = ({
  shown: { entries, folder, isWholeFolder },
  chosen,
  onToggle,
}: {
  shown: ShownEntries;
  chosen: SelectedFiles;
  onToggle: (on: boolean) => void;
}) => {
  const partly = partlyChosen(chosen);
  const isWhole = (path: string): boolean => isChosen(chosen, path) && !partly.has(path);
  return (
    <div className="-ml-3.5 w-10 flex-none md:-ml-2.5 md:w-9 noscript:hidden">
      <Checkbox
        label="Select all in this folder"
        checked={isWhole(folder.path) || (isWholeFolder && entries.every(({ path }) => isWhole(path)))}
        partly={partly.has(folder.path)}
        onChange={onToggle}
      />
    </div>
  );
};

const Files = ({ resourceId, listing, place, pathOf, right }: Browsed) => {
  const { folder, page } = place;
  const shown = useMemo(
    () => ({
      entries: choosableIn(listing),
      folder: { path: folder ? `${folder}/` : EVERYTHING, files: listing.fileCount, size: listing.size },
      isWholeFolder: listing.pagination.pages < 2,
    }),
    [listing, folder],
  );
  const box = useFocusOnChange(`${page} ${folder}`);
  const { chosen, toggle, toggleAll, clear } = useSelection(shown, box);
  const store = useStageStore();
  useEffect(() => store.setListed(listing.files), [store, listing.files]);
  const partly = partlyChosen(chosen);
  const count = measure(chosen).files;
  const hrefFor = (path: string): string => pathOf({ folder: path, page: 1 });
  if (listing.fileCount === 0) {
    return <EmptyState title="No files yet">Nothing to download yet.</EmptyState>;
  }
  const crumbs = crumbsOf(folder);
  const parent = crumbs.at(-2)?.path;
  const bar = (
    <>
      {mayDownload(right) && <AllMark shown={shown} chosen={chosen} onToggle={toggleAll} />}
      {parent !== undefined && (
        <FolderLink
          to={hrefFor(parent)}
          className={buttonClass({ variant: 'quiet', size: 'sm', className: 'btn-square' })}
          aria-label="Back to the parent folder"
        >
          <Icon name="back" />
        </FolderLink>
      )}
      <BreadcrumbsPart
        label="Folders"
        crumbs={crumbs.map(({ name, path }) => ({ label: name, to: hrefFor(path) }))}
        link={FolderLink}
      />
      <span className="mono ml-auto flex-none text-muted">
        {itemsOf(listing.pagination.total)}, {formatBytes(listing.size)}
      </span>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside
    <div ref={box} tabIndex={-1} className="outline-0" onKeyDown={(event) => store.onKeyDown(event)}>
      <FileList label="Files" bar={bar}>
        {listing.folders.map((entry) => (
          <FolderItem
            key={entry.name}
            resourceId={resourceId}
            folder={entry}
            href={hrefFor(entry.name)}
            right={right}
            chosen={isChosen(chosen, `${entry.name}/`) && !partly.has(`${entry.name}/`)}
            partly={partly.has(`${entry.name}/`)}
            onToggle={toggle}
          />
        ))}
        {listing.files.map((file) => (
          <FileItem
            key={file.name}
            resourceId={resourceId}
            file={file}
            right={right}
            chosen={isChosen(chosen, file.name)}
            onToggle={toggle}
          />
        ))}
      </FileList>
      {listing.pagination.pages > 1 && (
        <FolderPagerPart place={place} pagination={listing.pagination} pathOf={pathOf} />
      )}
      <p className="sr-only" role="status">
        {count > 0 && `${filesOf(count)} selected`}
      </p>
      {count > 0 && mayDownload(right) && (
        <SelectionBar
          resourceId={resourceId}
          shown={shown}
          chosen={chosen}
          adFree={right === 'member'}
          onClear={() => {
            clear();
            // The clicked button disappears, so move the focus to the list.
            box.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <ChecksumsPart key={resourceId} resourceId={resourceId} />
    </div>
  );
};

/**
 * The files of a resource, folder by folder. Folders have their own URLs, so Back and Forward work, even without scripts. The
 * selection is kept while moving between folders and cleared when leaving the resource.
 */
export function FileBrowser(browsed: Browsed) {
  return <Files key={browsed.resourceId} {...browsed} />;
}
