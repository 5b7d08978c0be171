import { useEffect, useRef, useState } from 'react';
import { isSameContent } from '#client/features/resources/components/files/same-content.ts';
import { endUploadSession } from '#client/features/uploads/api.ts';
import type { ChosenFile } from '#client/features/uploads/chosen-files.ts';
import { isSameFile } from '#client/features/uploads/matching.ts';
import { findStored, type StoredFile } from '#client/features/uploads/stored-sizes.ts';
import { forgetRun, useRun } from '#client/features/uploads/upload-sessions.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { showEverywhere } from '#client/kit/everywhere.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { OwnUpload } from '#contract/uploads/api.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import { FileDrop } from './file-drop.tsx';
import { RunPanel } from './run-panel.tsx';
import { UploadIndicator } from './upload-indicator.tsx';

type UnfinishedProps = { sessions: readonly UploadSession[]; onFile(chosen: ChosenFile): void; onChange(): void };

/** Unfinished uploads from an earlier visit. The user can resume one by choosing the same file again, or discard it. */
const Unfinished = ({ sessions, onFile, onChange }: UnfinishedProps) => {
  const { transport } = useAppContext();
  const picker = useRef<HTMLInputElement>(null);
  const picked = useRef<UploadSession | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const giveUp = async (id: string): Promise<void> => {
    setBusyId(id);
    setFailure(null);
    try {
      await endUploadSession(transport, { params: { id } });
      onChange();
    } catch (error) {
      setFailure(sentenceOf(error));
    } finally {
      setBusyId(null);
    }
  };
  // A file chosen on its own has no folder in its path, so use the path of the unfinished upload.
  const goOn = (file: File): void => {
    const session = picked.current;
    if (!session) return;
    const isSame = isSameFile(session, file);
    setFailure(isSame ? null : `This is not the same file, or it has changed: ${session.path}`);
    if (isSame) onFile({ path: session.path, file, size: file.size, lastModified: file.lastModified });
  };
  return (
    <div>
      <h3 className="font-semibold">Unfinished uploads</h3>
      <p className="mt-1 text-sm text-muted">Choose the same files again to resume where you left off.</p>
      {failure && (
        <Message tone="error" className="mt-3">
          {failure}
        </Message>
      )}
      <ul className="mt-3 grid gap-2" aria-label="Unfinished files">
        {sessions.map((session) => {
          const { id, path, received, size, isBundle } = session;
          return (
            <li key={id} className="flex min-w-0 items-center gap-3">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semi" title={path}>
                  {path}
                </span>
                <span className="mono text-sm text-muted">
                  {formatBytes(received)} of {formatBytes(size)}
                </span>
              </span>
              {!isBundle && (
                <Button
                  size="sm"
                  aria-label={`Resume ${path}`}
                  onClick={() => {
                    picked.current = session;
                    picker.current?.click();
                  }}
                >
                  Resume
                </Button>
              )}
              <Button
                size="sm"
                variant="quiet"
                busy={busyId === id}
                aria-label={`Discard ${path}`}
                onClick={() => void giveUp(id)}
              >
                Discard
              </Button>
            </li>
          );
        })}
      </ul>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="File to resume"
        onChange={({ currentTarget: field }) => {
          const file = field.files?.[0];
          if (file) goOn(file);
          field.value = '';
        }}
      />
    </div>
  );
};

/**
 * The files that the resource doesn't have. If the user chooses a folder again, only its missing files are uploaded; in a new
 * version also those that differ.
 */
const findMissing = async (
  there: ReadonlyMap<string, StoredFile>,
  files: readonly ChosenFile[],
  comparesContent: boolean,
): Promise<ChosenFile[]> => {
  const missing: ChosenFile[] = [];
  for (const chosen of files) {
    const stored = there.get(chosen.path.normalize('NFC'));
    const isThere =
      stored?.size === chosen.size && (!comparesContent || (await isSameContent(chosen.file, stored.sha256)));
    if (!isThere) missing.push(chosen);
  }
  return missing;
};

/** Adds files to a resource and lists its unfinished uploads. `onChange` is called when the resource's files change. */
export function UploadMore({ upload, onChange }: { upload: OwnUpload; onChange: () => void }) {
  const context = useAppContext();
  const { holdTyped } = useAuth();
  const { run, view } = useRun(upload.id);
  useEffect(() => showEverywhere(UploadIndicator), []);
  const [skipped, setSkipped] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const { phase, queue } = view;
  const isWorking = phase !== 'choosing' && phase !== 'done';
  useEffect(() => (isWorking ? holdTyped() : undefined), [isWorking, holdTyped]);

  const tell = useRef(onChange);
  tell.current = onChange;
  const arrived = queue.totals.arrived;
  useEffect(() => {
    if (arrived > 0) tell.current();
  }, [arrived]);
  useEffect(() => {
    if (phase !== 'done' || run.isNew) return;
    forgetRun(upload.id);
    tell.current();
  }, [phase, run, upload.id]);
  // All files were removed from the queue, so start over with an empty queue.
  const isEmpty = phase === 'stopped' && queue.items.length === 0;
  useEffect(() => {
    if (!isEmpty || run.isNew) return;
    forgetRun(upload.id);
    tell.current();
  }, [isEmpty, run, upload.id]);

  const own = new Set(queue.items.map(({ sessionId }) => sessionId));
  const unfinished = upload.sessions.filter(({ id, state }) => state === 'RECEIVING' && !own.has(id));

  const add = async (files: ChosenFile[]): Promise<void> => {
    setFailure(null);
    setSkipped(0);
    try {
      const there = upload.fileCount > 0 ? await findStored(context, upload.id) : new Map<string, StoredFile>();
      const missing = await findMissing(there, files, upload.versionOf !== null);
      setSkipped(files.length - missing.length);
      if (missing.length === 0) return;
      run.queue.add(missing);
      run.start(upload);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  return (
    <Panel title="Add files">
      <div className="grid gap-5">
        {unfinished.length > 0 && (
          <Unfinished sessions={unfinished} onFile={(file) => void add([file])} onChange={onChange} />
        )}
        <FileDrop hint="up to 15GB per file" onFiles={(files) => void add(files)} />
        {skipped > 0 && (
          <Message tone="info">
            {skipped === 1 ? 'One of these files is' : `${skipped.toLocaleString('en-US')} of these files are`} already
            in this asset.
          </Message>
        )}
        {failure && <Message tone="error">{failure}</Message>}
        {queue.items.length > 0 && <RunPanel run={run} view={view} />}
      </div>
    </Panel>
  );
}
