// Fetches user-supplied URLs, and sends JSON to services that administrators name. Only public addresses are allowed, checked as
// written, after resolution and once connected (quality.md, "Outgoing requests").
import type { Dispatcher } from 'undici';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import { parseOutgoingUrl } from './addresses.ts';
import { ENCODINGS, isReadable, readUnpackedBody } from './body.ts';
import { connectPublic, dialAddresses, lookupByDns, NotPublic, type OutgoingRules } from './connection.ts';

/** A fetched document. `url` is the final one after redirects. A page longer than `maxBytes` is truncated. */
export type Fetched = { url: string; contentType: string; body: Buffer };

/** Why a fetch failed; `busy` means that this site's own limit was reached. Never reveals what is behind the address. */
export class OutgoingRefused extends Error {
  readonly reason: 'address' | 'redirects' | 'status' | 'type' | 'size' | 'time' | 'busy' | 'failed';
  /** Whether the other side may have received the request. If not, it can be sent again without being received twice. */
  readonly mayBeSent: boolean;
  constructor(reason: OutgoingRefused['reason'], { mayBeSent = true, ...options }: RefusedOptions = {}) {
    super(`The outgoing request failed: ${reason}.`, options);
    this.reason = reason;
    this.mayBeSent = mayBeSent;
  }
}

type RefusedOptions = ErrorOptions & { mayBeSent?: boolean };

type ReadOptions = { accept: 'html' | 'image'; maxBytes: number; signal?: AbortSignal };

type SendOptions = {
  method: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  userAgent: string;
  /** A longer response is refused. */
  maxBytes: number;
  signal?: AbortSignal;
};

/** A response to `send`, whatever its status. Header names are in lower case. */
export type SentAnswer = { status: number; header(name: string): string; body: Buffer };

export type Outgoing = {
  /**
   * Whether a URL may be requested as written: http or https on ports 80 and 443, no credentials, a name or a public IP
   * address.
   */
  isAllowed(address: string): boolean;
  /** Fetches a URL. @throws OutgoingRefused */
  read(address: string, options: ReadOptions): Promise<Fetched>;
  /** Sends a request over https, without following redirects. @throws OutgoingRefused */
  send(address: string, options: SendOptions): Promise<SentAnswer>;
};

export type OutgoingOptions = Partial<Omit<OutgoingRules, 'standIn' | 'fakes'>> & {
  /** Base URL of a server on this machine that serves all names under `.example`. */
  standIn?: string | null;
  /** Base URLs of providers' fakes on this machine, from the configuration. Only `send` may use them. */
  fakes?: readonly (string | null | undefined)[];
  /** The site's own URL, sent in the user agent. */
  site?: () => string;
  /** Total time limit, including redirects and waiting in the queue. */
  timeMs?: number;
  atOnce?: number;
  waiting?: number;
};

const TIME_MS = 5000;
const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;
const AT_ONCE = 8;
const WAITING = 32;

const accepted = {
  html: { types: ['text/html', 'application/xhtml+xml'], accept: 'text/html, application/xhtml+xml' },
  image: {
    types: ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
    accept: 'image/webp, image/jpeg, image/png, image/gif, image/avif',
  },
} as const;

