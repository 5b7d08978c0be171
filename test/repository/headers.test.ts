// Policy headers on every kind of response (quality.md, "Policy").
import { readdirSync } from 'node:fs';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

/** Repeated here instead of imported from the server, so that a weakened policy fails the test. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; " +
  "media-src 'self' blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

let test: TestApp;
let secure: TestApp;
let file = '';
let ticketed: InjectOptions = {};
const browser = { accept: 'text/html' };

beforeAll(async () => {
  test = await startTestApp();
  secure = await startTestApp({ env: { PUBLIC_URL: 'https://helix.example' } });
  const leaker = await test.addPerson('leaker');
  const id = await addResource(test, { authorId: leaker.id, files: { 'page.html': '<script>alert(1)</script>' } });
  file = directDownloadPath(id, 'page.html');
  const offer = await test.call({ method: 'GET', url: `/api/ad-offer?${new URLSearchParams({ destination: file })}` });
  const cookie = offer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  ticketed = { method: 'GET', url: offer.json<{ directUrl: string }>().directUrl, headers: { cookie } };
});
afterAll(async () => {
  await test.stop();
  await secure.stop();
});

const asset = `/assets/${readdirSync(new URL('../../dist/client/assets', import.meta.url)).find((name) => name.endsWith('.js'))}`;

const answers: [string, number, () => InjectOptions][] = [
  ['a page', 200, () => ({ url: '/', headers: browser })],
  ['a page from the cache', 200, () => ({ url: '/', headers: browser })],
  ['a HEAD request for a page', 200, () => ({ method: 'HEAD', url: '/resources', headers: browser })],
  ['an unknown page', 404, () => ({ url: '/no/such/page', headers: browser })],
  ['the processing screen', 404, () => ({ url: '/api/nothing', headers: browser })],
  ['an API response', 200, () => ({ url: '/api/stats' })],
  ['an unauthorized call', 401, () => ({ url: '/api/auth/me' })],
  ['malformed input', 400, () => ({ url: '/api/resources?page=0' })],
  ['an unknown endpoint', 404, () => ({ url: '/api/nothing' })],
  ['a wrong method', 405, () => ({ method: 'DELETE', url: '/api/stats' })],
  [
    'a cross-site request',
    403,
    () => ({ method: 'POST', url: '/api/auth/logout', headers: { 'sec-fetch-site': 'cross-site' } }),
  ],
  ['an undecodable address', 400, () => ({ url: '/%ff' })],
  ['an address that is too long', 400, () => ({ url: `/resources?search=${'a'.repeat(5000)}` })],
  [
    'a body that is too large',
    413,
    () => ({ method: 'POST', url: '/api/auth/login', payload: { email: 'a'.repeat(70_000) } }),
  ],
  ['a redirect', 302, () => ({ url: file, headers: browser })],
  ['a built-in picture', 200, () => ({ url: '/public/Images/default-avatar.png' })],
  ['the icon at the root', 200, () => ({ url: '/favicon.ico' })],
  ['a missing asset', 404, () => ({ url: '/assets/gone.js' })],
  ['health', 200, () => ({ url: '/healthz' })],
  ['readiness', 200, () => ({ url: '/readyz' })],
];

describe('every response', () => {
  it.each(answers)('%s (%i)', async (_name, status, request) => {
    const reply = await test.app.inject({ method: 'GET', ...request() });
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['content-security-policy']).toBe(POLICY);
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(reply.headers['permissions-policy']).toContain('camera=()');
    expect(reply.headers).not.toHaveProperty('x-powered-by');
    expect(reply.headers).not.toHaveProperty('strict-transport-security');
  });

  it('over HTTPS sets HSTS', async () => {
    for (const url of ['/', '/api/stats', '/api/nothing'])
      expect((await secure.call({ method: 'GET', url })).headers['strict-transport-security']).toMatch(
        /^max-age=\d{8}/,
      );
  });
});

describe('a static asset', () => {
  it('may do nothing when opened directly; pages that load it apply their own policy', async () => {
    const { statusCode, headers } = await test.app.inject({ method: 'GET', url: asset });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('other sites', () => {
  it('may read nothing, and cached pages vary by cookie', async () => {
    const foreign = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const request of [
      { method: 'GET', url: '/api/stats' },
      { method: 'OPTIONS', url: '/api/auth/login' },
    ] as const) {
      const { headers } = await test.app.inject({ ...request, headers: foreign });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect((await test.call({ method: 'GET', url: '/', headers: browser })).headers.vary).toMatch(/\bCookie\b/);
  });
});

describe("a user's file", () => {
  it('is sent as a sandboxed attachment, whatever its type', async () => {
    const reply = await test.app.inject(ticketed);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('<script>');
    expect(reply.headers['content-disposition']).toMatch(/^attachment/);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['content-security-policy']).toContain('sandbox');
    expect(reply.headers['content-security-policy']).not.toContain("'self'");
  });
});

describe('documents', () => {
  it('have no inline scripts or style elements', async () => {
    for (const url of ['/', '/resources', '/login', '/elements']) {
      const { body } = await test.call({ method: 'GET', url, headers: browser });
      const inline = [...body.matchAll(/<script\b([^>]*)>/g)].filter(
        ([, attributes]) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes ?? ''),
      );
      expect(inline, url).toEqual([]);
      expect(body).not.toMatch(/<style\b/);
      expect(body).not.toMatch(/\son\w+="/);
    }
  });

  it('for a signed-in user are never cached for others', async () => {
    const member = await test.addPerson();
    const cacheControlOf = async (url: string) =>
      (await test.call({ method: 'GET', url, headers: browser }, member)).headers['cache-control'];
    expect(await cacheControlOf('/dashboard')).toBe('private, no-store');
    // Says nothing about them (test/shared-pages.test.ts).
    expect(await cacheControlOf('/')).toBe('private, no-cache');
    const me = await test.call({ method: 'GET', url: '/api/auth/me' }, member);
    expect(me.headers['cache-control']).toBe('no-store');
  });

  it('from API calls without Cache-Control are never cached for others', async () => {
    const admin = await test.addPerson('admin');
    for (const url of ['/api/users/me/downloads', `/api/users/${admin.username}`, '/api/resources', '/api/nothing'])
      expect((await test.call({ method: 'GET', url }, admin)).headers['cache-control'], url).toMatch(
        /no-cache|no-store/,
      );
    expect((await test.call({ method: 'GET', url: '/api/resources' })).headers).not.toHaveProperty('cache-control');
  });

  it('that extend a session are never cached for others', async () => {
    const member = await test.addPerson();
    const picture = { method: 'GET', url: `/api/users/${member.username}/avatar` } as const;
    const usual = await test.call(picture, member);
    expect(usual.headers['cache-control']).toMatch(/^public/);
    expect(usual.headers).not.toHaveProperty('set-cookie');
    test.moveClock(2 * 3_600_000);
    const file = await test.call({ method: 'GET', url: asset }, member);
    expect(file.headers['cache-control']).toMatch(/^public/);
    expect(file.headers).not.toHaveProperty('set-cookie');
    const prolonged = await test.call(picture, member);
    expect(prolonged.headers['set-cookie']).toBeDefined();
    expect(prolonged.headers['cache-control']).toMatch(/^private/);
  });
});
