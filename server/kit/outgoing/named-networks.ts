// Networks named in the configuration: those that the toolbox can reach in addition to the Internet, and those of front servers.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './addresses.ts';

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

/** Prefix length of IPv4-mapped IPv6 addresses. */
const MAPPED_BITS = 96;
const isMapped = (address: Parsed): address is ipaddr.IPv6 =>
  address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress();

/** Whether a string is an IP address or a network in CIDR notation. */
export function isNumericNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return false;
  if (prefix === undefined) return true;
  // A network of IPv4-mapped addresses must lie within the mapped range.
  const least = version === 6 && isMapped(ipaddr.parse(address)) ? MAPPED_BITS : 0;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= least && Number(prefix) <= (version === 4 ? 32 : 128);
}

const parseNetwork = (text: string): [Parsed, number] => {
  const [address = '', prefix] = text.split('/');
  const parsed = ipaddr.parse(address);
  if (isMapped(parsed)) return [parsed.toIPv4Address(), (prefix === undefined ? 128 : Number(prefix)) - MAPPED_BITS];
  return [parsed, prefix === undefined ? (parsed.kind() === 'ipv4' ? 32 : 128) : Number(prefix)];
};

const isInside = (address: Parsed, [network, prefix]: [Parsed, number]): boolean =>
  address.kind() === network.kind() && address.match(network as never, prefix);

/**
 * Normalises an IP address; IPv4 mapped into IPv6 becomes IPv4.
 * @returns null when the string is not an IP address
 */
export function plainAddress(text: string): string | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.process(text).toString();
}

/** @returns a function that checks whether an address is public or inside one of the networks */
export function createReach(networks: readonly string[]): (address: string) => boolean {
  const named = networks.map(parseNetwork);
  return (address) => {
    const plain = plainAddress(address);
    if (plain === null) return false;
    return isPublicAddress(plain) || named.some((network) => isInside(ipaddr.parse(plain), network));
  };
}

/** Named ranges, as in the npm package proxy-addr. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether a string is an IP address, a network or a named range. A hop count is rejected: it would be read as an address. */
export function isFrontNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/**
 * Returns a function that checks whether an address belongs to a front server (this machine or TRUST_PROXY). Many visitors share
 * such an address.
 * @param trustProxy comma-separated networks, as accepted by `isFrontNetwork`
 */
export function createFrontCheck(trustProxy: string | null): (address: string) => boolean {
  const named = ['loopback', ...(trustProxy ?? '').split(',').flatMap((text) => text.trim() || [])];
  const networks = named.flatMap((text) => NAMED_NETWORKS[text] ?? [text]).map(parseNetwork);
  return (address) => {
    const plain = plainAddress(address.split('%')[0] ?? '');
    return plain !== null && networks.some((network) => isInside(ipaddr.parse(plain), network));
  };
}
