// Accounts: registering, signing in and out, mail links, password and address; the user object (product.md).
import { z } from 'zod';
import { cleanText, endpoint, timestamp } from '#contract/http.ts';
import {
  EMAIL_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  USERNAME_MAX_CHARACTERS,
} from './limits.ts';

/** The role as it is presented: a USER with a running premium grant is PREMIUM. */
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

/** An e-mail address as it is typed; compared in lower case. */
export const email = cleanText(EMAIL_MAX_CHARACTERS).pipe(z.email('Enter a valid e-mail address.'));

/** A password that exists already: of any length that was ever allowed. */
export const password = z
  .string()
  .min(1, 'Enter your password.')
  .max(PASSWORD_MAX_CHARACTERS, `At most ${PASSWORD_MAX_CHARACTERS} characters.`)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'This contains characters that cannot be used.');

/** A password to be: any characters. Common ones are refused by the server's list. */
export const newPassword = password.min(PASSWORD_MIN_CHARACTERS, `At least ${PASSWORD_MIN_CHARACTERS} characters.`);

/** What a mail's link carries: 256 random bits. */
const mailToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete.');

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'member',
  scope: 'read',
  summary: 'The signed-in person.',
  reply: account,
  fallback: 'Please log in first.',
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'visitor',
  summary:
    'Signs in with e-mail and password and sets the cookie `token`. TWO_FACTOR_REQUIRED asks for `login/two-factor`.',
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
  summary: 'Makes an account, signs in and sends the mail that verifies the address.',
  body: z.strictObject({
    email,
    password: newPassword,
    /** A wish, as the specification's client derives it from the address: made valid and unique by the server. */
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
  summary: 'Mails a link for a new password, if the address belongs to somebody; the answer never tells.',
  body: z.strictObject({ email }),
  reply: z.object({}),
  status: 202,
  fallback: 'The mail could not be sent. Please try again.',
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'Sets a new password by a mailed link, once, and ends all sessions of the person. It does not sign in.',
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
  summary: 'Takes a mailed link as proof of the address: the account’s, or a new one that was asked for.',
  body: z.strictObject({ token: mailToken }),
  reply: null,
  status: 204,
  problems: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  fallback: 'The address could not be verified. Please try again.',
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'member',
  // The address belongs to signing in.
  scope: null,
  summary: 'Mails the verifying link again; nothing happens when the address is verified.',
  body: z.strictObject({}).optional(),
  reply: z.object({}),
  status: 202,
  fallback: 'The mail could not be sent. Please try again.',
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'member',
  // A token must not take over the account.
  scope: null,
  summary: 'Changes the password with the current one; all other sessions end.',
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
  summary: 'Mails a link to a new address; it takes effect when the link is used. The old address is told.',
  body: z.strictObject({ email, currentPassword: password }),
  reply: z.object({}),
  status: 202,
  problems: ['WRONG_PASSWORD', 'NO_PASSWORD', 'EMAIL_TAKEN'],
  fallback: 'The address could not be changed. Please try again.',
});

export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/auth/username',
  access: 'member',
  // Only the settings ask this, before a new name is saved.
  scope: null,
  summary: 'Whether the signed-in person could take a username.',
  query: z.strictObject({ name: cleanText(USERNAME_MAX_CHARACTERS) }),
  reply: z.object({ available: z.boolean() }),
  fallback: 'The username could not be checked.',
});
