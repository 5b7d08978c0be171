import { returnPath, startPage } from '#contract/accounts/after-sign-in.ts';
import * as contract from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/queries.ts';
import { isFromThisMachine, presentAccount } from '#server/features/accounts/rules.ts';
import { requireConfirmed } from '#server/features/accounts/security/actions.ts';
import { newToken } from '#server/features/accounts/security/rules.ts';
import { isNavigation } from '#server/kit/http/navigation.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, answerExchange, type Call, type Exchange, type Route } from '#server/platform/serve.ts';
import { readDeviceToken, setSignInCookies } from '#server/platform/session-cookies.ts';
import { isSecureSite } from '#server/platform/sessions.ts';
import { noteAccount } from '#server/platform/sign-in-log.ts';
import { presentRole, type Viewer } from '#server/platform/viewer.ts';
import { confirmWith, linkTo, type ProviderArrival, signInWith, unlinkPatreon, unlinkWayIn } from './actions.ts';
import { errorCode, FLOW_MS, type Intent, intentOf, type VisitError, withQuery } from './rules.ts';
import { askProvider, rereadNames } from './tokens.ts';
import { type AnsweredVisit, beginVisit, spendVisit } from './visits.ts';

/** Identifies the browser that started a visit. The callback must send this cookie. */
const BROWSER_COOKIE = 'oauth';
const BROWSER = /^[A-Za-z0-9_-]{43}$/;
/** The page to return to after linking, unless the request names another page. */
const LINKS_PAGE = '/dashboard';

/** Event names in the log (platform/sign-in-log.ts). */
const EVENTS: Record<Intent, string> = { 'sign-in': 'login', link: 'linked', confirm: 'confirm' };

type Begin = Call<typeof contract.beginGoogle | typeof contract.beginPatreon>;
type Finish = Call<typeof contract.finishGoogle | typeof contract.finishPatreon>;

