// Accounts: signing up, logging in and out, email links, password and email; the user object (product.md).
import { z } from 'zod';
import { cleanText, endpoint, timestamp } from '#contract/http.ts';
import {
  EMAIL_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  USERNAME_MAX_CHARACTERS,
} from './limits.ts';

/** The role shown to clients: a USER with an active premium grant is PREMIUM. */
export const presentedRole = z.enum(['USER', 'PREMIUM', 'LEAKER', 'ADMIN']);
export type PresentedRole = z.infer<typeof presentedRole>;

export const account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: presentedRole,
  isPremium: z.boolean(),
  patreonUsername: z.string().nullable(),
  discordUsername: z.string().nullable(),
  bio: z.string(),
  avatar: z.string(),
  banner: z.string(),
  displayName: z.string().nullable(),
  badges: z.array(z.string()),
  followers: z.int(),
  following: z.int(),
  totalLikes: z.int(),
  verified: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Account = z.infer<typeof account>;

/** An email address as typed. Compared in lower case. */
export const email = cleanText(EMAIL_MAX_CHARACTERS).pipe(z.email('Enter a valid email address.'));

/** An existing password: may be shorter than today's minimum. */
export const password = z
  .string()
  .min(1, 'Enter your password.')
  .max(PASSWORD_MAX_CHARACTERS, `At most ${PASSWORD_MAX_CHARACTERS} characters.`)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'This contains characters that cannot be used.');

/** A new password: any characters. The server also rejects common passwords. */
export const newPassword = password.min(PASSWORD_MIN_CHARACTERS, `At least ${PASSWORD_MIN_CHARACTERS} characters.`);

/** The token in an email link: 256 random bits. */
const mailToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete.');

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'member',
  scope: 'read',
  summary: 'The logged-in user.',
  reply: account,
  fallback: 'Please log in first.',
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'visitor',
  summary:
    'Logs in with email and password and sets the `token` cookie. TWO_FACTOR_REQUIRED: continue at `login/two-factor`.',
  body: z.strictObject({ email, password }),
  reply: account,
  problems: ['WRONG_CREDENTIALS', 'TWO_FACTOR_REQUIRED', 'BANNED', 'DEMO_ACCOUNT_REFUSED'],
  fallback: 'Login failed',
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'visitor',
  summary: 'Ends the session, if there is one.',
  body: z.strictObject({}).optional(),
  reply: z.object({}),
  fallback: 'Failed to log out',
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'visitor',
  summary: 'Creates an account, logs in and sends the verification email.',
  body: z.strictObject({
    email,
    password: newPassword,
    /** Preferred username; the specification's client derives it from the email. The server makes it valid and unique. */
    username: cleanText(EMAIL_MAX_CHARACTERS).optional(),
  }),
  reply: account,
  status: 201,
  problems: ['EMAIL_TAKEN', 'REGISTRATION_CLOSED'],
  fallback: 'Registration failed',
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'visitor',
  summary: 'Emails a link to set a new password if the address has an account. The reply is the same either way.',
  body: z.strictObject({ email }),
  reply: z.object({}),
  status: 202,
  fallback: 'The email could not be sent. Please try again.',
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'Sets a new password with a one-time emailed link and ends all sessions of the user. Does not log in.',
  body: z.strictObject({ token: mailToken, password: newPassword }),
  reply: null,
  status: 204,
  problems: ['LINK_EXPIRED'],
  fallback: 'The password could not be set. Please try again.',
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'Verifies an email address with an emailed link: the current one of the account, or a requested new one.',
  body: z.strictObject({ token: mailToken }),
  reply: null,
  status: 204,
  problems: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  fallback: 'Your email could not be confirmed. Please try again.',
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'member',
  // The email address is part of logging in.
  scope: null,
  summary: 'Resends the verification email. Does nothing if the address is already verified.',
  body: z.strictObject({}).optional(),
  reply: z.object({}),
  status: 202,
  fallback: 'The email could not be sent. Please try again.',
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'member',
  // A token must not take over the account.
  scope: null,
  summary: 'Changes the password, given the current one. Ends all other sessions.',
  body: z.strictObject({ currentPassword: password, newPassword }),
  reply: null,
  status: 204,
  problems: ['WRONG_PASSWORD', 'NO_PASSWORD'],
  fallback: 'The password could not be changed. Please try again.',
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  access: 'member',
  // A token must not take over the account.
  scope: null,
  summary: 'Emails a link to a new address. The address changes once the link is used. The old address is notified.',
  body: z.strictObject({ email, currentPassword: password }),
  reply: z.object({}),
  status: 202,
  problems: ['WRONG_PASSWORD', 'NO_PASSWORD', 'EMAIL_TAKEN'],
  fallback: 'Your email could not be changed. Please try again.',
});

export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/auth/username',
  access: 'member',
  // Used only by the settings page, before a new name is saved.
  scope: null,
  summary: 'Whether a username is available to the logged-in user.',
  query: z.strictObject({ name: cleanText(USERNAME_MAX_CHARACTERS) }),
  reply: z.object({ available: z.boolean() }),
  fallback: 'The username could not be checked.',
});
