// Addresses that a server of the operator's may have: those of the Internet, and networks that the operator names.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './addresses.ts';

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

/** In front of the four bytes of an IPv4 address that is mapped into IPv6. */
const MAPPED_BITS = 96;
const isMapped = (address: Parsed): address is ipaddr.IPv6 =>
  address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress();

/** Whether a text is an address, or a network in the notation of CIDR. */
export function isNumericNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return false;
  if (prefix === undefined) return true;
  // Of IPv4 mapped into IPv6 a network is one of IPv4, or none.
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
 * An address in its one way of being written; IPv4 that is mapped into IPv6 becomes IPv4.
 * @returns null for what is no numeric address
 */
export function plainAddress(text: string): string | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.process(text).toString();
}

/** @returns whether an address is a public one, or inside one of the networks */
export function createReach(networks: readonly string[]): (address: string) => boolean {
  const named = networks.map(parseNetwork);
  return (address) => {
    const plain = plainAddress(address);
    if (plain === null) return false;
    return isPublicAddress(plain) || named.some((network) => isInside(ipaddr.parse(plain), network));
  };
}

/** Ranges that have a name of their own (npm proxy-addr). */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** An address, a network, or a name of one. A number of hops is none: it would be read as an address. */
export function isFrontNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/**
 * Whether a connection comes from a front server: from this machine, or from what TRUST_PROXY names. Many visitors share it.
 * @param trustProxy networks with commas between them, as `isFrontNetwork` takes them
 */
export function createFrontCheck(trustProxy: string | null): (address: string) => boolean {
  const named = ['loopback', ...(trustProxy ?? '').split(',').flatMap((text) => text.trim() || [])];
  const networks = named.flatMap((text) => NAMED_NETWORKS[text] ?? [text]).map(parseNetwork);
  return (address) => {
    const plain = plainAddress(address.split('%')[0] ?? '');
    return plain !== null && networks.some((network) => isInside(ipaddr.parse(plain), network));
  };
}
