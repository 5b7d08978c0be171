// Telling visitors apart without keeping who they are: a keyed hash whose key changes every day.
import { createHmac, hkdfSync } from 'node:crypto';
import { isIPv6 } from 'node:net';

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
  let day = '';
  let key = Buffer.alloc(0);
  return (address: string, userAgent: string): string => {
    const today = now().toISOString().slice(0, 10);
    if (today !== day) {
      day = today;
      key = Buffer.from(hkdfSync('sha256', secret, 'visitor', today, 32));
    }
    return createHmac('sha256', key)
      .update(`${networkOf(address)}\0${userAgent}`)
      .digest('hex')
      .slice(0, 32);
  };
};
