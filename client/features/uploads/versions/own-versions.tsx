import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useVersions } from '#client/features/resources/components/versions/use-versions.ts';
import { UploadConfirmWindow } from '#client/features/uploads/components/confirm-window.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { VersionNote } from './version-note.tsx';
import { createVersion, deleteVersion, restoreVersion } from './versions-api.ts';

type Act = { kind: 'restore' | 'delete'; number: number };

/** The versions of an approved upload: starts a new one, restores and deletes earlier ones. */
export function OwnVersions({ upload, onChange }: { upload: OwnUpload; onChange: () => Promise<void> }) {
  const context = useAppContext();
  const navigate = useNavigate();
  const { loaded, hasFailed, get } = useVersions(upload.id);
  const [act, setAct] = useState<Act>();
  const [isAsking, setAsking] = useState(false);
  const start = async (note: string): Promise<void> => {
    const { id } = await createVersion(context.transport, { params: { id: upload.id }, body: { note } });
    invalidateAll(context);
    await navigate(ownUploadPath(id));
  };
  const run = async (): Promise<void> => {
    if (!act) return;
    const params = { id: upload.id, number: String(act.number) };
    await (act.kind === 'restore' ? restoreVersion : deleteVersion)(context.transport, { params });
    invalidateAll(context);
    await onChange();
    get();
  };
  const ask = (next: Act) => () => {
    setAct(next);
    setAsking(true);
  };
  return (
    <Panel title="Versions">
      {upload.nextVersion === null ? (
        <>
          <p className="mb-4 text-muted">
            To change the files, upload a new version. This one stays public until the new one is approved.
          </p>
          <VersionNote word="Start a new version" said={null} send={start} />
        </>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-3">
          A new version is in progress.
          <Link to={ownUploadPath(upload.nextVersion)} className={buttonClass({ variant: 'solid' })}>
            Open the new version
          </Link>
        </p>
      )}
      {hasFailed && <SectionFailure sentence="The versions could not be loaded." onRetry={get} />}
      {loaded && loaded.versions.length > 0 && (
        <ol className="mt-5" reversed aria-label="Versions">
          {loaded.versions.map(({ number, note, publishedAt }) => (
            <li key={number} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3">
              <div className="min-w-0 flex-1 basis-40">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-semi">Version {number}</span>
                  {number === loaded.current && <Badge tone="scope">Current</Badge>}
                  <time dateTime={publishedAt} className="text-sm text-muted">
                    {formatDay(publishedAt)}
                  </time>
                </p>
                {note && <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
              </div>
              {number !== loaded.current && (
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    aria-haspopup="dialog"
                    aria-label={`Restore version ${number}`}
                    idle={upload.nextVersion !== null}
                    onClick={ask({ kind: 'restore', number })}
                  >
                    Restore
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-haspopup="dialog"
                    aria-label={`Delete version ${number}`}
                    onClick={ask({ kind: 'delete', number })}
                  >
                    Delete
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {act && (
        <UploadConfirmWindow
          open={isAsking}
          onOpenChange={setAsking}
          title={act.kind === 'restore' ? `Restore version ${act.number}?` : `Delete version ${act.number}?`}
          description={
            act.kind === 'restore'
              ? 'Its files become current again, as a new version. Nobody is notified.'
              : 'People can no longer download it. This cannot be undone.'
          }
          act={run}
          word={act.kind === 'restore' ? 'Restore' : 'Delete'}
        />
      )}
    </Panel>
  );
}
