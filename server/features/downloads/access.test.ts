import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adPagePath, directDownloadPath, downloadPath } from '#contract/paths.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const UNKNOWN = '0b8f5e7a-3c1d-4e2f-8a9b-1c2d3e4f5a6b';
const file = 'Pack/café 日本.txt';

let test: TestApp;
let people: Record<'user' | 'premium' | 'leaker' | 'admin' | 'banned' | 'owner', Person>;
let free: string;
let premium: string;
let pending: string;

type Who = 'visitor' | keyof typeof people;

const browserOf = (who: Who) => {
  const browser = openBrowser(test);
  if (who !== 'visitor') browser.signIn(people[who]);
  return browser;
};

beforeAll(async () => {
  test = await startTestApp();
  const { member: user, ...cast } = await test.addCast();
  people = { user, ...cast, banned: await test.addPerson(), owner: await test.addPerson('leaker') };
  await test.db
    .updateTable('users')
    .set({ suspended_at: test.deps.now() })
    .where('id', '=', people.banned.id)
    .execute();
  const files = { [file]: 'Hello', 'readme.txt': 'Read me' };
  const authorId = people.owner.id;
  free = await addResource(test, { authorId, files, title: 'Free pack' });
  premium = await addResource(test, { authorId, files, category: 'Premium Packs' });
  pending = await addResource(test, { authorId, files, status: 'PENDING' });
});

afterAll(() => test.stop());

describe('the calls that return a download URL', () => {
  const everybody: Who[] = ['visitor', 'user', 'premium', 'leaker', 'admin', 'banned', 'owner'];
  const offer = (id: string) => `/api/ad-offer?destination=${encodeURIComponent(directDownloadPath(id))}`;
  const rows: [string, () => string, number[]][] = [
    ['download-url, free', () => `/api/resources/${free}/download-url`, [200, 200, 200, 200, 200, 403, 200]],
    ['download-url, premium', () => `/api/resources/${premium}/download-url`, [401, 403, 200, 403, 200, 403, 200]],
    ['download-url, pending', () => `/api/resources/${pending}/download-url`, [404, 404, 404, 404, 200, 403, 200]],
    ['download-url, unknown', () => `/api/resources/${UNKNOWN}/download-url`, [404, 404, 404, 404, 404, 403, 404]],
    [
      'premium-download, premium',
      () => `/api/resources/${premium}/premium-download`,
      [401, 403, 200, 403, 200, 403, 200],
    ],
    ['premium-download, free', () => `/api/resources/${free}/premium-download`, [401, 403, 200, 403, 200, 403, 200]],
    [
      'premium-file-download',
      () => `/api/resources/${premium}/premium-file-download?file=readme.txt`,
      [401, 403, 200, 403, 200, 403, 200],
    ],
    [
      'premium-file-download of another file',
      () => `/api/resources/${premium}/premium-file-download?file=other.txt`,
      [401, 403, 404, 403, 404, 403, 404],
    ],
    // Anyone may open the ad page. Whether they may download the file is checked separately (see /ad-page in the access matrix).
    ['ad-offer, free', () => offer(free), [200, 200, 200, 200, 200, 200, 200]],
    ['ad-offer, premium', () => offer(premium), [401, 403, 200, 403, 200, 401, 200]],
    ['ad-offer, pending', () => offer(pending), [404, 404, 404, 404, 200, 404, 200]],
    ['the bytes without a ticket', () => directDownloadPath(free), [403, 403, 403, 403, 403, 403, 403]],
  ];

  it.each(rows)('answer each role as expected: %s', async (_name, address, expected) => {
    const statuses = [];
    for (const who of everybody) statuses.push((await browserOf(who).call(address())).statusCode);
    expect(statuses).toEqual(expected);
  });

  it('distinguish between login required and Premium required', async () => {
    const at = (who: Who) => browserOf(who).call(`/api/resources/${premium}/download-url`);
    expect((await at('visitor')).json()).toMatchObject({ code: 'PREMIUM_SIGN_IN' });
    expect((await at('user')).json()).toMatchObject({ code: 'PREMIUM_REQUIRED' });
    expect((await at('banned')).json()).toMatchObject({ code: 'BANNED' });
  });

  it('return the ad route to users who see ads, and a direct link to others', async () => {
    const query = `?file=${encodeURIComponent(file)}`;
    const at = async (who: Who, id: string) =>
      (await browserOf(who).call(`/api/resources/${id}/download-url${query}`)).json().downloadUrl;
    for (const who of ['visitor', 'user', 'leaker', 'owner'] as const) {
      expect(await at(who, free)).toBe(downloadPath(free, file));
    }
    for (const who of ['premium', 'admin'] as const) {
      expect(await at(who, free)).toContain(`${directDownloadPath(free, file)}&ticket=`);
    }
    expect(await at('owner', premium)).toContain(`${directDownloadPath(premium, file)}&ticket=`);
  });

  it('reject unknown files and invalid ids and paths', async () => {
    const browser = browserOf('visitor');
    expect((await browser.call(`/api/resources/${free}/download-url?file=nothing.txt`)).json()).toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    for (const query of ['file=%00', 'file=a&file=b', 'other=1', `file=${'a'.repeat(1001)}`]) {
      expect((await browser.call(`/api/resources/${free}/download-url?${query}`)).statusCode).toBe(400);
    }
    expect((await browser.call('/api/resources/1/download-url')).statusCode).toBe(400);
  });
});

