// Telling visitors apart without keeping who they are: a keyed hash whose key changes every day.
import { createHmac, hkdfSync } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

const DAY_MS = 86_400_000;
/** Somebody who looks around asks for many pages: the hash of their name costs more than sending one that is kept. */
const NAMES_KEPT = 2000;
const LONGEST_BROWSER_KEPT = 400;

/** The network address that limits count by: an IPv4 address, or the /64 of an IPv6 one. */
export const networkOf = (address: string): string => {
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
};

/**
 * Returns a function that names a visitor for one UTC day: 32 hexadecimal digits from address and browser. Without
 * the site's key the name says nothing, and yesterday's cannot be matched with today's.
 */
export const createVisitorNames = (secret: Buffer, now: () => Date) => {
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
};
