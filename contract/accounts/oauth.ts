// Third-party identities: logging in with Google or Discord, and linking Discord and Patreon (product.md ID-5, ID-6).
import { z } from 'zod';
import { cleanText, endpoint } from '#contract/http.ts';
import { account } from './api.ts';

export const providerName = z.enum(['google', 'discord', 'patreon']);
export type ProviderName = z.infer<typeof providerName>;

/** Parameters that the browser may send. A `next` that is not a path on this site is ignored. */
const beginQuery = z.strictObject({
  /** Where to send the user afterwards: a path on this site. */
  next: cleanText(2000).optional(),
  /** `leaker`: the user chose Apply as Leaker, so the application is submitted when they return. */
  apply: z.literal('leaker').optional(),
  /** `link` and `confirm` require a session. If `intent` is omitted, a login starts. */
  intent: z.enum(['link', 'confirm']).optional(),
});

const callbackQuery = z.looseObject({});

export const beginGoogle = endpoint({
  method: 'GET',
  path: '/api/auth/google',
  access: 'visitor',
  summary: "Redirects to Google's consent page.",
  query: beginQuery,
  reply: null,
  sends: 'redirect',
  problems: ['PROVIDER_NOT_SET_UP', 'SIGN_IN_REQUIRED', 'CONFIRMATION_REQUIRED'],
  fallback: 'Failed to initiate Google login',
});

export const finishGoogle = endpoint({
  method: 'GET',
  path: '/api/auth/google/callback',
  access: 'visitor',
  summary: 'OAuth callback for Google. Redirects to a page on the site.',
  query: callbackQuery,
  reply: null,
  sends: 'redirect',
  problems: ['OAUTH_STATE'],
  fallback: 'Failed to initiate Google login',
});

export const beginDiscord = endpoint({
  method: 'GET',
  path: '/api/auth/discord',
  access: 'visitor',
  summary: "Redirects to Discord's consent page.",
  query: beginQuery,
  reply: null,
  sends: 'redirect',
  problems: ['PROVIDER_NOT_SET_UP', 'SIGN_IN_REQUIRED', 'CONFIRMATION_REQUIRED'],
  fallback: 'Failed to initiate Discord login',
});

export const finishDiscord = endpoint({
  method: 'GET',
  path: '/api/auth/discord/callback',
  access: 'visitor',
  summary: 'OAuth callback for Discord. Redirects to a page on the site.',
  query: callbackQuery,
  reply: null,
  sends: 'redirect',
  problems: ['OAUTH_STATE'],
  fallback: 'Failed to initiate Discord login',
});

export const beginPatreon = endpoint({
  method: 'GET',
  path: '/api/auth/patreon',
  access: 'visitor',
  refusesSuspended: true,
  summary: "Redirects logged-in users to Patreon's consent page and visitors to /login.",
  query: beginQuery,
  reply: null,
  sends: 'redirect',
  problems: ['PROVIDER_NOT_SET_UP', 'SIGN_IN_REQUIRED', 'BANNED'],
  fallback: 'Patreon could not be reached. Please try again.',
});

export const finishPatreon = endpoint({
  method: 'GET',
  path: '/api/auth/patreon/callback',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'OAuth callback for Patreon. Redirects to a page on the site.',
  query: callbackQuery,
  reply: null,
  sends: 'redirect',
  problems: ['OAUTH_STATE', 'SIGN_IN_REQUIRED', 'BANNED'],
  fallback: 'Patreon could not be reached. Please try again.',
});

export const followPatreonDisconnect = endpoint({
  method: 'GET',
  path: '/api/auth/patreon/disconnect',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'Redirects to a page that asks for confirmation before unlinking Patreon. Does not unlink it.',
  reply: null,
  sends: 'redirect',
  problems: ['SIGN_IN_REQUIRED', 'BANNED'],
  fallback: 'Patreon could not be disconnected. Please try again.',
});

export const disconnectPatreon = endpoint({
  method: 'POST',
  path: '/api/auth/patreon/disconnect',
  access: 'member',
  // Linked accounts can only be managed in a session.
  scope: null,
  summary: 'Unlinks Patreon and revokes its tokens. Does nothing if it is not linked.',
  body: z.strictObject({}).optional(),
  reply: null,
  status: 204,
  fallback: 'Patreon could not be disconnected. Please try again.',
});

export const disconnectDiscord = endpoint({
  method: 'POST',
  path: '/api/auth/discord/disconnect',
  access: 'member',
  // A token must not remove a login method.
  scope: null,
  summary: 'Unlinks Discord and revokes its tokens.',
  body: z.strictObject({}).optional(),
  reply: null,
  status: 204,
  problems: ['CONFIRMATION_REQUIRED', 'LAST_WAY_IN', 'NOT_LINKED'],
  fallback: 'Discord could not be disconnected. Please try again.',
});

export const disconnectGoogle = endpoint({
  method: 'POST',
  path: '/api/auth/google/disconnect',
  access: 'member',
  // A token must not remove a login method.
  scope: null,
  summary: 'Unlinks Google.',
  body: z.strictObject({}).optional(),
  reply: null,
  status: 204,
  problems: ['CONFIRMATION_REQUIRED', 'LAST_WAY_IN', 'NOT_LINKED'],
  fallback: 'Google could not be disconnected. Please try again.',
});

export const refreshLinks = endpoint({
  method: 'POST',
  path: '/api/auth/links/refresh',
  access: 'member',
  // Linked accounts can only be managed in a session.
  scope: null,
  summary: 'Refreshes the names and status of the linked accounts from their providers and returns the user.',
  body: z.strictObject({}).optional(),
  reply: account,
  fallback: 'Your linked accounts could not be refreshed. Please try again.',
});
