// API calls of the accounts feature. Session handling is in client/kit/session.tsx.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/accounts/api.ts';

/** Fetches the currently logged-in user. Does not change the session state. */
export const whoAmI = apiCall<typeof contract.getMe>({
  method: 'GET',
  path: '/api/auth/me',
  fallback: 'Please log in first.',
});

export const forgotPassword = apiCall<typeof contract.forgotPassword>({
  method: 'POST',
  path: '/api/auth/forgot-password',
  fallback: 'The email could not be sent. Please try again.',
});

export const resetPassword = apiCall<typeof contract.resetPassword>({
  method: 'POST',
  path: '/api/auth/reset-password',
  fallback: 'The password could not be set. Please try again.',
});

export const verifyEmail = apiCall<typeof contract.verifyEmail>({
  method: 'POST',
  path: '/api/auth/verify-email',
  fallback: 'Your email could not be confirmed. Please try again.',
});

export const resendVerification = apiCall<typeof contract.resendVerification>({
  method: 'POST',
  path: '/api/auth/resend-verification',
  fallback: 'The email could not be sent. Please try again.',
});
