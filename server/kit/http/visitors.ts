// Telling visitors apart without keeping who they are: a keyed hash whose key changes every day.

import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { DAY_MS } from '#contract/durations.ts';

/** Somebody who looks around asks for many pages: the hash of their name costs more than sending one that is kept. */
const NAMES_KEPT = 2000;
const LONGEST_BROWSER_KEPT = 400;

/** An address without the port that some front servers write behind it: `203.0.113.7:1234`, `[2001:db8::1]:1234`. */
const withoutPort = (address: string): string => {
  const plain = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address)?.[1];
  return plain ?? address.replace(/^([\d.]+):\d{1,5}$/, '$1');
};

/**
 * The addresses of an X-Forwarded-For that can be counted by: those at its end that are IP addresses, without ports. What a
 * front server added behind a word that is no address is kept; the word and all before it say nothing.
 * @returns '' when none is left, so that the socket's own address counts
 */
export function readForwarded(header: string): string {
  const addresses = header.split(',').map((part) => withoutPort(part.trim()));
  const unknown = addresses.findLastIndex((address) => isIP(address) === 0);
  return addresses.slice(unknown + 1).join(', ');
}

/**
 * Leaves of a request's X-Forwarded-For what can be counted by; call it before anything asks for the sender's address. The
 * header stays, empty if need be: that a front server was there counts too.
 */
export function settleForwarded({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const forwarded = headers['x-forwarded-for'];
  // Node joins several headers of this name to one text.
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = readForwarded(forwarded);
}

/** The network address that limits count by: an IPv4 address, or the /64 of an IPv6 one. */
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

/**
 * Returns a function that names a visitor for one UTC day: 32 hexadecimal digits from address and browser. Without
 * the site's key the name says nothing, and yesterday's cannot be matched with today's.
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