/** Creates the client. The defaults are the strict rules; the site's configuration can only add a stand-in for development. */
export function createOutgoing(options: OutgoingOptions = {}): Outgoing {
  const rules: OutgoingRules = {
    lookup: options.lookup ?? lookupByDns,
    dial: options.dial ?? dialAddresses,
    standIn: options.standIn ? new URL(options.standIn) : null,
    fakes: (options.fakes ?? []).flatMap((base) => (base?.startsWith('http:') ? [new URL(base)] : [])),
    ...(options.authorities && { authorities: options.authorities }),
  };
  const takeTurn = createSemaphore({ atOnce: options.atOnce ?? AT_ONCE, waiting: options.waiting ?? WAITING });
  const userAgent = (): string => {
    const site = options.site?.() ?? '';
    // `origin` is ASCII (punycode), so it is valid in a header.
    return URL.canParse(site) ? `Helix/1.0 (link preview; +${new URL(site).origin})` : 'Helix/1.0 (link preview)';
  };

  // Each connection is used for a single request, so the address that was checked is the one that is read.
  const exchange = async <T>(
    url: URL,
    request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
    { signal, onConnected }: { signal: AbortSignal; onConnected?: () => void },
    receive: (answer: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> => {
    let refusal: unknown = null;
    // Loaded on first use: most processes never fetch anything.
    const { Client } = await import('undici');
    const client = new Client(url.origin, {
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: (_options, done) => {
        connectPublic(url, rules, signal).then(
          (socket) => {
            onConnected?.();
            done(null, socket as never);
          },
          (error: unknown) => {
            refusal = error;
            done(error as Error, null);
          },
        );
      },
    });
    try {
      const path = `${url.pathname}${url.search}`;
      const answer = await client.request({ ...request, path, reset: true, signal });
      // Errors of the body are irrelevant if nobody reads it. Otherwise, its reader handles them.
      answer.body.on('error', () => {});
      return await receive(answer);
    } catch (error) {
      throw refusal ?? error;
    } finally {
      await client.destroy().catch(() => {});
    }
  };

  const ask = (url: URL, { accept, maxBytes }: ReadOptions, signal: AbortSignal): Promise<URL | Fetched> => {
    const headers = {
      accept: accepted[accept].accept,
      'accept-encoding': ENCODINGS,
      'accept-language': 'en',
      'user-agent': userAgent(),
    };
    return exchange<URL | Fetched>(
      url,
      { method: 'GET', headers },
      { signal },
      async (answer) => redirectOf(url, answer) ?? (await readAnswer(url, answer, { accept, maxBytes, signal })),
    );
  };

  const fakeUrl = (address: string): URL | null => {
    const url = URL.canParse(address) ? new URL(address) : null;
    const isFake = rules.fakes.some(
      ({ origin, pathname }) => url?.origin === origin && url.pathname.startsWith(pathname),
    );
    return isFake ? url : null;
  };

  const secureUrl = (address: string): URL | null => {
    const url = parseOutgoingUrl(address);
    return url?.protocol === 'https:' ? url : null;
  };

  return {
    isAllowed: (address) => parseOutgoingUrl(address) !== null,

    async read(address, readOptions) {
      let url = parseOutgoingUrl(address);
      if (!url) throw new OutgoingRefused('address');
      const clock = AbortSignal.timeout(options.timeMs ?? TIME_MS);
      const signal = readOptions.signal ? AbortSignal.any([clock, readOptions.signal]) : clock;
      const endTurn = await takeTurn(signal);
      if (!endTurn) throw new OutgoingRefused('busy');
      try {
        for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
          const found: URL | Fetched = await ask(url, readOptions, signal);
          if (!(found instanceof URL)) return found;
          url = found;
        }
        throw new OutgoingRefused('redirects');
      } catch (error) {
        throw refusalOf(error, signal);
      } finally {
        endTurn();
      }
    },

    async send(address, { method, body, userAgent: agent, maxBytes, signal: given }) {
      const url = fakeUrl(address) ?? secureUrl(address);
      if (!url) throw new OutgoingRefused('address', { mayBeSent: false });
      const clock = AbortSignal.timeout(options.timeMs ?? TIME_MS);
      const signal = given ? AbortSignal.any([clock, given]) : clock;
      const endTurn = await takeTurn(signal);
      if (!endTurn) throw new OutgoingRefused('busy', { mayBeSent: false });
      let mayBeSent = false;
      const onConnected = () => {
        mayBeSent = true;
      };
      const headers = {
        accept: 'application/json',
        'accept-encoding': ENCODINGS,
        'user-agent': agent,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      try {
        return await exchange(url, request, { signal, onConnected }, (answer) => readSent(answer, maxBytes, signal));
      } catch (error) {
        throw refusalOf(error, signal, mayBeSent);
      } finally {
        endTurn();
      }
    },
  };
}

const refusalOf = (error: unknown, signal: AbortSignal, mayBeSent = true): OutgoingRefused => {
  if (error instanceof OutgoingRefused) return error;
  if (error instanceof NotPublic) return new OutgoingRefused('address', { mayBeSent });
  return new OutgoingRefused(signal.aborted ? 'time' : 'failed', { cause: error, mayBeSent });
};

const headerOf = (headers: Dispatcher.ResponseData['headers'], name: string): string => {
  const value = headers[name];
  // A repeated header is ambiguous, so it is ignored.
  return typeof value === 'string' ? value : '';
};

/** Target of a redirect; null when the response is not one. @throws OutgoingRefused when the target is not allowed */
const redirectOf = (url: URL, { statusCode, headers }: Dispatcher.ResponseData): URL | null => {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  const location = headerOf(headers, 'location');
  if (location === '') return null;
  const next = URL.canParse(location, url.href) ? parseOutgoingUrl(new URL(location, url.href).href) : null;
  // Never downgrade from https to http.
  if (!next || (url.protocol === 'https:' && next.protocol === 'http:')) throw new OutgoingRefused('address');
  return next;
};

const readSent = async (
  { statusCode, headers, body: source }: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<SentAnswer> => {
  const encoding = headerOf(headers, 'content-encoding').trim().toLowerCase();
  if (!isReadable(encoding)) throw new OutgoingRefused('type');
  const { body, isWhole } = await readUnpackedBody(source, encoding, { maxBytes, isCutable: false, signal });
  if (!isWhole) throw new OutgoingRefused('size');
  return { status: statusCode, header: (name) => headerOf(headers, name), body };
};

const readAnswer = async (
  url: URL,
  { statusCode, headers, body: source }: Dispatcher.ResponseData,
  { accept, maxBytes, signal }: ReadOptions & { signal: AbortSignal },
): Promise<Fetched> => {
  if (statusCode !== 200) throw new OutgoingRefused('status');
  const contentType = headerOf(headers, 'content-type');
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = headerOf(headers, 'content-encoding').trim().toLowerCase();
  if (!(accepted[accept].types as readonly string[]).includes(mediaType)) throw new OutgoingRefused('type');
  if (!isReadable(encoding)) throw new OutgoingRefused('type');
  // A truncated picture is useless; a page's metadata is at its beginning.
  const isCutable = accept === 'html';
  if (!isCutable && Number(headerOf(headers, 'content-length')) > maxBytes) throw new OutgoingRefused('size');
  const { body, isWhole } = await readUnpackedBody(source, encoding, { maxBytes, isCutable, signal });
  if (!isWhole && !isCutable) throw new OutgoingRefused('size');
  return { url: url.href, contentType, body };
};
