// Visits to consent pages. A browser starts a visit, which is stored as a row and can only be completed once, by the same
// browser.
import { randomBytes } from 'node:crypto';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { newToken, tokenHashOf } from '#server/features/accounts/security/rules.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { IdentityProvider, Visit } from '#server/providers/oauth.ts';
import * as queries from './queries.ts';
import { FLOW_MS, type Intent } from './rules.ts';

type VisitDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'publicUrl'>;

/** Each provider has its own redirect URI, so that responses from different providers cannot be mixed up. */
const redirectUri = ({ publicUrl }: Pick<Deps, 'publicUrl'>, provider: ProviderName): string =>
  `${publicUrl()}/api/auth/${provider}/callback`;

/**
 * Starts a visit and returns the URL of the consent page.
 * @param visit.browser value of the browser's cookie, which the callback must send
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function beginVisit(
  deps: VisitDeps,
  client: IdentityProvider,
  visit: {
    provider: ProviderName;
    intent: Intent;
    /** The session in which to link or confirm; null for a login. */
    sessionId: string | null;
    browser: string;
    network: string;
    returnTo: string | null;
    applies: boolean;
    /** Whether to also ask for consent to join the site's Discord server. */
    joins: boolean;
  },
): Promise<URL> {
  const { provider, browser, network, joins, ...kept } = visit;
  const now = deps.now();
  await requireWithinLimit(deps, `oauth ${network}`, deps.limits.oauthFlows, now);
  const secrets: Visit = {
    state: newToken(),
    verifier: randomBytes(32).toString('base64url'),
    nonce: newToken(),
    redirectUri: redirectUri(deps, provider),
  };
  await queries.insertFlow(deps.db, {
    ...kept,
    provider,
    stateHash: tokenHashOf(secrets.state),
    browserHash: tokenHashOf(browser),
    verifier: secrets.verifier,
    nonce: secrets.nonce,
    expiresAt: new Date(now.getTime() + FLOW_MS),
  });
  return client.begin(secrets, { joins });
}

/** A visit after the provider has called back. */
export type AnsweredVisit = {
  intent: Intent;
  sessionId: string | null;
  returnTo: string | null;
  applies: boolean;
  secrets: Visit;
};

/**
 * Returns the visit that a callback belongs to, and uses it up even if the callback is rejected. Null if the visit is unknown,
 * used or expired, or was started in another browser or for another provider.
 */
export async function spendVisit(
  deps: VisitDeps,
  { provider, state, browser }: { provider: ProviderName; state: unknown; browser: string | undefined },
): Promise<AnsweredVisit | null> {
  if (typeof state !== 'string') return null;
  const flow = await queries.consumeFlow(deps.db, tokenHashOf(state));
  if (!flow || browser === undefined) return null;
  const isTheirs = flow.browserHash.equals(tokenHashOf(browser));
  if (!isTheirs || flow.provider !== provider || flow.expiresAt <= deps.now()) return null;
  return {
    intent: flow.intent as Intent,
    sessionId: flow.sessionId,
    returnTo: flow.returnTo,
    applies: flow.applies,
    secrets: { state, verifier: flow.verifier, nonce: flow.nonce, redirectUri: redirectUri(deps, provider) },
  };
}
