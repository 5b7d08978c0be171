import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { type Browser, openBrowser } from '#test/harness/tickets.ts';

const HOUR = 3_600_000;

let test: TestApp;
let owner: Person;

beforeAll(async () => {
  test = await startTestApp();
  owner = await test.addPerson('leaker');
});

afterAll(() => test.stop());

const newResource = () =>
  addResource(test, { authorId: owner.id, title: 'Counted pack', files: { 'a.txt': 'some text' } });

const counted = async (id: string) => {
  const { downloads } = await test.db
    .selectFrom('resources')
    .select('downloads')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await test.db.selectFrom('downloads').selectAll().where('resource_id', '=', id).orderBy('id').execute();
  const activity = await test.db.selectFrom('activity').selectAll().where('resource_id', '=', id).execute();
  expect([rows.length, activity.length]).toEqual([downloads, downloads]);
  return { downloads, rows, activity };
};

/** Waits for the count, which is written after the response, and then checks that it does not change again. */
const expectCount = async (id: string, downloads: number): Promise<void> => {
  await vi.waitFor(async () => expect((await counted(id)).downloads).toBe(downloads), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await counted(id)).downloads).toBe(downloads);
};

const signedIn = (person: Person): Browser => {
  const browser = openBrowser(test);
  browser.signIn(person);
  return browser;
};

describe('a download counts', () => {
  it('once per user, resource and day, whatever is fetched and how often', async () => {
    const id = await newResource();
    const person = await test.addPerson();
    const browser = signedIn(person);
    const one = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    const all = await browser.ticketFor(directDownloadPath(id));
    await Promise.all([browser.call(one), browser.call(one), browser.call(all), browser.call(all)]);
    await expectCount(id, 1);
    await browser.call(one);
    await expectCount(id, 1);
    const { rows, activity } = await counted(id);
    expect(rows[0]).toMatchObject({ user_id: person.id, person: `u:${person.id}` });
    expect(activity[0]).toMatchObject({ type: 'DOWNLOAD', user_id: person.id, details: 'Downloaded Counted pack' });
  });

  it('once for each of many concurrent users', async () => {
    const id = await newResource();
    const browsers = await Promise.all(Array.from({ length: 8 }, async () => signedIn(await test.addPerson())));
    await Promise.all(
      browsers.map(async (browser) => browser.call(await browser.ticketFor(directDownloadPath(id, 'a.txt')))),
    );
    await expectCount(id, 8);
  });

  it('per IP address and browser for visitors, not by a cookie they can delete', async () => {
    const id = await newResource();
    for (const userAgent of ['one', 'one', 'two']) {
      const browser = openBrowser(test, userAgent);
      await browser.call(await browser.ticketFor(directDownloadPath(id)));
    }
    await expectCount(id, 2);
    expect((await counted(id)).rows[0]).toMatchObject({
      user_id: null,
      person: expect.stringMatching(/^v:[0-9a-f]{32}$/),
    });
  });

  it('not for HEAD, later ranges or cached files', async () => {
    const id = await newResource();
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    const { etag } = (await browser.call(address, {}, 'HEAD')).headers;
    await browser.call(address, { range: 'bytes=5-' });
    await browser.call(address, { range: 'bytes=50-' });
    await browser.call(address, { 'if-none-match': String(etag) });
    await browser.call(address.replace(/ticket=.*/, ''));
    await expectCount(id, 0);
    await browser.call(address, { range: 'bytes=0-' });
    await expectCount(id, 1);
  });

  it('again on another UTC day', async () => {
    const id = await newResource();
    const browser = signedIn(await test.addPerson());
    await browser.call(await browser.ticketFor(directDownloadPath(id)));
    await expectCount(id, 1);
    test.moveClock(24 * HOUR);
    await browser.call(await browser.ticketFor(directDownloadPath(id)));
    await expectCount(id, 2);
  });

  it('not even partly if the count cannot be written, but the file is still sent', async () => {
    const id = await newResource();
    const browser = signedIn(await test.addPerson());
    const address = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    await sql`alter table activity rename to activity_away`.execute(test.ownerDb);
    try {
      const answer = await browser.call(address);
      expect([answer.statusCode, answer.body]).toEqual([200, 'some text']);
      await new Promise((resolve) => setTimeout(resolve, 200));
    } finally {
      await sql`alter table activity_away rename to activity`.execute(test.ownerDb);
    }
    await expectCount(id, 0);
    await browser.call(address);
    await expectCount(id, 1);
  });
});
