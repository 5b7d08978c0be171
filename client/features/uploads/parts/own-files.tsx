import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '#client/kit/format-bytes.ts';
import { useLoaded } from '#client/kit/query.ts';
import { useServices } from '#client/kit/services.ts';
import { Breadcrumbs } from '#client/ui/breadcrumbs.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { FileList } from '#client/ui/file-list.tsx';
import { FileRow } from '#client/ui/file-row.tsx';
import { FolderRow } from '#client/ui/folder-row.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import type { LinkLikeProps } from '#client/ui/link.tsx';
import { Message } from '#client/ui/message.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import type { OwnUpload } from '#contract/uploads.ts';
import { type FolderView, fileKind, folderView } from '../../resources/parts/folder-view.ts';
import { removeUploadFile } from '../api.ts';
import { filesRead, loadAnew } from '../own-reads.ts';
import { ConfirmWindow } from './confirm-window.tsx';
import { filesText } from './own-state.ts';

/** Rows that are drawn at once; a press draws as many more. */
const ROWS = 100;

/** What may be removed: a path with a slash at its end is a folder. */
type Target = { path: string; name: string; isFolder: boolean };

const FolderLink = (props: LinkLikeProps) => <Link preventScrollReset {...props} />;

const RemoveButton = ({ target, onPress }: { target: Target; onPress: (target: Target) => void }) => (
  <IconButton
    icon="close"
    size="sm"
    label={target.isFolder ? `Remove the folder ${target.name}` : `Remove ${target.name}`}
    aria-haspopup="dialog"
    className="relative z-1"
    onClick={() => onPress(target)}
  />
);

const Rows = ({
  view,
  hrefFor,
  shown,
  onRemove,
}: {
  view: FolderView;
  hrefFor: (folder: string) => string;
  shown: number;
  onRemove: (target: Target) => void;
}) => (
  <>
    {view.folders.slice(0, shown).map(({ name, path, items, size }) => (
      <FolderRow
        key={path}
        name={name}
        to={hrefFor(path)}
        items={items === 1 ? '1 item' : `${items} items`}
        size={formatBytes(size)}
        link={FolderLink}
        action={<RemoveButton target={{ path: `${path}/`, name, isFolder: true }} onPress={onRemove} />}
      />
    ))}
    {view.files.slice(0, Math.max(0, shown - view.folders.length)).map(({ name, path, size }) => (
      <FileRow
        key={path}
        name={name}
        kind={fileKind(name)}
        size={formatBytes(size)}
        action={<RemoveButton target={{ path, name, isFolder: false }} onPress={onRemove} />}
      />
    ))}
  </>
);

const consequence = ({ isFolder }: Target, isPublic: boolean): string =>
  (isFolder ? 'The folder and everything in it goes' : 'It goes') +
  ' out of the upload for good.' +
  (isPublic ? ' The upload waits for approval again, and is not public until then.' : '');

/** The files that are part of the upload, folder by folder, each to be taken out again. */
export const OwnFiles = ({ upload, folder, onRetry }: { upload: OwnUpload; folder: string; onRetry: () => void }) => {
  const services = useServices();
  const list = useRef<HTMLDivElement>(null);
  const files = useLoaded(filesRead(upload.id))?.files;
  const [shown, setShown] = useState(ROWS);
  const [target, setTarget] = useState<Target | null>(null);
  const [isAsking, setAsking] = useState(false);
  const view = useMemo(() => (files ? folderView(files, folder) : null), [files, folder]);
  const here = ownUploadPath(upload.id);
  const hrefFor = (path: string) => (path ? `${here}?folder=${encodeURIComponent(path)}` : here);
  const folderShown = useRef(folder);
  useEffect(() => {
    if (folderShown.current === folder) return;
    folderShown.current = folder;
    setShown(ROWS);
    // The link that had the focus is gone.
    list.current?.focus({ preventScroll: true });
  }, [folder]);

  if (!view) {
    return (
      <Message
        tone="error"
        action={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        The files could not be loaded.
      </Message>
    );
  }
  if (files?.length === 0) {
    return (
      <EmptyState title="No files yet">Files are listed here as soon as they have arrived and were checked.</EmptyState>
    );
  }
  if (!view.exists) {
    return (
      <EmptyState
        title="No such folder"
        actions={
          <FolderLink to={here} className={buttonClass()}>
            Show all files
          </FolderLink>
        }
      >
        There is no folder of this name in the upload.
      </EmptyState>
    );
  }
  const remove = async (): Promise<void> => {
    if (!target) return;
    await removeUploadFile(services.transport, { params: { id: upload.id }, query: { path: target.path } });
    await loadAnew(services, upload.id);
    list.current?.focus({ preventScroll: true });
  };
  const bar = (
    <>
      <Breadcrumbs
        label="Folders"
        crumbs={view.crumbs.map(({ name, path }) => ({ label: name === 'Root' ? 'Files' : name, to: hrefFor(path) }))}
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
          view={view}
          hrefFor={hrefFor}
          shown={shown}
          onRemove={(next) => {
            setTarget(next);
            setAsking(true);
          }}
        />
      </FileList>
      {view.items > shown && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-4 text-sm text-muted">
          <span role="status">
            {shown} of {view.items} shown
          </span>
          <Button size="sm" onClick={() => setShown(shown + ROWS)}>
            Show more files
          </Button>
        </p>
      )}
      {target && (
        <ConfirmWindow
          open={isAsking}
          onOpenChange={setAsking}
          title={`Remove ${target.name}?`}
          description={consequence(target, upload.status === 'APPROVED')}
          act={remove}
          word="Remove"
        />
      )}
    </div>
  );
};
