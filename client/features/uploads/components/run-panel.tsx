import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { noteOnScreen, type Run, type RunView } from '#client/features/uploads/upload-sessions.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import { UploadQueue } from './upload-queue.tsx';

const CancelAll = ({ onCancel }: { onCancel: () => Promise<void> }) => {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!isAsked) {
    return (
      <Button variant="quiet" onClick={() => setAsked(true)}>
        Cancel upload
      </Button>
    );
  }
  const cancel = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onCancel();
    } catch (error) {
      setFailure(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-2" aria-label="Cancel upload">
      <span className={failure ? 'text-sm text-clip' : 'text-sm text-muted'} role={failure ? 'alert' : undefined}>
        {failure ?? 'Files uploaded so far will be deleted.'}
      </span>
      <Button size="sm" variant="danger" busy={isBusy} onClick={() => void cancel()}>
        Yes, cancel
      </Button>
      <Button size="sm" autoFocus onClick={() => setAsked(false)}>
        Keep uploading
      </Button>
    </fieldset>
  );
};

/** Panel for an upload in progress, which says what it is waiting for. `onCancel` cancels the entire upload. */
export function RunPanel({ run, view, onCancel }: { run: Run; view: RunView; onCancel?: () => Promise<void> }) {
  const { phase, queue, resourceId, failure } = view;
  const { totals } = queue;
  const isStopped = phase === 'stopped';
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    noteOnScreen(run, true);
    const watch = new IntersectionObserver((seen) => noteOnScreen(run, seen.at(-1)?.isIntersecting ?? false));
    if (box.current) watch.observe(box.current);
    return () => {
      watch.disconnect();
      noteOnScreen(run, false);
    };
  }, [run]);
  return (
    <div ref={box} className="grid gap-5">
      {phase === 'sending' && (
        <p className="text-sm text-muted">
          You can browse the site while files upload, but keep this window open. If you close it, choose the same files
          again to resume.
        </p>
      )}
      {phase === 'handing-in' && (
        <p className="flex items-center gap-2" role="status">
          <Spinner />
          {failure ?? 'All files uploaded. Submitting...'}
        </p>
      )}
      {isStopped && totals.failed > 0 && totals.arrived === 0 && <Message tone="error">Failed to upload files</Message>}
      {phase === 'refused' && (
        <Message
          tone="error"
          action={
            <Button size="sm" onClick={run.handIn}>
              Try again
            </Button>
          }
        >
          {failure}
        </Message>
      )}
      <UploadQueue queue={run.queue} view={queue} isStarted />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {onCancel && phase !== 'handing-in' && <CancelAll onCancel={onCancel} />}
        {resourceId && run.isNew && (isStopped || phase === 'refused') && (
          <Link to={ownUploadPath(resourceId)} className={buttonClass()}>
            Open the draft
          </Link>
        )}
        {isStopped && totals.failed > 0 && (
          <Button onClick={run.queue.removeFailed}>
            {run.isNew && totals.arrived > 0 ? 'Skip failed files' : 'Remove failed files'}
          </Button>
        )}
        {isStopped && totals.failed > 0 && (
          <Button variant="solid" onClick={run.queue.resumeAll}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
