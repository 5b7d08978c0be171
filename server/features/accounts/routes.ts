import * as contract from '#contract/accounts.ts';
import type { Deps } from '../../deps.ts';
import { type Passwords, passwords as sitePasswords } from '../../kit/passwords.ts';
import { Problem } from '../../kit/problem.ts';
import { answer, answerExchange, type Route } from '../../kit/serve.ts';
import { setSessionCookies } from '../../kit/session-cookies.ts';
import { sessionEnd } from '../../kit/session-life.ts';
import { endSessionOfToken, isSecureSite, readCredential } from '../../kit/sessions.ts';
import { signIn } from './actions.ts';
import { presentAccount } from './presenting.ts';
import { findAccount } from './queries.ts';
import { isFromThisMachine } from './rules.ts';

export const accountRoutes = (deps: Deps, passwords: Passwords = sitePasswords): Route[] => {
  const secure = isSecureSite(deps.config);

  return [
    answer(contract.getMe, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const account = viewer && (await findAccount(deps.db, viewer.id, deps.now()));
      if (!account) throw new Problem('SIGN_IN_REQUIRED');
      return presentAccount(account);
    }),

    answerExchange(contract.login, async ({ body, viewer }, { request, reply }) => {
      const { token, account } = await signIn(
        { ...deps, passwords },
        {
          ...body,
          address: request.ip,
          userAgent: String(request.headers['user-agent'] ?? ''),
          isLocal: isFromThisMachine({
            headers: request.headers,
            remoteAddress: request.socket.remoteAddress ?? '',
          }),
          oldSessionId: viewer?.sessionId ?? null,
        },
      );
      const answered = presentAccount(account);
      const now = deps.now();
      const expiresAt = sessionEnd(answered.role, { createdAt: now, lastSeenAt: now });
      setSessionCookies(reply, { token, expiresAt }, { secure, now });
      reply.header('cache-control', 'no-store');
      return answered;
    }),

    answerExchange(contract.logout, async (_call, { request, reply }) => {
      const credential = readCredential(request.headers);
      if (credential) await endSessionOfToken(deps.db, credential.token);
      setSessionCookies(reply, null, { secure, now: deps.now() });
      // What the browser stores for the site is a copy of what the server knows; the theme is a cookie and stays.
      reply.header('clear-site-data', '"cache", "storage"').header('cache-control', 'no-store');
      return {};
    }),
  ];
};
