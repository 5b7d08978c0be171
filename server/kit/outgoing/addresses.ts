// Decides which URLs and IP addresses outgoing requests may use.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_CHARACTERS = 4096;
/** A scheme followed by both slashes, without characters that URL parsers disagree on or silently drop. */
const WRITTEN = /^https?:\/\/[^/\\\p{Cc}]+[^\\\p{Cc}]*$/iu;
/** Names reserved for local machines and networks, whatever they resolve to (RFC 6761, 6762, 8375, and by convention). */
const NEARBY = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$/;
const DOMAIN_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Addresses of cloud providers' internal services that look public. */
const CLOUD_SERVICES = ['168.63.129.16'];
/** The IPv6 range allocated for the Internet (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is public: not loopback, private, tunnelled, multicast or reserved for documentation. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || CLOUD_SERVICES.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** The host of a URL, without the brackets around IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Parses a URL that may be requested: http or https, port 80 or 443, no credentials, and a public IP address or a name of at
 * least two labels. Other notations of an IP address (hexadecimal, circled digits, mapped) are normalised by the URL parser.
 * @returns null for any other URL
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
