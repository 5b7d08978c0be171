// Personal tokens: let programs use the API on behalf of a user (product.md PL-3).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { PERSONAL_SCOPES, TOKEN_DAYS, TOKEN_NAME_MAX_CHARACTERS, TOKENS_MAX } from './token-limits.ts';

export type PersonalScope = (typeof PERSONAL_SCOPES)[number];

/** Label and description of each scope. */
export const scopeWords: Record<PersonalScope, { label: string; allows: string }> = {
  read: {
    label: 'Read',
    allows: 'See your account, email address, saved assets, uploads and requests.',
  },
  library: { label: 'Library', allows: 'Like, save and follow as you, and edit your collections.' },
  downloads: { label: 'Downloads', allows: 'Download anything you have access to.' },
  uploads: { label: 'Uploads', allows: 'Upload files, submit them, and edit or delete your uploads.' },
  forum: { label: 'Forum', allows: 'Post, edit and react as you.' },
  requests: { label: 'Requests', allows: 'Request assets and vote as you.' },
};

export const personalToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(PERSONAL_SCOPES)),
  createdAt: timestamp,
  /** Time of the last use, accurate to the minute; null if the token was never used. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp,
});
export type PersonalToken = z.infer<typeof personalToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/me/tokens',
  access: 'member',
  // A token must not list other tokens.
  scope: null,
  summary: "Lists the logged-in user's unexpired personal tokens, newest first.",
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
  summary: `Creates a personal token and returns it. It can't be retrieved later. Users can have up to ${TOKENS_MAX} tokens. Requires a recent identity confirmation.`,
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
