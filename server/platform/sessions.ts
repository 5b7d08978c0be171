// Sessions: opaque tokens that are stored only as hashes, and the hook that identifies the user for every request.

import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { getMe } from '#contract/accounts/api.ts';
import type { EndpointSpec } from '#contract/http.ts';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { isPartOfPage } from '#server/kit/rate-limits/rate-limits.ts';
import { endTokensOf, findAccessToken, isAccessToken, touchAccessToken } from './access-tokens.ts';
import { isSuspended, suspendedSql } from './account-status.ts';
import { premiumSql } from './premium-grants.ts';
import { notePremium, setSessionCookies } from './session-cookies.ts';
import {
  isSeenWorthWriting,
  longestSessions,
  type SessionPolicy,
  seenPrecisionMs,
  sessionEnd,
} from './session-life.ts';
import type { Settings } from './settings.ts';
import { mayUsePremium, presentRole, type Viewer } from './viewer.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface FastifyRequest {
    /** The logged-in user; null for visitors and for suspended users, who count as visitors on public pages. */
    viewer: Viewer | null;
    /** Whether the session belongs to a suspended user. */
    suspended: boolean;
    /** Sets `viewer` and `suspended`, on requests with a session for a page that all logged-in users share. Otherwise null. */
    identify: (() => Promise<void>) | null;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface FastifyContextConfig {
    endpoint?: EndpointSpec;
  }
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const TOKEN_COOKIE = /(?:^|; ?)token=([A-Za-z0-9_-]{43})(?:;|$)/;
const TOKEN_BYTES = 32;
const USER_AGENT_CHARACTERS = 300;

type Credential = { token: string; byCookie: boolean };

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * A request's credential: the Authorization header if present, otherwise the cookie. Null if it is missing or malformed, which
 * saves a database query.
 */
export function readCredential(headers: IncomingHttpHeaders): Credential | null {
  if (headers.authorization !== undefined) {
    const token = /^bearer ((?:helix_)?[A-Za-z0-9_-]{43})$/i.exec(headers.authorization)?.[1];
    return token ? { token, byCookie: false } : null;
  }
  const token = TOKEN_COOKIE.exec(headers.cookie ?? '')?.[1];
  return token ? { token, byCookie: true } : null;
}

/**
 * Creates a session for a user whom the caller has authenticated. Returns its token, which is not stored anywhere. The session's
 * lifetime depends on the user's current role at each use (session-life.ts).
 */
export async function createSession(
  trx: Kysely<DB>,
  { userId, userAgent, now }: { userId: string; userAgent: string; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await trx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      user_agent: userAgent.slice(0, USER_AGENT_CHARACTERS),
      created_at: now,
      last_seen_at: now,
      confirmed_at: now,
      expires_at: sessionEnd('USER', { createdAt: now, lastSeenAt: now }, longestSessions),
    })
    .execute();
  return token;
}

