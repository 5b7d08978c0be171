// Demo accounts on sites that other machines can reach: no login, session or token works, whatever headers a request sends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { createSession } from '#server/platform/sessions.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { handshake, listen } from '#test/harness/socket-clients.ts';
import { shutOutDemo } from './demo-accounts.ts';

let local: TestApp;
let member: Person;
let demoAdmin: Person;
const later = new Date(Date.now() + 86_400_000);

const makeDemo = async (person: Person): Promise<Person> => {
  await local.db.updateTable('users').set({ demo: true }).where('id', '=', person.id).execute();
  return person;
};
const open = (env: Record<string, string>) => startTestApp({ env, beside: local });

beforeAll(async () => {
  local = await startTestApp();
  member = await local.addPerson();
  demoAdmin = await makeDemo(await local.addPerson('admin'));
});
afterAll(() => local.stop());

describe.each([
  ['a public URL', { PUBLIC_URL: 'https://helix.example' }],
  ['a reverse proxy', { TRUST_PROXY: '127.0.0.1' }],
  ['a public URL behind a reverse proxy', { PUBLIC_URL: 'https://helix.example', TRUST_PROXY: 'loopback' }],
  ['a listener on all interfaces', { HOST: '0.0.0.0', RATE_LIMITS: 'on' }],
])('with %s', (_about, env) => {
  it('rejects the password, even if the request looks local', async () => {
    const site = await open(env);
    try {
      for (const headers of [{ host: '127.0.0.1:3000' }, { host: 'localhost' }, { host: '[::1]:3000' }]) {
        const payload = { email: demoAdmin.email, password: PASSWORD };
        const reply = await site.call({ method: 'POST', url: '/api/auth/login', payload, headers });
        expect(reply.statusCode, JSON.stringify(headers)).toBe(403);
        expect(reply.json()).toMatchObject({ code: 'DEMO_ACCOUNT_REFUSED' });
      }
      const payload = { email: member.email, password: PASSWORD };
      expect((await site.call({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(200);
    } finally {
      await site.stop();
    }
  });

  it('rejects existing sessions and tokens, and deletes them at startup', async () => {
    const site = await open(env);
    try {
      const expiresAt = later;
      const given = { userId: demoAdmin.id, sessionId: null, name: 'Before', scopes: ['read' as const], expiresAt };
      const { token } = await createAccessToken(local.db, given, new Date());
      const bearer = { authorization: `Bearer ${token}` };
      expect((await local.call({ url: '/api/admin/users' }, demoAdmin)).statusCode).toBe(200);
      expect((await local.call({ url: '/api/auth/me', headers: bearer })).statusCode).toBe(200);
      for (const url of ['/api/auth/me', '/api/admin/users'])
        expect((await site.call({ url }, demoAdmin)).statusCode, url).toBe(401);
      expect((await site.call({ url: '/api/auth/me', headers: bearer })).statusCode).toBe(401);
      expect((await site.call({ url: '/api/auth/me' }, member)).statusCode).toBe(200);

      const said: string[] = [];
      await shutOutDemo(local.deps, (text) => said.push(text));
      expect(said).toEqual([]);
      await shutOutDemo(site.deps, (text) => said.push(text));
      expect(said.join()).toMatch(/WARNING: .* has demo accounts \(1\)\.\n.*npm run demo:remove/);
      const left = async (table: 'sessions' | 'access_tokens') =>
        await local.db.selectFrom(table).select('user_id').where('user_id', '=', demoAdmin.id).execute();
      expect([await left('sessions'), await left('access_tokens')]).toEqual([[], []]);
      expect((await site.call({ url: '/api/auth/me' }, member)).statusCode).toBe(200);
    } finally {
      await site.stop();
      const token = await createSession(local.db, { userId: demoAdmin.id, userAgent: 'test', now: new Date() });
      demoAdmin.headers = { cookie: `token=${token}` };
    }
  });
});

it('does not let a demo administrator open a socket with a session on a site that others can reach', async () => {
  const site = await open({ PUBLIC_URL: 'https://helix.example' });
  try {
    const url = await listen(site);
    const admin = await local.addPerson('admin');
    const maintenance = { method: 'PATCH' as const, url: '/api/admin/settings', payload: { maintenanceMode: true } };
    expect((await local.call(maintenance, admin)).statusCode).toBe(200);
    const enter = async (person: Person) =>
      (await handshake(url, { origin: 'https://helix.example', ...person.headers })).status;
    await expect.poll(() => enter(member)).toBe(503);
    expect(await enter(admin)).toBe(101);
    expect(await enter(demoAdmin)).toBe(503);
  } finally {
    await site.stop();
  }
});
