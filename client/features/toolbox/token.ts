// The toolbox's own token: asked for once, kept in this page's memory alone, and asked for anew shortly before it ends.
import { withConfirmation } from '#client/kit/confirmation.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { TOOLBOX_TOKEN_MINUTES } from '#contract/toolbox/limits.ts';
import { getToolboxToken } from './api.ts';

/** Used no longer than until a minute before its end. Counted here: the clocks of browser and server may differ. */
const USED_FOR_MS = (TOOLBOX_TOKEN_MINUTES - 1) * 60_000;

/** There is no token. `cause` is the refused or failed call. */
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

/** Runs calls with the token. */
export type WithToken = <T>(run: (bearer: string) => Promise<T>) => Promise<T>;

/**
 * Keeps the token of one page. What it answers runs a call with it, and once more with a new one when the server does not
 * know the first any more. Calls that need a token at the same time wait for the same one.
 * @throws NoToken when none is given; whatever the call throws otherwise
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
