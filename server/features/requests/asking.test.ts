// Tests requesting a resource: the stored request, repeated requests and the limit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxiedPicturePath } from '#contract/paths.ts';
import type { RequestOutcome, ResourceRequest } from '#contract/requests/api.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { newRequest, nowhere } from '#test/harness/requests.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  const { resourceRequests } = standardLimits;
  test = await startTestApp({ outgoing: nowhere(), limits: { resourceRequests } });
  other = await startTestApp({ beside: test, outgoing: nowhere(), limits: { resourceRequests } });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const ask = (person: Person | undefined, payload: object, app = test) =>
  app.call({ method: 'POST', url: '/api/requests', payload }, person);
type Reply = Awaited<ReturnType<typeof ask>>;
const outcomeOf = (reply: Reply) => reply.json<RequestOutcome>();
const codeOf = (reply: Reply) => [reply.statusCode, reply.json<{ code: string }>().code];
const rowOf = (id: string) =>
  test.db.selectFrom('resource_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const votesFor = (id: string) => test.db.selectFrom('request_votes').selectAll().where('request_id', '=', id).execute();
const waitOf = async (person: Person) => {
  const reply = await test.call({ method: 'GET', url: '/api/requests/wait' }, person);
  expect(reply.headers['cache-control']).toBe('private, no-store');
  const { nextAt, waitSeconds } = reply.json<{ nextAt: string | null; waitSeconds: number }>();
  const leftMs = nextAt === null ? 0 : Date.parse(nextAt) - test.deps.now().getTime();
  expect(Math.abs(waitSeconds * 1000 - leftMs)).toBeLessThan(30_000);
  return nextAt;
};

describe('a request', () => {
  it('is created with a vote by the requester, who will be notified', async () => {
    const person = await test.addPerson();
    expect(await waitOf(person)).toBeNull();
    const payload = newRequest({
      resourceName: '  Light \t leaks,\n vol. 2 ',
      resourceLink: ' https://www.shop.example/Leaks/?utm_source=x#buy ',
      timestamp: 1,
    });
    const reply = await ask(person, payload);
    expect(reply.statusCode, reply.body).toBe(201);
    const outcome = outcomeOf(reply);
    if (outcome.status !== 'success') throw new Error(outcome.message);
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^Thank you!/), ogData: null });
    expect(outcome.request).toEqual({
      id: expect.any(String),
      resourceName: 'Light leaks, vol. 2',
      resourceLink: 'https://www.shop.example/Leaks/#buy',
      ogData: null,
      status: 'Pending',
      note: '',
      resource: null,
      requester: person.username,
      votes: 1,
      isPremium: false,
      voted: true,
      tells: true,
      own: true,
      createdAt: expect.any(String),
      decidedAt: null,
    });
    const { createdAt, id } = outcome.request;
    expect(Date.parse(outcome.nextAt)).toBe(Date.parse(createdAt) + 24 * HOUR_MS);
    expect(await waitOf(person)).toBe(outcome.nextAt);
    expect(await votesFor(id)).toMatchObject([{ user_id: person.id, tells: true, is_premium: false }]);
  });

  it('by a Premium member has their vote weight', async () => {
    const reply = await ask(await test.addPerson('premium'), newRequest());
    const { id, isPremium } = outcomeOf(reply).request;
    expect([isPremium, (await rowOf(id)).weight]).toEqual([true, 3]);
  });

  it.each([
    ['ftp://shop.example/a', 'Enter a link that begins with http:// or https://.'],
    ['shop.example/a', 'Enter a link that begins with http:// or https://.'],
    ['http://localhost:3000/resources', 'This link points to our own site. Link to the original page instead.'],
    ['http://127.0.0.1/', 'Enter a link to a public website.'],
    ['https://anna:secret@shop.example/', 'Enter a link to a public website.'],
    ['https://shop.example:8443/', 'Enter a link to a public website.'],
    ['', 'Enter a link.'],
  ])('for %j is refused with a field error', async (resourceLink, sentence) => {
    const reply = await ask(await test.addPerson(), newRequest({ resourceLink }));
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { resourceLink: sentence } });
  });

  it('with an invisible name is refused with a field error', async () => {
    const reply = await ask(await test.addPerson(), newRequest({ resourceName: '\u200b\u3164' }));
    expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { resourceName: 'Enter a name.' } });
  });

  it('by someone with an unverified email promises no emails until it is verified', async () => {
    const person = await test.addPerson();
    const confirm = (at: Date | null) =>
      test.db.updateTable('users').set({ email_verified_at: at }).where('id', '=', person.id).execute();
    await confirm(null);
    const made = outcomeOf(await ask(person, newRequest()));
    expect(made.message).toMatch(
      /^Thank you! .* Confirm your email address and we'll email you when the status changes\.$/,
    );
    expect(made.request).toMatchObject({ voted: true, tells: false });
    await confirm(new Date());
    const reply = await test.call({ method: 'GET', url: '/api/requests?mine=true' }, person);
    expect(reply.json()).toMatchObject({ requests: [{ id: made.request.id, tells: true }] });
  });

  it('for a file host, torrent or cracked copy is refused and does not use up the limit', async () => {
    const person = await test.addPerson();
    for (const resourceLink of ['https://mega.nz/x', 'magnet:?xt=urn:btih:a', 'https://shop.example/pre-cracked'])
      expect(codeOf(await ask(person, newRequest({ resourceLink })))).toEqual([400, 'REQUEST_LINK_REFUSED']);
    expect((await ask(person, newRequest())).statusCode).toBe(201);
  });
});

