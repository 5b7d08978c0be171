import { useState } from 'react';
import { consentPath, providerLabels } from '#client/features/accounts/oauth/api.ts';
import type { Ways } from '#client/features/accounts/security/components/confirm-dialog.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ProviderName } from '#contract/accounts/oauth.ts';

const LazyConfirmDialog = lazyPart(
  () => import('#client/features/accounts/security/components/confirm-dialog.tsx').then((file) => file.ConfirmDialog),
  { leave: ({ onAnswer }) => onAnswer(false) },
);

/** The provider to link after a confirmation. The server redirects here with `google-link` or `discord-link` in the URL. */
export function linkToConfirm(confirm: string | null): ProviderName | null {
  return (['google', 'discord'] as const).find((provider) => confirm === `${provider}-link`) ?? null;
}

/** Asks the user to confirm their identity, then continues to the provider. */
export function LinkConfirmation({
  provider,
  ways,
  next,
}: {
  provider: ProviderName;
  ways: Ways;
  /** Path to return to after linking. The server only accepts paths on this site. */
  next: string | null;
}) {
  const { site } = useAppContext();
  const [isAsked, setAsked] = useState(true);
  const answer = (isConfirmed: boolean): void => {
    setAsked(false);
    if (isConfirmed) location.assign(consentPath(site.apiUrl, provider, { intent: 'link', next: next ?? '/settings' }));
  };
  return isAsked && <LazyConfirmDialog ways={ways} what={`connect ${providerLabels[provider]}`} onAnswer={answer} />;
}
