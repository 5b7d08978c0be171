import { Link, useSearchParams } from 'react-router';
import type { PageSpec } from '#client/kit/data/page.ts';
import { invalidate, load } from '#client/kit/data/query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { NOTIFICATION_DAYS, NOTIFICATION_FILTERS } from '#contract/notifications/limits.ts';
import { type NotificationFilter, notificationsPath } from './components/addresses.ts';
import { ConnectionMark } from './components/connection-mark.tsx';
import { emptyTexts, filterChips } from './components/filter-labels.ts';
import { ListTools } from './components/list-tools.tsx';
import { listRead } from './components/lists.ts';
import { NotificationList } from './components/notification-list.tsx';
import { useList } from './components/use-list.ts';

const filterOf = (parameters: URLSearchParams): NotificationFilter =>
  NOTIFICATION_FILTERS.find((filter) => filter === parameters.get('filter')) ?? 'all';

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const list = listRead(filterOf(url.searchParams));
    invalidate(context, list);
    // If this fails, the page tries again and shows the error in place of the list.
    await load(context, list).catch(() => undefined);
    return undefined;
  },
  head: ({ context }) => ({ title: `Notifications - ${context.site.siteName}`, canonical: null }),
};

const Empty = ({ filter }: { filter: NotificationFilter }) => {
  const { title, text } = emptyTexts[filter];
  const [to, label] = filter === 'all' ? ['/community', 'Visit the community'] : [notificationsPath(), 'Show all'];
  return (
    <EmptyState
      title={title}
      actions={
        <Link to={to} className={buttonClass({ variant: 'solid' })}>
          {label}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
};

const List = ({ filter }: { filter: NotificationFilter }) => {
  const state = useList(filter, true);
  const isEmpty = state.list?.notifications.length === 0;
  return (
    <div className="mx-auto max-w-[46rem]">
      <PageTitle className="notify-heading" actions={<ListTools filter={filter} state={state} />}>
        Notifications
      </PageTitle>
      <nav aria-label="Filters" className="mt-6 bleed-x gap-2">
        {filterChips(state.unread).map((chip) => (
          <Link
            key={chip.filter}
            to={chip.to}
            className="pill"
            aria-current={chip.filter === filter ? 'page' : undefined}
            preventScrollReset
          >
            {chip.label}
          </Link>
        ))}
      </nav>
      <div className={isEmpty ? 'mt-5' : 'notify-page panel mt-5'}>
        <NotificationList state={state} hasMore empty={<Empty filter={filter} />} />
      </div>
      <div className="notify-foot mt-2 text-sm">
        <span>Notifications are deleted after {NOTIFICATION_DAYS} days.</span>
        <ConnectionMark />
      </div>
    </div>
  );
};

/** All notifications of the logged-in user (next.md SH-9²). The filter is in the address. */
export default function NotificationsPage() {
  const [parameters] = useSearchParams();
  const filter = filterOf(parameters);
  return (
    <div className="wrap py-9 md:py-14">
      <List key={filter} filter={filter} />
    </div>
  );
}
