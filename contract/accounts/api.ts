// Accounts: sign-up, login, logout, email links, password and email changes; the user object (product.md).
import { z } from 'zod';
import { cleanText, endpoint, timestamp } from '#contract/http.ts';
import {
  EMAIL_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  USERNAME_MAX_CHARACTERS,
} from './limits.ts';

/** The role shown to clients. A USER with active Premium is shown as PREMIUM. */
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

/** An email address as typed. Addresses are compared in lower case. */
export const email = cleanText(EMAIL_MAX_CHARACTERS).pipe(z.email('Enter a valid email address.'));

/** An existing password, which may be shorter than the current minimum. */
export const password = z
  .string()
  .min(1, 'Enter your password.')
  .max(PASSWORD_MAX_CHARACTERS, `At most ${PASSWORD_MAX_CHARACTERS} characters.`)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'This contains unsupported characters.');

/** A new password: any characters are allowed. The server also rejects common passwords. */
export const newPassword = password.min(PASSWORD_MIN_CHARACTERS, `At least ${PASSWORD_MIN_CHARACTERS} characters.`);

/** Token in an email link: 256 random bits. */
const mailToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete.');

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'member',
  scope: 'read',
  summary: 'Returns the logged-in user.',
  reply: account,
  fallback: 'Please log in first.',
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'visitor',
  summary:
    'Logs in with email and password and sets the `token` cookie. If it fails with TWO_FACTOR_REQUIRED, continue at `login/two-factor`.',
  body: z.strictObject({ email, password }),
  reply: account,
  problems: ['WRONG_CREDENTIALS', 'TWO_FACTOR_REQUIRED', 'BANNED', 'DEMO_ACCOUNT_REFUSED'],
  fallback: 'Login failed',
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'visitor',
  summary: 'Logs out by ending the current session, if there is one.',
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
    /** Preferred username. As specified, clients derive it from the email. The server makes it valid and unique. */
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
  summary:
    'Emails a link for setting a new password if an account uses this email. The response is the same either way.',
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
  summary:
    "Sets a new password using the token from an emailed link and ends all of the user's sessions. Does not log the user in.",
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
  summary:
    "Verifies an email address using the token from an emailed link: either the account's current address or a requested new one.",
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
  // Tokens cannot be used to manage the email address, because it is used to log in.
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
  // A token must not be enough to take over the account.
  scope: null,
  summary: 'Changes the password and ends all other sessions. Requires the current password.',
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
  // A token must not be enough to take over the account.
  scope: null,
  summary:
    'Emails a confirmation link to the new address and notifies the old one. The account switches to the new address once the link is used.',
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
  // Only used by the settings page, before a new name is saved.
  scope: null,
  summary: 'Checks whether a username is available to the logged-in user.',
  query: z.strictObject({ name: cleanText(USERNAME_MAX_CHARACTERS) }),
  reply: z.object({ available: z.boolean() }),
  fallback: 'The username could not be checked.',
});
