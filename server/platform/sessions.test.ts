import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { longestSessions } from './session-life.ts';
import {
  createSession,
  endSession,
  endSessionOfToken,
  endSessionsOf,
  findViewer,
  readCredential,
  renewToken,
} from './sessions.ts';
import { presentRole } from './viewer.ts';

const token = 'a'.repeat(43);
const other = 'b'.repeat(43);

describe('readCredential', () => {
  it.each([
    ['no credential', {}, null],
    ['the cookie', { cookie: `token=${token}` }, { token, byCookie: true }],
    ['the cookie among others', { cookie: `theme=dark; token=${token}; signed_in=1` }, { token, byCookie: true }],
    ['a cookie whose name only ends in ours', { cookie: `my_token=${token}` }, null],
    ['a token too short', { cookie: `token=${token.slice(1)}` }, null],
    ['a token too long', { cookie: `token=${token}a` }, null],
    ['a token with other characters', { cookie: `token=${token.slice(1)}'` }, null],
    ['a bearer', { authorization: `Bearer ${token}` }, { token, byCookie: false }],
    ['a lower-case bearer scheme', { authorization: `bearer ${token}` }, { token, byCookie: false }],
    [
      'a bearer over the cookie',
      { authorization: `Bearer ${other}`, cookie: `token=${token}` },
      { token: other, byCookie: false },
    ],
    ['a malformed header next to a valid cookie', { authorization: 'Bearer nonsense', cookie: `token=${token}` }, null],
    ['another scheme next to a valid cookie', { authorization: 'Basic YTpi', cookie: `token=${token}` }, null],
    ['an empty header next to a valid cookie', { authorization: '', cookie: `token=${token}` }, null],
  ])('reads %s', (_name, headers, expected) => {
    expect(readCredential(headers)).toEqual(expected);
  });
});

it.each([
  ['USER', false, 'USER'],
  ['USER', true, 'PREMIUM'],
  ['LEAKER', true, 'LEAKER'],
  ['ADMIN', true, 'ADMIN'],
  ['ADMIN', false, 'ADMIN'],
  ['something else', false, 'USER'],
])('presents %s with Premium %s as %s', (role, isPremium, expected) => {
  expect(presentRole(role, isPremium)).toBe(expected);
});

