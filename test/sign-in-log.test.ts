// What a real process logs about logins: the account, the client address and the outcome, but no email address or secret.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newToken, tokenHashOf } from '#server/features/accounts/security/rules.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { guard, wrongAppCode } from '#test/harness/second-factor.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';

let site: TestApp;
let server: ServerProcess;
let member: Person;
beforeAll(async () => {
  site = await startTestApp();
  await fillElements(site);
  member = await site.addPerson();
  server = await startServerProcess(site, { LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await site.stop();
});

type Event = { level: string; event: string; outcome: string; account: string | null; network: string; msg: string };

const events = (): Event[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('"account event"'))
    .map((line) => JSON.parse(line));

const send = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> => {
  const known = events().length;
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', ...headers },
    body: JSON.stringify(body),
  });
  await expect.poll(() => events().length).toBe(known + 1);
  return reply;
};
const post = async (...call: Parameters<typeof send>): Promise<number> => (await send(...call)).status;
const signIn = (email: string, password: string, from?: string) =>
  post('/api/auth/login', { email, password }, from ? { 'x-forwarded-for': from } : {});

it('logs a line for each attempt, with a key for the account and the network it came from', async () => {
  expect(await signIn(member.email, 'not the password')).toBe(401);
  expect(await signIn(member.email.toUpperCase(), 'nor this one', '2001:db8:1:2:3::4')).toBe(401);
  expect(await signIn('nobody@people.example', 'whatever it is')).toBe(401);
  expect(await signIn(member.email, PASSWORD)).toBe(200);
  const [first, second, stranger, right] = events();
  expect(first).toMatchObject({
    level: 'warn',
    event: 'login',
    outcome: 'WRONG_CREDENTIALS',
    account: expect.stringMatching(/^[\w-]{16}$/),
    network: '203.0.113.9',
  });
  expect(second).toMatchObject({ account: first?.account, network: '2001:db8:1:2::/64' });
  expect(stranger?.account).not.toBe(first?.account);
  expect(right).toMatchObject({ level: 'info', event: 'login', outcome: 'OK' });
});

it('logs a line for account changes too', async () => {
  const cookie = member.headers.cookie ?? '';
  await post('/api/auth/forgot-password', { email: member.email });
  await post('/api/auth/confirm', { password: 'not the password' }, { cookie });
  await post('/api/me/tokens', { name: 'Backup', scopes: ['read'], days: 30 }, { cookie });
  const last = events().slice(-3);
  expect(last.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['reset-requested', 'OK'],
    ['confirm', 'WRONG_PASSWORD'],
    ['token-made', 'OK'],
  ]);
  expect(last[1]?.account).toBe(last[2]?.account);
});

it('uses the account key for used links and ended sessions', async () => {
  const person = await site.addPerson();
  const token = newToken();
  await site.db
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHashOf(token),
      user_id: person.id,
      purpose: 'reset-password',
      email: person.email,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const ended = await fetch(`${server.url}/api/auth/sessions`, {
    method: 'DELETE',
    headers: { cookie: person.headers.cookie ?? '' },
  });
  expect(ended.status).toBe(204);
  await expect.poll(() => events().at(-1)).toMatchObject({ event: 'sessions-ended', outcome: 'OK' });
  const account = events().at(-1)?.account;
  expect(account).toMatch(/^[\w-]{16}$/);
  expect(await post('/api/auth/reset-password', { token, password: 'a quite different sentence' })).toBe(204);
  expect(events().at(-1)).toMatchObject({ event: 'password-reset', outcome: 'OK', account });
});

it('uses the account key for a code, a verified email and an ended session', async () => {
  const person = await guard(site, await site.addPerson());
  const waiting = await send('/api/auth/login', { email: person.email, password: PASSWORD });
  const [step = ''] = waiting.headers.getSetCookie().map((line) => line.split(';')[0]);
  await post('/api/auth/login/two-factor', { code: wrongAppCode(person.secret, new Date()) }, { cookie: step });
  const account = events().at(-1)?.account;
  expect(events().at(-1)).toMatchObject({ event: 'second-factor', outcome: 'TWO_FACTOR_WRONG' });
  expect(events().at(-2)).toMatchObject({ event: 'login', outcome: 'TWO_FACTOR_REQUIRED', account });

  const token = newToken();
  const expires_at = new Date(Date.now() + 3_600_000);
  const row = {
    token_hash: tokenHashOf(token),
    user_id: person.id,
    purpose: 'verify-email',
    email: person.email,
    expires_at,
  };
  await site.db.insertInto('mail_tokens').values(row).execute();
  await post('/api/auth/verify-email', { token });
  expect(events().at(-1)).toMatchObject({ event: 'email-verified', outcome: 'OK', account });

  const other = await site.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).executeTakeFirst();
  await fetch(`${server.url}/api/auth/sessions/${other?.id}`, { method: 'DELETE', headers: person.headers });
  await expect.poll(() => events().at(-1)).toMatchObject({ event: 'sessions-ended', account });
});

it('contains no email, name or password, and the documented filter counts the failures', () => {
  const lines = server.output();
  for (const secret of [member.email, member.username, 'nobody@people', 'not the password', PASSWORD])
    expect(lines.toLowerCase()).not.toContain(secret.toLowerCase());
  const document = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const filter = /^failregex = (.+)$/m.exec(document)?.[1] ?? '';
  const failure = new RegExp(filter.replace('<SUBNET>', '(?<host>[0-9a-f.:/]+)'));
  const hosts = lines.split('\n').flatMap((line) => failure.exec(line)?.groups?.host ?? []);
  expect(hosts).toEqual(['203.0.113.9', '2001:db8:1:2::/64', '203.0.113.9', '203.0.113.9', '203.0.113.9']);
});
