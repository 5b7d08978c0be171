// SSH client (npm package ssh2): connects to a host, checks it against a pinned key, and runs commands.
import { connect, type Socket } from 'node:net';
import type { AnyAuthMethod, Client } from 'ssh2';
import { createReach, plainAddress } from '#server/kit/outgoing/named-networks.ts';
import { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';
import { boundSocket } from './ssh-bounds.ts';
import { type CommandOutcome, type RunLimits, runOn } from './ssh-channel.ts';
import { isPrivateKey, loadSsh, signaturesFor, writeHostKey } from './ssh-keys.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEPALIVE_MS = 3000;
/** Number of unanswered keepalives after which a connection counts as lost. */
const KEEPALIVE_MOST = 2;

/** Time allowed for a graceful disconnect before the socket is destroyed. */
const GOODBYE_MS = 500;

/**
 * Algorithms that use neither SHA-1 nor CBC. Every OpenSSH version since 6.5 (2014) supports at least one algorithm from each
 * list. Two kinds of key exchange are excluded too: with a prime chosen by the server, because checking an 8192-bit prime blocks
 * this process for a minute, and with group 18, which would block it for an eighth of a second.
 */
const ALGORITHMS = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  cipher: [
    'aes256-gcm@openssh.com',
    'aes128-gcm@openssh.com',
    'chacha20-poly1305@openssh.com',
    'aes256-ctr',
    'aes192-ctr',
    'aes128-ctr',
  ],
  hmac: ['hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512', 'hmac-sha2-256'],
  compress: ['none'],
} as const;

export type SshTarget = {
  ip: string;
  port: number;
  username: string;
  /** At least one of `password` and `privateKey` must be set; the key is tried first. */
  password: string | null;
  privateKey: string | null;
  /** The pinned host key as `type base64`; null before the first connection. */
  hostKey: string | null;
};

type Pin = (hostKey: string) => Promise<boolean>;

export type SshConnection = {
  /** @throws SshFailure timeout, too-much, closed, dropped */
  run(command: string, input: string, limits: RunLimits): Promise<CommandOutcome>;
  isOpen(): boolean;
  close(): void;
};

export type Ssh = {
  /** Whether connecting to the address is allowed. */
  mayReach(ip: string): boolean;
  /** Whether `text` is a private key without a passphrase. */
  isPrivateKey(text: string): Promise<boolean>;
  /**
   * Connects and logs in, within 10 seconds.
   * @param pin called on the first connection, after the server has proven that it holds its key and before any secret is sent;
   *   returns false if another key has been pinned since
   * @param signal aborts connecting with the failure `dropped`; a connection that is already established stays open
   * @throws SshFailure
   */
  connect(target: SshTarget, pin: Pin, signal?: AbortSignal): Promise<SshConnection>;
};

type Thrown = Error & { level?: string; code?: string | number };

const failureOf = (error: Thrown, { isPinned, isTrusted }: { isPinned: boolean; isTrusted: boolean }): SshFailure => {
  const { level, code, message } = error;
  if (level === 'client-authentication') return new SshFailure('credentials');
  if (level === 'client-timeout') return new SshFailure('timeout');
  if (level === 'client-socket' || typeof code === 'string') {
    return new SshFailure(isTrusted ? 'closed' : 'unreachable', typeof code === 'string' ? code : null);
  }
  if (isPinned && /no matching host key format/i.test(message)) return new SshFailure('host-key');
  // Some servers close the connection after the first wrong password instead of refusing the password.
  if (isTrusted) return /authentication/i.test(message) ? new SshFailure('credentials') : new SshFailure('closed');
  return new SshFailure('protocol');
};

/** Authentication methods for the available credentials, in the order in which they are tried. */
const methodsOf = ({ username, password, privateKey }: SshTarget): AnyAuthMethod[] => [
  ...(privateKey === null ? [] : [{ type: 'publickey' as const, username, key: privateKey }]),
  ...(password === null
    ? []
    : [
        { type: 'password' as const, username, password },
        {
          type: 'keyboard-interactive' as const,
          username,
          // The first hidden prompt in the first round asks for the password; no other prompt is answered.
          prompt: once((_name, _instructions, _language, prompts, finish) =>
            finish(prompts.map(({ echo }, at) => (at === 0 && !echo ? password : ''))),
          ),
        },
      ]),
];

type Prompt = (
  name: string,
  instructions: string,
  language: string,
  prompts: { prompt: string; echo?: boolean }[],
  finish: (answers: string[]) => void,
) => void;

const once = (answer: Prompt): Prompt => {
  let isAsked = false;
  return (name, instructions, language, prompts, finish) => {
    if (isAsked || prompts.length === 0) return finish(prompts.map(() => ''));
    isAsked = true;
    answer(name, instructions, language, prompts, finish);
  };
};

