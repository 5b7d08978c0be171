import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { BULK_NAMES_SHOWN, BULK_UNDO_MINUTES } from '#contract/applications/limits.ts';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { FINDINGS, OBSTACLES } from './application-labels.ts';
import { approveEach, doneOf, loadPending, type Progress, progressOf } from './approve-run.ts';

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** A titled list of people; of a long one, the first lines and how many more there are. */
const Names = ({ title, lines, most = BULK_NAMES_SHOWN }: { title: string; lines: string[]; most?: number }) =>
  lines.length > 0 && (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ul tabIndex={0} aria-label={title} className="max-h-44 overflow-y-auto rounded-md border border-line px-3 py-2">
        {lines.slice(0, most).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
        {lines.length > most && <li className="text-muted">and {lines.length - most} more</li>}
      </ul>
    </section>
  );

const Summary = ({ able, unable }: { able: LeakerApplication[]; unable: LeakerApplication[] }) => {
  const odd = able.filter(({ findings }) => findings.length > 0);
  return (
    <div className="grid gap-4">
      <Names title={`Will become leakers: ${people(able.length)}`} lines={able.map(({ username }) => username)} />
      <Names
        title={`Worth a look first: ${people(odd.length)}`}
        lines={odd.map(({ username, findings }) => `${username}: ${findings.map((one) => FINDINGS[one]).join(', ')}`)}
        most={odd.length}
      />
      <Names
        title={`Cannot become leakers: ${people(unable.length)}`}
        lines={unable.map(({ username, obstacle }) => `${username} ${obstacle ? OBSTACLES[obstacle] : ''}`)}
      />
      {able.length > 0 && (
        <p className="text-muted">
          Applications that someone else decides in the meantime are left out. You can undo this for {BULK_UNDO_MINUTES}{' '}
          minutes; the applicants are notified after that.
        </p>
      )}
    </div>
  );
};

const Running = ({ progress, total }: { progress: Progress; total: number }) => (
  <div className="grid gap-4">
    <div>
      <p role="status" className="mb-2">
        {doneOf(progress)} of {total} processed
      </p>
      <progress className="admin-progress" aria-label="Applications processed" max={total} value={doneOf(progress)} />
    </div>
    <Names title={`Left out, decided by someone else: ${people(progress.decided.length)}`} lines={progress.decided} />
    <Names
      title={`Could not be approved: ${people(progress.failed.length)}`}
      lines={progress.failed.map(({ username, sentence }) => `${username}: ${sentence}`)}
      most={progress.failed.length}
    />
  </div>
);

/**
 * Shows which applicants can become leakers, then approves these one by one with a call each. The run can be stopped, and undone
 * as a whole.
 */
export function ApproveAll({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { transport } = useAppContext();
  const [pending, setPending] = useState<LeakerApplication[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress>(progressOf);
  const [phase, setPhase] = useState<'asking' | 'running' | 'done'>('asking');
  const run = useRef<AbortController | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadPending(transport).then(
      (found) => isCurrent && setPending(found),
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
      run.current?.abort();
    };
  }, [transport]);
  const able = pending?.filter(({ obstacle }) => obstacle === null) ?? [];
  const unable = pending?.filter(({ obstacle }) => obstacle !== null) ?? [];

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    run.current = controller;
    setPhase('running');
    const bulkId = crypto.randomUUID();
    await approveEach(transport, able, { bulkId, signal: controller.signal, onStep: setProgress });
    setPhase('done');
    onDone();
  };
  const left = able.length - doneOf(progress);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        run.current?.abort();
        onClose();
      }}
      title="Approve All"
      actions={
        <>
          {phase === 'asking' && <Button onClick={onClose}>Cancel</Button>}
          {phase === 'asking' && (
            <Button variant="solid" idle={able.length === 0} onClick={() => void start()}>
              Approve {people(able.length)}
            </Button>
          )}
          {phase === 'running' && <Button onClick={() => run.current?.abort()}>Stop</Button>}
          {phase === 'done' && (
            <Button variant="solid" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    >
      {failure && <Message tone="error">{failure}</Message>}
      {!pending && !failure && <Spinner label="Loading" />}
      {pending && phase === 'asking' && pending.length === 0 && <p>There are no pending applications.</p>}
      {pending && phase === 'asking' && <Summary able={able} unable={unable} />}
      {phase !== 'asking' && <Running progress={progress} total={able.length} />}
      {phase === 'done' && (
        <Message tone={progress.failed.length > 0 ? 'info' : 'success'} className="mt-4">
          {people(progress.approved)} approved{left > 0 && `. Stopped with ${left} left`}.
          {progress.approved > 0 && ` You can undo this on the Leakers page for ${BULK_UNDO_MINUTES} minutes.`}
        </Message>
      )}
    </Dialog>
  );
}
