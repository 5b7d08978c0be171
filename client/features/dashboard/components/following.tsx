import { Link } from 'react-router';
import { type DashboardQuery, dashboardHref, followingRead } from '#client/features/dashboard/dashboard-query.ts';
import { useLoaded } from '#client/kit/data/query.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { DASHBOARD_ITEMS } from '#contract/members/limits.ts';
import { profilePath } from '#contract/paths.ts';
import type { FollowedLeaker } from '#contract/resources/bookmarks.ts';

const lastActiveText = (time: string | null): string => (time ? `Last active ${formatDay(time)}` : 'No uploads yet');

const Leaker = ({ leaker }: { leaker: FollowedLeaker }) => (
  <li className="panel relative flex min-w-0 items-center gap-3.5 p-4 hover:bg-raised">
    <Avatar name={leaker.name} src={leaker.avatar} size={48} />
    <div className="min-w-0">
      <h3 className="truncate font-semibold">
        <Link to={profilePath(leaker.username)} className="row-link rounded-lg">
          {leaker.name}
        </Link>
      </h3>
      <p className="truncate text-sm text-muted">{leaker.totalAssets} assets</p>
      <p className="truncate text-sm text-muted">{lastActiveText(leaker.lastActive)}</p>
    </div>
  </li>
);

/** The leakers a member follows (specification, section 2). */
export function Following({ query, onRetry }: { query: DashboardQuery; onRetry: () => void }) {
  const leakers = useLoaded(followingRead(query));
  return (
    <section aria-labelledby="following">
      <SectionHeading
        id="following"
        actions={
          <Link to="/resources" className={buttonClass({ variant: 'quiet', className: '-mr-4' })}>
            View All<span className="sr-only"> leakers’ assets</span>
          </Link>
        }
      >
        Following
      </SectionHeading>
      {!leakers && <SectionFailure sentence="Failed to load followed leakers" onRetry={onRetry} />}
      {leakers?.length === 0 && (
        <EmptyState
          heading="h3"
          title="Not following any leakers yet"
          actions={
            <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
              Discover Leakers
            </Link>
          }
        >
          Follow creators to see their new work here.
        </EmptyState>
      )}
      {leakers && leakers.length > 0 && (
        <ul className="grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
          {leakers.slice(0, query.people).map((leaker) => (
            <Leaker key={leaker.id} leaker={leaker} />
          ))}
        </ul>
      )}
      {leakers && leakers.length > query.people && (
        <p className="mt-5 text-center">
          <Link
            to={dashboardHref(query, { people: query.people + DASHBOARD_ITEMS })}
            replace
            preventScrollReset
            className={buttonClass()}
          >
            Show more leakers
          </Link>
        </p>
      )}
    </section>
  );
}