describe('the ad offer', () => {
  it('contains the house advertisement, the countdown and a sanitised name, and sets the browser cookie', async () => {
    const browser = browserOf('visitor');
    const destination = encodeURIComponent(directDownloadPath(free, file));
    const answer = await browser.call(`/api/ad-offer?destination=${destination}&filename=..%2Fsmile.txt`);
    expect(answer.json()).toMatchObject({
      directUrl: expect.stringContaining(`${directDownloadPath(free, file)}&ticket=`),
      filename: 'smile.txt',
      countdownSeconds: 5,
      ad: { title: 'Downloads without the wait', action: 'Upgrade to Premium', href: '/premium' },
    });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.cookies).toMatchObject([
      { name: 'visitor', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 87_000 },
    ]);
    expect(answer.json().directUrl).not.toContain(browser.cookies.get('visitor'));
  });

  it('is refused unless the destination is a download of this site', async () => {
    for (const destination of ['https://evil.example/', '//evil.example', '/\\evil.example', '/resources', '']) {
      const answer = await browserOf('visitor').call(`/api/ad-offer?destination=${encodeURIComponent(destination)}`);
      expect([answer.statusCode, answer.json().code], destination).toEqual([400, 'DESTINATION_REFUSED']);
    }
  });

  it('is included in the server-rendered page, with its cookie', async () => {
    const browser = browserOf('visitor');
    const page = await browser.call(adPagePath(free), NAVIGATION);
    expect(page.statusCode).toBe(200);
    expect(browser.cookies.has('visitor')).toBe(true);
    const link = /href="(\/direct-download\/[^"]+ticket=[^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await browser.call(link);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  });
});

describe('the downloaded bytes', () => {
  it.each(['visitor', 'user', 'premium', 'leaker', 'admin', 'owner'] as const)(
    'are sent to %s with a ticket',
    async (who) => {
      const browser = browserOf(who);
      const answer = await browser.call(await browser.ticketFor(directDownloadPath(free, 'readme.txt')));
      expect([answer.statusCode, answer.body]).toEqual([200, 'Read me']);
    },
  );

  it('are refused to an account suspended in the meantime', async () => {
    const person = await test.addPerson();
    const browser = openBrowser(test);
    browser.signIn(person);
    const address = await browser.ticketFor(directDownloadPath(free));
    await test.db.updateTable('users').set({ suspended_at: test.deps.now() }).where('id', '=', person.id).execute();
    const answer = await browser.call(address);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'BANNED']);
  });

  it('are refused after losing Premium, and for a resource hidden in the meantime', async () => {
    const person = await test.addPerson('premium');
    const browser = openBrowser(test);
    browser.signIn(person);
    const own = await addResource(test, { authorId: people.owner.id, category: 'Premium' });
    const { directUrl } = (await browser.call(`/api/resources/${own}/premium-download`)).json();
    expect((await browser.call(directUrl)).statusCode).toBe(200);
    await test.db.updateTable('resources').set({ hidden_at: test.deps.now() }).where('id', '=', own).execute();
    expect((await browser.call(directUrl)).statusCode).toBe(404);
    await test.db.updateTable('resources').set({ hidden_at: null }).where('id', '=', own).execute();
    expect((await browser.call(directUrl)).statusCode).toBe(200);
    await test.db.deleteFrom('grants').where('user_id', '=', person.id).execute();
    expect((await browser.call(directUrl)).json()).toMatchObject({ code: 'PREMIUM_REQUIRED' });
  });

  it('without a ticket redirect a browser and reject a program', async () => {
    const address = `${directDownloadPath(free, file)}&from=ads&utm_source=x`;
    for (const who of ['visitor', 'user', 'leaker', 'owner'] as const) {
      const answer = await browserOf(who).call(address, NAVIGATION);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, adPagePath(free, file)]);
    }
    const premiumPerson = browserOf('premium');
    const answer = await premiumPerson.call(address, NAVIGATION);
    expect(answer.statusCode).toBe(302);
    expect((await premiumPerson.call(String(answer.headers.location))).body).toBe('Hello');
    expect((await browserOf('premium').call(address)).json()).toMatchObject({ code: 'TICKET_REFUSED' });
    expect((await browserOf('visitor').call(directDownloadPath(premium), NAVIGATION)).statusCode).toBe(401);
    expect((await browserOf('user').call(directDownloadPath(premium), NAVIGATION)).statusCode).toBe(403);
    expect((await browserOf('visitor').call(directDownloadPath(UNKNOWN), NAVIGATION)).statusCode).toBe(404);
  });

  it('are also available at older URLs', async () => {
    const browser = browserOf('visitor');
    const address = await browser.ticketFor(`/api/uploads/${free}/direct-download?file=readme.txt`);
    const older = address.replace(`/direct-download/${free}`, `/api/uploads/${free}/direct-download`);
    expect((await browser.call(older)).body).toBe('Read me');
    expect((await browser.call(older, NAVIGATION)).headers.location).toBe(address);
    expect((await browser.call(older.replace(/ticket=.*/, ''))).statusCode).toBe(403);
    const page = await browser.call(`/api/uploads/${free}/download?file=readme.txt`);
    expect([page.statusCode, page.headers.location]).toEqual([302, downloadPath(free, 'readme.txt')]);
  });

  it('reject other methods', async () => {
    const answer = await test.app.inject({ method: 'POST', url: directDownloadPath(free) });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, expect.stringContaining('GET')]);
  });
});
