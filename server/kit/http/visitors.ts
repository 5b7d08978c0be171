// Distinguishes visitors without storing who they are, by means of a keyed hash whose key changes every day.

import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { DAY_MS } from '#contract/durations.ts';

/** Names are cached, because visitors request many pages in a row, and hashing a name costs more than serving a cached page. */
const NAMES_KEPT = 2000;
const LONGEST_BROWSER_KEPT = 400;

/** An address without the port that some front servers append: `203.0.113.7:1234`, `[2001:db8::1]:1234`. */
const withoutPort = (address: string): string => {
  const plain = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address)?.[1];
  return plain ?? address.replace(/^([\d.]+):\d{1,5}$/, '$1');
};

/**
 * The usable addresses of an X-Forwarded-For header: the trailing IP addresses, without ports. The last entry that is not an IP
 * address is dropped together with everything before it, which is untrusted.
 * @returns '' if no address remains, so that the address of the socket is used
 */
export function readForwarded(header: string): string {
  const addresses = header.split(',').map((part) => withoutPort(part.trim()));
  const unknown = addresses.findLastIndex((address) => isIP(address) === 0);
  return addresses.slice(unknown + 1).join(', ');
}

/**
 * Reduces a request's X-Forwarded-For to its usable addresses; call it before anything reads the client address. The header is
 * kept even if it becomes empty, because its presence shows that there was a front server.
 */
export function settleForwarded({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const forwarded = headers['x-forwarded-for'];
  // Node joins multiple headers of this name into one string.
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = readForwarded(forwarded);
}

/** The network used for limits: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = plain.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Words in the user agents of crawlers, link previews and programs. Browsers have none of them. */
const PROGRAMS =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|embedly|scrap|monitor|uptime|lighthouse|archive|curl|wget|python|\bjava\/|go-http|okhttp|axios|node-fetch|undici|\bnode\b|ruby|perl|php|libwww|httpclient|postman|insomnia/i;

/** Whether a request probably comes from a crawler or another program rather than a person's browser. */
export function isCrawlerAgent(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/') || PROGRAMS.test(userAgent);
}

/**
 * Returns a function that names a visitor for one UTC day: 32 hexadecimal digits derived from the IP address and the browser.
 * Without the site's key the name reveals nothing, and names from different days cannot be linked.
 */
export function createVisitorNames(secret: Buffer, now: () => Date) {
  let day = Number.NaN;
  let key = Buffer.alloc(0);
  const names = new LRUCache<string, string>({ max: NAMES_KEPT });
  const nameOf = (address: string, userAgent: string): string =>
    createHmac('sha256', key)
      .update(`${networkOf(address)}\0${userAgent}`)
      .digest('hex')
      .slice(0, 32);
  return (address: string, userAgent: string): string => {
    const time = now().getTime();
    const today = Math.floor(time / DAY_MS);
    if (today !== day) {
      day = today;
      key = Buffer.from(hkdfSync('sha256', secret, 'visitor', new Date(time).toISOString().slice(0, 10), 32));
      names.clear();
    }
    if (userAgent.length > LONGEST_BROWSER_KEPT) return nameOf(address, userAgent);
    const asked = `${address}\0${userAgent}`;
    const known = names.get(asked);
    if (known !== undefined) return known;
    const name = nameOf(address, userAgent);
    names.set(asked, name);
    return name;
  };
}
