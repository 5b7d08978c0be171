import { useRef, useState } from 'react';
import { Link, useNavigation, useRevalidator, useSearchParams } from 'react-router';
import { VerifyNotice } from '#client/features/accounts/components/verify-notice.tsx';
import { getSecurity } from '#client/features/accounts/security/api.ts';
import { ApplicationPanel } from '#client/features/applications/components/application-panel.tsx';
import { applicationRead } from '#client/features/applications/components/use-application.ts';
import { Following } from '#client/features/dashboard/components/following.tsx';
import { LinkFailure } from '#client/features/dashboard/components/link-failure.tsx';
import { SavedItems } from '#client/features/dashboard/components/saved-items.tsx';
import { StatCards } from '#client/features/dashboard/components/stat-cards.tsx';
import { StatusLine } from '#client/features/dashboard/components/status-line.tsx';
import { useRemoved } from '#client/features/dashboard/components/use-removed.ts';
import { EditProfileButton } from '#client/features/members/components/edit-profile-button.tsx';
import { ownPremiumRead } from '#client/features/premium/components/premium-reads.ts';
import { loadRequestNews, RequestNews } from '#client/features/requests/components/request-news.tsx';
import { useSlow } from '#client/features/resources/components/listing/use-slow.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { invalidate, load, type Read, read, useLoaded } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { followingRead, readDashboardQuery, savedRead, summaryRead } from './dashboard-query.ts';

const securityRead = read(getSecurity, {});

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const query = readDashboardQuery(url.searchParams);
    // Reload on every visit, because saved items can change on any page.
    const loadAnew = <T,>(given: Read<T>) => {
      invalidate(context, given);
      return load(context, given);
    };
    // If a part fails to load, it shows its own error; the rest of the page still works.
    await Promise.allSettled([
      loadAnew(summaryRead),
      loadAnew(savedRead(query)),
      loadAnew(followingRead(query)),
      loadAnew(securityRead),
      loadRequestNews(context),
      context.person.current?.patreonUsername && loadAnew(ownPremiumRead),
      context.person.current?.role === 'USER' && loadAnew(applicationRead),
    ]);
    return undefined;
  },
  head: ({ context }) => ({ title: `Your Dashboard - ${context.site.siteName}`, canonical: null }),
};

/** The member's dashboard (specification, section 2; product.md ME-3, ME-4). */
export default function DashboardPage() {
  const { session } = useAuth();
  const [parameters] = useSearchParams();
  const { location } = useNavigation();
  const { revalidate } = useRevalidator();
  const query = readDashboardQuery(parameters);
  // The controls show a new selection immediately; the cards follow once they have loaded.
  const busy = location?.pathname === '/dashboard';
  const aim = busy ? readDashboardQuery(new URLSearchParams(location.search)) : query;
  const slow = useSlow(busy);
  const [pressed, setPressed] = useState<'filter' | 'search' | null>(null);
  const removed = useRemoved();
  const isUnverified = useLoaded(securityRead)?.emailVerified === false;
  const savedSection = useRef<HTMLElement>(null);

  if (session.state !== 'signed-in') {
    return (
      <div className="wrap flex justify-center py-21">
        <Spinner label="Loading" />
      </div>
    );
  }
  const { user } = session;
  const tools = {
    filter: pressed === 'filter' || aim.category !== '',
    search: pressed === 'search' || aim.search !== '',
  };
  const press = (tool: 'filter' | 'search') => {
    setPressed(pressed === tool ? null : tool);
    if (pressed !== tool) savedSection.current?.scrollIntoView({ block: 'start' });
  };
  const retry = () => void revalidate();
  return (
    <div className="wrap flex flex-col gap-9 pt-10 pb-21">
      <div>
        <PageTitle
          actions={
            <div className="flex flex-wrap items-center gap-2">
              <IconButton
                icon="filter"
                label="Filter saved items"
                variant="outline"
                aria-expanded={tools.filter}
                aria-controls={tools.filter ? 'saved-filter' : undefined}
                onClick={() => press('filter')}
              />
              <IconButton
                icon="search"
                label="Search saved items"
                variant="outline"
                aria-expanded={tools.search}
                aria-controls={tools.search ? 'saved-search' : undefined}
                onClick={() => press('search')}
              />
              <Link to="/settings" className={buttonClass()}>
                Settings
              </Link>
              <EditProfileButton variant="member" />
            </div>
          }
        >
          Your Dashboard
        </PageTitle>
        <StatusLine user={user} />
        <Ruler className="mt-6" />
      </div>
      <LinkFailure />
      {isUnverified && <VerifyNotice />}
      <RequestNews />
      <StatCards user={user} query={query} removed={removed} />
      <SavedItems
        ref={savedSection}
        query={query}
        aim={aim}
        tools={tools}
        removed={removed}
        busy={busy}
        slow={slow}
        onRetry={retry}
      />
      <Following query={query} onRetry={retry} />
      {user.role === 'USER' && <ApplicationPanel onRetry={retry} />}
    </div>
  );
}
