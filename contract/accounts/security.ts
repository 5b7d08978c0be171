// Security of an account: second factor, sessions, and the confirmation that sensitive changes ask for (product.md ID-9).
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { account, password } from './api.ts';
import { CONFIRMED_MINUTES, RECOVERY_CODES } from './limits.ts';
import { providerName } from './oauth.ts';

/** Six digits of an authenticator app; spaces are for the eye. */
const appCode = z
  .string()
  .max(20, 'This is not a code.')
  .regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Enter the six digits.');

/** A code of the app, or one of the recovery codes. */
const anyCode = z
  .string()
  .max(60, 'This is not a code.')
  .regex(/^[\sA-Za-z0-9-]{6,60}$/, 'Enter the code.');

export const passSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/login/two-factor',
  access: 'visitor',
  summary: 'Finishes a sign-in that waits for its second factor, within 5 minutes and 5 tries.',
  body: z.strictObject({ code: anyCode }),
  reply: account,
  problems: ['TWO_FACTOR_WRONG', 'TWO_FACTOR_EXPIRED', 'BANNED', 'DEMO_ACCOUNT_REFUSED'],
  fallback: 'Login failed',
});

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/auth/security',
  access: 'member',
  // It tells how the account is protected.
  scope: null,
  summary: 'What /settings shows of the signed-in person’s ways in.',
  reply: z.object({
    emailVerified: z.boolean(),
    /** A new address that waits for its link to be used. */
    pendingEmail: z.string().nullable(),
    hasPassword: z.boolean(),
    twoFactor: z.object({
      enabled: z.boolean(),
      /** Whether the site asks it of this person. */
      required: z.boolean(),
      recoveryCodesLeft: z.int(),
    }),
    links: z.array(z.object({ provider: providerName, username: z.string(), linkedAt: timestamp })),
    /** Until when sensitive changes need no confirmation; null when they do now. */
    confirmedUntil: timestamp.nullable(),
  }),
  fallback: 'Your settings could not be loaded.',
});

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'member',
  // It confirms a session, and a token has none.
  scope: null,
  summary: `Confirms with the password or, when two-factor is on, with a code from the app and nothing else; counts for ${CONFIRMED_MINUTES} minutes.`,
  body: z.union([z.strictObject({ password }), z.strictObject({ code: appCode })]),
  reply: z.object({ confirmedUntil: timestamp }),
  problems: ['WRONG_PASSWORD', 'NO_PASSWORD', 'CODE_REQUIRED', 'TWO_FACTOR_WRONG', 'TWO_FACTOR_STATE'],
  fallback: 'This could not be confirmed. Please try again.',
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'member',
  // It tells where the account is signed in.
  scope: null,
  summary: 'Where the signed-in person is signed in, last used first.',
  query: z.strictObject(listQuery),
  whole: { search: ['device'], at: 'createdAt' },
  reply: z.array(
    z.object({
      id: uuid,
      /** "Firefox on Linux", as far as the browser tells. */
      device: z.string(),
      isCurrent: z.boolean(),
      createdAt: timestamp,
      lastSeenAt: timestamp,
    }),
  ),
  fallback: 'Your sessions could not be loaded.',
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'owner',
  // A token must not sign its owner out.
  scope: null,
  summary: 'Ends one session of the signed-in person.',
  params: z.strictObject({ id: uuid }),
  reply: null,
  status: 204,
  problems: ['SESSION_NOT_FOUND'],
  fallback: 'The session could not be ended. Please try again.',
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'member',
  // A token must not sign its owner out.
  scope: null,
  summary: 'Ends all sessions of the signed-in person but the one that asks.',
  reply: null,
  status: 204,
  fallback: 'The sessions could not be ended. Please try again.',
});

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/setup',
  access: 'member',
  // A token must not change the second factor.
  scope: null,
  summary: 'Makes a secret for an authenticator app. Nothing is asked for until a code of it was sent to `enable`.',
  body: z.strictObject({}).optional(),
  reply: z.object({
    /** The secret in base32, for typing. */
    secret: z.string(),
    /** The same as an `otpauth:` address, for the QR picture. */
    uri: z.string(),
  }),
  problems: ['CONFIRMATION_REQUIRED', 'TWO_FACTOR_STATE'],
  fallback: 'Two-factor sign-in could not be set up. Please try again.',
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) });

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  access: 'member',
  // A token must not change the second factor.
  scope: null,
  summary: 'Turns two-factor sign-in on with a first code; other sessions end. The recovery codes are shown this once.',
  body: z.strictObject({ code: appCode }),
  reply: recoveryCodes,
  problems: ['CONFIRMATION_REQUIRED', 'TWO_FACTOR_STATE', 'TWO_FACTOR_WRONG'],
  fallback: 'Two-factor sign-in could not be turned on. Please try again.',
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  access: 'member',
  // A token must not change the second factor.
  scope: null,
  summary: 'Turns two-factor sign-in off with a code; other sessions end.',
  body: z.strictObject({ code: anyCode }),
  reply: null,
  status: 204,
  problems: ['TWO_FACTOR_STATE', 'TWO_FACTOR_WRONG'],
  fallback: 'Two-factor sign-in could not be turned off. Please try again.',
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  access: 'member',
  // A token must not change the second factor.
  scope: null,
  summary: 'Makes new recovery codes; the old ones count no more.',
  body: z.strictObject({ code: appCode }),
  reply: recoveryCodes,
  problems: ['TWO_FACTOR_STATE', 'TWO_FACTOR_WRONG'],
  fallback: 'New recovery codes could not be made. Please try again.',
});
