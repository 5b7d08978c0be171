// The bare servers' minimal session lookup: a single query.
import { createHash } from 'node:crypto';
import type pg from 'pg';

export type FoundPerson = { sessionId: string; id: string; username: string; role: string };

const session = {
  name: 'session',
  text: `select s.id as "sessionId", u.id, u.username, u.role from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now() and u.deleted_at is null and u.suspended_at is null`,
};

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Looks up the user of a `Cookie` header; null without a session. */
export async function findSession(pool: pg.Pool, cookie: string | undefined): Promise<FoundPerson | null> {
  const token = /token=([\w-]+)/.exec(cookie ?? '')?.[1];
  if (token === undefined) return null;
  const { rows } = await pool.query<FoundPerson>({ ...session, values: [hashOf(token)] });
  return rows[0] ?? null;
}
