// Error messages for login and sign-up (specification, section 8). The functions are pure, so that tests can be table-driven.

import { CallError } from '#client/kit/data/call.ts';
import { problemOf } from '#contract/problems.ts';

const isOffline = (error: unknown): boolean => error instanceof CallError && error.code === null && error.status === 0;

/** Error message for rate limits, with the waiting time if the server sends it. */
const tooMany = ({ code, message, retryAfterSeconds }: CallError): string => {
  if (code !== 'TOO_MANY_REQUESTS' || retryAfterSeconds <= 0) return message;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return `Too many requests. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`;
};

/** Error message for a failed login. */
export function signInFailure(error: unknown): string {
  if (isOffline(error)) return 'An error occurred during login';
  if (error instanceof CallError) return tooMany(error) || 'Login failed';
  return (error instanceof Error && error.message) || 'Failed to login';
}

/** Error message for a failed sign-up. */
export function registerFailure(error: unknown): string {
  if (isOffline(error)) return 'An error occurred during registration';
  if (error instanceof CallError) return tooMany(error) || 'Registration failed';
  return (error instanceof Error && error.message) || 'Failed to register';
}

/** Error message for an application that could not be submitted. */
export function applyFailure(error: unknown): string {
  return (error instanceof CallError && error.status > 0 && error.message) || 'Failed to submit application';
}

type Provider = 'Google' | 'Discord';

const labels: Record<string, Provider> = { google: 'Google', discord: 'Discord' };

const returned: Record<string, (provider: Provider | null) => string> = {
  state: () => problemOf('OAUTH_STATE').message,
  denied: (provider) => `You cancelled the ${provider ?? 'provider'} login. Nothing has changed.`,
  provider: (provider) =>
    provider === null
      ? problemOf('PROVIDER_FAILED').message
      : { Google: 'Failed to initiate Google login', Discord: 'Failed to initiate Discord login' }[provider],
  'not-set-up': (provider) =>
    provider ? `${provider} is not set up on this site.` : problemOf('PROVIDER_NOT_SET_UP').message,
  banned: () => problemOf('BANNED').message,
  demo: () => problemOf('DEMO_ACCOUNT_REFUSED').message,
  'link-first': (provider) =>
    `An account with this email already exists. Log in with its password, then link ${provider ?? 'the provider'} in your settings.`,
  'no-email': (provider) =>
    `${provider ?? 'The provider'} did not share an email address with us. Verify one there, or sign up with a password.`,
  closed: () => problemOf('REGISTRATION_CLOSED').message,
  taken: (provider) => `This ${provider ?? 'provider'} account is already linked to another member.`,
};

/** Error message for `?error=` and `?provider=` of /login after a provider login; null for unknown values. */
export function returnedFailure(error: string | null, provider: string | null): string | null {
  if (error === null || !Object.hasOwn(returned, error)) return null;
  const label = provider !== null && Object.hasOwn(labels, provider) ? labels[provider] : null;
  return returned[error]?.(label ?? null) ?? null;
}
