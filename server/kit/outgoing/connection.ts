// Connections to user-supplied hosts: every IP address of a name is checked before connecting, and the address actually
// connected to is checked again before a byte is sent.
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, connect as openSocket, type Socket } from 'node:net';
import { type ConnectionOptions, connect as openSecure, type TLSSocket } from 'node:tls';
import { hostOf, isPublicAddress } from './addresses.ts';

/** All IP addresses of a name. @throws when the signal is aborted */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Connects to one of several IP addresses and reports which one. Aborting the signal closes the connection, even if it is already
 * established.
 */
export type Dial = (
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
) => Promise<{ socket: Socket; remoteAddress: string | undefined }>;

export type OutgoingRules = {
  lookup: Lookup;
  dial: Dial;
  /** Certificate authorities to trust instead of the default ones. */
  authorities?: string;
  /** A stand-in on this machine that serves all names under `.example`, without TLS. */
  standIn: URL | null;
  /** Base URLs of providers' fakes on this machine. Only the configuration can name them. */
  fakes: readonly URL[];
};

/** Thrown when the address or a resolved IP address is not public. */
export class NotPublic extends Error {}

const MAX_DIALLED = 8;
const LOOKUP = { timeout: 1500, tries: 2 };

/**
 * Resolves through DNS only, because names from the hosts file or search domains are not public. No thread is blocked if a name
 * server does not answer.
 */
export const lookupByDns: Lookup = async (name, signal) => {
  const resolver = new Resolver(LOOKUP);
  const stop = () => resolver.cancel();
  signal.addEventListener('abort', stop);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** Tries the addresses in order, starting the next attempt after 250 ms. */
export const dialAddresses: Dial = async (addresses, port, signal) => {
  const socket = openSocket({
    host: 'pinned.invalid',
    port,
    autoSelectFamily: true,
    // The addresses are pinned; there is no second DNS lookup.
    lookup: (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      ),
  });
  endWith(survive(socket), signal);
  await once(socket, 'connect', { signal });
  return { socket, remoteAddress: socket.remoteAddress };
};

/** Code that reads from the socket handles its errors; an error while nothing is reading must not crash the process. */
const survive = <Kind extends Socket>(socket: Kind): Kind => socket.on('error', () => {});

const endWith = (socket: Socket, signal: AbortSignal): void => {
  const end = () => socket.destroy();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  socket.once('close', () => signal.removeEventListener('abort', end));
};

/** Whether a URL goes to the stand-in. `.example` is reserved for documentation (RFC 2606). */
const isStoodInFor = (url: URL, standIn: URL | null): standIn is URL =>
  standIn !== null && /\.example$/.test(url.hostname);

/** Address of a loopback name; other names have been refused by the configuration. */
const loopbackOf = (url: URL): string => (isIP(hostOf(url)) === 0 ? '127.0.0.1' : hostOf(url));

/** Connects to a URL that parseOutgoingUrl accepted, or to a fake. @throws NotPublic, and network errors */
export async function connectPublic(url: URL, rules: OutgoingRules, signal: AbortSignal): Promise<Socket> {
  const { standIn } = rules;
  if (isStoodInFor(url, standIn)) {
    return (await dialAddresses([hostOf(standIn)], Number(standIn.port), signal)).socket;
  }
  if (rules.fakes.some(({ origin }) => origin === url.origin)) {
    return (await dialAddresses([loopbackOf(url)], Number(url.port) || 80, signal)).socket;
  }
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await untilAborted(rules.lookup(host, signal), signal) : [host];
  if (addresses.length === 0) throw new Error('no address');
  // If one address is private, all are rejected, because the network determines which one is used.
  if (!addresses.every(isPublicAddress)) throw new NotPublic();
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const { socket, remoteAddress } = await rules.dial(addresses.slice(0, MAX_DIALLED), port, signal);
  survive(socket);
  if (!remoteAddress || !isPublicAddress(remoteAddress)) {
    socket.destroy();
    throw new NotPublic();
  }
  return isSecure ? await secure(socket, host, rules, signal) : socket;
}

const secure = async (socket: Socket, host: string, rules: OutgoingRules, signal: AbortSignal): Promise<TLSSocket> => {
  const options: ConnectionOptions = {
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Set explicitly so that no environment variable can turn it off.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
    ...(rules.authorities && { ca: rules.authorities }),
  };
  const secured = survive(openSecure(options));
  try {
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (error) {
    secured.destroy();
    socket.destroy();
    throw error;
  }
};

/** Stops waiting when the signal is aborted, even if the lookup ignores it. */
const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
