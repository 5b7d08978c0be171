import { Link } from 'react-router';
import { useLoaded } from '#client/kit/data/query.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import type { LeakerActivity as Entry } from '#contract/uploads/api.ts';
import {
  ACTIVITY_FILTERS,
  ACTIVITY_STEP,
  hasMoreActivity,
  type LeakerQuery,
  leakerActivityRead,
  leakerHref,
} from './leaker-query.ts';

const KINDS: Record<Entry['type'], { icon: IconName; colour: string; word: string }> = {
  UPLOAD: { icon: 'upload', colour: 'c-daylight', word: 'Upload' },
  DOWNLOAD: { icon: 'download', colour: 'c-iris', word: 'Download' },
  APPROVAL: { icon: 'check', colour: 'c-scope', word: 'Approval' },
  REJECTION: { icon: 'close', colour: 'c-clip', word: 'Rejection' },
};

const Line = ({ entry }: { entry: Entry }) => {
  const { icon, colour, word } = KINDS[entry.type];
  return (
    <li className="relative flex min-w-0 items-start gap-3.5 border-t border-line px-4 py-3 first:border-t-0">
      <span className={`activity-mark tint ${colour}`}>
        <Icon name={icon} small />
        <span className="sr-only">{word}: </span>
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {entry.resourceId ? (
            <Link to={ownUploadPath(entry.resourceId)} className="hover:underline row-link rounded-lg">
              {entry.details}
            </Link>
          ) : (
            entry.details
          )}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          <Ago time={entry.timestamp} />
        </p>
      </div>
    </li>
  );
};

const Waiting = () => (
  <ul className="panel grid gap-5 p-5" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <li key={place} className="flex items-center gap-3.5">
        <span className="activity-mark skeleton" />
        <span className="grid flex-1 gap-2">
          <span className="skeleton h-4 w-4/5" />
          <span className="skeleton h-3 w-2/5" />
        </span>
      </li>
    ))}
  </ul>
);

/** Recent activity on the leaker's uploads (product.md UP-1), filtered by the URL. */
export function LeakerActivity({
  query,
  aim,
  busy,
  slow,
  onRetry,
}: {
  query: LeakerQuery;
  /** The query of the navigation in progress; equal to `query` when idle. */
  aim: LeakerQuery;
  busy: boolean;
  /** Whether loading has taken long enough to show a placeholder. */
  slow: boolean;
  onRetry: () => void;
}) {
  const entries = useLoaded(leakerActivityRead(query));
  const isWaiting = slow && (!entries || aim.activity !== query.activity);
  const shown = entries?.slice(0, query.shown) ?? [];
  return (
    <section aria-labelledby="recent-activity">
      <SectionHeading id="recent-activity" className="mb-4">
        Recent Activity
      </SectionHeading>
      <nav aria-label="Activity type" className="bleed-x mb-4 gap-2">
        {ACTIVITY_FILTERS.map(({ value, label }) => (
          <Link
            key={value}
            className="pill"
            to={leakerHref(aim, { activity: value })}
            replace
            preventScrollReset
            aria-current={aim.activity === value ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {isWaiting && <Waiting />}
      {!isWaiting && !entries && !busy && (
        <SectionFailure sentence="Recent activity could not be loaded." onRetry={onRetry} />
      )}
      {!isWaiting && entries?.length === 0 && (
        <EmptyState heading="h3" title="No recent activity">
          Uploads, downloads and review decisions will show up here.
        </EmptyState>
      )}
      {!isWaiting && shown.length > 0 && (
        <ul className="panel overflow-hidden" aria-label="Recent Activity">
          {shown.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {!isWaiting && entries && hasMoreActivity(query, entries.length) && (
        <p className="mt-4 text-center">
          <Link
            to={leakerHref(query, { shown: query.shown + ACTIVITY_STEP })}
            replace
            preventScrollReset
            className={buttonClass({ size: 'sm' })}
          >
            Show more activity
          </Link>
        </p>
      )}
    </section>
  );
}
