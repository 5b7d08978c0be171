// Accounts: signing in and out, and the signed-in person as every call answers them (product.md, "The user object").
import { z } from 'zod';
import { cleanText, endpoint, timestamp } from './http.ts';
import { PASSWORD_MAX_CHARACTERS } from './limits.ts';

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

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'member',
  summary: 'The signed-in person.',
  reply: account,
  fallback: 'Please log in first.',
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'visitor',
  summary: 'Signs in with e-mail and password and sets the cookie `token`.',
  body: z.strictObject({
    email: cleanText(254).pipe(z.email('Enter a valid e-mail address.')),
    password: z
      .string()
      .min(1, 'Enter your password.')
      .max(PASSWORD_MAX_CHARACTERS, `At most ${PASSWORD_MAX_CHARACTERS} characters.`)
      .refine(
        (value) => value.isWellFormed() && !value.includes('\0'),
        'This contains characters that cannot be used.',
      ),
  }),
  reply: account,
  problems: ['WRONG_CREDENTIALS', 'BANNED', 'DEMO_ACCOUNT_REFUSED'],
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
