// API calls used only by the settings.
import { apiCall } from '#client/kit/data/call.ts';
import type * as accounts from '#contract/accounts/api.ts';

export const changePassword = apiCall<typeof accounts.changePassword>({
  method: 'POST',
  path: '/api/auth/change-password',
  fallback: 'The password could not be changed. Please try again.',
});

export const changeEmail = apiCall<typeof accounts.changeEmail>({
  method: 'POST',
  path: '/api/auth/change-email',
  fallback: 'Your email could not be changed. Please try again.',
});

export const checkUsername = apiCall<typeof accounts.checkUsername>({
  method: 'GET',
  path: '/api/auth/username',
  fallback: 'The username could not be checked.',
});
