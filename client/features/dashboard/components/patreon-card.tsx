import { useState } from 'react';
import { consentPath, refreshLinks } from '#client/features/accounts/oauth/api.ts';
import { membershipNote } from '#client/features/premium/components/membership-labels.ts';
import { ownPremiumRead } from '#client/features/premium/components/premium-reads.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload, useLoaded } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { Account } from '#contract/accounts/api.ts';
import { ConnectLink, LinkCard } from './link-card.tsx';

/** Reloads only the state of the linked accounts rather than the whole page (product.md ME-4). */
const RefreshButton = () => {
  const context = useAppContext();
  const { update } = useAuth();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    try {
      update(await refreshLinks(context.transport, {}));
      await reload(context, ownPremiumRead);
      showToast({ tone: 'success', text: 'Linked accounts refreshed.' });
    } catch (error) {
      showToast({ tone: 'error', text: error instanceof Error ? error.message : refreshLinks.fallback });
    }
    setBusy(false);
  };
  return (
    <IconButton
      icon="refresh"
      label="Refresh linked accounts"
      size="sm"
      aria-busy={busy || undefined}
      disabled={busy}
      className="-mr-2 aria-busy:[&>svg]:animate-turn"
      onClick={refresh}
    />
  );
};

/** The card's text in each state, as quoted in the specification, section 2. */
export function patreonLines(user: Pick<Account, 'role' | 'isPremium' | 'patreonUsername'>): string[] {
  const connected = user.patreonUsername ? [`Connected as ${user.patreonUsername}`] : [];
  if (isPremiumMember(user)) return [...connected, 'Premium Member'];
  return user.patreonUsername ? ['Connected but not a patron'] : ['Get premium access'];
}

const isPremiumMember = ({ role, isPremium }: Pick<Account, 'role' | 'isPremium'>): boolean =>
  isPremium || role === 'PREMIUM';

/** The Patreon card. It has three states: with Premium, linked without a pledge, and not linked. */
export function PatreonCard({ user }: { user: Account }) {
  const { site } = useAppContext();
  const own = useLoaded(ownPremiumRead);
  const api = site.apiUrl;
  return (
    <LinkCard
      title="Patreon"
      aside={
        <>
          {isPremiumMember(user) && <Badge tone="tungsten">Premium</Badge>}
          <RefreshButton />
        </>
      }
      lines={patreonLines(user)}
      note={membershipNote(own)}
      action={
        user.patreonUsername ? (
          <a href={`${api}/auth/patreon/disconnect`} className={buttonClass({ block: true })}>
            Disconnect
          </a>
        ) : (
          <ConnectLink href={consentPath(api, 'patreon', { next: '/dashboard' })} name="Patreon" />
        )
      }
    />
  );
}