describe('requesting the same link again', () => {
  it('returns the person’s own request and counts one vote', async () => {
    const person = await test.addPerson();
    const payload = newRequest();
    const { id } = outcomeOf(await ask(person, payload)).request;
    for (let time = 0; time < 2; time += 1) {
      const reply = await ask(person, payload);
      expect(reply.statusCode, reply.body).toBe(200);
      expect(outcomeOf(reply)).toMatchObject({
        status: 'warning',
        message: 'You have already requested this resource before.',
        request: { id, own: true, votes: 1 },
      });
    }
  });

  it('adds one vote for another person’s request and does not use up the limit', async () => {
    const payload = newRequest();
    const { id } = outcomeOf(await ask(await test.addPerson(), payload)).request;
    const person = await test.addPerson('premium');
    const again = { ...payload, resourceLink: `${payload.resourceLink.replace('https', 'http')}/?fbclid=1` };
    for (const app of [test, other]) {
      const reply = await ask(person, again, app);
      expect(reply.statusCode, reply.body).toBe(200);
      expect(outcomeOf(reply)).toMatchObject({
        status: 'warning',
        message: 'This resource has already been requested by someone.',
        request: { id, own: false, voted: true, tells: true, votes: 2, isPremium: true },
      });
    }
    expect(await rowOf(id)).toMatchObject({ votes: 2, premium_votes: 1 });
    expect((await ask(person, newRequest())).statusCode).toBe(201);
    // Voting works even after the limit is used up.
    const third = newRequest();
    await ask(await test.addPerson(), third);
    expect((await ask(person, third)).statusCode).toBe(200);
  });

  it.each(['Fulfilled', 'Rejected'] as const)('returns a request that is %s without adding a vote', async (status) => {
    const link = `https://shop.example/${status}`;
    const payload = newRequest({ resourceLink: link });
    const made = outcomeOf(await ask(await test.addPerson(), payload)).request;
    await test.db.updateTable('resource_requests').set({ status }).where('id', '=', made.id).execute();
    const outcome = outcomeOf(await ask(await test.addPerson(), payload));
    expect(outcome).toMatchObject({ status: 'warning', request: { status, votes: 1, voted: false } });
  });

  it('creates a new request after the first one was removed', async () => {
    const payload = newRequest();
    const { id } = outcomeOf(await ask(await test.addPerson(), payload)).request;
    expect((await test.call({ method: 'DELETE', url: `/api/admin/requests/${id}` }, admin)).statusCode).toBe(204);
    const reply = await ask(await test.addPerson(), payload);
    expect(reply.statusCode).toBe(201);
    expect(outcomeOf(reply).request.id).not.toBe(id);
  });

  it('concurrently in two processes creates one request with votes by the others', async () => {
    const payload = newRequest();
    const people = await Promise.all(Array.from({ length: 8 }, () => test.addPerson()));
    const replies = await Promise.all(people.map((person, place) => ask(person, payload, place % 2 ? other : test)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const ids = new Set(replies.map((reply) => outcomeOf(reply).request.id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    expect((await rowOf(id)).votes).toBe(8);
    expect(await votesFor(id)).toHaveLength(8);
  });
});

describe('the limit', () => {
  it('is one request in 24 hours, and a refusal states the actual wait', async () => {
    const person = await test.addPerson();
    const { id } = outcomeOf(await ask(person, newRequest())).request;
    test.moveClock(2 * HOUR_MS);
    const refused = await ask(person, newRequest());
    expect(codeOf(refused)).toEqual([429, 'REQUEST_LIMIT']);
    expect(refused.json<{ message: string }>().message).toMatch(
      /^You can request one asset every 24 hours\. You can request another one in 2[12] hours( and \d+ minutes?)?\.$/,
    );
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(22 * 3600 - 60);
    expect(wait).toBeLessThanOrEqual(22 * 3600);
    // A removed request still counts towards the limit.
    await test.call({ method: 'DELETE', url: `/api/admin/requests/${id}` }, admin);
    expect(codeOf(await ask(person, newRequest()))).toEqual([429, 'REQUEST_LIMIT']);
    test.moveClock(22 * HOUR_MS);
    expect((await ask(person, newRequest())).statusCode).toBe(201);
    test.moveClock(-24 * HOUR_MS);
  });

  it('holds for concurrent requests in two processes', async () => {
    const person = await test.addPerson();
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, place) => ask(person, newRequest(), place % 2 ? other : test)),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429, 429, 429, 429, 429]);
    const rows = await test.db.selectFrom('resource_requests').select('id').where('user_id', '=', person.id).execute();
    expect(rows).toHaveLength(1);
  });

  it('is a day at most after the clock was set back, and no shorter after it was set forward', async () => {
    const person = await test.addPerson();
    test.moveClock(3 * HOUR_MS);
    await ask(person, newRequest());
    test.moveClock(-3 * HOUR_MS);
    const reply = await ask(person, newRequest());
    expect(codeOf(reply)).toEqual([429, 'REQUEST_LIMIT']);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600);
    const traveller = await test.addPerson();
    test.moveClock(40 * 24 * HOUR_MS);
    await ask(traveller, newRequest());
    test.moveClock(-40 * 24 * HOUR_MS);
    expect((await ask(traveller, newRequest())).statusCode).toBe(201);
  });
});