const openConnection = async (
  target: SshTarget,
  pin: Pin,
  openSocket: (ip: string, port: number) => Socket,
  signal?: AbortSignal,
): Promise<SshConnection> => {
  const ssh = await loadSsh();
  if (signal?.aborted) throw new SshFailure('dropped');
  const { promise, resolve, reject } = Promise.withResolvers<SshConnection>();
  const client: Client = new ssh.Client();
  const socket = openSocket(target.ip, target.port);
  const methods = methodsOf(target);
  let shown = '';
  let isTrusted = false;
  let isOpen = false;
  let lost: SshFailure | null = null;
  // Only the first failure counts, because later failures are consequences of it.
  const fail = (failure: unknown): void => {
    isOpen = false;
    if (failure instanceof SshFailure) lost ??= failure;
    reject(failure);
    client.destroy();
    socket.destroy();
  };
  const bounds = boundSocket(socket, () => fail(new SshFailure('too-much')));
  const onDrop = (): void => fail(new SshFailure('dropped'));
  signal?.addEventListener('abort', onDrop);
  const trust = async (): Promise<void> => {
    isTrusted = target.hostKey === shown || (await pin(shown));
    if (!isTrusted) throw new SshFailure('host-key', null, shown);
  };
  const clock = setTimeout(() => fail(new SshFailure('timeout')), CONNECT_TIMEOUT_MS);
  client.on('error', (error: Thrown) => {
    fail(failureOf(error, { isPinned: target.hostKey !== null, isTrusted }));
  });
  client.on('close', () => fail(new SshFailure('closed')));
  client.on('ready', () => {
    if (lost !== null) return;
    isOpen = true;
    bounds.ready();
    const around = { lost: () => lost ?? new SshFailure('closed'), end: fail };
    resolve({
      run: (command, input, limits) => {
        if (lost?.kind === 'dropped') return Promise.reject(lost);
        const end = bounds.begin(limits.maxBytes);
        return runOn(client, command, input, { ...limits, ...around }).finally(end);
      },
      isOpen: () => isOpen,
      close: () => {
        isOpen = false;
        lost ??= new SshFailure('dropped');
        client.end();
        socket.destroySoon();
        setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
      },
    });
  });
  client.connect({
    sock: socket,
    username: target.username,
    readyTimeout: CONNECT_TIMEOUT_MS,
    keepaliveInterval: KEEPALIVE_MS,
    keepaliveCountMax: KEEPALIVE_MOST,
    algorithms: { ...ALGORITHMS, serverHostKey: signaturesFor(target.hostKey) } as never,
    hostVerifier: (blob: Buffer): boolean => {
      const key = writeHostKey(blob);
      const isRight = target.hostKey === null ? shown === '' || shown === key : target.hostKey === key;
      shown = key;
      if (!isRight) fail(new SshFailure('host-key', null, key));
      return isRight;
    },
    // Not called until the server has proven that it holds the host key.
    authHandler: (_left, _partial, next) => {
      const offer = (): void => next((methods.shift() ?? false) as AnyAuthMethod);
      if (isTrusted) offer();
      else trust().then(() => lost ?? offer(), fail);
    },
  });
  return promise.finally(() => {
    clearTimeout(clock);
    signal?.removeEventListener('abort', onDrop);
  });
};

/**
 * @param options.networks private networks that may be contacted, in addition to the Internet
 * @param options.openSocket replaces the system's connect in tests that must not open connections
 */
export function createSsh(options: {
  networks: readonly string[];
  openSocket?: (ip: string, port: number) => Socket;
}): Ssh {
  const mayReach = createReach(options.networks);
  // Without noDelay, every short packet during login would wait 40 ms for the acknowledgement of the previous packet.
  const openSocket = options.openSocket ?? ((ip: string, port: number) => connect({ host: ip, port, noDelay: true }));
  return {
    mayReach,
    isPrivateKey,
    connect: async (target, pin, signal) => {
      const ip = plainAddress(target.ip);
      if (ip === null || !mayReach(ip)) throw new SshFailure('not-allowed');
      if (signal?.aborted) throw new SshFailure('dropped');
      const at = { ...target, ip };
      return openConnection(at, pin, openSocket, signal).catch((error: unknown) => {
        const isUnseen = error instanceof SshFailure && error.kind === 'host-key' && error.shownHostKey === null;
        if (!isUnseen) throw error;
        // The server has no key of the pinned type. Its actual key is read for the error report only and is never trusted.
        const refuse = (shown: string) => Promise.reject(new SshFailure('host-key', null, shown));
        return openConnection({ ...at, hostKey: null }, refuse, openSocket, signal).catch((told: unknown) => {
          throw told instanceof SshFailure && /^(?:host-key|dropped)$/.test(told.kind) ? told : error;
        });
      });
    },
  };
}
