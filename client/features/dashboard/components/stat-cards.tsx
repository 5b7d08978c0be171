import { Link } from 'react-router';
import { type DashboardQuery, savedRead, summaryRead } from '#client/features/dashboard/dashboard-query.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useLoaded } from '#client/kit/data/query.ts';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { DiscordCard } from './discord-card.tsx';
import { PatreonCard } from './patreon-card.tsx';
import type { Removed } from './use-removed.ts';

type CountProps = {
  icon: IconName;
  label: string;
  value: number | undefined;
  to?: string;
  /** Makes the card as tall as the linked-account cards next to it. */
  tall: boolean;
};

const Count = ({ icon, label, value, to, tall }: CountProps) => (
  <li
    className={classNames(
      'panel relative flex min-w-0 flex-col justify-between',
      tall ? 'gap-5 p-5' : 'gap-1 p-3 sm:flex-row sm:items-center sm:px-5',
    )}
  >
    <span
      className={classNames('flex items-center gap-2 text-muted', tall ? 'justify-between' : 'sm:flex-row-reverse')}
    >
      {to ? (
        <Link to={to} className="row-link link rounded-lg">
          {label}
        </Link>
      ) : (
        label
      )}
      <span className={classNames('flex', !tall && 'max-sm:hidden')}>
        <Icon name={icon} />
      </span>
    </span>
    <span className="display text-h2">{value === undefined ? '–' : compactNumber(value)}</span>
  </li>
);

/**
 * Row of cards, in five columns on large screens (specification, section 9). The card of a provider without credentials is left
 * out, unless the member's account is already linked.
 */
export function StatCards({ user, query, removed }: { user: Account; query: DashboardQuery; removed: Removed }) {
  const { site } = useAppContext();
  const summary = useLoaded(summaryRead);
  const items = useLoaded(savedRead(query)) ?? [];
  const removedHere = items.filter(({ id }) => removed.has(id)).length;
  const discord = site.providers.includes('discord') || Boolean(user.discordUsername);
  const patreon = site.providers.includes('patreon') || Boolean(user.patreonUsername);
  const tall = discord || patreon;
  return (
    <ul
      className={classNames(
        'grid gap-3',
        tall
          ? 'grid-cols-2 sm:grid-cols-6 max-sm:[&>li:nth-child(3)]:col-span-2 sm:[&>li]:col-span-2 lg:[&>li]:col-span-1'
          : 'grid-cols-3',
        tall && (discord && patreon ? 'lg:grid-cols-5' : 'lg:grid-cols-4'),
      )}
    >
      <Count
        icon="save"
        label="Saved Items"
        value={summary && Math.max(0, summary.savedItems - removedHere)}
        tall={tall}
      />
      <Count icon="user" label="Following" value={summary?.following} tall={tall} />
      <Count icon="download" label="Downloads" value={summary?.downloads} to="/downloads" tall={tall} />
      {discord && <DiscordCard user={user} />}
      {patreon && <PatreonCard user={user} />}
    </ul>
  );
}
