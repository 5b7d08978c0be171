import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '#contract/accounts/api.ts';
import { INVITATION_DAYS, USERNAME_MAX_CHARACTERS, USERNAME_MIN_CHARACTERS } from '#contract/accounts/limits.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { isLoopbackName } from '#server/kit/security/loopback.ts';
import { badgesOf, pictureUrl } from '#server/platform/profile-pictures.ts';
import { presentRole } from '#server/platform/viewer.ts';
import type { AccountRow } from './queries.ts';
import { reservedNames } from './reserved-names.ts';

/** The user object that all endpoints return (product.md, "The user object"). */
export function presentAccount(row: AccountRow): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    role: presentRole(row.role, row.isPremium),
    isPremium: row.isPremium,
    patreonUsername: row.patreonUsername,
    discordUsername: row.discordUsername,
    bio: row.bio,
    avatar: pictureUrl(row.avatar, 'avatar'),
    banner: pictureUrl(row.banner, 'banner'),
    displayName: row.displayName,
    badges: badgesOf(row.badges, row.isPremium),
    followers: row.followers,
    following: row.following,
    totalLikes: row.totalLikes,
    verified: row.verified,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Emails are compared case-insensitively and stored in lower case. */
export function foldEmail(email: string): string {
  return email.toLowerCase();
}

/** An email's key in rate counters, which does not reveal the address. */
export function counterNameOf(email: string): string {
  return createHash('sha256').update(foldEmail(email)).digest('base64url').slice(0, 22);
}

/** Headers added by reverse proxies, tunnels and CDNs. */
const FORWARDED =
  /^(?:x-(?:forwarded|original|envoy|azure|amzn|appengine|vercel|arr)-.*|x-forwarded|cf-.*|fastly-.*|fly-.*|(?:true-client|x-(?:client|real|cluster-client))-ip|forwarded(?:-for)?|via|cdn-loop)$/;

const hostNameOf = (authority: string): string => authority.replace(/:\d+$/, '').toLowerCase();

const isLoopbackAddress = (address: string): boolean =>
  /^(?:::1|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(address);

/**
 * Whether a request was sent from this machine to this machine. Demo accounts can only log in with such a request. The
 * configuration is checked first (kit/security/loopback.ts), because a forwarded request may look like a local one. On a local
 * site, the headers reveal a reverse proxy, Host or Origin reveals a different host name, and the remote address reveals another
 * machine.
 */
export function isFromThisMachine(
  { isLocal }: { isLocal: boolean },
  request: { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } },
): boolean {
  const { headers } = request;
  if (!isLocal || !isLoopbackAddress(request.socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  if (!isLoopbackName(hostNameOf(headers.host ?? ''))) return false;
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && isLoopbackName(new URL(headers.origin).hostname);
}

/** How long an emailed link is valid (product.md, ID-7). */
export const linkLifeMs = {
  'verify-email': 24 * HOUR_MS,
  'change-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS / 2,
  invitation: INVITATION_DAYS * 24 * HOUR_MS,
};
export type LinkPurpose = keyof typeof linkLifeMs;

/** Whether a username is reserved for the site (product.md, ID-1). */
export function isReservedName(name: string): boolean {
  return reservedNames.has(name.toLowerCase());
}

/** The username to start from if nothing in the requested text is usable. */
const FALLBACK_NAME = 'member';

const trimEnds = (text: string): string => text.replaceAll(/^[_-]+|[_-]+$/g, '');

/**
 * Derives a username from any text; for an email, only the part before the @ is used. The result is in lower case, limited to
 * `a-z 0-9 _ -`, starts and ends with a letter or digit, and never consists only of digits (product.md, ID-1). It is always
 * well-formed, but may be taken or reserved.
 */
export function usernameFrom(text: string): string {
  const [local = ''] = text.split('@');
  // Letters with diacritics become their base letter: "Jürgen" becomes jurgen.
  const plain = local
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '');
  const cut = trimEnds(trimEnds(plain).slice(0, USERNAME_MAX_CHARACTERS));
  if (cut.length >= USERNAME_MIN_CHARACTERS && !/^\d+$/.test(cut)) return cut;
  return cut ? trimEnds(`${FALLBACK_NAME}-${cut}`.slice(0, USERNAME_MAX_CHARACTERS)) : FALLBACK_NAME;
}

/** Whether a name can be used as a username: well-formed, in lower case, and not reserved. */
export function isUsableName(name: string): boolean {
  return usernameFrom(name) === name && !isReservedName(name);
}

/** Appends a suffix to a name, which is shortened to fit the limit. */
export function withSuffix(name: string, suffix: string): string {
  return `${trimEnds(name.slice(0, USERNAME_MAX_CHARACTERS - suffix.length - 1))}-${suffix}`;
}

/** Username for an administrator created by a command: derived from the email, never a reserved name. */
export function adminUsername(email: string): string {
  const local = foldEmail(email).split('@')[0] ?? '';
  const plain = local
    .replaceAll(/[^a-z0-9_-]/g, '')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 20)
    .replace(/[_-]+$/, '');
  const usable = plain.length >= 3 && !/^\d+$/.test(plain) && !isReservedName(plain);
  return usable ? plain : `site-${plain || 'admin'}`;
}
