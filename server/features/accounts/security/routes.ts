import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/accounts/security.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/queries.ts';
import { isFromThisMachine, presentAccount } from '#server/features/accounts/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type Passwords, passwords as sitePasswords } from '#server/kit/security/passwords.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import {
  readDeviceToken,
  readPendingToken,
  setSecondFactorCookie,
  setSessionCookies,
  setSignInCookies,
  signOut,
} from '#server/platform/session-cookies.ts';
import { endSessionsOf, isSecureSite } from '#server/platform/sessions.ts';
import { noteAccount } from '#server/platform/sign-in-log.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { confirmIdentity, passSecondFactor } from './actions.ts';
import { presentSecurity, presentSessions } from './presenting.ts';
import * as queries from './queries.ts';
import * as twoFactor from './two-factor.ts';

const signedIn = (viewer: Viewer | null): Viewer => {
  if (!viewer) throw new Problem('SIGN_IN_REQUIRED');
  return viewer;
};

const userAgentOf = (request: FastifyRequest): string => String(request.headers['user-agent'] ?? '');

export function securityRoutes(deps: Deps, passwords: Passwords = sitePasswords): Route[] {
  const secure = isSecureSite(deps.config);

  return [
    answerExchange(contract.passSecondFactor, async ({ body, viewer, cookies }, { request, reply }) => {
      const pendingToken = readPendingToken(cookies);
      if (!pendingToken) throw new Problem('TWO_FACTOR_EXPIRED');
      const opened = await passSecondFactor(deps, {
        ...body,
        onAccount: noteAccount(request),
        pendingToken,
        userAgent: userAgentOf(request),
        deviceToken: readDeviceToken(cookies),
        oldSessionId: viewer?.sessionId ?? null,
        isLocal: isFromThisMachine(deps.config, request),
      });
      setSignInCookies(reply, opened, { secure });
      setSecondFactorCookie(reply, null, { secure, now: opened.at });
      reply.header('cache-control', 'no-store');
      const account = await findAccount(deps.db, opened.userId, deps.now());
      if (!account) throw new Problem('TWO_FACTOR_EXPIRED');
      return presentAccount(account);
    }),

    answer(contract.getSecurity, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const { id, role, sessionId } = signedIn(viewer);
      const now = deps.now();
      const [person, links, codesLeft, confirmedAt, settings] = await Promise.all([
        queries.findSecurity(deps.db, { userId: id, now }),
        queries.listLinkedIdentities(deps.db, id),
        queries.countRecoveryCodes(deps.db, id),
        queries.findConfirmedAt(deps.db, sessionId),
        deps.settings.get(),
      ]);
      const required = role === 'ADMIN' && settings.adminTwoFactorRequired;
      return presentSecurity({ person, links, codesLeft, confirmedAt, required, now });
    }),

    answer(contract.confirmIdentity, async ({ viewer, body, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const until = await confirmIdentity({ ...deps, passwords }, signedIn(viewer), body);
      return { confirmedUntil: until.toISOString() };
    }),

    answer(contract.listSessions, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const person = signedIn(viewer);
      const [rows, policy] = await Promise.all([queries.listSessionsOf(deps.db, person.id), deps.settings.get()]);
      return presentSessions(rows, person, policy, deps.now());
    }),

    answerExchange(contract.endOneSession, async ({ viewer, params }, { reply }) => {
      const person = signedIn(viewer);
      if (!(await queries.endSessionOf(deps.db, person.id, params.id))) throw new Problem('SESSION_NOT_FOUND');
      if (params.id === person.sessionId) signOut(reply, { secure, now: deps.now() });
      return null;
    }),

    answer(contract.endOtherSessions, async ({ viewer }) => {
      const { id, sessionId } = signedIn(viewer);
      await deps.db.transaction().execute((trx) => endSessionsOf(trx, id, sessionId));
      return null;
    }),

    answer(contract.setUpTwoFactor, ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      return twoFactor.setUpTwoFactor(deps, signedIn(viewer));
    }),

    answerExchange(contract.enableTwoFactor, async ({ viewer, body }, { reply }) => {
      const { recoveryCodes, session } = await twoFactor.enableTwoFactor(deps, signedIn(viewer), body.code);
      setSessionCookies(reply, session, { secure, now: deps.now() });
      reply.header('cache-control', 'no-store');
      return { recoveryCodes };
    }),

    answerExchange(contract.disableTwoFactor, async ({ viewer, body }, { reply }) => {
      const session = await twoFactor.disableTwoFactor(deps, signedIn(viewer), body.code);
      setSessionCookies(reply, session, { secure, now: deps.now() });
      return null;
    }),

    answer(contract.renewRecoveryCodes, async ({ viewer, body, setHeader }) => {
      setHeader('cache-control', 'no-store');
      return { recoveryCodes: await twoFactor.renewRecoveryCodes(deps, signedIn(viewer), body.code) };
    }),
  ];
}
