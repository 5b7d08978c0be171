// Personal tokens, with which programs use the API on behalf of their owner (product.md PL-3).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { PERSONAL_SCOPES, TOKEN_DAYS, TOKEN_NAME_MAX_CHARACTERS, TOKENS_MAX } from './token-limits.ts';

export type PersonalScope = (typeof PERSONAL_SCOPES)[number];

/** Label of each scope, and what it allows. */
export const scopeWords: Record<PersonalScope, { label: string; allows: string }> = {
  read: {
    label: 'Read',
    allows: 'See your account and email, saved assets, uploads and requests.',
  },
  library: { label: 'Library', allows: 'Like, save and follow as you, and edit your collections.' },
  downloads: { label: 'Downloads', allows: 'Download anything you can download.' },
  uploads: { label: 'Uploads', allows: 'Upload files, submit them, and edit or delete your uploads.' },
  forum: { label: 'Forum', allows: 'Post, edit and react as you.' },
  requests: { label: 'Requests', allows: 'Request assets and vote as you.' },
};

export const personalToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(PERSONAL_SCOPES)),
  createdAt: timestamp,
  /** To the minute; null if never used. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp,
});
export type PersonalToken = z.infer<typeof personalToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/me/tokens',
  access: 'member',
  // A token must not see other tokens.
  scope: null,
  summary: 'Personal tokens of the logged-in user that have not expired, newest first.',
  query: z.strictObject(listQuery),
  whole: { search: ['name'], at: 'createdAt' },
  reply: z.object({ tokens: z.array(personalToken) }),
  fallback: 'Your tokens could not be loaded.',
});

export const createToken = endpoint({
  method: 'POST',
  path: '/api/me/tokens',
  access: 'member',
  // A token must not create tokens.
  scope: null,
  summary: `Creates a personal token, which is shown only once. At most ${TOKENS_MAX}; requires a recent confirmation.`,
  body: z.strictObject({
    name: cleanText(TOKEN_NAME_MAX_CHARACTERS).refine((value) => value.trim() !== '', 'Enter a name for the token.'),
    scopes: z
      .array(z.enum(PERSONAL_SCOPES))
      .min(1, 'Choose what the token can do.')
      .max(PERSONAL_SCOPES.length, 'Choose each scope only once.'),
    days: z.literal(TOKEN_DAYS),
  }),
  reply: personalToken.extend({ token: z.string() }),
  status: 201,
  problems: ['CONFIRMATION_REQUIRED', 'TOKENS_FULL'],
  fallback: 'The token could not be created.',
});

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/me/tokens/{id}',
  access: 'member',
  // A token must not delete tokens.
  scope: null,
  summary: 'Revokes a personal token immediately.',
  params: z.strictObject({ id: uuid }),
  reply: null,
  status: 204,
  problems: ['TOKEN_NOT_FOUND'],
  fallback: 'The token could not be deleted.',
});
