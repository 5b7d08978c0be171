// Unknown URLs: the responses that programs and browsers get, and path traversal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePatterns } from '#contract/paths.ts';
import { declaredEndpoints } from '#server/platform/contract-calls.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const methodsByPath = Map.groupBy(declaredEndpoints, ({ path }) => path);
/** A page can share its path with a call. */
const isPage = (path: string): boolean => (pagePatterns as readonly string[]).includes(path);
const fill = (path: string): string =>
  path
    .replaceAll('{id}', UNKNOWN_ID)
    .replaceAll('{username}', 'nobody-here')
    .replaceAll(/\{\w+\}/g, 'nothing');

describe.each([...methodsByPath])('%s', (path, endpoints) => {
  const allowed: string[] = endpoints.map(({ method }) => method);
  if (isPage(path)) allowed.push('GET');
  const refused = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !allowed.includes(method));

  it('answers other methods with 405 and Allow', async () => {
    for (const method of refused as 'POST'[]) {
      const reply = await test.call({ method, url: fill(path), headers: { accept: 'application/json' } });
      expect(reply.statusCode, method).toBe(405);
      for (const one of allowed) expect(String(reply.headers.allow).split(', ')).toContain(one);
      expect(reply.json()).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    }
  });
});

describe('unknown addresses', () => {
  const ofCalls = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/users',
    '/api/resources/1/nothing',
    '/public/nothing',
    '/direct-download/',
  ];

  it.each(ofCalls)('answer programs with a JSON problem: %s', async (url) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const reply = await test.call({ method, url, headers: { accept: '*/*' } });
      expect(reply.statusCode, method).toBe(404);
      expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(reply.json()).toMatchObject({ status: 404, code: 'NOT_FOUND', type: 'about:blank' });
    }
  });

  it('answer programs with a JSON problem for a download', async () => {
    const url = '/download/00000000-0000-4000-8000-000000000000';
    const reply = await test.call({ method: 'GET', url, headers: { accept: '*/*' } });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it.each(['/api/nothing', '/download/nothing', '/public/nothing', '/api', '/download', '/public'])(
    'show browsers the processing screen with a link home: %s (row SH-5)',
    async (url) => {
      const reply = await test.call({ method: 'GET', url, headers: BROWSER });
      expect(reply.statusCode).toBe(404);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(reply.body).toContain('Processing Request');
      expect(reply.body).toContain('href="/"');
    },
  );

  it.each(['/nothing/at/all', '/wp-login.php', '/.env', '/_ui-not'])('show the Not Found page: %s', async (url) => {
    const reply = await test.call({ method: 'GET', url, headers: BROWSER });
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).not.toContain('Processing Request');
    expect(reply.body).toContain('<h1');
  });

  it('include the design system in production, however it is spelled', async () => {
    const site = await startTestApp({ env: { NODE_ENV: 'production' } });
    for (const url of ['/_ui', '/_ui/', '/_UI', '/%5fui']) {
      expect((await site.call({ method: 'GET', url, headers: BROWSER })).statusCode, url).toBe(404);
    }
    await site.stop();
  });

  it('answer other methods with 404, existing pages with 405', async () => {
    expect((await test.call({ method: 'POST', url: '/nothing/at/all' })).statusCode).toBe(404);
    const page = await test.call({ method: 'POST', url: '/resources' });
    expect(page.statusCode).toBe(405);
    expect(page.headers.allow).toBe('GET, HEAD');
  });
});

describe('an admin endpoint', () => {
  it.each([
    '/%61pi/admin/users',
    '/api/%61dmin/users',
    '/api%2fadmin%2fusers',
    '/api/admin%2fusers',
    '/api/admin/users%2f',
    '/api/admin/users%00',
    '//api/admin/users',
    '/api//admin/users',
    '/api/./admin/users',
    '/api/site/../admin/users',
    '/api/admin;x=1/users',
    '/api/admin/users;x=1',
    '/API/admin/users',
    '/api/Admin/users',
    '/api/admin/users/',
    '/api/admin/users?x=1#',
  ])('stays closed to other users as %s', async (url) => {
    const someone = await test.addPerson();
    for (const by of [undefined, await test.addPerson('member'), await test.addPerson('leaker')]) {
      const reply = await test.call({ method: 'GET', url, headers: { accept: 'application/json' } }, by);
      expect([400, 401, 403, 404]).toContain(reply.statusCode);
      expect(reply.body).not.toContain(someone.email);
    }
  });
});

describe('traversal', () => {
  const climbs = [
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cetc%5cpasswd',
    '..%252f..%252fetc%252fpasswd',
    '%252e%252e/etc/passwd',
    '....//....//etc/passwd',
    '..;/..;/etc/passwd',
    '%c0%ae%c0%ae/etc/passwd',
    '%uff0e%uff0e/etc/passwd',
    '..%00/etc/passwd',
    'default-avatar.png%00.txt',
    'default-avatar.png/../../../package.json',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    '\\..\\..\\etc\\passwd',
    'file:%2f%2f%2fetc%2fpasswd',
    '~root/.ssh/id_rsa',
    'C:%5cWindows%5cwin.ini',
    '.',
    '..',
    './././../package.json',
  ];
  const roots = [
    '/public/users/',
    '/public/Images/',
    '/public/thumbnails/',
    '/public/previews/',
    '/public/plates/',
    '/public/',
    '/assets/',
    '/download/',
  ];

  it.each(climbs)('%s stays inside its folder', async (climb) => {
    for (const root of roots) {
      for (const headers of [{ accept: '*/*' }, BROWSER]) {
        const reply = await test.call({ method: 'GET', url: `${root}${climb}`, headers });
        // Path traversal can lead to a page (`/assets/..` is the home page), but never to a file.
        expect([200, 400, 404], `${root}${climb}`).toContain(reply.statusCode);
        if (reply.statusCode === 200) expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(reply.body).not.toMatch(/root:.*:0:0|"name": "helix"|\[fonts\]|PRIVATE KEY/);
        if (root.startsWith('/public/') && climb !== '..') expect(reply.statusCode).not.toBe(200);
      }
    }
  });
});
