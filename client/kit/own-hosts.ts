// Maps URLs on development and tunnel hosts to the configured site (product.md DL-13; specification, section 7).
import { isTunnelHost } from './tunnel-host.ts';

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const isDevelopmentHost = (hostname: string): boolean => LOCAL.test(hostname) || isTunnelHost(hostname);

/** The site's configured URLs, from the app context. `apiUrl` may be a path on `origin`. */
export type OwnPlace = { origin: string; site: { apiUrl: string } };

/**
 * Replaces a development or tunnel host in a URL: API calls go to the API URL, everything else to the site's origin. URLs on
 * other hosts and invalid URLs are returned unchanged.
 * @param here URL of the current page, the base for relative URLs
 */
export function configuredAddress(address: string, { origin, site: { apiUrl } }: OwnPlace, here: string): string {
  if (!URL.canParse(address, here) || !URL.canParse(origin)) return address;
  const url = new URL(address, here);
  if (url.origin === new URL(origin).origin || !/^https?:$/.test(url.protocol)) return address;
  if (!isDevelopmentHost(url.hostname)) return address;
  const rest = url.search + url.hash;
  const call = /^\/api(\/.*)$/.exec(url.pathname)?.[1];
  return call === undefined
    ? origin + url.pathname + rest
    : new URL(apiUrl, origin).href.replace(/\/$/, '') + call + rest;
}

/**
 * Redirect target for a page that was opened on a development or tunnel host although API calls go to another origin: the same
 * page on the configured site. Null if no redirect is needed. Without the redirect, API calls would fail, because the site's
 * policy and cookies only allow its own origin.
 */
export function wayToSite(place: OwnPlace, here: string): string | null {
  if (new URL(place.site.apiUrl, here).origin === new URL(here).origin) return null;
  const address = configuredAddress(here, place, here);
  return address === here ? null : address;
}
