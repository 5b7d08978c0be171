// The toolbox token: requested on first use, kept in memory and renewed shortly before it expires.
import { withConfirmation } from '#client/kit/confirmation.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { TOOLBOX_TOKEN_MINUTES } from '#contract/toolbox/limits.ts';
import { getToolboxToken } from './api.ts';

/**
 * How long a token is used; it is renewed one minute before it expires. Measured with the browser's clock only, because the
 * server's clock may differ.
 */
const USED_FOR_MS = (TOOLBOX_TOKEN_MINUTES - 1) * 60_000;

/** Thrown if no token could be obtained. `cause` is the failed call. */
export class NoToken extends Error {
  override readonly cause: CallError;

  constructor(cause: CallError) {
    super(cause.status === 0 ? 'Authentication check failed. Please try again.' : getToolboxToken.fallback);
    this.name = 'NoToken';
    this.cause = cause;
  }
}

const asNoToken = (error: unknown): never => {
  throw error instanceof CallError ? new NoToken(error) : error;
};

/** Runs a call with the token. */
export type WithToken = <T>(run: (bearer: string) => Promise<T>) => Promise<T>;

/**
 * Manages the token for one page. The returned function runs a call with the token, and retries once with a new one if the server
 * rejects it. Concurrent calls share one token request.
 * @throws NoToken if no token is issued; otherwise whatever the call throws
 */
export function createTokenKeeper(transport: Transport): WithToken {
  let kept: { token: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  const ask = async (): Promise<string> => {
    const { token } = await withConfirmation(() => getToolboxToken(transport, {}), 'open the toolbox').catch(asNoToken);
    if (!token) throw new NoToken(new CallError(getToolboxToken.fallback, 200, null));
    kept = { token, until: Date.now() + USED_FOR_MS };
    return token;
  };
  const get = async (): Promise<string> => {
    if (kept && Date.now() < kept.until) return kept.token;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return await asking;
  };

  return async (run) => {
    const token = await get();
    try {
      return await run(token);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      if (kept?.token === token) kept = null;
    }
    const renewed = await get();
    return await run(renewed).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 401 ? new NoToken(error) : error;
    });
  };
}
