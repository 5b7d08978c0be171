// Error messages for linking accounts, based on the query parameters of the server's redirect.
import { providerLabels } from '#client/features/accounts/oauth/api.ts';

const SENTENCES: Record<string, (label: string) => string> = {
  denied: (label) => `${label} was not linked because you cancelled.`,
  taken: (label) => `This ${label} account is already linked to another member.`,
  'other-account': (label) => `You have already linked a different ${label} account. To switch, unlink that one first.`,
  provider: (label) => `${label} did not respond as expected. Please try again.`,
  state: () => 'You started linking in another browser, or it took too long. Please start again.',
  'not-set-up': (label) => `${label} is not set up on this site.`,
};

const isProvider = (name: string): name is keyof typeof providerLabels => Object.hasOwn(providerLabels, name);

/** Error message for `?error=` and `?provider=`; null if there is no error or a value is unknown. */
export function linkFailure(error: string | null, provider: string | null): string | null {
  if (!error || !Object.hasOwn(SENTENCES, error)) return null;
  const label = provider && isProvider(provider) ? providerLabels[provider] : 'The provider';
  return SENTENCES[error]?.(label) ?? null;
}
