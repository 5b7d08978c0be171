import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { adminTime } from '#client/kit/admin/admin-labels.ts';
import { FactList } from '#client/kit/admin/fact-list.tsx';
import { StatusBadge } from '#client/kit/admin/status-badge.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { getDownloadUrl } from '#client/kit/downloads/api.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { profilePath, resourcePath } from '#contract/paths.ts';
import type { AdminUploadDetail } from '#contract/uploads/review.ts';
import { UploadFiles } from './upload-files.tsx';
import { useUploadDetail } from './use-upload-detail.ts';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </section>
);

const Pictures = ({ upload: { title, preview } }: { upload: AdminUploadDetail }) => (
  <Part title="Previews">
    <div className="grid gap-3 sm:grid-cols-2">
      <img
        src={preview.pictureUrl}
        alt={`Thumbnail of ${title}`}
        className="w-full rounded-md border border-line"
        onError={hideOnError}
      />
      {preview.strip && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section tabIndex={0} aria-label="Hover preview" className="overflow-x-auto rounded-md border border-line">
          <img
            src={preview.strip.url}
            alt={`Hover preview of ${title}: ${preview.strip.kind}`}
            className="h-24 max-w-none"
            onError={hideOnError}
          />
        </section>
      )}
    </div>
    <p className="mt-2 text-sm text-muted">
      {preview.mediaLabel && `${preview.mediaLabel}. `}
      State: {preview.state.toLowerCase()}.{preview.note && ` ${preview.note}`}
    </p>
  </Part>
);

const Checks = ({ upload: { findings, sessions } }: { upload: AdminUploadDetail }) => (
  <Part title="Checks">
    {findings.length === 0 && sessions.length === 0 && <p className="text-muted">The checks found no problems.</p>}
    <ul className="grid gap-1.5">
      {findings.map(({ code, path, sentence }) => (
        <li key={`${code} ${path}`} className="wrap-anywhere">
          {path && <span className="font-semi">{path}: </span>}
          {sentence}
        </li>
      ))}
      {sessions.map(({ id, path, state, refusal }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-semi">{path}: </span>
          {state === 'REFUSED' ? refusal : state === 'CHECKING' ? 'is being checked' : 'is still uploading'}
        </li>
      ))}
    </ul>
  </Part>
);

const History = ({ upload: { decisions, reports } }: { upload: AdminUploadDetail }) => (
  <>
    <Part title="Decisions">
      {decisions.length === 0 && <p className="text-muted">No decisions yet.</p>}
      <ul className="grid gap-1.5">
        {decisions.map(({ status, reason, decidedBy, decidedAt }) => (
          <li key={`${decidedAt} ${status}`} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
            <StatusBadge status={status} />
            {adminTime(decidedAt)}
            {decidedBy && ` by ${decidedBy}`}
            {reason && <span className="basis-full text-sm text-muted">{reason}</span>}
          </li>
        ))}
      </ul>
    </Part>
    {reports.length > 0 && (
      <Part title="Reports">
        <ul className="grid gap-1.5">
          {reports.map(({ id, number, reason, status, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-2.5">
              <Link to="/admin/reports" className="hover:underline">
                Report {number}
              </Link>
              {reason}, {adminTime(createdAt)}
              <Badge>{status}</Badge>
            </li>
          ))}
        </ul>
      </Part>
    )}
  </>
);

const factsOf = (upload: AdminUploadDetail) =>
  [
    [
      'ID',
      <span className="mono" key="id">
        {upload.id}
      </span>,
    ],
    [
      'Leaker',
      <Link key="leaker" to={profilePath(upload.leaker)} className="underline">
        {upload.leaker}
      </Link>,
    ],
    ['Status', <StatusBadge key="status" status={upload.status} />],
    ['Reason', upload.reason],
    ['Hidden', upload.hiddenAt && `${adminTime(upload.hiddenAt)}${upload.hiddenBy ? ` by ${upload.hiddenBy}` : ''}`],
    ['Reason for hiding', upload.hiddenReason],
    [
      'Deleted',
      upload.deletedAt && `${adminTime(upload.deletedAt)}${upload.deletedBy ? ` by ${upload.deletedBy}` : ''}`,
    ],
    ['Can be restored until', upload.restorableUntil && adminTime(upload.restorableUntil)],
    ['Category', upload.category],
    ['Type', upload.type],
    ['Editor', `${upload.editor}${upload.editorMinVersion ? `, ${upload.editorMinVersion} or later` : ''}`],
    ['Tags', upload.tags.join(', ')],
    ['Licence', upload.licence ?? 'not specified'],
    ['Right to share', upload.rightsDeclared ? 'confirmed' : 'not confirmed'],
    ['Paid access', upload.saleDeclared ? 'allowed' : 'not allowed'],
    ['Files', `${upload.fileCount}, ${formatBytes(upload.fileSize)}`],
    ['Views, likes, saves, downloads', [upload.views, upload.likes, upload.saves, upload.downloads].join(', ')],
    ['Created', adminTime(upload.createdAt)],
    ['Submitted', upload.handedInAt ? adminTime(upload.handedInAt) : 'not yet'],
    ['First approved', upload.approvedAt && adminTime(upload.approvedAt)],
    ['Updated', adminTime(upload.updatedAt)],
  ] as const;

/** Full details of an upload for review. */
export function UploadDetail({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { transport } = useAppContext();
  const { upload, failure } = useUploadDetail(id);
  const [refusal, setRefusal] = useState<string | null>(null);
  const download = async (file?: string): Promise<void> => {
    setRefusal(null);
    try {
      const { downloadUrl } = await getDownloadUrl(transport, {
        params: { id },
        query: file === undefined ? {} : { file },
      });
      location.assign(downloadUrl);
    } catch (error) {
      setRefusal((error as Error).message);
    }
  };
  // A deleted upload has no page and no downloads until it is restored.
  const isThere = upload !== null && upload.deletedAt === null;
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={title}>
      {failure && <Message tone="error">{failure}</Message>}
      {!upload && !failure && <Spinner label="Loading" />}
      {upload && (
        <div className="grid gap-6">
          {isThere && (
            <div className="flex flex-wrap gap-2">
              <Link to={resourcePath(id)} className={buttonClass({ size: 'sm' })}>
                Open page
              </Link>
              {upload.fileCount > 0 && (
                <Button size="sm" onClick={() => void download()}>
                  Download all files
                </Button>
              )}
            </div>
          )}
          {refusal && <Message tone="error">{refusal}</Message>}
          <FactList facts={factsOf(upload)} />
          <Part title="Description">
            <p className="whitespace-pre-line wrap-anywhere">{upload.description || 'No description.'}</p>
          </Part>
          <Pictures upload={upload} />
          <Checks upload={upload} />
          <History upload={upload} />
          <Part title="Files">
            <UploadFiles id={id} onDownload={isThere ? (path) => void download(path) : null} />
          </Part>
        </div>
      )}
    </Dialog>
  );
}
