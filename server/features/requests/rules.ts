// Requests of resources as decisions without I/O: which links are the same one, when somebody may ask again, how requests are
// shown.

import { createHash } from 'node:crypto';
import { proxiedPicturePath } from '#contract/paths.ts';
import type { RequestStatus, ResourceRequest } from '#contract/requests/api.ts';
import { REQUEST_LINK_MAX_CHARACTERS } from '#contract/requests/limits.ts';
import type { Limit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { RequestRow } from './queries.ts';

/** Topic of the bus: the board has another request, or one of another status. */
export const BOARD_TOPIC = 'requests';

/** Whether a request can still be voted for. */
export function isOpen(status: string): boolean {
  return status === 'Pending' || status === 'Searching';
}

/** What people are told who ask for something (specification, sections 7 and 10). */
export const MESSAGES = {
  created: 'Thank you! Your request is on the board now, and we mail you what becomes of it.',
  createdUntold:
    'Thank you! Your request is on the board now. Confirm your email address, and we mail you what becomes of it.',
  own: 'You have already requested this resource before.',
  others: 'This resource has already been requested by someone.',
} as const;

/** Marks of no width, and those that turn the direction of what stands around them; joiners and variants stay in words. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/** A letter, a digit or a sign that can be seen; the empty Braille pattern cannot. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name as it is kept: one line without what nobody sees. Null when nothing of it can be seen. */
export function readName(text: string): string | null {
  const name = text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim();
  return VISIBLE.test(name) ? name : null;
}

/**
 * From when on somebody may ask for another resource; null for now.
 * @param times when they asked, as far as it is within one window of now on either side. A clock that was set back leaves
 * times ahead of it: they hold for no longer than one window from now.
 */
export function nextRequestAt(times: readonly Date[], { limit, windowSeconds }: Limit, now: Date): Date | null {
  const windowMs = windowSeconds * 1000;
  const held = times
    .map((at) => at.getTime())
    .filter((at) => Math.abs(now.getTime() - at) < windowMs)
    .sort((a, b) => b - a);
  const deciding = held[limit - 1];
  return deciding === undefined ? null : new Date(Math.min(deciding, now.getTime()) + windowMs);
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A waiting time in hours and minutes (specification, section 6), rounded up: whoever comes back then is not refused. */
export function describeWait(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && counted(hours, 'hour'), rest > 0 && counted(rest, 'minute')];
  return parts.filter(Boolean).join(' and ');
}

/** A request as everybody sees it. */
export function presentRequest(row: RequestRow): ResourceRequest {
  const { id, title, description, price, image, decidedAt, createdAt } = row;
  const says = [title, description, price, image].some((part) => part !== null);
  return {
    id,
    resourceName: row.name,
    resourceLink: row.link,
    ogData: says ? { title, description, price, image: image === null ? null : proxiedPicturePath(image, id) } : null,
    // A check of the database keeps it to the contract's.
    status: row.status as RequestStatus,
    note: row.note,
    resource: row.resource,
    requester: row.requester,
    votes: row.votes,
    isPremium: row.isPremium,
    voted: row.voted,
    tells: row.tells,
    own: row.own,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** A link as it is kept, the site that it leads to, and the hash by which it is found again. */
export type RequestedLink = { url: string; host: string; key: string };

/** Parameters that tell who sent a visitor, and never what the page shows. */
const TRACKING = new Set(
  `fbclid gclid gclsrc gbraid wbraid dclid msclkid yclid ysclid twclid ttclid li_fat_id igsh igshid srsltid s_kwcid
  mc_cid mc_eid mkt_tok oly_anon_id oly_enc_id vero_id wickedid ref ref_ ref_src ref_url referrer referer aff aff_id affid
  affiliate affiliate_id partner_id clickid click_id irclickid _ga _gl _hsenc _hsmi __hstc __hssc __hsfp spm`.split(
    /\s+/,
  ),
);
const isTracking = (name: string): boolean => /^(?:utm|pk|mtm|hsa)_/i.test(name) || TRACKING.has(name.toLowerCase());

const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '').replace(/^(?:www\.)+(?=[^.]+\.)/, '');

/** A fragment that names a page of a site drawn by scripts, unlike one that names a place on a page. */
const isRoute = (fragment: string): boolean => /^#!?\//.test(fragment);

/** The same path is written alike: what needs no percent sign has none, the others are in capitals. */
const plainPath = (path: string): string =>
  path
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
    })
    .replace(/\/+$/, '');

const tracked = (query: URLSearchParams): string[] => [...new Set(query.keys())].filter(isTracking);

/**
 * What of an address tells where it leads: http and https are one, so are a site with and without "www.", parameters in
 * whatever order, and with and without a slash at the end, a place on the page and what follows visitors.
 */
export function normaliseLink(url: URL): string {
  const query = new URLSearchParams(url.search);
  for (const name of tracked(query)) query.delete(name);
  query.sort();
  const asked = query.size > 0 ? `?${query}` : '';
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${hostOf(url)}${port}${plainPath(url.pathname)}${asked}${isRoute(url.hash) ? url.hash : ''}`;
}

/** The address without what follows visitors: nobody earns by a link on the board. */
const withoutTracking = (url: URL): string => {
  const clean = new URL(url);
  for (const name of tracked(clean.searchParams)) clean.searchParams.delete(name);
  return clean.href;
};

/** Reads what somebody typed as a link. Null for what does not begin with http:// or https://, or is none. */
export function parseRequestedLink(text: string): RequestedLink | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const kept = withoutTracking(url);
  // Letters beyond ASCII take several characters in an address.
  if (kept.length > REQUEST_LINK_MAX_CHARACTERS) return null;
  const key = createHash('sha256').update(normaliseLink(url)).digest('base64url');
  return { url: kept, host: hostOf(url), key };
}

/** Whether a link leads to this very site. */
export function isOwnLink({ host }: RequestedLink, siteUrl: string): boolean {
  return host === hostOf(new URL(siteUrl));
}
