import * as contract from '#contract/accounts/api.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type Passwords, passwords as sitePasswords } from '#server/kit/security/passwords.ts';
import { answer, answerExchange, type Exchange, type Route } from '#server/platform/serve.ts';
import { readDeviceToken, setSessionCookies, setSignInCookies, signOut } from '#server/platform/session-cookies.ts';
import { endSessionOfToken, isSecureSite, readCredential } from '#server/platform/sessions.ts';
import { noteAccount } from '#server/platform/sign-in-log.ts';
import { signedIn, type Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { signIn } from './actions.ts';
import { changeEmail, changePassword } from './changes.ts';
import { askForReset, resendVerification, resetPassword, verifyEmail } from './proving.ts';
import { findAccount, findTakenUsernames } from './queries.ts';
import { register } from './registering.ts';
import { isFromThisMachine, isUsableName, presentAccount } from './rules.ts';

/** The browser used for a login, as stored with the session. */
const browserOf = (request: Exchange['request'], viewer: Viewer | null) => ({
  userAgent: String(request.headers['user-agent'] ?? ''),
  deviceToken: readDeviceToken(request.cookies),
  oldSessionId: viewer?.sessionId ?? null,
});

export function accountRoutes(deps: Deps, passwords: Passwords = sitePasswords): Route[] {
  const secure = isSecureSite(deps.config);
  const strong = { ...deps, passwords };

  return [
    answer(contract.getMe, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const account = viewer && (await findAccount(deps.db, viewer.id, deps.now()));
      if (!account) throw new Problem('SIGN_IN_REQUIRED');
      return presentAccount(account);
    }),

    answerExchange(contract.login, async ({ body, viewer }, { request, reply }) => {
      const { outcome, account } = await signIn(strong, {
        ...body,
        ...browserOf(request, viewer),
        address: request.ip,
        isLocal: isFromThisMachine(deps.config, request),
        onAccount: noteAccount(request),
      });
      setSignInCookies(reply, outcome, { secure });
      if (outcome.state === 'second-factor') throw new Problem('TWO_FACTOR_REQUIRED');
      reply.header('cache-control', 'no-store');
      return presentAccount(account);
    }),

    answerExchange(contract.register, async ({ body, viewer, network }, { request, reply }) => {
      const browser = browserOf(request, viewer);
      const { outcome, account } = await register(strong, { ...body, network, browser });
      noteAccount(request)(account.id);
      setSignInCookies(reply, outcome, { secure });
      reply.header('cache-control', 'no-store');
      return presentAccount(account);
    }),

    answer(contract.forgotPassword, async ({ body, network }) => {
      await askForReset(deps, { ...body, network });
      return {};
    }),

    answerExchange(contract.resetPassword, async ({ body }, { request }) => {
      await resetPassword(strong, { ...body, onAccount: noteAccount(request) });
      return null;
    }),

    answerExchange(contract.verifyEmail, async ({ body, viewer }, { request }) => {
      await verifyEmail(deps, { ...body, viewer, onAccount: noteAccount(request) });
      return null;
    }),

    answer(contract.resendVerification, async ({ viewer, network }) => {
      await resendVerification(deps, { userId: signedIn(viewer).id, network });
      return {};
    }),

    answerExchange(contract.changePassword, async ({ body, viewer }, { reply }) => {
      const renewed = await changePassword(strong, signedIn(viewer), body);
      setSessionCookies(reply, renewed, { secure, now: deps.now() });
      reply.header('cache-control', 'no-store');
      return null;
    }),

    answer(contract.changeEmail, async ({ body, viewer, network }) => {
      await changeEmail(strong, { viewer: signedIn(viewer), network }, body);
      return {};
    }),

    answer(contract.checkUsername, async ({ query, viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const userId = signedIn(viewer).id;
      const name = query.name.trim().toLowerCase();
      if (!isUsableName(name)) return { available: false };
      const taken = await findTakenUsernames(deps.db, [name], { userId, now: deps.now() });
      return { available: taken.size === 0 };
    }),

    answerExchange(contract.logout, async (_call, { request, reply }) => {
      const credential = readCredential(request.headers);
      if (credential) await endSessionOfToken(deps.db, credential.token);
      signOut(reply, { secure, now: deps.now() });
      return {};
    }),
  ];
}