export type FoundSession = {
  /** The user, without the property that depends on the site settings. */
  viewer: Omit<Viewer, 'needsTwoFactor'>;
  /** Whether the user is an administrator who has not turned on two-factor. */
  lacksTwoFactor: boolean;
  suspended: boolean;
  /** Whether the user is a demo account. */
  demo: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

type SessionRow = {
  session_id: string;
  created_at: Date;
  last_seen_at: Date;
  id: string;
  username: string;
  role: 'USER' | 'LEAKER' | 'ADMIN';
  suspended: boolean;
  demo: boolean;
  premium: boolean;
  lacks_two_factor: boolean;
};

// A session created before a suspension leads to BANNED while the suspension lasts, and is invalid afterwards. This is a named
// statement, which PostgreSQL plans once per connection, because it runs for every request of a logged-in user.
const FIND_SESSION = {
  name: 'find-session',
  text: `
    select s.id as session_id, s.created_at, s.last_seen_at, u.id, u.username, u.role, u.demo,
      ${suspendedSql('u', '$2')} as suspended,
      ${premiumSql('u', '$2')} as premium,
      u.role = 'ADMIN' and not exists (select from two_factors f
        where f.user_id = u.id and f.enabled_at is not null) as lacks_two_factor
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and u.deleted_at is null
      and (${suspendedSql('u', '$2')} or u.suspended_at is null or s.created_at >= u.suspended_at)`,
};

/**
 * Finds a session token's user with their current role and grants. Null if the session has expired according to the site's
 * policy, which may be earlier than its row says.
 */
export async function findViewer(
  pool: pg.Pool,
  token: string,
  now: Date,
  policy: SessionPolicy = longestSessions,
): Promise<FoundSession | null> {
  if (!TOKEN.test(token)) return null;
  const { rows } = await pool.query<SessionRow>({ ...FIND_SESSION, values: [hashToken(token), now] });
  const row = rows[0];
  if (!row) return null;
  const role = presentRole(row.role, row.premium);
  const times = { createdAt: row.created_at, lastSeenAt: row.last_seen_at };
  const expiresAt = sessionEnd(role, times, policy);
  if (expiresAt <= now) return null;
  return {
    viewer: { id: row.id, username: row.username, role, isPremium: row.premium, sessionId: row.session_id },
    lacksTwoFactor: row.lacks_two_factor,
    suspended: row.suspended,
    demo: row.demo,
    ...times,
    expiresAt,
  };
}

/**
 * Which of the given sessions are still valid: they have not ended, and their user is neither suspended nor deleted. Uses a
 * single query.
 */
export async function findLivingSessions(pool: pg.Pool, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-living-sessions',
    text: `
      select s.id from sessions s join users u on u.id = s.user_id
      where s.id = any($1::uuid[]) and s.expires_at > $2 and u.deleted_at is null
        and not ${suspendedSql('u', '$2')} and (u.suspended_at is null or s.created_at >= u.suspended_at)`,
    values: [ids, now],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Replaces a session's token, which invalidates copies of the old token. Null if the session has ended. Pass the result to
 * `setSessionCookies`.
 */
export async function renewToken(
  trx: Kysely<DB>,
  { sessionId, role }: Pick<Viewer, 'sessionId' | 'role'>,
  now: Date,
  policy: SessionPolicy,
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const renewed = await trx
    .updateTable('sessions')
    .set({ token_hash: hashToken(token), last_seen_at: now })
    .where('id', '=', sessionId)
    .returning('created_at as createdAt')
    .executeTakeFirst();
  return renewed ? { token, expiresAt: sessionEnd(role, { ...renewed, lastSeenAt: now }, policy) } : null;
}

export type HeldSession = 'living' | 'suspended' | 'ended';

/**
 * Locks a session against deletion until the transaction ends, and returns whether it is still valid. The caller must already
 * have locked the user. Suspending a user does not delete sessions, so without that lock, a concurrent suspension could be
 * missed.
 */
export async function lockSession(trx: Kysely<DB>, sessionId: string, now: Date): Promise<HeldSession> {
  const held = await trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.created_at as createdAt', 'suspended_at as suspendedAt', 'suspended_until as suspendedUntil'])
    .where('sessions.id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .forShare('sessions')
    .executeTakeFirst();
  if (!held) return 'ended';
  if (held.suspendedAt === null) return 'living';
  if (isSuspended(held, now)) return 'suspended';
  return held.createdAt >= held.suspendedAt ? 'living' : 'ended';
}

/**
 * Rejects an action if, since the request started, its session has ended or its user has been suspended.
 * @throws Problem BANNED, SIGN_IN_REQUIRED
 */
export async function requireSession(trx: Kysely<DB>, sessionId: string, now: Date): Promise<void> {
  const held = await lockSession(trx, sessionId, now);
  if (held !== 'living') throw new Problem(held === 'suspended' ? 'BANNED' : 'SIGN_IN_REQUIRED');
}

/** Ends one session. Does nothing if it has already ended. */
export async function endSession(trx: Kysely<DB>, sessionId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends a token's session, whatever the state of its user, because suspended users can log out too. */
export async function endSessionOfToken(trx: Kysely<DB>, token: string): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Ends all sessions of a user except the given one, and revokes all their tokens. */
export async function endSessionsOf(trx: Kysely<DB>, userId: string, exceptId: string | null): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? ''))
    .execute();
  // Comes after deleting the sessions: the deletion waits for any session that is currently creating a token
  // (accounts/personal-tokens), so that token is revoked too.
  await endTokensOf(trx, userId);
}

/** Records that a session was used and returns its new expiry date. Concurrent requests update the row only once. */
const touchSession = async (db: Kysely<DB>, found: FoundSession, now: Date, policy: SessionPolicy): Promise<Date> => {
  const { role } = found.viewer;
  const times = { createdAt: found.createdAt, lastSeenAt: now };
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: sessionEnd(role, times, longestSessions) })
    .where('id', '=', found.viewer.sessionId)
    .where('last_seen_at', '<=', new Date(now.getTime() - seenPrecisionMs(role, policy)))
    .execute();
  return sessionEnd(role, times, policy);
};

