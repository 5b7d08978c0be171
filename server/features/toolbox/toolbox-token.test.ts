// The toolbox token: short-lived, only for the toolbox, and tied to its session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { askToken, openToolbox } from '#test/harness/toolbox.ts';

const LIST = '/api/admin/toolbox/servers';

describe('a toolbox token', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.stop());

  const use = (token: string, url = LIST) =>
    test.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });

  it('expires after 15 minutes and is never cached', async () => {
    const admin = await test.addPerson('admin');
    const reply = await test.call({ method: 'GET', url: '/api/admin/toolbox/token' }, admin);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { token, expiresAt } = reply.json<{ token: string; expiresAt: string }>();
    expect(Math.abs(Date.parse(expiresAt) - test.deps.now().getTime() - 15 * 60_000)).toBeLessThan(10_000);
    expect((await use(token)).statusCode).toBe(200);
    test.moveClock(15 * 60_000 + 1000);
    expect((await use(token)).statusCode).toBe(401);
  });

  it('opens only the toolbox, which in turn accepts neither cookies nor other tokens', async () => {
    const admin = await test.addPerson('admin');
    const token = await askToken(test, admin);
    for (const url of ['/api/admin/users', '/api/me/tokens', '/api/admin/toolbox/token', '/api/auth/me'])
      expect((await use(token, url)).statusCode, url).toBe(403);
    const byCookie = await test.call({ method: 'GET', url: LIST }, admin);
    expect(byCookie.statusCode).toBe(401);
    expect(byCookie.json()).toMatchObject({ message: 'Authentication failed: Unable to get token' });
    const now = test.deps.now();
    const expiresAt = new Date(now.getTime() + 60_000);
    const wanted = { userId: admin.id, sessionId: null, name: 'mine', scopes: ['read', 'uploads'] as const, expiresAt };
    const personal = (await createAccessToken(test.db, wanted, now)).token;
    expect((await use(personal)).statusCode).toBe(403);
    expect((await use(personal, '/api/admin/toolbox/token')).statusCode).toBe(403);
    const session = admin.headers.cookie?.replace('token=', '') ?? '';
    expect((await use(session)).statusCode).toBe(401);
  });

  it('ends with the session', async () => {
    const admin = await test.addPerson('admin');
    const token = await askToken(test, admin);
    expect((await use(token)).statusCode).toBe(200);
    await test.call({ method: 'POST', url: '/api/auth/logout' }, admin);
    expect((await use(token)).statusCode).toBe(401);
  });

  it('stops working once its owner is demoted or suspended', async () => {
    const admin = await test.addPerson('admin');
    const token = await askToken(test, admin);
    await test.db.updateTable('users').set({ role: 'LEAKER' }).where('id', '=', admin.id).execute();
    expect((await use(token)).statusCode).toBe(403);
    await test.db
      .updateTable('users')
      .set({ role: 'ADMIN', suspended_at: test.deps.now() })
      .where('id', '=', admin.id)
      .execute();
    expect((await use(token)).json()).toMatchObject({ code: 'BANNED' });
  });

  it('is one of at most five per session', async () => {
    const admin = await test.addPerson('admin');
    const tokens: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      tokens.push(await askToken(test, admin));
      test.moveClock(10);
    }
    const replies = await Promise.all(tokens.map((token) => use(token)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 200, 200, 200, 200, 200]);
  });
});

it('tokens and commands are rate limited', async () => {
  const limits = {
    toolboxTokens: { ...standardLimits.toolboxTokens, limit: 2 },
    toolboxOrders: { limit: 1, windowSeconds: 600 },
  };
  const test = await startTestApp({ limits });
  const admin = await test.addPerson('admin');
  const toolbox = await openToolbox(test, admin);
  await askToken(test, admin);
  const third = await test.call({ method: 'GET', url: '/api/admin/toolbox/token' }, admin);
  expect(third.statusCode).toBe(429);
  const form = { name: 'a', ip: '10.0.0.1', location: 'b', username: 'c', password: 'd' };
  expect((await toolbox.send('POST', '/servers', form)).statusCode).toBe(400);
  expect((await toolbox.send('POST', '/servers', form)).statusCode).toBe(429);
  await test.stop();
});
