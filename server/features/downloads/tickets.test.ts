import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { problemOf } from '#contract/problems.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { type Browser, openBrowser } from '#test/harness/tickets.ts';
import { purgeTickets } from './jobs.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

let test: TestApp;
let owner: Person;
let id: string;
let premiumId: string;

beforeAll(async () => {
  test = await startTestApp();
  owner = await test.addPerson('leaker');
  const files = { 'a.txt': 'first file', 'b.txt': 'second file' };
  id = await addResource(test, { authorId: owner.id, files });
  premiumId = await addResource(test, { authorId: owner.id, files, category: 'Premium' });
});

afterAll(() => test.stop());

const refused = { statusCode: 403, code: 'TICKET_REFUSED' };
type Answer = Awaited<ReturnType<ReturnType<typeof openBrowser>['call']>>;
const outcome = (answer: Answer) => ({ statusCode: answer.statusCode, code: answer.json().code });

const signedIn = (person: Person) => {
  const browser = openBrowser(test);
  browser.signIn(person);
  return browser;
};

describe('a ticket', () => {
  it('is refused if any part of it was altered', async () => {
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    const [start, ticket] = address.split('ticket=') as [string, string];
    const parts = ticket.split('.');
    const payload = JSON.parse(Buffer.from(parts[2] ?? '', 'base64url').toString());
    const later = { ...payload, expiresAt: payload.expiresAt + 1 };
    const forged = [
      [...parts.slice(0, 2), Buffer.from(JSON.stringify(later)).toString('base64url'), parts[3]].join('.'),
      [...parts.slice(0, 3), 'A'.repeat(parts[3]?.length ?? 0)].join('.'),
      parts.slice(0, 3).join('.'),
      `${ticket}A`,
      ticket.toUpperCase(),
      'x',
      '%00',
      '../..',
    ];
    for (const text of forged) {
      expect(outcome(await browser.call(`${start}ticket=${text}`)), text).toEqual(refused);
    }
    expect((await browser.call(`${start}ticket=${'a'.repeat(3001)}`)).statusCode).toBe(400);
    expect((await browser.call(address)).body).toBe('first file');
  });

  it('is valid for one file only, and one for all files is not valid for any single file', async () => {
    const browser = openBrowser(test);
    const one = (await browser.ticketFor(directDownloadPath(id, 'a.txt'))).split('ticket=')[1];
    const all = (await browser.ticketFor(directDownloadPath(id))).split('ticket=')[1];
    expect(outcome(await browser.call(`${directDownloadPath(id, 'b.txt')}&ticket=${one}`))).toEqual(refused);
    expect(outcome(await browser.call(`${directDownloadPath(id)}?ticket=${one}`))).toEqual(refused);
    expect(outcome(await browser.call(`${directDownloadPath(id, 'a.txt')}&ticket=${all}`))).toEqual(refused);
    expect(outcome(await browser.call(`${directDownloadPath(id, '*')}&ticket=${all}`))).toEqual(refused);
    const other = await addResource(test, { authorId: owner.id, files: { 'a.txt': 'other' } });
    expect(outcome(await browser.call(`${directDownloadPath(other, 'a.txt')}&ticket=${one}`))).toEqual(refused);
  });

  it('of a visitor is bound to the browser, even after logging in', async () => {
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    expect(outcome(await openBrowser(test).call(address))).toEqual(refused);
    const stranger = openBrowser(test);
    await stranger.ticketFor(directDownloadPath(id, 'a.txt'));
    expect(outcome(await stranger.call(address))).toEqual(refused);
    expect(outcome(await signedIn(await test.addPerson('admin')).call(address))).toEqual(refused);
    browser.signIn(await test.addPerson());
    expect((await browser.call(address)).statusCode).toBe(200);
  });

  it('keeps a valid browser cookie and replaces an invalid one', async () => {
    const browser = openBrowser(test);
    await browser.ticketFor(directDownloadPath(id));
    const mark = browser.cookies.get('visitor');
    await browser.ticketFor(directDownloadPath(id));
    expect(browser.cookies.get('visitor')).toBe(mark);
    browser.cookies.set('visitor', 'x');
    await browser.ticketFor(directDownloadPath(id));
    expect(browser.cookies.get('visitor')).toMatch(/^[\w-]{22}$/);
  });

  it('of a user is bound to the user, whatever the browser', async () => {
    const person = await test.addPerson('premium');
    const { directUrl } = (await signedIn(person).call(`/api/resources/${premiumId}/premium-download`)).json();
    const stranger = signedIn(await test.addPerson('premium'));
    expect(outcome(await stranger.call(directUrl))).toEqual(refused);
    expect(outcome(await openBrowser(test).call(directUrl))).toMatchObject({ statusCode: 401 });
    expect((await signedIn(person).call(directUrl)).statusCode).toBe(200);
    const free = await signedIn(person).ticketFor(directDownloadPath(id));
    expect(outcome(await openBrowser(test).call(free))).toEqual(refused);
  });

  it('shows browsers an error page if it is refused', async () => {
    const answer = await openBrowser(test).call(`${directDownloadPath(id)}?ticket=x`, { accept: 'text/html' });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain(problemOf('TICKET_REFUSED').message);
    expect(answer.body).toContain(`href="/resources/${id}"`);
  });

  it('for a premium asset shows browsers how to get access', async () => {
    const pageFor = async (browser: Pick<Browser, 'call'>) => {
      const { statusCode, body } = await browser.call(directDownloadPath(premiumId), { accept: 'text/html' });
      return { statusCode, body };
    };
    const guest = await pageFor(openBrowser(test));
    expect(guest.statusCode).toBe(401);
    expect(guest.body).toContain(`href="/login?next=/resources/${premiumId}"`);
    const member = await pageFor(signedIn(await test.addPerson()));
    expect(member.statusCode).toBe(403);
    expect(member.body).toContain('See plans');
    expect(member.body).toContain('href="/premium"');
  });
});

