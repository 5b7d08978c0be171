import { Link, useLocation } from 'react-router';
import { type RunView, useRunningUploads } from '#client/features/uploads/upload-sessions.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { ownUploadPath } from '#contract/paths.ts';

const WORDS: Partial<Record<RunView['phase'], string>> = {
  sending: 'Uploading',
  stopped: 'Upload stopped',
  'handing-in': 'Submitting',
  refused: 'Not submitted yet',
};

/** Percentage, rounded down, so that it reaches 100 only once the server has all bytes. */
const percentOf = ({ queue: { totals } }: RunView): number =>
  totals.size === 0 ? 100 : Math.floor((totals.acknowledged * 100) / totals.size);

/** Progress of the uploads running in this window and a link back to them. Shown on all other pages. */
export function UploadIndicator() {
  const { session } = useAuth();
  const { pathname } = useLocation();
  const personId = session.state === 'signed-in' ? session.user.id : null;
  const running = useRunningUploads().filter(
    ({ personId: owner, isNew, view: { resourceId } }) =>
      owner === personId &&
      resourceId !== null &&
      pathname !== ownUploadPath(resourceId) &&
      !(isNew && pathname === '/leaker'),
  );
  if (running.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="fixed bottom-4 left-4 z-40 grid w-72 max-w-[calc(100vw-2rem)] gap-2">
      {running.map(({ view }) => (
        <li key={view.resourceId} className="panel bg-raised p-3 shadow-lg">
          <Link to={ownUploadPath(view.resourceId ?? '')} className="flex min-h-10 items-center gap-3 text-sm">
            <Icon name="upload" />
            <span className="min-w-0 flex-1">
              <span className="block font-semi">
                {WORDS[view.phase]}
                {view.phase === 'sending' && <span className="mono float-right">{percentOf(view)}%</span>}
              </span>
              <span className="block truncate text-muted">{view.title}</span>
            </span>
          </Link>
          {view.phase === 'sending' && (
            <div
              role="progressbar"
              aria-label={`Uploading ${view.title}`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percentOf(view)}
              className="mt-2 h-1 overflow-hidden rounded-full bg-line"
            >
              <i className="block h-full bg-scope" style={{ width: `${percentOf(view)}%` }} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