describe('metadata of the linked page', () => {
  it('is stored and shown with a proxied picture; a page without any does not fail the request', async () => {
    const fakes = await startProviderFakes();
    const reading = await startTestApp({ env: fakes.env });
    try {
      const person = await reading.addPerson();
      const full = await ask(person, newRequest({ resourceLink: 'https://shop.example/web/full' }), reading);
      expect(full.statusCode, full.body).toBe(201);
      const { request, ...outcome } = full.json<{ request: ResourceRequest; ogData: ResourceRequest['ogData'] }>();
      expect(outcome.ogData).toEqual(request.ogData);
      const row = await reading.db.selectFrom('resource_requests').selectAll().executeTakeFirstOrThrow();
      expect(row.og_image).toMatch(/^https?:\/\/[a-z.]*example\//);
      expect(request.ogData).toEqual({
        title: row.og_title,
        description: row.og_description,
        price: row.og_price,
        image: proxiedPicturePath(row.og_image ?? '', row.id),
      });
      expect(full.body).not.toContain(`"${row.og_image}"`);
      expect(row.og_title).not.toBeNull();
      const missing = await ask(person, newRequest({ resourceLink: 'https://shop.example/web/none-such' }), reading);
      expect(missing.statusCode).toBe(201);
      expect(outcomeOf(missing).request.ogData).toBeNull();
    } finally {
      await reading.stop();
      await fakes.stop();
    }
  });
});
