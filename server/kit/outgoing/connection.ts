// Connections to addresses that people name: every number of a name is checked before one is dialled, and the one that
// answered is checked again before a byte is sent to it.
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, connect as openSocket, type Socket } from 'node:net';
import { type ConnectionOptions, connect as openSecure, type TLSSocket } from 'node:tls';
import { hostOf, isPublicAddress } from './addresses.ts';

/** All numeric addresses of a name. @throws when it has none, or the signal is aborted */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>;

/** Connects to one of some numeric addresses, and tells to which. The signal ends the connection whenever it is aborted. */
export type Dial = (
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
) => Promise<{ socket: Socket; remoteAddress: string | undefined }>;

export type OutgoingRules = {
  lookup: Lookup;
  dial: Dial;
  /** Authorities beside the usual ones. */
  authorities?: string;
  /** Where names under `.example` are led, without TLS: a stand-in on this machine. */
  standIn: URL | null;
};

/** The address leads to something that is not public. */
export class NotPublic extends Error {}

const MAX_DIALLED = 8;
const LOOKUP = { timeout: 1500, tries: 2 };

/**
 * Asks the name servers, and nothing else: names that this machine alone knows (its file of hosts, its search domains)
 * are none of the Internet's, and a server that does not answer holds no thread.
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

/** Tries the addresses one after the other, the next one 250 ms after the last. */
export const dialAddresses: Dial = async (addresses, port, signal) => {
  const socket = openSocket({
    host: 'pinned.invalid',
    port,
    autoSelectFamily: true,
    // The answer is pinned: nobody is asked a second time.
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

/** Whoever reads from it hears of its errors; one that comes while nobody does must not end this process. */
const survive = <Kind extends Socket>(socket: Kind): Kind => socket.on('error', () => {});

const endWith = (socket: Socket, signal: AbortSignal): void => {
  const end = () => socket.destroy();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  socket.once('close', () => signal.removeEventListener('abort', end));
};

/** Whether an address is led to the stand-in. `.example` is reserved for documents and is nobody's (RFC 2606). */
const isStoodInFor = (url: URL, standIn: URL | null): standIn is URL =>
  standIn !== null && /\.example$/.test(url.hostname);

/**
 * Opens the connection for an address that readAddress accepted. @throws NotPublic, what the network says
 */
export async function connectPublic(url: URL, rules: OutgoingRules, signal: AbortSignal): Promise<Socket> {
  const { standIn } = rules;
  if (isStoodInFor(url, standIn)) {
    return (await dialAddresses([hostOf(standIn)], Number(standIn.port), signal)).socket;
  }
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await untilAborted(rules.lookup(host, signal), signal) : [host];
  if (addresses.length === 0) throw new Error('no address');
  // One that is not public spoils them all: which one is used is up to the network.
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
    // Said here, so that no variable of the environment says otherwise.
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

/** A lookup that does not heed the signal is left behind. */
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
