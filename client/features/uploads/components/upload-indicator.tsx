import { Link, useLocation } from 'react-router';
import { timeLeft } from '#client/features/uploads/speeds.ts';
import { forgetRun, type Running, type RunView, useRunningUploads } from '#client/features/uploads/upload-sessions.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { ownUploadPath } from '#contract/paths.ts';

const WORDS: Record<RunView['phase'], string> = {
  choosing: '',
  sending: 'Uploading',
  stopped: 'Upload stopped',
  'handing-in': 'Submitting',
  refused: 'Not submitted yet',
  done: 'Uploaded',
};

/** Percentage, rounded down, so that it reaches 100 only once the server has all bytes. */
const percentOf = ({ queue: { totals } }: RunView): number =>
  totals.size === 0 ? 100 : Math.floor((totals.acknowledged * 100) / totals.size);

const Entry = ({ running: { view, isNew } }: { running: Running }) => {
  const context = useAppContext();
  const { pathname } = useLocation();
  const { phase, title, resourceId, queue } = view;
  const isSending = phase === 'sending';
  const left = isSending ? timeLeft(queue.totals.size - queue.totals.acknowledged, queue.speed) : null;
  const look = (): void => {
    if (phase !== 'done') return;
    forgetRun(isNew ? null : resourceId);
    invalidateAll(context);
  };
  return (
    <li className="panel bg-raised p-3 shadow-lg">
      <Link
        to={isNew && pathname === '/leaker' ? '#upload' : `${ownUploadPath(resourceId ?? '')}#upload`}
        className="flex min-h-10 items-center gap-3 text-sm"
        onClick={look}
      >
        <Icon name={phase === 'done' ? 'check' : 'upload'} />
        <span className="min-w-0 flex-1">
          <span className="block font-semi">
            {WORDS[phase]}
            {isSending && <span className="mono float-right">{percentOf(view)}%</span>}
          </span>
          <span className="block truncate text-muted">{title}</span>
          {left && <span className="block text-muted">{left}</span>}
        </span>
      </Link>
      {isSending && (
        <div
          role="progressbar"
          aria-label={`Uploading ${title}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentOf(view)}
          className="mt-2 h-1 overflow-hidden rounded-full bg-line"
        >
          <i className="block h-full bg-scope" style={{ width: `${percentOf(view)}%` }} />
        </div>
      )}
    </li>
  );
};

/** Progress of the uploads in this window, with links to them. On every page, unless the upload itself is on the screen. */
export function UploadIndicator() {
  const { session } = useAuth();
  const { pathname } = useLocation();
  const personId = session.state === 'signed-in' ? session.user.id : null;
  const running = useRunningUploads().filter((one) => one.personId === personId && one.view.resourceId !== null);
  const shown = running.filter(
    ({ isOnScreen, view: { phase, resourceId } }) =>
      !isOnScreen && !(phase === 'done' && pathname === ownUploadPath(resourceId ?? '')),
  );
  if (running.length === 0) return null;
  return (
    <>
      <p className="sr-only" role="status">
        {shown.map(({ view }) => `${WORDS[view.phase]}: ${view.title}.`).join(' ')}
      </p>
      {shown.length > 0 && (
        <ul aria-label="Uploads" className="fixed bottom-4 left-4 z-40 grid w-72 max-w-[calc(100vw-2rem)] gap-2">
          {shown.map((one) => (
            <Entry key={one.view.resourceId} running={one} />
          ))}
        </ul>
      )}
    </>
  );
}
