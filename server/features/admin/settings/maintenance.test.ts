import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';

let test: TestApp;
let beside: TestApp;
let admin: Person;
let member: Person;
let resource: string;
beforeAll(async () => {
  test = await startTestApp();
  beside = await startTestApp({ beside: test });
  [admin, member] = [await test.addPerson('admin'), await test.addPerson('member')];
  resource = await addResource(test, { authorId: admin.id, files: { 'a.txt': 'some text' } });
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
});
afterEach(() => set(false));

/** Changes the setting in one process; resolves once both processes have received it. */
const set = async (maintenanceMode: boolean): Promise<void> => {
  const reply = await test.call({ method: 'PATCH', url: '/api/admin/settings', payload: { maintenanceMode } }, admin);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  await expect
    .poll(async () => (await beside.call({ method: 'GET', url: '/api/stats' })).statusCode)
    .toBe(maintenanceMode ? 503 : 200);
};
const get = (url: string, person?: Person, app = test) => app.call({ method: 'GET', url }, person);
const open = (url: string, person?: Person, app = test) =>
  app.call({ method: 'GET', url, headers: { accept: 'text/html' } }, person);

describe('during maintenance', () => {
  it('API calls of non-admins get a 503 with Retry-After, in both processes', async () => {
    const leaker = await test.addPerson('leaker');
    await set(true);
    for (const app of [test, beside]) {
      for (const person of [undefined, member, leaker]) {
        for (const [method, url] of [
          ['GET', '/api/resources'],
          ['GET', '/api/site'],
          ['POST', '/api/auth/register'],
          ['POST', '/api/uploads'],
          ['POST', '/api/uploads/sessions'],
          ['PUT', '/api/users/profile'],
          ['GET', '/api/admin/settings'],
          ['DELETE', '/api/auth/sessions'],
          ['GET', '/api/auth/patreon'],
          ['GET', '/login/elsewhere'],
          ['GET', '/nowhere'],
        ] as const) {
          const reply = await app.call({ method, url }, person);
          expect([reply.statusCode, reply.json().code], `${method} ${url}`).toEqual([503, 'MAINTENANCE']);
          expect(reply.headers['content-type']).toContain('application/problem+json');
          expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
        }
      }
    }
  });

  it('pages show a maintenance page, which is never cached and replaces cached pages', async () => {
    const pages = ['/', '/resources', `/resources/${resource}`, '/no/such/page', `/direct-download/${resource}`];
    for (const app of [test, beside]) expect((await open('/', undefined, app)).statusCode).toBe(200);
    const kept = await open('/resources');
    await set(true);
    for (const app of [test, beside]) {
      for (const page of pages) {
        for (const person of [undefined, member]) {
          const reply = await open(page, person, app);
          expect([reply.statusCode, reply.headers['content-type']], page).toEqual([503, 'text/html; charset=utf-8']);
          expect(reply.headers['cache-control']).toMatch(/no-store/);
          expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
          expect(reply.body).toContain('Please check back soon.');
        }
      }
      const asked = { accept: 'text/html', 'if-none-match': String(kept.headers.etag) };
      expect((await app.call({ method: 'GET', url: '/resources', headers: asked })).statusCode).toBe(503);
    }
    await set(false);
    for (const app of [test, beside]) expect((await open('/', undefined, app)).statusCode).toBe(200);
  });

  it('administrators can use the site as usual', async () => {
    await set(true);
    expect((await get('/api/resources', admin, beside)).statusCode).toBe(200);
    expect((await get('/api/site', admin)).json()).toMatchObject({ maintenance: true });
    expect((await open('/resources', admin)).statusCode).toBe(200);
    expect((await open('/admin', admin, beside)).statusCode).toBe(200);
  });

  it('a demoted administrator is locked out from the next request', async () => {
    const former = await test.addPerson('admin');
    await set(true);
    expect((await get('/api/stats', former)).statusCode).toBe(200);
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', former.id).execute();
    expect((await get('/api/stats', former)).statusCode).toBe(503);
  });

  it('health checks, logging in and out, webhooks and static files still work', async () => {
    await set(true);
    const login = (person: Person) =>
      test.call({ method: 'POST', url: '/api/auth/login', payload: { email: person.email, password: PASSWORD } });
    expect((await login(admin)).statusCode).toBe(200);
    expect((await login(member)).statusCode).toBe(200);
    const status = async (url: string, method: 'GET' | 'POST' = 'GET', person?: Person) =>
      (await test.call({ method, url, headers: { accept: '*/*' } }, person)).statusCode;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
    expect([await status('/api/auth/me'), await status('/api/auth/me', 'GET', member)]).toEqual([401, 200]);
    expect(await status('/api/auth/login/two-factor', 'POST')).toBe(400);
    expect(await status('/public/Images/icon.svg')).toBe(200);
    expect(await status('/favicon.ico')).toBe(200);
    expect(await status('/public/accent/3366cc.css')).toBe(200);
    expect((await open('/login')).statusCode).toBe(200);
    for (const way of ['google', 'discord'])
      for (const path of [`/api/auth/${way}`, `/api/auth/${way}/callback?code=1&state=1`])
        expect(await status(path), path).not.toBe(503);
    expect(await status('/api/webhooks/patreon', 'POST')).not.toBe(503);
    const left = await test.addPerson('member');
    expect(await status('/api/auth/logout', 'POST', left)).toBe(200);
    expect(await status('/api/auth/me', 'GET', left)).toBe(401);
  });

  it('a started download can be resumed, but no new one can start', async () => {
    const browser = openBrowser(test);
    const [begun, waiting] = [
      await browser.ticketFor(directDownloadPath(resource, 'a.txt')),
      await browser.ticketFor(directDownloadPath(resource, 'a.txt')),
    ];
    expect((await browser.call(begun)).body).toBe('some text');
    await set(true);
    const rest = await browser.call(begun, { range: 'bytes=5-' });
    expect([rest.statusCode, rest.body]).toEqual([206, 'text']);
    expect((await browser.call(`/api/uploads/${resource}/direct-download?${begun.split('?')[1]}`)).statusCode).toBe(
      200,
    );
    for (const address of [waiting, directDownloadPath(resource, 'a.txt')]) {
      const refused = await browser.call(address);
      expect([refused.statusCode, refused.json().code], address).toEqual([503, 'MAINTENANCE']);
    }
    await set(false);
    expect((await browser.call(waiting)).statusCode).toBe(200);
  });
});

it('costs no query outside maintenance, since settings are cached', async () => {
  await get('/api/stats');
  const before = test.deps.settings.peek();
  await get('/api/stats');
  expect(before).not.toBeNull();
  expect(test.deps.settings.peek()).toBe(before);
});
