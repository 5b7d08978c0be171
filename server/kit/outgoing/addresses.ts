// Which addresses may be asked for outside, as they are written and as numbers.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_CHARACTERS = 4096;
/** A scheme with both slashes, and nothing that parsers read differently or drop in silence. */
const WRITTEN = /^https?:\/\/[^/\\\p{Cc}]+[^\\\p{Cc}]*$/iu;
/** Names that mean a machine or a network nearby, whatever they are resolved to (RFC 6761, 6762, 8375, and by custom). */
const NEARBY = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$/;
const DOMAIN_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Services of clouds for their own machines, at addresses that look like anybody's. */
const CLOUD_SERVICES = ['168.63.129.16'];
/** All that is given out for use in the Internet (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether a numeric address belongs to the Internet: not to a machine, a network, a tunnel, a group or a document. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || CLOUD_SERVICES.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** The host of a parsed address without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * An address as it will be asked for: http or https, port 80 or 443, no credentials, a public number or a name of at
 * least two parts. Other ways to write a number (hexadecimal, circled, mapped) are read as every URL parser reads them.
 * @returns null for any other
 */
export function parseOutgoingUrl(text: string): URL | null {
  if (text.length > MAX_CHARACTERS || !WRITTEN.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username || url.password || !['', '80', '443'].includes(url.port)) return null;
  url.hash = '';
  const host = hostOf(url);
  const isFine = isIP(host) === 0 ? DOMAIN_NAME.test(host) && !NEARBY.test(host) : isPublicAddress(host);
  return isFine ? url : null;
}
