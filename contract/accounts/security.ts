// Account security: two-factor authentication, sessions, and the confirmation required for sensitive changes (product.md ID-9).
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { account, password } from './api.ts';
import { CONFIRMED_MINUTES, RECOVERY_CODES } from './limits.ts';
import { providerName } from './oauth.ts';

/** A six-digit code from an authenticator app; spaces are allowed. */
const appCode = z
  .string()
  .max(20, 'This is not a valid code.')
  .regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Enter the 6-digit code.');

/** A code from an authenticator app, or a recovery code. */
const anyCode = z
  .string()
  .max(60, 'This is not a valid code.')
  .regex(/^[\sA-Za-z0-9-]{6,60}$/, 'Enter the code.');

export const passSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/login/two-factor',
  access: 'visitor',
  summary: 'Completes a login that requires two-factor. Allows 5 attempts within 5 minutes.',
  body: z.strictObject({ code: anyCode }),
  reply: account,
  problems: ['TWO_FACTOR_WRONG', 'TWO_FACTOR_EXPIRED', 'BANNED', 'DEMO_ACCOUNT_REFUSED'],
  fallback: 'Login failed',
});

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/auth/security',
  access: 'member',
  // The response reveals how the account is protected.
  scope: null,
  summary: "Returns the logged-in user's login methods and two-factor status, as shown in the settings.",
  reply: z.object({
    emailVerified: z.boolean(),
    /** The requested new address while it is unconfirmed; null if no change was requested. */
    pendingEmail: z.string().nullable(),
    hasPassword: z.boolean(),
    twoFactor: z.object({
      enabled: z.boolean(),
      /** Whether the site requires two-factor authentication for this user. */
      required: z.boolean(),
      recoveryCodesLeft: z.int(),
    }),
    links: z.array(z.object({ provider: providerName, username: z.string(), linkedAt: timestamp })),
    /** When the current confirmation expires; null if a sensitive change would need a new confirmation. */
    confirmedUntil: timestamp.nullable(),
  }),
  fallback: 'Your settings could not be loaded.',
});

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'member',
  // This call confirms a session, which a token does not have.
  scope: null,
  summary: `Confirms the user's identity with their password, or with an authenticator code if two-factor is on. The confirmation lasts ${CONFIRMED_MINUTES} minutes.`,
  body: z.union([z.strictObject({ password }), z.strictObject({ code: appCode })]),
  reply: z.object({ confirmedUntil: timestamp }),
  problems: ['WRONG_PASSWORD', 'NO_PASSWORD', 'CODE_REQUIRED', 'TWO_FACTOR_WRONG', 'TWO_FACTOR_STATE'],
  fallback: 'Your identity could not be confirmed. Please try again.',
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'member',
  // The response reveals where the account is logged in.
  scope: null,
  summary: "Lists the logged-in user's sessions, most recently used first.",
  query: z.strictObject(listQuery),
  whole: { search: ['device'], at: 'createdAt' },
  reply: z.array(
    z.object({
      id: uuid,
      /** As reported by the browser, e.g. "Firefox on Linux". */
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
  // A token must not end its owner's sessions.
  scope: null,
  summary: 'Ends one session of the logged-in user.',
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
  // A token must not end its owner's sessions.
  scope: null,
  summary: 'Ends all sessions of the logged-in user except the current one.',
  reply: null,
  status: 204,
  fallback: 'The sessions could not be ended. Please try again.',
});

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/setup',
  access: 'member',
  // Two-factor settings cannot be changed with a token.
  scope: null,
  summary: 'Creates a secret for an authenticator app. Two-factor stays off until a code is sent to `enable`.',
  body: z.strictObject({}).optional(),
  reply: z.object({
    /** The secret in base32, for typing it into an authenticator app. */
    secret: z.string(),
    /** The secret as an `otpauth:` URI, for the QR code. */
    uri: z.string(),
  }),
  problems: ['CONFIRMATION_REQUIRED', 'TWO_FACTOR_STATE'],
  fallback: 'Two-factor could not be set up. Please try again.',
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) });

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  access: 'member',
  // Two-factor settings cannot be changed with a token.
  scope: null,
  summary:
    'Turns on two-factor using a code from the app and ends all other sessions. Returns recovery codes that are shown only once.',
  body: z.strictObject({ code: appCode }),
  reply: recoveryCodes,
  problems: ['CONFIRMATION_REQUIRED', 'TWO_FACTOR_STATE', 'TWO_FACTOR_WRONG'],
  fallback: 'Two-factor could not be turned on. Please try again.',
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  access: 'member',
  // Two-factor settings cannot be changed with a token.
  scope: null,
  summary: 'Turns off two-factor using a code and ends all other sessions.',
  body: z.strictObject({ code: anyCode }),
  reply: null,
  status: 204,
  problems: ['TWO_FACTOR_STATE', 'TWO_FACTOR_WRONG'],
  fallback: 'Two-factor could not be turned off. Please try again.',
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  access: 'member',
  // Two-factor settings cannot be changed with a token.
  scope: null,
  summary: 'Creates new recovery codes. The old ones stop working.',
  body: z.strictObject({ code: appCode }),
  reply: recoveryCodes,
  problems: ['TWO_FACTOR_STATE', 'TWO_FACTOR_WRONG'],
  fallback: 'New recovery codes could not be created. Please try again.',
});
