// Writes one log line with the outcome of each login or account security action, so that operators can spot guessing attacks.
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
    /** Code of the Problem that the request failed with, even if it is reported through a redirect. */
    refusal: string | null;
    /** Name of the event, set by handlers that can cause more than one. */
    accountEvent: string | null;
    /** ID of the affected account, for the log; null until a handler knows it. */
    account: string | null;
  }
}

/** The endpoints to log, and the names of their events. */
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

/** Returns a function that records which account the request affects. */
export function noteAccount(request: FastifyRequest): (userId: string) => void {
  return (userId) => {
    request.account = userId;
  };
}

const NAME_CHARACTERS = 16;

/**
 * Creates pseudonyms for accounts in the log. An account or typed email always gets the same pseudonym, which is meaningless
 * without the site's secret.
 */
const createLogNames = (secret: Buffer): ((of: string) => string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'helix log names', 32));
  return (of) => createHmac('sha256', key).update(of).digest('base64url').slice(0, NAME_CHARACTERS);
};

const typedEmail = (body: unknown): string | null => {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  return typeof email === 'string' ? email.toLowerCase() : null;
};

/** Logs a line after each response, as a warning if the request failed, with the Problem's code as the outcome. */
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
