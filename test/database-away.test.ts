// Behaviour while the database is unavailable (quality.md, "Nothing lost"): every request that needs it is answered with 503.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
let member: Person;
const browser = { accept: 'text/html' };
const stylesheet = `/assets/${readdirSync(new URL('../dist/client/assets', import.meta.url)).find((name) => name.endsWith('.css'))}`;

/** The pool's connection settings and open connections. pg has no public API for breaking them. */
type PoolParts = {
  options: { host: string; port: number };
  _clients: { connection: { stream: { destroy(): void } } }[];
};

beforeAll(async () => {
  test = await startTestApp();
  member = await test.addPerson();
  expect((await test.call({ method: 'GET', url: '/', headers: browser })).statusCode).toBe(200);
  const pool = test.deps.pool as unknown as PoolParts;
  const { host, port } = pool.options;
  Object.assign(pool.options, { host: '127.0.0.1', port: 1 });
  for (const client of [...pool._clients]) client.connection.stream.destroy();
  return () => Object.assign(pool.options, { host, port });
});
afterAll(() => test.stop());

it.each([
  ['an API call', '/api/resources?search=anything', {}],
  ['a page', '/elements', browser],
  ['a page with a ticket', '/ad-page?destination=/direct-download/00000000-0000-4000-8000-000000000000', browser],
])('%s answers 503 with Retry-After', async (_name, url, headers) => {
  const reply = await test.call({ method: 'GET', url, headers });
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(reply.headers['cache-control']).toBe('no-store');
});

it('a failed token check does not turn the user into a visitor', async () => {
  const headers = { authorization: `Bearer helix_${'a'.repeat(43)}` };
  for (const url of ['/api/resources/00000000-0000-4000-8000-000000000000', '/api/auth/me'])
    expect((await test.call({ method: 'GET', url, headers })).statusCode).toBe(503);
});

it('a failed session check does not turn the user into a visitor', async () => {
  for (const url of ['/dashboard', '/api/auth/me'])
    expect((await test.call({ method: 'GET', url, headers: browser }, member)).statusCode).toBe(503);
  // The same for all logged-in users, so it needs no check.
  const home = await test.call({ method: 'GET', url: '/', headers: browser }, member);
  expect(home.statusCode).toBe(200);
  expect(home.body).not.toContain('>Login<');
});

it('cached pages, styles and health checks still work, even with a session', async () => {
  expect((await test.call({ method: 'GET', url: '/', headers: browser })).statusCode).toBe(200);
  for (const url of [stylesheet, '/public/Images/icon.svg', '/healthz'])
    expect((await test.call({ method: 'GET', url }, member)).statusCode, url).toBe(200);
});
