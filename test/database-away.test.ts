// The site while the database is away (quality.md, "Nothing lost"): refused with 503, except what does not need it.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
let member: Person;
const browser = { accept: 'text/html' };
const stylesheet = `/assets/${readdirSync(new URL('../dist/client/assets', import.meta.url)).find((name) => name.endsWith('.css'))}`;

/** What the pool connects with, and its open connections: pg has no other way to lose both. */
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
  ['a call', '/api/resources?search=anything', {}],
  ['a page', '/elements', browser],
  ['a page that makes a ticket', '/ad-page?destination=/direct-download/00000000-0000-4000-8000-000000000000', browser],
])('%s says 503 and when to try again', async (_name, url, headers) => {
  const reply = await test.call({ method: 'GET', url, headers });
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(reply.headers['cache-control']).toBe('no-store');
});

it('nobody is taken for a visitor because the check of their token failed', async () => {
  const headers = { authorization: `Bearer helix_${'a'.repeat(43)}` };
  for (const url of ['/api/resources/00000000-0000-4000-8000-000000000000', '/api/auth/me'])
    expect((await test.call({ method: 'GET', url, headers })).statusCode).toBe(503);
});

it('nobody is taken for a visitor because the check of their session failed', async () => {
  for (const url of ['/', '/api/auth/me'])
    expect((await test.call({ method: 'GET', url, headers: browser }, member)).statusCode).toBe(503);
});

it('a cached page, styles and health are there, for people with a session too', async () => {
  expect((await test.call({ method: 'GET', url: '/', headers: browser })).statusCode).toBe(200);
  for (const url of [stylesheet, '/public/Images/icon.svg', '/healthz'])
    expect((await test.call({ method: 'GET', url }, member)).statusCode, url).toBe(200);
});
