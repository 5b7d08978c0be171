// Hostile inputs in page URLs never cause an error, a script or a link to another site.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { encodeHostile, expectHarmless, type HostileCase, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let resource = '';
let author = '';

beforeAll(async () => {
  test = await startTestApp();
  const leaker = await test.addPerson('leaker');
  author = leaker.username;
  resource = await addResource(test, { authorId: leaker.id });
});
afterAll(() => test.stop());

const get = (url: string, accept = '*/*') => test.call({ method: 'GET', url, headers: { accept } });

const named = (cases: readonly HostileCase[]) =>
  cases.map((found) => [`${found.id} ${JSON.stringify(found.input).slice(0, 60)}`, found] as const);

describe('pages', () => {
  const texts = hostileCases.filter(
    ({ how, kind }) => how === 'literal' && ['search', 'id', 'username', 'url', 'text', 'tags'].includes(kind),
  );
  const places: [string, (text: string) => string][] = [
    ['/resources?search=', (text) => `/resources?search=${text}`],
    ['/resources?page=', (text) => `/resources?page=${text}`],
    ['/resources?sort=', (text) => `/resources?sort=${text}`],
    ['/resources/', (text) => `/resources/${text}`],
    ['/resources/{}?folder=', (text) => `/resources/${resource}?folder=${text}`],
    ['/elements/', (text) => `/elements/${text}`],
    ['/profile/', (text) => `/profile/${text}`],
    ['/{username}', (text) => `/${text}`],
    ['/{username}?search=', (text) => `/${author}?search=${text}`],
    ['/{username}?page=', (text) => `/${author}?page=${text}`],
    ['/{username}?tab=', (text) => `/${author}?tab=${text}`],
    ['/collections/', (text) => `/collections/${text}`],
    ['/download/', (text) => `/download/${text}`],
    ['/ad-page?destination=', (text) => `/ad-page?destination=${text}`],
    ['/login?return=', (text) => `/login?return=${text}`],
  ];

  it.each(places)(
    '%s',
    async (_name, address) => {
      for (const { id, input } of texts) {
        const url = address(encodeHostile(input));
        if (url.length > 4096) continue;
        const reply = await get(url, 'text/html');
        expectHarmless(reply, `${id} at ${url.slice(0, 200)}`, input);
        expect(reply.body, id).not.toMatch(/<script>alert|<svg onload|<img [^>]*onerror/i);
      }
    },
    60_000,
  );
});

describe('headers with another host or path', () => {
  const html = (url: string, headers: Record<string, string> = {}) =>
    test.call({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

  it.each([
    ['host', 'evil.example'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-server', 'evil.example'],
    ['x-forwarded-port', '4443'],
    ['x-forwarded-proto', 'gopher'],
    ['x-forwarded-prefix', '/evil.example'],
    ['forwarded', 'for=1.2.3.4;host=evil.example;proto=gopher'],
    ['x-original-url', '/login?evil.example'],
    ['x-rewrite-url', '/login?evil.example'],
  ])('%s changes neither the page nor its cached copy', async (name, value) => {
    // Send the hostile header with the first request for each URL, because the response to that request gets cached.
    for (const url of [`/resources/${resource}`, '/resources?sort=popular', '/nothing-is-here']) {
      const address = url + (url.includes('?') ? '&' : '?') + new URLSearchParams({ page: String(1 + name.length) });
      const first = await html(address, { [name]: value });
      const next = await html(address);
      expect(next.statusCode).toBe(first.statusCode);
      for (const reply of [first, next]) {
        expect(reply.body).not.toMatch(/evil\.example|gopher|:4443/);
        expect(JSON.stringify(reply.headers)).not.toMatch(/evil\.example|gopher|:4443/);
      }
      expect(first.body).toBe(next.body);
    }
  });

  it('repeated and unknown query keys do not change cached pages', async () => {
    const plain = await html('/resources?search=neon');
    for (const more of [
      '&x=evil.example',
      '&search=evil.example',
      '&utm_source=evil.example',
      '&search[]=evil.example',
    ])
      await html(`/resources?search=neon${more}`);
    const after = await html('/resources?search=neon');
    expect([after.statusCode, after.body]).toEqual([plain.statusCode, plain.body]);
  });
});

describe('redirect destinations', () => {
  const urls = [...literals('url', 'open-redirect'), ...literals('url', 'ssrf'), ...literals('filename')];

  it.each(named(urls))('%s is rejected as a download', async (_name, { input }) => {
    const call = await get(`/api/ad-offer?destination=${encodeHostile(input)}`);
    expect(call.statusCode).toBe(400);
    const page = await get(`/ad-page?destination=${encodeHostile(input)}`, 'text/html');
    expect(page.statusCode).toBe(400);
    const own = test.deps.publicUrl();
    const foreign = [...page.body.matchAll(/(?:href|src|action)="([^"]*)"/g)]
      .map(([, address]) => new URL((address ?? '').replaceAll('&amp;', '&'), own))
      .filter(({ origin }) => origin !== own);
    expect(foreign.map(String)).toEqual([]);
  });
});
