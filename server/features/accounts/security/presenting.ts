// An account's security data for /settings, as defined by the contract.

import { providerName } from '#contract/accounts/oauth.ts';
import type { getSecurity, listSessions } from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';
import { type SessionPolicy, sessionEnd } from '#server/platform/session-life.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { findSecurity, listLinkedIdentities, listSessionsOf } from './queries.ts';
import { confirmedUntil, describeDevice } from './rules.ts';

type RowOf<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;

export function presentSecurity(known: {
  person: RowOf<typeof findSecurity>;
  links: RowOf<typeof listLinkedIdentities>;
  codesLeft: number;
  confirmedAt: Date | undefined;
  required: boolean;
  now: Date;
}): ReplyOf<typeof getSecurity> {
  const { person, confirmedAt, now } = known;
  const until = confirmedAt ? confirmedUntil(confirmedAt, now) : null;
  return {
    emailVerified: person.emailVerifiedAt !== null,
    pendingEmail: person.pendingEmail,
    hasPassword: Boolean(person.hasPassword),
    twoFactor: {
      enabled: person.twoFactorSince !== null,
      required: known.required,
      recoveryCodesLeft: known.codesLeft,
    },
    links: known.links.map(({ provider, username, linkedAt }) => ({
      provider: providerName.parse(provider),
      username,
      linkedAt: linkedAt.toISOString(),
    })),
    confirmedUntil: until?.toISOString() ?? null,
  };
}

/**
 * Sessions that are still valid. Administrators' sessions may expire earlier than their rows say. The current session is shown as
 * last used now, because its row is only updated once an hour.
 */
export function presentSessions(
  rows: RowOf<typeof listSessionsOf>,
  viewer: Viewer,
  policy: SessionPolicy,
  now: Date,
): ReplyOf<typeof listSessions> {
  return rows
    .filter((row) => sessionEnd(viewer.role, row, policy) > now)
    .map((row) => ({
      id: row.id,
      device: describeDevice(row.userAgent),
      isCurrent: row.id === viewer.sessionId,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: (row.id === viewer.sessionId ? now : row.lastSeenAt).toISOString(),
    }));
}
