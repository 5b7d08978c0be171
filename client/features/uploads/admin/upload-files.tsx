import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { AdminUploadFile } from '#contract/uploads/review.ts';
import { listAdminUploadFiles } from './approvals-api.ts';

const File = ({ file, onDownload }: { file: AdminUploadFile; onDownload: ((path: string) => void) | null }) => (
  <li className="flex items-start gap-3 border-b border-line py-2.5">
    <div className="min-w-0 flex-1 wrap-anywhere">
      <p>{file.path}</p>
      <p className="text-sm text-muted">
        {formatBytes(file.size)}, {file.mediaType ?? 'unknown type'}
      </p>
      <p className="mono text-muted">{file.sha256}</p>
      {file.findings.map(({ code, sentence }) => (
        <p key={code} className="text-sm text-clip">
          {sentence}
        </p>
      ))}
    </div>
    {onDownload && (
      <IconButton icon="download" size="sm" label={`Download ${file.path}`} onClick={() => onDownload(file.path)} />
    )}
  </li>
);

/** Paginated list of an upload's files with their check results. */
export function UploadFiles({ id, onDownload }: { id: string; onDownload: ((path: string) => void) | null }) {
  const context = useAppContext();
  const [page, setPage] = useState(1);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = read(listAdminUploadFiles, { params: { id }, query: { page: String(page) } });
  const loaded = useLoaded(asked);
  // While another page loads, keep showing the current one, so that the focused button isn't removed.
  const shown = useRef(loaded);
  if (loaded) shown.current = loaded;
  const data = shown.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers all inputs of the read
  useEffect(() => {
    setFailure(null);
    load(context, asked).catch((error: Error) => setFailure(error.message));
  }, [context, asked.key]);
  if (failure) return <Message tone="error">{failure}</Message>;
  if (!data) return <Spinner label="Loading" />;
  const { files, pagination } = data;
  if (pagination.total === 0) return <p className="text-muted">No files.</p>;
  return (
    <>
      <ul className="border-t border-line">
        {files.map((file) => (
          <File key={file.path} file={file} onDownload={onDownload} />
        ))}
      </ul>
      {pagination.pages > 1 && (
        <div className="mt-3 flex items-center gap-3">
          <Button size="sm" idle={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="text-sm text-muted" role="status">
            Page {page} of {pagination.pages}
          </span>
          <Button size="sm" idle={page >= pagination.pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </>
  );
}
