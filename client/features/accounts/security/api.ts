import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/accounts/security.ts';

export const getSecurity = apiCall<typeof contract.getSecurity>({
  method: 'GET',
  path: '/api/auth/security',
  fallback: 'Your settings could not be loaded.',
});

export const confirmIdentity = apiCall<typeof contract.confirmIdentity>({
  method: 'POST',
  path: '/api/auth/confirm',
  fallback: 'Your identity could not be confirmed. Please try again.',
});

export const listSessions = apiCall<typeof contract.listSessions>({
  method: 'GET',
  path: '/api/auth/sessions',
  fallback: 'Your sessions could not be loaded.',
});

export const endOneSession = apiCall<typeof contract.endOneSession>({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  fallback: 'The session could not be ended. Please try again.',
});

export const endOtherSessions = apiCall<typeof contract.endOtherSessions>({
  method: 'DELETE',
  path: '/api/auth/sessions',
  fallback: 'The sessions could not be ended. Please try again.',
});

export const setUpTwoFactor = apiCall<typeof contract.setUpTwoFactor>({
  method: 'POST',
  path: '/api/auth/two-factor/setup',
  fallback: 'Two-factor could not be set up. Please try again.',
});

export const enableTwoFactor = apiCall<typeof contract.enableTwoFactor>({
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  fallback: 'Two-factor could not be turned on. Please try again.',
});

export const disableTwoFactor = apiCall<typeof contract.disableTwoFactor>({
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  fallback: 'Two-factor could not be turned off. Please try again.',
});

export const renewRecoveryCodes = apiCall<typeof contract.renewRecoveryCodes>({
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  fallback: 'New recovery codes could not be created. Please try again.',
});
