// One log line for each act on who can get into an account, and how it ended: what an operator counts to see somebody guessing.
import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as accounts from '#contract/accounts/api.ts';
import * as identities from '#contract/accounts/oauth.ts';
import { createToken, deleteToken } from '#contract/accounts/personal-tokens.ts';
import * as security from '#contract/accounts/security.ts';
import { patchAdminProfile, putAdminProfile } from '#contract/admin/settings.ts';
import type { EndpointSpec } from '#contract/http.ts';
import { networkOf } from '#server/kit/http/visitors.ts';
import type { Logger } from '#server/kit/ops/logger.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface FastifyRequest {
    /** The code of the problem that the request was refused with, also when a redirect says so. */
    refusal: string | null;
    /** The event's name, for calls that are one of several; set by the handler. */
    accountEvent: string | null;
    /** The account that the request turned out to be about, for the log; null until a handler knows it. */
    account: string | null;
  }
}

/** The calls that are logged, by the name of their event. */
const events = new Map<EndpointSpec, string>([
  [accounts.login, 'login'],
  [identities.finishGoogle, 'login'],
  [identities.finishDiscord, 'login'],
  [identities.finishPatreon, 'linked'],
  [accounts.register, 'register'],
  [accounts.forgotPassword, 'reset-requested'],
  [accounts.resetPassword, 'password-reset'],
  [accounts.verifyEmail, 'email-verified'],
  [accounts.changePassword, 'password-changed'],
  [accounts.changeEmail, 'email-change-requested'],
  [putAdminProfile, 'profile-changed'],
  [patchAdminProfile, 'profile-changed'],
  [security.passSecondFactor, 'second-factor'],
  [security.confirmIdentity, 'confirm'],
  [security.enableTwoFactor, 'two-factor-enabled'],
  [security.disableTwoFactor, 'two-factor-disabled'],
  [security.renewRecoveryCodes, 'recovery-codes-renewed'],
  [identities.disconnectGoogle, 'unlinked'],
  [identities.disconnectDiscord, 'unlinked'],
  [identities.disconnectPatreon, 'unlinked'],
  [security.endOneSession, 'sessions-ended'],
  [security.endOtherSessions, 'sessions-ended'],
  [createToken, 'token-made'],
  [deleteToken, 'token-ended'],
]);

/** Returns a function that tells the log which account the request is about. */
export function noteAccount(request: FastifyRequest): (userId: string) => void {
  return (userId) => {
    request.account = userId;
  };
}

const NAME_CHARACTERS = 16;

/** Names an account in the log: the same for the same account or typed address, and nothing without the site's secret. */
const createLogNames = (secret: Buffer): ((of: string) => string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'helix log names', 32));
  return (of) => createHmac('sha256', key).update(of).digest('base64url').slice(0, NAME_CHARACTERS);
};

const typedEmail = (body: unknown): string | null => {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  return typeof email === 'string' ? email.toLowerCase() : null;
};

/** Writes the line when a reply has left: a warning for a refusal, with the problem's code as its outcome. */
export function logSignIns(app: FastifyInstance, { log, secret }: { log: Logger; secret: Buffer }): void {
  const nameOf = createLogNames(secret);
  app.decorateRequest('refusal', null);
  app.decorateRequest('accountEvent', null);
  app.decorateRequest('account', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const usual = endpoint && events.get(endpoint);
    if (usual) {
      const event = request.accountEvent ?? usual;
      const who = request.account ?? request.viewer?.id ?? typedEmail(request.body);
      const account = who === null ? null : nameOf(who);
      const isDone = reply.statusCode < 400 && request.refusal === null;
      const fields = { event, outcome: isDone ? 'OK' : request.refusal, account, network: networkOf(request.ip) };
      if (isDone) log.info(fields, 'account event');
      else log.warn(fields, 'account event');
    }
    done();
  });
}
