// Tokens that act for their owner in place of a sign-in: personal ones for programs (product.md PL-3).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { PERSONAL_SCOPES, TOKEN_DAYS, TOKEN_NAME_MAX_CHARACTERS, TOKENS_MAX } from './token-limits.ts';

export type PersonalScope = (typeof PERSONAL_SCOPES)[number];

/** What each scope is called, and what a token with it may do. */
export const scopeWords: Record<PersonalScope, { label: string; allows: string }> = {
  read: {
    label: 'Read',
    allows: 'See what you see: your account with its e-mail address, what you saved, your uploads and your requests.',
  },
  library: { label: 'Library', allows: 'Like, save and follow, and change your collections.' },
  downloads: { label: 'Downloads', allows: 'Download what you may download.' },
  uploads: { label: 'Uploads', allows: 'Upload files, hand them in, change and delete your uploads.' },
  forum: { label: 'Forum', allows: 'Write, edit and react in your name.' },
  requests: { label: 'Requests', allows: 'Ask for resources and vote in your name.' },
};

export const personalToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.enum(PERSONAL_SCOPES)),
  createdAt: timestamp,
  /** To the minute; null while it was never used. */
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
  summary: 'The personal tokens of the signed-in person that have not expired, newest first.',
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
  summary: `Makes a personal token, which is told this once. At most ${TOKENS_MAX}; asks for a fresh confirmation.`,
  body: z.strictObject({
    name: cleanText(TOKEN_NAME_MAX_CHARACTERS).refine((value) => value.trim() !== '', 'Name the token.'),
    scopes: z
      .array(z.enum(PERSONAL_SCOPES))
      .min(1, 'Choose what the token may do.')
      .max(PERSONAL_SCOPES.length, 'Choose each once.'),
    days: z.literal(TOKEN_DAYS),
  }),
  reply: personalToken.extend({ token: z.string() }),
  status: 201,
  problems: ['CONFIRMATION_REQUIRED', 'TOKENS_FULL'],
  fallback: 'The token could not be made.',
});

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/me/tokens/{id}',
  access: 'member',
  // A token must not delete tokens.
  scope: null,
  summary: 'Ends a personal token at once.',
  params: z.strictObject({ id: uuid }),
  reply: null,
  status: 204,
  problems: ['TOKEN_NOT_FOUND'],
  fallback: 'The token could not be deleted.',
});