describe('a session', () => {
  let database: Database;
  let drop: () => Promise<void>;
  const start = new Date('2026-01-01T00:00:00Z');
  const DAY = 86_400_000;
  const at = (days: number): Date => new Date(start.getTime() + days * DAY);

  beforeAll(async () => {
    const made = await createDatabase();
    drop = made.drop;
    database = openDatabase(made.connection);
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  const addUser = async (
    changes: { role?: string; deleted_at?: Date; suspended_at?: Date; suspended_until?: Date } = {},
  ) => {
    const name = `u-${randomUUID().slice(0, 8)}`;
    const user = await database.db
      .insertInto('users')
      .values({ username: name, email: `${name}@people.example`, ...changes })
      .returning(['id', 'username'])
      .executeTakeFirstOrThrow();
    const made = await createSession(database.db, { userId: user.id, userAgent: 'A browser', now: start });
    return { ...user, token: made };
  };

  it('stores only the hash of its token', async () => {
    const user = await addUser();
    expect(user.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const row = await database.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toEqual(createHash('sha256').update(user.token).digest());
    expect(JSON.stringify(row)).not.toContain(user.token);
    expect(row.user_agent).toBe('A browser');
  });

  it.each([
    ['USER', 29.9, true],
    ['USER', 30, false],
    ['LEAKER', 29.9, true],
    ['ADMIN', 0.9, true],
    ['ADMIN', 1, false],
  ])('of a %s after %d idle days is valid: %s', async (role, days, alive) => {
    const user = await addUser({ role });
    expect((await findViewer(database.pool, user.token, at(days))) !== null).toBe(alive);
  });

  it.each([
    ['USER', 89.9, true],
    ['USER', 90, false],
    ['ADMIN', 6.9, true],
    ['ADMIN', 7, false],
  ])('of a %s in constant use is valid after %d days: %s', async (role, days, alive) => {
    const user = await addUser({ role });
    await database.db
      .updateTable('sessions')
      .set({ last_seen_at: at(days - 0.01) })
      .where('user_id', '=', user.id)
      .execute();
    expect((await findViewer(database.pool, user.token, at(days))) !== null).toBe(alive);
  });

  it('returns the current role and grants', async () => {
    const user = await addUser();
    const viewerAt = async (days: number) => (await findViewer(database.pool, user.token, at(days)))?.viewer;
    expect(await viewerAt(1)).toMatchObject({ id: user.id, username: user.username, role: 'USER', isPremium: false });
    await database.db
      .insertInto('grants')
      .values({ user_id: user.id, source: 'admin', reference: user.id, starts_at: at(2), ends_at: at(4) })
      .execute();
    expect(await viewerAt(1.9)).toMatchObject({ role: 'USER', isPremium: false });
    expect(await viewerAt(2)).toMatchObject({ role: 'PREMIUM', isPremium: true });
    expect(await viewerAt(4)).toMatchObject({ role: 'USER', isPremium: false });
    await database.db.updateTable('users').set({ role: 'LEAKER' }).where('id', '=', user.id).execute();
    expect(await viewerAt(3)).toMatchObject({ role: 'LEAKER', isPremium: true });
  });

  it.each([
    ['never', {}, false],
    ['for good', { suspended_at: at(0) }, true],
    ['until later', { suspended_at: at(0), suspended_until: at(2) }, true],
    ['until now', { suspended_at: at(0), suspended_until: at(1) }, false],
  ])('of a user suspended %s reports whether the suspension is active', async (_name, changes, suspended) => {
    const user = await addUser(changes);
    expect((await findViewer(database.pool, user.token, at(1)))?.suspended).toBe(suspended);
  });

  it('is not found for a deleted user, or an unknown or malformed token', async () => {
    const user = await addUser({ deleted_at: at(0) });
    expect(await findViewer(database.pool, user.token, at(1))).toBeNull();
    expect(await findViewer(database.pool, token, at(1))).toBeNull();
    // This pool has no server, so success proves that no query was sent.
    const gone = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' });
    expect(await findViewer(gone.pool, "' or 1=1 --", at(1))).toBeNull();
    await gone.close();
  });

  it('gets a new token that replaces the old one without extending its absolute lifetime', async () => {
    const user = await addUser();
    const found = await findViewer(database.pool, user.token, at(1));
    if (!found) throw new Error('the session is gone');
    const renewed = await renewToken(database.db, found.viewer, at(80), longestSessions);
    expect(renewed?.expiresAt).toEqual(at(90));
    expect(await findViewer(database.pool, user.token, at(80))).toBeNull();
    expect((await findViewer(database.pool, renewed?.token ?? '', at(80)))?.viewer).toEqual(found.viewer);
    await endSession(database.db, found.viewer.sessionId);
    expect(await renewToken(database.db, found.viewer, at(80), longestSessions)).toBeNull();
  });

  it('reports missing two-factor for administrators only', async () => {
    const user = await addUser();
    const lacks = async () => (await findViewer(database.pool, user.token, at(0)))?.lacksTwoFactor;
    const setRole = (role: string) =>
      database.db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
    expect(await lacks()).toBe(false);
    await setRole('ADMIN');
    expect(await lacks()).toBe(true);
    const factor = { user_id: user.id, secret: Buffer.from('sealed'), created_at: start };
    await database.db.insertInto('two_factors').values(factor).execute();
    expect(await lacks()).toBe(true);
    await database.db.updateTable('two_factors').set({ enabled_at: start }).where('user_id', '=', user.id).execute();
    expect(await lacks()).toBe(false);
  });

  it('ends on its own, with all of the user, or with all but one', async () => {
    const user = await addUser();
    const open = () => createSession(database.db, { userId: user.id, userAgent: '', now: start });
    const [kept, ended, endedToo] = [await open(), await open(), await open()];
    const isAlive = async (asked: string) => (await findViewer(database.pool, asked, at(1))) !== null;
    const found = await findViewer(database.pool, ended, at(1));
    await endSession(database.db, found?.viewer.sessionId ?? '');
    await endSession(database.db, found?.viewer.sessionId ?? '');
    await endSessionOfToken(database.db, endedToo);
    expect(await Promise.all([user.token, kept, ended, endedToo].map(isAlive))).toEqual([true, true, false, false]);
    const keptId = (await findViewer(database.pool, kept, at(1)))?.viewer.sessionId ?? '';
    await endSessionsOf(database.db, user.id, keptId);
    expect(await Promise.all([user.token, kept].map(isAlive))).toEqual([false, true]);
    await endSessionsOf(database.db, user.id, null);
    expect(await isAlive(kept)).toBe(false);
  });
});
