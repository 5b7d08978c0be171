// Premium downloads: the exact message of each refusal (product.md DL-5), and the download benefits of Premium (PR-4).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adPagePath, directDownloadPath, downloadPath } from '#contract/paths.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const MINUTE = 60_000;
const UNKNOWN = '0b8f5e7a-3c1d-4e2f-8a9b-1c2d3e4f5a6b';

let test: TestApp;
let free: string;
let premium: string;
let pending: string;

const files = { 'readme.txt': 'Read me' };

beforeAll(async () => {
  test = await startTestApp();
  const { id: authorId } = await test.addPerson('leaker');
  free = await addResource(test, { authorId, files });
  premium = await addResource(test, { authorId, files, category: 'Premium' });
  pending = await addResource(test, { authorId, files, category: 'Premium', status: 'PENDING' });
});

afterAll(() => test.stop());

const browserOf = (person: Person | null) => {
  const browser = openBrowser(test);
  if (person) browser.signIn(person);
  return browser;
};

const suspended = async (): Promise<Person> => {
  const person = await test.addPerson('premium');
  await test.db.updateTable('users').set({ suspended_at: test.deps.now() }).where('id', '=', person.id).execute();
  return person;
};

const signIn = [401, 'Please log in to download premium resources'];
const upgrade = [403, 'You need a Premium account to download this resource'];
const banned = [403, 'This account is suspended.'];
const noResource = [404, 'Resource not found'];

const sentence = async (person: Person | null, url: string) => {
  const answer = await browserOf(person).call(url);
  const { message, error } = answer.json();
  expect(error).toBe(message);
  return [answer.statusCode, message];
};

describe('a premium download is refused', () => {
  const calls: [string, (id: string) => string][] = [
    ['premium-download', (id) => `/api/resources/${id}/premium-download`],
    ['download-url', (id) => `/api/resources/${id}/download-url`],
    ['download-url of a file', (id) => `/api/resources/${id}/download-url?file=readme.txt`],
    ['premium-file-download', (id) => `/api/resources/${id}/premium-file-download?file=readme.txt`],
  ];

  it.each(calls)('by %s with the message of the specification', async (_name, address) => {
    expect(await sentence(null, address(premium))).toEqual(signIn);
    for (const role of ['member', 'leaker'] as const)
      expect(await sentence(await test.addPerson(role), address(premium)), role).toEqual(upgrade);
    expect(await sentence(await suspended(), address(premium))).toEqual(banned);
    const member = await test.addPerson('premium');
    for (const id of [pending, UNKNOWN]) expect(await sentence(member, address(id))).toEqual(noResource);
  });

  it('at the direct URL, for programs and browsers', async () => {
    const address = directDownloadPath(premium, 'readme.txt');
    expect(await sentence(null, address)).toEqual(signIn);
    expect(await sentence(await test.addPerson(), address)).toEqual(upgrade);
    for (const [person, [status, words]] of [
      [null, signIn],
      [await test.addPerson(), upgrade],
    ] as const) {
      const page = await browserOf(person).call(address, NAVIGATION);
      expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(page.body).toContain(words);
    }
  });

  it('for a file that is not in it', async () => {
    const person = await test.addPerson('premium');
    for (const call of ['download-url', 'premium-file-download'])
      expect(await sentence(person, `/api/resources/${premium}/${call}?file=other.txt`)).toEqual([
        404,
        'This file is not part of this asset.',
      ]);
  });
});

describe('a personal link', () => {
  const linkOf = async (person: Person): Promise<string> =>
    (await browserOf(person).call(`/api/resources/${premium}/premium-file-download?file=readme.txt`)).json().directUrl;
  const notValid = [403, 'This download link is invalid or has expired.'];

  it('is refused to another user, with a login link that returns to the asset', async () => {
    const person = await test.addPerson('premium');
    const url = await linkOf(person);
    expect(await sentence(await test.addPerson('premium'), url)).toEqual(notValid);
    expect(await sentence(await test.addPerson('admin'), url)).toEqual(notValid);
    expect(await sentence(await test.addPerson(), url)).toEqual(upgrade);
    expect(await sentence(null, url)).toEqual(signIn);
    const led = await browserOf(null).call(url, NAVIGATION);
    expect([led.statusCode, led.headers.location]).toEqual([302, `/login?next=%2Fresources%2F${premium}`]);
    expect(led.headers['cache-control']).toBe('no-store');
  });

  it('reports a suspended account, and does not redirect to the login page if it is invalid', async () => {
    const person = await test.addPerson('premium');
    const url = await linkOf(person);
    await test.db.updateTable('users').set({ suspended_at: test.deps.now() }).where('id', '=', person.id).execute();
    expect((await browserOf(person).call(url, NAVIGATION)).statusCode).toBe(403);
    const broken = await browserOf(null).call(`${url}x`, NAVIGATION);
    expect([broken.statusCode, broken.headers.location]).toEqual([401, undefined]);
  });

  it('must be used within 10 minutes and can be resumed for 24 hours, while Premium lasts', async () => {
    const person = await test.addPerson('premium');
    const [used, unused] = [await linkOf(person), await linkOf(person)];
    test.moveClock(9 * MINUTE);
    expect((await browserOf(person).call(used)).body).toBe('Read me');
    test.moveClock(MINUTE);
    expect(await sentence(person, unused)).toEqual(notValid);
    test.moveClock(23 * 60 * MINUTE);
    expect((await browserOf(person).call(used, { range: 'bytes=5-' })).body).toBe('me');
    await test.db.updateTable('grants').set({ ends_at: test.deps.now() }).where('user_id', '=', person.id).execute();
    expect(await sentence(person, used)).toEqual(upgrade);
  });
});

describe('Premium includes', () => {
  it('premium downloads', async () => {
    const person = await test.addPerson('premium');
    const { directUrl } = (await browserOf(person).call(`/api/resources/${premium}/premium-download`)).json();
    expect((await browserOf(person).call(directUrl)).statusCode).toBe(200);
  });

  it('ad-free downloads, for exactly as long as it lasts', async () => {
    const person = await test.addPerson('member');
    const destination = directDownloadPath(free, 'readme.txt');
    const seen = async () => {
      const browser = browserOf(person);
      const offer = await browser.call(`/api/ad-offer?destination=${encodeURIComponent(destination)}`);
      const url = await browser.call(`/api/resources/${free}/download-url?file=readme.txt`);
      const begun = await browser.call(destination, NAVIGATION);
      return {
        ad: offer.json().ad !== null,
        link: url.json().downloadUrl === downloadPath(free, 'readme.txt'),
        led: begun.headers.location === adPagePath(free, 'readme.txt'),
      };
    };
    expect(await seen()).toEqual({ ad: true, link: true, led: true });
    const now = test.deps.now();
    const ends = new Date(now.getTime() + MINUTE);
    await test.db
      .insertInto('grants')
      .values({ user_id: person.id, source: 'patreon', reference: person.id, starts_at: now, ends_at: ends })
      .execute();
    expect(await seen()).toEqual({ ad: false, link: false, led: false });
    const page = await browserOf(person).call(adPagePath(free, 'readme.txt'), NAVIGATION);
    expect(page.body).not.toContain('Upgrade to Premium');
    test.moveClock(MINUTE);
    expect(await seen()).toEqual({ ad: true, link: true, led: true });
  });
});
