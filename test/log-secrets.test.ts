// The log of a real process during logins at the most verbose level contains no credentials and no email addresses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from '#test/harness/site-process.ts';

/** Far longer than a start takes, so that no test fails just because the machine is busy. */
const LIMIT_MS = 240_000;

let site: Site;
beforeAll(async () => {
  const credentials = Object.fromEntries(
    ['GOOGLE', 'DISCORD'].flatMap((name) => [
      [`${name}_CLIENT_ID`, 'canary-client'],
      [`${name}_CLIENT_SECRET`, 'canary-client-secret'],
      [`${name}_BASE`, 'http://127.0.0.1:9'],
    ]),
  );
  site = await startSite({ DEMO: 'off', NODE_ENV: 'production', LOG_LEVEL: 'debug', ...credentials });
}, LIMIT_MS);
afterAll(() => site.stop());

const mails = (): string => {
  const folder = join(site.folder, 'outbox');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .join('\n');
};

it('contains no password, token, code, cookie or email', { timeout: LIMIT_MS }, async () => {
  const [email, password] = ['canary.address@people.example', 'canary of a password'];
  const ask = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(site.url + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const registered = await ask('/api/auth/register', { email, password });
  expect(registered.status).toBe(201);
  const cookies = registered.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const cookie = cookies.join('; ');
  await ask('/api/auth/login', { email, password: `${password}, wrong` });
  await ask('/api/auth/forgot-password', { email });
  await expect.poll(() => mails().match(/#token=/g)?.length, { timeout: 60_000 }).toBeGreaterThan(1);
  const tokens = [...mails().matchAll(/#token=([A-Za-z0-9_-]{43})/g)].map(([, token]) => token ?? '');
  await ask('/api/auth/verify-email', { token: tokens[0] }, { cookie });
  await ask('/api/auth/login/two-factor', { code: '918273' }, { cookie: 'second_factor=canary-of-a-waiting-sign-in' });
  // The provider is unavailable: the error is logged without anything that was sent to the provider.
  const begun = await ask('/api/auth/google?next=/canary-page');
  const visit = new URL(begun.headers.get('location') ?? '').searchParams;
  const browser = begun.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const back = `/api/auth/google/callback?code=canary-code&state=${visit.get('state')}`;
  expect((await ask(back, undefined, { cookie: browser })).headers.get('location')).toContain('error=provider');

  // The response may arrive before its log line is written.
  await expect.poll(() => site.output(), { timeout: 30_000 }).toContain('a provider did not respond as expected');
  const written = site.output();
  expect(written).toContain('/api/auth/register');
  const secrets = [
    ...[email, password, 'canary', '918273', ...tokens],
    ...[...cookies, browser].flatMap((pair) => (pair.startsWith('signed_in') ? [] : [pair.split('=')[1] ?? ''])),
    ...['state', 'nonce', 'code_challenge'].map((name) => visit.get(name) ?? ''),
  ];
  expect(tokens.length).toBeGreaterThan(1);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(4);
    expect(written).not.toContain(secret);
  }
});
