// Access tokens that act for their owner within scopes: personal tokens, and short-lived tokens that belong to a session. Only
// hashes are stored.

import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { TokenScope } from '#contract/accounts/token-limits.ts';
import type { DB } from '#db/types.ts';
import { suspendedSql } from './account-status.ts';
import { premiumSql } from './premium-grants.ts';
import { type SessionPolicy, sessionEnd } from './session-life.ts';
import { presentRole, type Viewer } from './viewer.ts';

/** The prefix lets secret scanners recognise a leaked token. */
const PREFIX = 'helix_';
const FORM = /^helix_[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;
/** The time of the last use is recorded with a precision of one minute. */
const USE_PRECISION_MS = 60_000;

export function isAccessToken(token: string): boolean {
  return FORM.test(token);
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export type NewToken = {
  userId: string;
  /** The session that this token belongs to; the token ends with it. Null for a personal token. */
  sessionId: string | null;
  name: string;
  scopes: readonly TokenScope[];
  expiresAt: Date;
};

/** Creates a token. Returns it with its row's id; the token itself is not stored anywhere. */
export async function createAccessToken(
  trx: Kysely<DB>,
  { userId, sessionId, name, scopes, expiresAt }: NewToken,
  now: Date,
): Promise<{ id: string; token: string }> {
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  const { id } = await trx
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      session_id: sessionId,
      name,
      scopes: [...scopes],
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

type TokenRow = {
  token_id: string;
  scopes: TokenScope[];
  last_used_at: Date | null;
  session_id: string | null;
  session_created_at: Date | null;
  session_seen_at: Date | null;
  id: string;
  username: string;
  role: 'USER' | 'LEAKER' | 'ADMIN';
  suspended: boolean;
  demo: boolean;
  premium: boolean;
  lacks_two_factor: boolean;
};

// A token created before or during a suspension leads to BANNED while the suspension lasts, and is invalid afterwards.
const FIND_TOKEN = {
  name: 'find-access-token',
  text: `
    select t.id as token_id, t.scopes, t.last_used_at, t.session_id, s.created_at as session_created_at,
      s.last_seen_at as session_seen_at, u.id, u.username, u.role, u.demo,
      ${suspendedSql('u', '$2')} as suspended,
      ${premiumSql('u', '$2')} as premium,
      u.role = 'ADMIN' and not exists (select from two_factors f
        where f.user_id = u.id and f.enabled_at is not null) as lacks_two_factor
    from access_tokens t join users u on u.id = t.user_id left join sessions s on s.id = t.session_id
    where t.token_hash = $1 and t.expires_at > $2 and u.deleted_at is null
      and (${suspendedSql('u', '$2')} or u.suspended_at is null or t.created_at >= u.suspended_until)`,
};

export type FoundToken = {
  id: string;
  scopes: readonly TokenScope[];
  /** The token's owner, without the property that depends on the site settings. */
  viewer: Omit<Viewer, 'needsTwoFactor'>;
  lacksTwoFactor: boolean;
  suspended: boolean;
  /** Whether the owner is a demo account. */
  demo: boolean;
  lastUsedAt: Date | null;
};

/**
 * The role that a token acts with. A personal token never has admin rights, not even on calls that are open to members: an
 * administrator's token acts as a leaker with Premium, which covers everything else an administrator can do.
 */
const actingAs = ({ session_id, role, premium }: TokenRow): Pick<Viewer, 'role' | 'isPremium'> =>
  session_id === null && role === 'ADMIN'
    ? { role: 'LEAKER', isPremium: true }
    : { role: presentRole(role, premium), isPremium: premium };

/**
 * Finds a token's owner with their current role and grants; null if the token is invalid, or the token or its session has
 * expired.
 */
export async function findAccessToken(
  pool: pg.Pool,
  token: string,
  now: Date,
  policy: SessionPolicy,
): Promise<FoundToken | null> {
  if (!isAccessToken(token)) return null;
  const { rows } = await pool.query<TokenRow>({ ...FIND_TOKEN, values: [hashToken(token), now] });
  const row = rows[0];
  if (!row) return null;
  const acting = actingAs(row);
  if (row.session_created_at && row.session_seen_at) {
    const times = { createdAt: row.session_created_at, lastSeenAt: row.session_seen_at };
    if (sessionEnd(acting.role, times, policy) <= now) return null;
  }
  return {
    id: row.token_id,
    scopes: row.scopes,
    viewer: {
      id: row.id,
      username: row.username,
      ...acting,
      sessionId: row.session_id ?? '',
      byToken: row.token_id,
    },
    lacksTwoFactor: row.lacks_two_factor,
    suspended: row.suspended,
    demo: row.demo,
    lastUsedAt: row.last_used_at,
  };
}

/** Records that a token was used. Concurrent requests update the row only once. */
export async function touchAccessToken(db: Kysely<DB>, { id, lastUsedAt }: FoundToken, now: Date): Promise<void> {
  const before = new Date(now.getTime() - USE_PRECISION_MS);
  if (lastUsedAt && lastUsedAt > before) return;
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]))
    .execute();
}

/** Revokes all tokens of a user. */
export async function endTokensOf(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}