/** Invalid cookies are only cleared where no login can be in progress: on page loads, and when the page calls auth/me. */
const asksWhoItIs = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-mode'] === 'navigate' || request.url.startsWith(getMe.path);

export type SessionDeps = {
  db: Kysely<DB>;
  pool: pg.Pool;
  log: Logger;
  now(): Date;
  config: { publicUrl: string | null; isLocal: boolean };
  settings: Pick<Settings, 'get' | 'peek'>;
};

/** Whether the site's configured URL is https, which determines the Secure flag of cookies. */
export function isSecureSite(config: { publicUrl: string | null }): boolean {
  return config.publicUrl?.startsWith('https:') ?? false;
}

/**
 * Returns the onRequest hook that sets `request.viewer` and `request.suspended`. Requests without a credential do not touch the
 * database. Neither do requests for page assets, which are the same for everyone, so styles load even while the database is down.
 * `isShared` names pages that are the same for all logged-in users; the page handler decides whether it needs to know them.
 * platform/viewer.ts decides what suspended users can access.
 */
export function sessionHook(deps: SessionDeps, isShared: (request: FastifyRequest) => boolean = () => false) {
  const secure = isSecureSite(deps.config);

  // A token without the required scope counts as a visitor on open endpoints and pages. Other endpoints reject it
  // (platform/viewer.ts).
  const identifyByToken = async (request: FastifyRequest, token: string): Promise<void> => {
    const now = deps.now();
    const settings = deps.settings.peek() ?? (await deps.settings.get());
    const found = await findAccessToken(deps.pool, token, now, settings);
    if (!found || (found.demo && !deps.config.isLocal)) return;
    if (found.suspended) {
      request.suspended = true;
      return;
    }
    const { endpoint } = request.routeOptions.config;
    const viewer = { ...found.viewer, needsTwoFactor: found.lacksTwoFactor && settings.adminTwoFactorRequired };
    if (endpoint?.scope && found.scopes.includes(endpoint.scope)) request.viewer = viewer;
    else if (endpoint && endpoint.access !== 'visitor') request.viewer = { ...viewer, lacksScope: true };
    await touchAccessToken(deps.db, found, now).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the use of a token could not be recorded');
    });
  };

  const identify = async (request: FastifyRequest, reply: FastifyReply, credential: Credential): Promise<void> => {
    const now = deps.now();
    const settings = deps.settings.peek() ?? (await deps.settings.get());
    const found = await findViewer(deps.pool, credential.token, now, settings);
    if (!found || (found.demo && !deps.config.isLocal)) {
      if (credential.byCookie && asksWhoItIs(request)) setSessionCookies(reply, null, { secure, now });
      return;
    }
    if (found.suspended) {
      request.suspended = true;
      // The page learns of the suspension once; after that, the user is treated as a visitor.
      if (credential.byCookie && request.url.startsWith(getMe.path)) setSessionCookies(reply, null, { secure, now });
      return;
    }
    const needsTwoFactor = found.lacksTwoFactor && settings.adminTwoFactorRequired;
    request.viewer = { ...found.viewer, needsTwoFactor };
    if (credential.byCookie && request.url.startsWith(getMe.path))
      notePremium(reply, { cookies: request.cookies, mayUse: mayUsePremium(request.viewer), secure });
    if (!isSeenWorthWriting(found.lastSeenAt, now, seenPrecisionMs(found.viewer.role, settings))) return;
    try {
      const expiresAt = await touchSession(deps.db, found, now, settings);
      if (credential.byCookie) setSessionCookies(reply, { token: credential.token, expiresAt }, { secure, now });
    } catch (error) {
      deps.log.warn({ err: error }, 'the use of a session could not be recorded');
    }
  };

  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    request.viewer = null;
    request.suspended = false;
    request.identify = null;
    const credential = readCredential(request.headers);
    if (!credential || isPartOfPage(request)) done();
    else if (isAccessToken(credential.token)) identifyByToken(request, credential.token).then(() => done(), done);
    // During maintenance, administrators must be known.
    else if (credential.byCookie && deps.settings.peek()?.maintenanceMode === false && isShared(request)) {
      request.identify = () => identify(request, reply, credential);
      done();
    } else identify(request, reply, credential).then(() => done(), done);
  };
}
