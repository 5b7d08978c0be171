import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FileCells, FileNote, FileThumb } from '#client/features/resources/components/files/file-details.tsx';
import { FolderPager } from '#client/features/resources/components/files/folder-pager.tsx';
import { type FolderPlace, folderRead } from '#client/features/resources/components/files/folder-place.ts';
import { crumbsOf, lastPart } from '#client/features/resources/components/files/folder-view.ts';
import { removeUploadFile } from '#client/features/uploads/api.ts';
import { pathIn } from '#client/features/uploads/own-reads.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useLoaded } from '#client/kit/data/query.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Breadcrumbs } from '#client/ui/breadcrumbs.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import type { LinkLikeProps } from '#client/ui/link.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { FileList } from '#client/ui/table/file-list.tsx';
import { FileRow } from '#client/ui/table/file-row.tsx';
import { FolderRow } from '#client/ui/table/folder-row.tsx';
import type { FileListing } from '#contract/resources/api.ts';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { UploadConfirmWindow } from './confirm-window.tsx';
import { filesText } from './own-state.ts';

/** The file or folder to remove; a folder's path ends with a slash. */
type Target = { path: string; name: string; isFolder: boolean };

const FolderLink = (props: LinkLikeProps) => <Link preventScrollReset {...props} />;

const RemoveButton = ({ target, onPress }: { target: Target; onPress: (target: Target) => void }) => (
  <IconButton
    icon="close"
    size="sm"
    label={target.isFolder ? `Remove folder ${target.name}` : `Remove ${target.name}`}
    aria-haspopup="dialog"
    className="relative z-1"
    onClick={() => onPress(target)}
  />
);

const Rows = ({
  listing,
  hrefFor,
  onRemove,
}: {
  listing: FileListing;
  hrefFor: (folder: string) => string;
  /** Null if files can't be removed. */
  onRemove: ((target: Target) => void) | null;
}) => (
  <>
    {listing.folders.map(({ name: path, items, size }) => (
      <FolderRow
        key={path}
        name={lastPart(path)}
        to={hrefFor(path)}
        items={items === 1 ? '1 item' : `${items} items`}
        size={formatBytes(size)}
        link={FolderLink}
        action={
          onRemove && (
            <RemoveButton target={{ path: `${path}/`, name: lastPart(path), isFolder: true }} onPress={onRemove} />
          )
        }
      />
    ))}
    {listing.files.map((file) => (
      <FileRow
        key={file.name}
        name={lastPart(file.name)}
        facts={<FileCells file={file} />}
        note={<FileNote file={file} />}
        size={formatBytes(file.size)}
        thumbnail={<FileThumb file={file} />}
        action={
          onRemove && (
            <RemoveButton target={{ path: file.name, name: lastPart(file.name), isFolder: false }} onPress={onRemove} />
          )
        }
      />
    ))}
  </>
);

const consequence = ({ isFolder }: Target): string =>
  `${isFolder ? 'The folder and everything in it' : 'The file'} will be permanently removed from the upload.`;

/** Browser for the upload's files and folders, with a remove button for each unless the upload is public. */
export function OwnFiles({
  upload,
  place,
  onRetry,
}: {
  upload: OwnUpload;
  place: FolderPlace;
  onRetry: () => Promise<void>;
}) {
  const context = useAppContext();
  const list = useRef<HTMLDivElement>(null);
  const { folder, page } = place;
  const listing = useLoaded(folderRead(upload.id, place));
  const [target, setTarget] = useState<Target | null>(null);
  const [isAsking, setAsking] = useState(false);
  const pathOf = pathIn(upload.id);
  const hrefFor = (path: string) => pathOf({ folder: path, page: 1 });
  const at = `${page} ${folder}`;
  const shownAt = useRef(at);
  useEffect(() => {
    if (shownAt.current === at) return;
    shownAt.current = at;
    // The link that had the focus no longer exists.
    list.current?.focus({ preventScroll: true });
  }, [at]);

  if (!listing) {
    return (
      <Message
        tone="error"
        action={
          <Button size="sm" onClick={() => void onRetry()}>
            Try again
          </Button>
        }
      >
        The files could not be loaded.
      </Message>
    );
  }
  if (listing.fileCount === 0) {
    return <EmptyState title="No files yet">Files show up here once they are uploaded and checked.</EmptyState>;
  }
  const remove = async (): Promise<void> => {
    if (!target) return;
    await removeUploadFile(context.transport, { params: { id: upload.id }, query: { path: target.path } });
    // The current folder may have been removed too. Reloading the page then falls back to an existing one.
    await onRetry();
    list.current?.focus({ preventScroll: true });
  };
  const bar = (
    <>
      <Breadcrumbs
        label="Folders"
        crumbs={crumbsOf(folder).map(({ name, path }) => ({
          label: name === 'Root' ? 'Files' : name,
          to: hrefFor(path),
        }))}
        link={FolderLink}
      />
      <span className="mono ml-auto flex-none text-muted">
        {filesText(upload.fileCount)}, {formatBytes(upload.fileSize)}
      </span>
    </>
  );
  return (
    <div ref={list} tabIndex={-1} className="outline-0">
      <FileList label="Files" bar={bar}>
        <Rows
          listing={listing}
          hrefFor={hrefFor}
          onRemove={
            upload.status === 'APPROVED'
              ? null
              : (next) => {
                  setTarget(next);
                  setAsking(true);
                }
          }
        />
      </FileList>
      <FolderPager place={place} pagination={listing.pagination} pathOf={pathOf} />
      {target && (
        <UploadConfirmWindow
          open={isAsking}
          onOpenChange={setAsking}
          title={`Remove ${target.name}?`}
          description={consequence(target)}
          act={remove}
          word="Remove"
        />
      )}
    </div>
  );
}
