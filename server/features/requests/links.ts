// How the link of a request is read: what of it counts, and which links are the same one; without I/O.
import { createHash } from 'node:crypto';
import { REQUEST_LINK_MAX_CHARACTERS } from '#contract/limits.ts';

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
export const normaliseLink = (url: URL): string => {
  const query = new URLSearchParams(url.search);
  for (const name of tracked(query)) query.delete(name);
  query.sort();
  const asked = query.size > 0 ? `?${query}` : '';
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${hostOf(url)}${port}${plainPath(url.pathname)}${asked}${isRoute(url.hash) ? url.hash : ''}`;
};

/** The address without what follows visitors: nobody earns by a link on the board. */
const withoutTracking = (url: URL): string => {
  const clean = new URL(url);
  for (const name of tracked(clean.searchParams)) clean.searchParams.delete(name);
  return clean.href;
};

/** Reads what somebody typed as a link. Null for what does not begin with http:// or https://, or is none. */
export const readLink = (text: string): RequestedLink | null => {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const kept = withoutTracking(url);
  // Letters beyond ASCII take several characters in an address.
  if (kept.length > REQUEST_LINK_MAX_CHARACTERS) return null;
  const key = createHash('sha256').update(normaliseLink(url)).digest('base64url');
  return { url: kept, host: hostOf(url), key };
};

/** Whether a link leads to this very site. */
export const isOwnLink = ({ host }: RequestedLink, siteUrl: string): boolean => host === hostOf(new URL(siteUrl));
