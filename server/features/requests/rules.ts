// Rules for resource requests: which links are equal, when someone may request again, and how requests are presented. No I/O.

import { createHash } from 'node:crypto';
import { proxiedPicturePath } from '#contract/paths.ts';
import type { RequestStatus, ResourceRequest } from '#contract/requests/api.ts';
import { REQUEST_LINK_MAX_CHARACTERS } from '#contract/requests/limits.ts';
import type { Limit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { RequestRow } from './queries.ts';

/** Bus topic, published when a request is added to the board or its status changes. */
export const BOARD_TOPIC = 'requests';

/** Whether a request still accepts votes. */
export function isOpen(status: string): boolean {
  return status === 'Pending' || status === 'Searching';
}

/** Responses to a request (specification, sections 7 and 10). */
export const MESSAGES = {
  created: "Thank you! Your request is on the board. We'll email you when the status changes.",
  createdUntold:
    "Thank you! Your request is on the board. Confirm your email address and we'll email you when the status changes.",
  own: 'You have already requested this resource before.',
  others: 'This resource has already been requested by someone.',
} as const;

/** Invisible characters and those that change text direction, except joiners and variation selectors, which belong to words. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/** A visible letter, digit or symbol; the empty Braille pattern is not visible. */
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/** The name to store: a single line without invisible characters. Null if nothing visible is left. */
export function readName(text: string): string | null {
  const name = text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim();
  return VISIBLE.test(name) ? name : null;
}

/**
 * When someone may request another resource; null if they may do so now.
 * @param times dates of their requests; dates more than one window before or after now are ignored. If the clock was set back,
 *   some dates lie in the future; these delay the next request by at most one window from now.
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

/** A wait in hours and minutes (specification, section 6), rounded up so that nobody comes back too early. */
export function describeWait(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && counted(hours, 'hour'), rest > 0 && counted(rest, 'minute')];
  return parts.filter(Boolean).join(' and ');
}

/** A request as it is shown publicly. */
export function presentRequest(row: RequestRow): ResourceRequest {
  const { id, title, description, price, image, decidedAt, createdAt } = row;
  const says = [title, description, price, image].some((part) => part !== null);
  return {
    id,
    resourceName: row.name,
    resourceLink: row.link,
    ogData: says ? { title, description, price, image: image === null ? null : proxiedPicturePath(image, id) } : null,
    // A database constraint limits this to the contract's values.
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

/** A link as it is stored, its host, and the hash used to find it again. */
export type RequestedLink = { url: string; host: string; key: string };

/** Tracking parameters, which never affect what the page shows. */
const TRACKING = new Set(
  `fbclid gclid gclsrc gbraid wbraid dclid msclkid yclid ysclid twclid ttclid li_fat_id igsh igshid srsltid s_kwcid
  mc_cid mc_eid mkt_tok oly_anon_id oly_enc_id vero_id wickedid ref ref_ ref_src ref_url referrer referer aff aff_id affid
  affiliate affiliate_id partner_id clickid click_id irclickid _ga _gl _hsenc _hsmi __hstc __hssc __hsfp spm`.split(
    /\s+/,
  ),
);
const isTracking = (name: string): boolean => /^(?:utm|pk|mtm|hsa)_/i.test(name) || TRACKING.has(name.toLowerCase());

const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '').replace(/^(?:www\.)+(?=[^.]+\.)/, '');

/** Whether a fragment is the route of a single-page app rather than a position on the page. */
const isRoute = (fragment: string): boolean => /^#!?\//.test(fragment);

/** Canonical form of a path: no needless percent-encoding, upper-case escapes, no trailing slash. */
const plainPath = (path: string): string =>
  path
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
    })
    .replace(/\/+$/, '');

const tracked = (query: URLSearchParams): string[] => [...new Set(query.keys())].filter(isTracking);

/**
 * Canonical form of a link, for comparison: ignores the scheme, "www.", parameter order, a trailing slash, fragments and tracking
 * parameters.
 */
export function normaliseLink(url: URL): string {
  const query = new URLSearchParams(url.search);
  for (const name of tracked(query)) query.delete(name);
  query.sort();
  const asked = query.size > 0 ? `?${query}` : '';
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${hostOf(url)}${port}${plainPath(url.pathname)}${asked}${isRoute(url.hash) ? url.hash : ''}`;
}

/** The URL without tracking parameters, so that nobody earns money from links on the board. */
const withoutTracking = (url: URL): string => {
  const clean = new URL(url);
  for (const name of tracked(clean.searchParams)) clean.searchParams.delete(name);
  return clean.href;
};

/** Parses a typed link. Null if it is invalid or does not start with http:// or https://. */
export function parseRequestedLink(text: string): RequestedLink | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const kept = withoutTracking(url);
  // Non-ASCII letters take several characters when a URL is encoded.
  if (kept.length > REQUEST_LINK_MAX_CHARACTERS) return null;
  const key = createHash('sha256').update(normaliseLink(url)).digest('base64url');
  return { url: kept, host: hostOf(url), key };
}

/** Whether a link points to this site. */
export function isOwnLink({ host }: RequestedLink, siteUrl: string): boolean {
  return host === hostOf(new URL(siteUrl));
}
