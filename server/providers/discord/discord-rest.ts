// Client for Discord's REST API that tracks rate limit buckets. Waiting is left to the caller.
import type { REST } from '@discordjs/rest';
import { RateLimitedError } from '#server/kit/outgoing/errors.ts';

/** Thrown if Discord refuses a request. `code` is Discord's error code. The message does not identify the affected user. */
export class DiscordRefusal extends Error {
  readonly status: number;
  readonly code: number | string;
  constructor(status: number, code: number | string) {
    super(`Discord refused a call: ${status}, code ${code}.`);
    this.status = status;
    this.code = code;
  }
}

export type DiscordCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  query?: Record<string, string>;
  body?: unknown;
};

export type DiscordAnswer = { status: number; json(): Promise<unknown> };

export type AskDiscord = (call: DiscordCall) => Promise<DiscordAnswer>;

const VERSION = '10';

/** Loaded on first use, because most sites have no bot. */
const loadLibrary = () => import('@discordjs/rest');

/** Sends requests with the built-in fetch, without following redirects. */
const makeRequest: REST['options']['makeRequest'] = (url, { method, headers, body, signal }) =>
  fetch(url, {
    method: method ?? 'GET',
    headers: headers as Record<string, string>,
    body: (body ?? null) as string | null,
    signal: signal as AbortSignal,
    redirect: 'error',
  }) as unknown as ReturnType<REST['options']['makeRequest']>;

/**
 * Creates the function that sends requests to Discord. It throws RateLimitedError if Discord asks the site to wait, in this
 * response or in the headers of an earlier response; DiscordRefusal if Discord refuses the request; and other errors if the
 * request fails in another way. No error contains a token.
 * @param options.token the bot's token; null for the few requests that do not need a token
 */
export function createDiscordRest({
  base,
  token,
  patienceMs,
}: {
  base: string;
  token: string | null;
  patienceMs: number;
}): AskDiscord {
  let rest: REST | null = null;

  const open = async () => {
    const library = await loadLibrary();
    rest ??= new library.REST({
      api: `${base}/api`,
      version: VERSION,
      retries: 0,
      timeout: patienceMs,
      // A worker must not sleep until a bucket resets. Instead, the job is retried later.
      rejectOnRateLimit: () => true,
      userAgentAppendix: 'Helix',
      makeRequest,
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
    });
    return { rest, library };
  };

  return async ({ method, path, query, body }) => {
    const { rest, library } = await open();
    // Set the token for every request, because the library discards it after a single 401, which may have been temporary.
    if (token !== null) rest.setToken(token);
    try {
      const answer = await rest.queueRequest({
        method: method as never,
        fullRoute: path,
        auth: token !== null,
        ...(query && { query: new URLSearchParams(query) }),
        ...(body === undefined ? {} : { body }),
      });
      if (answer.status === 204) await answer.arrayBuffer();
      return { status: answer.status, json: () => answer.json() };
    } catch (error) {
      if (error instanceof library.RateLimitError)
        throw new RateLimitedError(Math.ceil(Math.max(error.timeToReset, error.retryAfter, error.sublimitTimeout)));
      if (error instanceof library.DiscordAPIError) throw new DiscordRefusal(error.status, error.code);
      // The library's own error contains the request, including the user's token.
      if (error instanceof library.HTTPError) throw new Error(`Discord answered ${error.status}.`);
      throw error;
    }
  };
}