export function oauthRoutes(deps: Deps): Route[] {
  const secure = isSecureSite(deps.config);

  const lead = ({ reply }: Exchange, path: string): undefined => {
    reply.header('cache-control', 'no-store').redirect(path, 302);
  };

  const signInPage = (next: string): string => withQuery('/login', { next });

  const isConfirmed = async (viewer: Viewer): Promise<boolean> => {
    try {
      await requireConfirmed(deps, viewer);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };

  // API clients get the error; browsers are redirected to a page that shows it.
  const turnAway = (exchange: Exchange, problem: Problem, path: string): undefined => {
    if (!isNavigation(exchange.request)) throw problem;
    return lead(exchange, path);
  };

  // Whether another site triggered the request. Such a site could first log the browser in to an attacker's account at the
  // provider, and that account would then be linked.
  const isFromElsewhere = (request: Exchange['request']): boolean =>
    ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']));

  // The page that asks for the user's consent before linking starts.
  const questionPage = (provider: contract.ProviderName, returnTo: string | null): string =>
    provider === 'patreon'
      ? LINKS_PAGE
      : withQuery('/settings', { confirm: `${provider}-link`, next: returnTo ?? LINKS_PAGE });

  const begin = async (provider: contract.ProviderName, { query, viewer, network }: Begin, exchange: Exchange) => {
    const { request, reply } = exchange;
    const intent = intentOf(provider, query.intent, viewer !== null);
    const returnTo = returnPath(query.next);
    if (intent !== 'sign-in' && !viewer) {
      return turnAway(exchange, new Problem('SIGN_IN_REQUIRED'), signInPage(returnTo ?? LINKS_PAGE));
    }
    if (intent !== 'sign-in' && isFromElsewhere(request)) {
      return turnAway(exchange, new Problem('CROSS_SITE'), questionPage(provider, returnTo));
    }
    const client = deps.providers[provider];
    if (!client) {
      const page = failurePage({ intent, returnTo }, 'not-set-up', provider);
      return turnAway(exchange, new Problem('PROVIDER_NOT_SET_UP'), page);
    }
    // A login method added with a stolen session would outlive the session, and could even be used to confirm other actions.
    if (intent === 'link' && viewer && provider !== 'patreon' && !(await isConfirmed(viewer))) {
      return turnAway(exchange, new Problem('CONFIRMATION_REQUIRED'), questionPage(provider, returnTo));
    }
    // One id for all of a browser's visits, so that two windows can be on consent pages at the same time.
    const had = request.cookies[BROWSER_COOKIE] ?? '';
    const browser = BROWSER.test(had) ? had : newToken();
    try {
      const address = await beginVisit(deps, client, {
        provider,
        intent,
        sessionId: intent === 'sign-in' ? null : (viewer?.sessionId ?? null),
        browser,
        network,
        returnTo,
        applies: query.apply === 'leaker',
        joins: provider === 'discord' && intent === 'link' && deps.guild !== null,
      });
      const maxAge = FLOW_MS / 1000;
      reply.setCookie(BROWSER_COOKIE, browser, { path: '/api/auth', sameSite: 'lax', secure, httpOnly: true, maxAge });
      return lead(exchange, address.href);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return turnAway(exchange, error, failurePage({ intent, returnTo }, 'provider', provider));
    }
  };

  // Where a failed visit redirects to: for a login, the login page; otherwise the page where the visit started.
  const failurePage = (
    { intent, returnTo }: Pick<AnsweredVisit, 'intent' | 'returnTo'>,
    error: VisitError,
    provider: contract.ProviderName,
  ): string => {
    if (intent !== 'sign-in') return withQuery(returnTo ?? LINKS_PAGE, { error, provider });
    return withQuery('/login', { error, provider, ...(returnTo ? { next: returnTo } : {}) });
  };

  // Redirects after a failed visit and stores the reason for the log.
  const fail = (exchange: Exchange, visit: AnsweredVisit, error: VisitError, provider: contract.ProviderName) => {
    exchange.request.refusal = errorCode(error);
    return lead(exchange, failurePage(visit, error, provider));
  };

  const signIn = async (
    visit: AnsweredVisit,
    told: ProviderArrival,
    { viewer, cookies }: Finish,
    exchange: Exchange,
  ) => {
    const { request, reply } = exchange;
    const { applies } = visit;
    const returnTo = applies ? LINKS_PAGE : visit.returnTo;
    const signedIn = await signInWith(deps, {
      ...told,
      browser: {
        userAgent: String(request.headers['user-agent'] ?? ''),
        deviceToken: readDeviceToken(cookies),
        oldSessionId: viewer?.sessionId ?? null,
      },
      isLocal: isFromThisMachine(deps.config, request),
      applies,
      onAccount: noteAccount(request),
    });
    if ('error' in signedIn) return fail(exchange, visit, signedIn.error, told.provider);
    const { outcome, userId } = signedIn;
    noteAccount(request)(userId);
    setSignInCookies(reply, outcome, { secure });
    if (outcome.state === 'second-factor') {
      request.refusal = 'TWO_FACTOR_REQUIRED';
      return lead(exchange, withQuery('/login', { step: 'two-factor', ...(returnTo ? { next: returnTo } : {}) }));
    }
    const person = await findAccount(deps.db, userId, deps.now());
    return lead(exchange, returnTo ?? startPage(presentRole(person?.role ?? 'USER', person?.isPremium ?? false)));
  };

  const askWho = async (provider: contract.ProviderName, visit: AnsweredVisit, request: Exchange['request']) => {
    const client = deps.providers[provider];
    if (!client) throw new Problem('PROVIDER_NOT_SET_UP');
    const query = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
    return { provider, ...(await askProvider(deps, provider, () => client.finish(query, visit.secrets))) };
  };

  const finish = async (provider: contract.ProviderName, call: Finish, exchange: Exchange) => {
    const { request } = exchange;
    const { query, viewer, cookies } = call;
    if (provider === 'patreon' && !viewer) {
      return turnAway(exchange, new Problem('SIGN_IN_REQUIRED'), signInPage(LINKS_PAGE));
    }
    const visit = await spendVisit(deps, { provider, state: query.state, browser: cookies[BROWSER_COOKIE] });
    // Linking and confirming must finish in the session they started in. Even another session of the same user is rejected.
    if (!visit || (visit.intent !== 'sign-in' && visit.sessionId !== viewer?.sessionId)) {
      const page = withQuery(viewer ? LINKS_PAGE : '/login', { error: 'state', provider });
      request.refusal = 'OAUTH_STATE';
      return turnAway(exchange, new Problem('OAUTH_STATE'), page);
    }
    request.accountEvent = EVENTS[visit.intent];
    if (query.error !== undefined) {
      const error = query.error === 'access_denied' ? 'denied' : 'provider';
      return fail(exchange, visit, error, provider);
    }
    let told: ProviderArrival;
    try {
      told = await askWho(provider, visit, request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return fail(exchange, visit, 'provider', provider);
    }
    if (visit.intent === 'sign-in' || !viewer) return signIn(visit, told, call, exchange);
    const error = await (visit.intent === 'link' ? linkTo : confirmWith)(deps, viewer, told);
    if (!error && provider === 'patreon') await deps.hooks.afterPatreonLinked(deps, viewer.id);
    if (error) return fail(exchange, visit, error, provider);
    return lead(exchange, visit.returnTo ?? LINKS_PAGE);
  };

  const signedIn = (viewer: Viewer | null): Viewer => {
    if (!viewer) throw new Problem('SIGN_IN_REQUIRED');
    return viewer;
  };

  return [
    answerExchange(contract.beginGoogle, (call, exchange) => begin('google', call, exchange)),
    answerExchange(contract.finishGoogle, (call, exchange) => finish('google', call, exchange)),
    answerExchange(contract.beginDiscord, (call, exchange) => begin('discord', call, exchange)),
    answerExchange(contract.finishDiscord, (call, exchange) => finish('discord', call, exchange)),
    answerExchange(contract.beginPatreon, (call, exchange) => begin('patreon', call, exchange)),
    answerExchange(contract.finishPatreon, (call, exchange) => finish('patreon', call, exchange)),

    answerExchange(contract.followPatreonDisconnect, async ({ viewer }, exchange) => {
      if (!viewer) return turnAway(exchange, new Problem('SIGN_IN_REQUIRED'), signInPage(LINKS_PAGE));
      // Anyone can post a link to this URL, even on this site. The settings page therefore asks for confirmation and then sends a
      // POST request.
      return lead(exchange, '/settings?confirm=patreon-disconnect');
    }),

    answer(contract.disconnectPatreon, async ({ viewer }) => {
      await unlinkPatreon(deps, signedIn(viewer));
      return null;
    }),

    answer(contract.disconnectDiscord, async ({ viewer }) => {
      await unlinkWayIn(deps, signedIn(viewer), 'discord');
      return null;
    }),

    answer(contract.disconnectGoogle, async ({ viewer }) => {
      await unlinkWayIn(deps, signedIn(viewer), 'google');
      return null;
    }),

    answer(contract.refreshLinks, async ({ viewer }) => {
      const { id } = signedIn(viewer);
      await requireWithinLimit(deps, `links ${id}`, deps.limits.oauthFlows, deps.now());
      await Promise.all([rereadNames(deps, id, 'discord'), rereadNames(deps, id, 'patreon')]);
      await deps.hooks.afterPatreonLinked(deps, id);
      await deps.hooks.onStatusChanged(deps.db, id);
      const account = await findAccount(deps.db, id, deps.now());
      if (!account) throw new Problem('SIGN_IN_REQUIRED');
      return presentAccount(account);
    }),
  ];
}
