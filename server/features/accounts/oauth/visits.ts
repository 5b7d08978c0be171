// Visits to consent pages: begun by a browser, kept as a row, answered once and by the same browser.
import { randomBytes } from 'node:crypto';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { newToken, tokenHashOf } from '#server/features/accounts/security/rules.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { IdentityProvider, Visit } from '#server/providers/oauth.ts';
import * as queries from './queries.ts';
import { FLOW_MS, type Intent } from './rules.ts';

type VisitDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits' | 'publicUrl'>;

/** One address for each provider, so that no provider's answer can be taken for another's. */
const redirectUri = ({ publicUrl }: Pick<Deps, 'publicUrl'>, provider: ProviderName): string =>
  `${publicUrl()}/api/auth/${provider}/callback`;

/**
 * Begins a visit and answers where the browser goes.
 * @param visit.browser what the browser's cookie holds: the answer must come with it
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function beginVisit(
  deps: VisitDeps,
  client: IdentityProvider,
  visit: {
    provider: ProviderName;
    intent: Intent;
    /** The session that a link or a confirmation is for. */
    sessionId: string | null;
    browser: string;
    network: string;
    returnTo: string | null;
    applies: boolean;
    /** Whether the consent is also to being let in where the provider has a place of the site's. */
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

/** A visit whose answer has come. */
export type AnsweredVisit = {
  intent: Intent;
  sessionId: string | null;
  returnTo: string | null;
  applies: boolean;
  secrets: Visit;
};

/**
 * Spends the visit that an answer belongs to, whatever comes of it. Null when it is unknown or spent, took too long, began
 * in another browser, or was to another provider.
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
