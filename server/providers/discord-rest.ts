// Discord's API as a bot calls it: by a client that keeps the buckets of its rate limits. Waiting is left to the caller.
import type { REST } from '@discordjs/rest';
import { RateLimitedError } from '#server/kit/outgoing/errors.ts';

/** A call that Discord refuses. `code` is Discord's own; the message says nothing of whom the call was about. */
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

/** The library is read when it is needed: most sites have no bot. */
const loadLibrary = () => import('@discordjs/rest');

/** Requests go by the platform's own client, and nowhere but where the address says. */
const makeRequest: REST['options']['makeRequest'] = (url, { method, headers, body, signal }) =>
  fetch(url, {
    method: method ?? 'GET',
    headers: headers as Record<string, string>,
    body: (body ?? null) as string | null,
    signal: signal as AbortSignal,
    redirect: 'error',
  }) as unknown as ReturnType<REST['options']['makeRequest']>;

/**
 * Makes the function that calls Discord. It throws Throttled when Discord asks to wait, now or by the headers of an earlier
 * answer, DiscordRefusal for refusals, and whatever else went wrong. Nothing that it throws carries tokens.
 * @param options.token the bot's; null for the few calls that need none
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
      // A worker must not sleep until a bucket is full again: the job comes back later.
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
    // The library forgets the token after one answer of 401, which may have been a mistake of the moment.
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
      // The library's own error holds what was sent, the person's token included.
      if (error instanceof library.HTTPError) throw new Error(`Discord answered ${error.status}.`);
      throw error;
    }
  };
}
