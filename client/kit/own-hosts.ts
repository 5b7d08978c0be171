// Development and tunnel hosts (product.md DL-13; specification, section 7): addresses that name one lead to the site's own.
import { isTunnelHost } from './tunnel-host.ts';

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const isDevelopmentHost = (hostname: string): boolean => LOCAL.test(hostname) || isTunnelHost(hostname);

/** Where the site is by its set-up, as the services of a page know it: `apiUrl` may be a path of `origin`. */
export type OwnPlace = { origin: string; site: { apiUrl: string } };

/**
 * The address with its development or tunnel host replaced by the configured ones: calls go to the API's address, all else
 * to the site's. Addresses of other hosts, and what is none, stay as they are.
 * @param here the page's own address, which relative ones belong to
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
 * Where a page has to be opened anew: at a development or tunnel host, while the set-up names another one for its calls,
 * which the site's policy and its cookies keep to the site's own. Null where the page can stay.
 */
export function wayToSite(place: OwnPlace, here: string): string | null {
  if (new URL(place.site.apiUrl, here).origin === new URL(here).origin) return null;
  const address = configuredAddress(here, place, here);
  return address === here ? null : address;
}
