// The host name of a tunnel counts as the site's own address (product.md DL-13), so rules based on that address apply to it too.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteFacts } from '#contract/content/home.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

const TUNNEL = 'https://helix-test.ngrok-free.app';

let test: TestApp;
let member: Person;
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: TUNNEL, API_URL: `${TUNNEL}/api` } });
  member = await test.addPerson('member');
});
afterAll(() => test.stop());

const signIn = (headers: Record<string, string>) =>
  test.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: member.email, password: PASSWORD },
    headers: { host: 'helix-test.ngrok-free.app', ...headers },
  });

it.each([
  ['its own pages', { origin: TUNNEL }, 200],
  ['its own pages in newer browsers', { origin: TUNNEL, 'sec-fetch-site': 'same-origin' }, 200],
  ['another tunnel', { origin: 'https://other.ngrok-free.app' }, 403],
  ['another tunnel, which browsers treat as same-site', { 'sec-fetch-site': 'same-site' }, 403],
  ['this machine', { origin: 'http://localhost:3000' }, 403],
])('handles a login from %s', async (_, headers, status) => {
  const reply = await signIn(headers as Record<string, string>);
  expect(reply.statusCode, reply.body).toBe(status);
});

it('gives pages the API address, and search engines the canonical URL', async () => {
  const facts = (await test.call({ method: 'GET', url: '/api/site' })).json<SiteFacts>();
  expect(facts.apiUrl).toBe(`${TUNNEL}/api`);
  const { body } = await test.call({ method: 'GET', url: '/terms', headers: { accept: 'text/html' } });
  expect(body).toContain(`<link rel="canonical" href="${TUNNEL}/terms">`);
  expect(body).toContain(`"origin":"${TUNNEL}"`);
});

it('keeps the session in a Secure cookie for the tunnel’s host only', async () => {
  const cookies = (await signIn({ origin: TUNNEL })).cookies;
  const token = cookies.find(({ name }) => name === 'token');
  expect(token).toMatchObject({ secure: true, httpOnly: true });
  expect(token?.domain).toBeUndefined();
});
