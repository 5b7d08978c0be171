// Error messages for linking accounts, from the query that the server redirects back with.
import { providerLabels } from '#client/features/accounts/oauth/api.ts';

const SENTENCES: Record<string, (label: string) => string> = {
  denied: (label) => `You cancelled at ${label}. Nothing was linked.`,
  taken: (label) => `This ${label} account is already linked to another member.`,
  'other-account': (label) =>
    `This is not the ${label} account that is linked here. To change it, unlink the other one first.`,
  provider: (label) => `${label} did not respond as expected. Please try again.`,
  state: () => 'This was started in another browser or took too long. Please start again.',
  'not-set-up': (label) => `${label} is not set up on this site.`,
};

const isProvider = (name: string): name is keyof typeof providerLabels => Object.hasOwn(providerLabels, name);

/** Message for `?error=` and `?provider=`; null without an error and for unknown values. */
export function linkFailure(error: string | null, provider: string | null): string | null {
  if (!error || !Object.hasOwn(SENTENCES, error)) return null;
  const label = provider && isProvider(provider) ? providerLabels[provider] : 'The provider';
  return SENTENCES[error]?.(label) ?? null;
}
