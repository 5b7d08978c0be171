import { useSearchParams } from 'react-router';
import { linkFailure } from '#client/features/accounts/oauth/components/link-failure.ts';
import { listSessions } from '#client/features/accounts/security/api.ts';
import { securityRead, useConfirmed } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { LinkConfirmation, linkToConfirm } from '#client/features/accounts/settings/components/link-confirmation.tsx';
import { LinksSection } from '#client/features/accounts/settings/components/links-section.tsx';
import { PasswordSection } from '#client/features/accounts/settings/components/password-section.tsx';
import { SessionsSection } from '#client/features/accounts/settings/components/sessions-section.tsx';
import { settingsSections } from '#client/features/accounts/settings/components/settings-sections.ts';
import { TokensSection, tokensRead } from '#client/features/accounts/settings/components/tokens-section.tsx';
import { TwoFactorSection } from '#client/features/accounts/settings/components/two-factor-section.tsx';
import { AccountSection } from '#client/features/members/settings/components/account-section.tsx';
import {
  NotificationsSection,
  notificationSettingsRead,
} from '#client/features/notifications/components/notifications-section.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, read, reload, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';

const sessionsRead = read(listSessions, {});

export const page: PageSpec = {
  load: async ({ context }) => {
    // If only these fail to load, the error is shown in their section.
    const parts = [tokensRead, notificationSettingsRead].map((one) =>
      load<unknown>(context, one).catch(() => undefined),
    );
    await Promise.all([load(context, securityRead), load(context, sessionsRead), ...parts]);
    return undefined;
  },
  head: ({ context }) => ({ title: `Settings - ${context.site.siteName}`, canonical: null }),
};

/** Account, security, linked accounts and tokens of the logged-in user (product.md, "Added pages"). */
export default function SettingsPage() {
  const context = useAppContext();
  const { session, refresh } = useAuth();
  const [query] = useSearchParams();
  const security = useRead(securityRead);
  const sessions = useRead(sessionsRead);
  const confirmed = useConfirmed();
  const readAgain = () =>
    Promise.all([
      reload(context, securityRead),
      reload(context, sessionsRead),
      // Reload the tokens, because ending other sessions also deletes them.
      reload(context, tokensRead).catch(() => undefined),
      refresh(),
    ]);
  const linking = linkToConfirm(query.get('confirm'));
  if (!session.user) return null;
  return (
    <div className="wrap py-9 md:py-14">
      <PageTitle>Settings</PageTitle>
      <div className="mt-7 grid items-start gap-7 md:grid-cols-[12rem_minmax(0,1fr)] lg:gap-12">
        <nav aria-label="Settings" className="max-md:bleed-x md:sticky md:top-5">
          <ul className="flex gap-x-1 md:flex-col">
            {settingsSections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="sheet-link whitespace-nowrap">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid max-w-[46rem] gap-5">
          <AccountSection user={session.user} security={security} onChange={readAgain} />
          <PasswordSection user={session.user} hasPassword={security.hasPassword} onChange={readAgain} />
          <TwoFactorSection twoFactor={security.twoFactor} confirmed={confirmed} onChange={readAgain} />
          <SessionsSection sessions={sessions} onChange={readAgain} />
          <NotificationsSection />
          <LinksSection
            links={security.links}
            asked={query.get('confirm') === 'patreon-disconnect' ? 'patreon' : null}
            failure={linkFailure(query.get('error'), query.get('provider'))}
            confirmed={confirmed}
            onChange={readAgain}
          />
          <TokensSection confirmed={confirmed} />
        </div>
      </div>
      {confirmed.dialog}
      {linking && <LinkConfirmation provider={linking} ways={security} next={query.get('next')} />}
    </div>
  );
}
