import { Link } from 'react-router';
import { useLoaded } from '#client/kit/query.ts';
import { compactNumber } from '#client/ui/compact-number.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import type { Account } from '#contract/accounts.ts';
import { type DashboardQuery, savedRead, summaryRead } from '../dashboard-query.ts';
import { DiscordCard } from './discord-card.tsx';
import { PatreonCard } from './patreon-card.tsx';
import type { Removed } from './use-removed.ts';

const Count = ({
  icon,
  label,
  value,
  to,
}: {
  icon: IconName;
  label: string;
  value: number | undefined;
  to?: string;
}) => (
  <li className="panel relative flex flex-col justify-between gap-5 p-5">
    <span className="flex items-center justify-between text-muted">
      {to ? (
        <Link to={to} className="row-link link rounded-lg">
          {label}
        </Link>
      ) : (
        label
      )}
      <Icon name={icon} />
    </span>
    <span className="display text-h2">{value === undefined ? '–' : compactNumber(value)}</span>
  </li>
);

/** The row of cards: five columns on large screens (specification, section 9). */
export const StatCards = ({ user, query, removed }: { user: Account; query: DashboardQuery; removed: Removed }) => {
  const summary = useLoaded(summaryRead);
  const items = useLoaded(savedRead(query)) ?? [];
  const removedHere = items.filter(({ id }) => removed.has(id)).length;
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-6 lg:grid-cols-5 max-sm:[&>li:nth-child(3)]:col-span-2 sm:[&>li]:col-span-2 lg:[&>li]:col-span-1">
      <Count icon="save" label="Saved Items" value={summary && Math.max(0, summary.savedItems - removedHere)} />
      <Count icon="user" label="Following" value={summary?.following} />
      <Count icon="download" label="Downloads" value={summary?.downloads} to="/downloads" />
      <DiscordCard user={user} />
      <PatreonCard user={user} />
    </ul>
  );
};
