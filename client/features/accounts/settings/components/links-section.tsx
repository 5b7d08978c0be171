import { useState } from 'react';
import {
  consentPath,
  disconnectDiscord,
  disconnectGoogle,
  disconnectPatreon,
  providerLabels,
} from '#client/features/accounts/oauth/api.ts';
import type { Confirmed } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { getSecurity } from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';
import { ActMessages } from './act-messages.tsx';
import { AccountSettingsSection } from './settings-section.tsx';

const LazyDialog = lazyPart(() => import('#client/ui/overlay/dialog.tsx').then((file) => file.Dialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

const disconnect = { google: disconnectGoogle, discord: disconnectDiscord, patreon: disconnectPatreon };

const purposes: Record<ProviderName, string> = {
  google: 'Log in without a password.',
  discord: 'Log in without a password and get your role in our chat.',
  patreon: 'Your membership gives you Premium here.',
};

const consequences: Record<ProviderName, string> = {
  google: 'You will no longer be able to log in with Google.',
  discord: 'You will no longer be able to log in with Discord, and you will lose your role in our chat.',
  patreon: 'You will lose the Premium access that comes with your membership. Your membership on Patreon continues.',
};

/** Linked third-party accounts (product.md ID-6). This is the only page where Discord can be unlinked. */
export function LinksSection({
  links,
  asked,
  failure,
  confirmed,
  onChange,
}: {
  links: ReplyOf<typeof getSecurity>['links'];
  /** Provider to unlink, from `?confirm=patreon-disconnect`. The page asks for confirmation when it opens. */
  asked: ProviderName | null;
  /** Error message from a provider's redirect. */
  failure: string | null;
  confirmed: Confirmed;
  onChange: () => Promise<unknown>;
}) {
  const { transport, site } = useAppContext();
  const act = useAct();
  const linkOf = (provider: ProviderName) => links.find((link) => link.provider === provider);
  const [question, setQuestion] = useState(asked && linkOf(asked) ? asked : null);
  const unlink = (provider: ProviderName) => {
    setQuestion(null);
    return act.run(
      () =>
        confirmed.run(async () => {
          await disconnect[provider](transport, {});
          await onChange();
        }, `disconnect ${providerLabels[provider]}`),
      undefined,
    );
  };
  return (
    <AccountSettingsSection
      id="links"
      about="Your accounts on other services. We store only what each link needs, in encrypted form."
    >
      <ActMessages act={{ failure: act.failure ?? failure, done: act.done }} className="mb-4" />
      <ul className="border-t border-line">
        {(['google', 'discord', 'patreon'] as const).map((provider) => {
          const link = linkOf(provider);
          const label = providerLabels[provider];
          const isSetUp = site.providers.includes(provider);
          return (
            <li key={provider} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3.5">
              <div className="min-w-0 flex-1 basis-52">
                <h3 className="font-semibold">{label}</h3>
                <p className="text-sm text-muted wrap-anywhere">
                  {link
                    ? `Linked as ${link.username}`
                    : isSetUp
                      ? purposes[provider]
                      : `${label} is not set up on this site.`}
                </p>
              </div>
              {link ? (
                <Button
                  size="sm"
                  idle={act.isBusy}
                  aria-label={`Unlink ${label}`}
                  onClick={() => setQuestion(provider)}
                >
                  Unlink
                </Button>
              ) : (
                isSetUp && (
                  <a
                    href={consentPath(site.apiUrl, provider, { intent: 'link', next: '/settings' })}
                    className={buttonClass({ size: 'sm' })}
                  >
                    Connect {label}
                  </a>
                )
              )}
            </li>
          );
        })}
      </ul>
      {question && (
        <LazyDialog
          open
          onOpenChange={(open) => open || setQuestion(null)}
          title={`Unlink ${providerLabels[question]}?`}
          description={consequences[question]}
          actions={
            <>
              <Button onClick={() => setQuestion(null)}>Keep it</Button>
              <Button variant="danger" onClick={() => unlink(question)}>
                Unlink {providerLabels[question]}
              </Button>
            </>
          }
        />
      )}
    </AccountSettingsSection>
  );
}
