// Identities at third parties: signing in with Google or Discord, linking Discord and Patreon (product.md ID-5, ID-6).
import { z } from 'zod';
import { cleanText, endpoint } from '#contract/http.ts';
import { account } from './api.ts';

export const providerName = z.enum(['google', 'discord', 'patreon']);
export type ProviderName = z.infer<typeof providerName>;

/** Text that a browser may bring along; what is no return address of this site is ignored. */
const beginQuery = z.strictObject({
  /** Page to lead to afterwards; only a path of this site counts. */
  next: cleanText(2000).optional(),
  /** `leaker`: the person chose Apply as Leaker, and the application is sent when they come back. */
  apply: z.literal('leaker').optional(),
  /** `link` and `confirm` need a session; without it a sign-in begins. */
  intent: z.enum(['link', 'confirm']).optional(),
});

const callbackQuery = z.looseObject({});

export const beginGoogle = endpoint({
  method: 'GET',
  path: '/api/auth/google',
  access: 'visitor',
  summary: "Leads the browser to Google's consent page.",
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
  summary: 'Where Google sends the browser back; leads on to a page of the site.',
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
  summary: "Leads the browser to Discord's consent page.",
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
  summary: 'Where Discord sends the browser back; leads on to a page of the site.',
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
  summary: "Leads the signed-in person's browser to Patreon's consent page; a visitor's browser to /login.",
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
  summary: 'Where Patreon sends the browser back; leads on to a page of the site.',
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
  summary: 'Leads to a page that asks before it unlinks Patreon; changes nothing.',
  reply: null,
  sends: 'redirect',
  problems: ['SIGN_IN_REQUIRED', 'BANNED'],
  fallback: 'Patreon could not be disconnected. Please try again.',
});

export const disconnectPatreon = endpoint({
  method: 'POST',
  path: '/api/auth/patreon/disconnect',
  access: 'member',
  // Linked accounts are managed at a sign-in.
  scope: null,
  summary: 'Unlinks Patreon and revokes its tokens; nothing happens when it is not linked.',
  body: z.strictObject({}).optional(),
  reply: null,
  status: 204,
  fallback: 'Patreon could not be disconnected. Please try again.',
});

export const disconnectDiscord = endpoint({
  method: 'POST',
  path: '/api/auth/discord/disconnect',
  access: 'member',
  // A token must not remove a way to sign in.
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
  // A token must not remove a way to sign in.
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
  // Linked accounts are managed at a sign-in.
  scope: null,
  summary: "Reads the linked accounts' names and state again at their providers, and answers the person.",
  body: z.strictObject({}).optional(),
  reply: account,
  fallback: 'The linked accounts could not be read again. Please try again.',
});