describe('the lifetime of a ticket', () => {
  it('is 10 minutes until its first use', async () => {
    const browser = openBrowser(test);
    const early = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    const late = await browser.ticketFor(directDownloadPath(id, 'b.txt'));
    test.moveClock(595 * SECOND);
    expect((await browser.call(early)).statusCode).toBe(200);
    test.moveClock(5 * SECOND);
    expect(outcome(await browser.call(late))).toEqual(refused);
  });

  it('is 24 hours from its first use for its holder, even over midnight', async () => {
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    test.moveClock(300 * SECOND);
    await browser.call(address);
    const rows = await test.db.selectFrom('download_tickets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(address.split('ticket=')[1]);
    test.moveClock(24 * HOUR - 5 * SECOND);
    const rest = await browser.call(address, { range: 'bytes=6-' });
    expect([rest.statusCode, rest.body]).toEqual([206, 'file']);
    expect(outcome(await openBrowser(test).call(address, { range: 'bytes=6-' }))).toEqual(refused);
    test.moveClock(6 * SECOND);
    expect(outcome(await browser.call(address, { range: 'bytes=6-' }))).toEqual(refused);
  });

  it('starts once if it is used twice concurrently', async () => {
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    const answers = await Promise.all([browser.call(address), browser.call(address), browser.call(address)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  it('does not restart after the sweep has removed its row', async () => {
    const browser = openBrowser(test);
    const old = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    await browser.call(old);
    test.moveClock(24 * HOUR + SECOND);
    const young = await browser.ticketFor(directDownloadPath(id, 'a.txt'));
    await browser.call(young);
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    // The remaining rows belong to the newer link: its first use, and the version it started with.
    for (const _run of [1, 2]) {
      await purgeTickets.run({}, test.deps, helpers);
      expect(await test.db.selectFrom('download_tickets').select('first_used_at').execute()).toHaveLength(2);
    }
    expect(outcome(await browser.call(old))).toEqual(refused);
    expect((await browser.call(young, { range: 'bytes=6-' })).statusCode).toBe(206);
  });
});

describe('the hourly ticket limit', () => {
  it('applies per user or network, with a higher limit for Premium', async () => {
    const limit = (count: number) => ({ limit: count, windowSeconds: 3600 });
    const small = await startTestApp({ limits: { downloadLinks: { free: limit(2), premium: limit(3) } } });
    // Move to the middle of an hour, so that the window does not end between two calls.
    small.moveClock(HOUR / 2 - (small.deps.now().getTime() % HOUR));
    try {
      const author = await small.addPerson('leaker');
      const resource = await addResource(small, { authorId: author.id });
      const offer = `/api/ad-offer?destination=${encodeURIComponent(directDownloadPath(resource))}`;
      const ask = async (person?: Person) => {
        const statuses = [];
        for (let turn = 0; turn < 4; turn += 1) {
          const browser = openBrowser(small);
          if (person) browser.signIn(person);
          const answer = await browser.call(offer);
          statuses.push(answer.statusCode);
          if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        }
        return statuses;
      };
      expect(await ask()).toEqual([200, 200, 429, 429]);
      expect(await ask(await small.addPerson())).toEqual([200, 200, 429, 429]);
      expect(await ask(await small.addPerson('premium'))).toEqual([200, 200, 200, 429]);
      const url = `/api/resources/${resource}/download-url`;
      expect((await openBrowser(small).call(url)).statusCode).toBe(200);
    } finally {
      await small.stop();
    }
  });
});
