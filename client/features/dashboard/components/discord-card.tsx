import { consentPath } from '#client/features/accounts/oauth/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Button } from '#client/ui/forms/button.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { ConnectLink, LinkCard } from './link-card.tsx';

/**
 * The linked Discord account (specification, section 2). It can only be unlinked in the settings, so this card only shows
 * 'Linked'.
 */
export function DiscordCard({ user }: { user: Account }) {
  const { site } = useAppContext();
  if (user.discordUsername) {
    return (
      <LinkCard
        title="Discord"
        lines={[`Connected as ${user.discordUsername}`]}
        action={
          <Button disabled block>
            Linked
          </Button>
        }
      />
    );
  }
  const href = consentPath(site.apiUrl, 'discord', { intent: 'link', next: '/dashboard' });
  return (
    <LinkCard title="Discord" lines={['Join our community']} action={<ConnectLink href={href} name="Discord" />} />
  );
}
