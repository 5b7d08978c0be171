// Why a visit to a provider's consent page came to nothing, as the address says on the way back.
import { providerLabels } from '#client/features/accounts/oauth/api.ts';

const SENTENCES: Record<string, (label: string) => string> = {
  denied: (label) => `You did not allow it at ${label}, so nothing was linked.`,
  taken: (label) => `This ${label} account belongs to another member already.`,
  'other-account': (label) =>
    `That is not the ${label} account that is linked here. Unlink the other one to change it.`,
  provider: (label) => `${label} did not answer as expected. Please try again.`,
  state: () => 'This was started in another browser, or took too long. Please begin again.',
  'not-set-up': (label) => `${label} is not set up on this site.`,
};

const isProvider = (name: string): name is keyof typeof providerLabels => Object.hasOwn(providerLabels, name);

/** The sentence for `?error=` and `?provider=`; null without one, and for words that nobody of ours sent. */
export function linkFailure(error: string | null, provider: string | null): string | null {
  if (!error || !Object.hasOwn(SENTENCES, error)) return null;
  const label = provider && isProvider(provider) ? providerLabels[provider] : 'The provider';
  return SENTENCES[error]?.(label) ?? null;
}
