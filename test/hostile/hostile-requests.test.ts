// Hostile links, text, ids and bodies in resource requests, from members and from administrators.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_LINK_MAX_CHARACTERS, REQUEST_NAME_MAX_CHARACTERS } from '#contract/requests/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { addRequest, newRequest, nowhere } from '#test/harness/requests.ts';
import { bodyOf, encodeHostile, expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let ann: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({ outgoing: nowhere() });
  ann = await test.addPerson();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const headers = { 'content-type': 'application/json' };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const send = (method: Method, url: string, body: object | undefined, person: Person) =>
  test.call({ method, url, ...(body ? { payload: JSON.stringify(body), headers } : {}) }, person);
const ask = (body: object) => send('POST', '/api/requests', body, ann);
const written = () =>
  Promise.all([
    test.db.selectFrom('resource_requests').selectAll().orderBy('id').execute(),
    test.db.selectFrom('request_votes').selectAll().orderBy('request_id').orderBy('user_id').execute(),
  ]);
const texts = hostileCases.filter(({ how, kind }) => how === 'literal' && /^(text|search|markdown)$/.test(kind));

describe('links', () => {
  it('of every hostile kind are rejected by field, or stored as a URL with a public hostname', async () => {
    let refused = 0;
    for (const { id, input } of literals('url')) {
      const reply = await ask(newRequest({ resourceLink: input }));
      expectHarmless(reply, id, input);
      if (reply.statusCode === 400) {
        expect(reply.json(), id).toMatchObject({ code: 'BAD_INPUT', fields: { resourceLink: expect.any(String) } });
        refused += 1;
      } else {
        // These host names are only checked when they are fetched, which test/hostile/hostile-outgoing.test.ts tests.
        expect([200, 201], `${id} ${reply.body}`).toContain(reply.statusCode);
        const { resourceLink } = reply.json<{ request: { resourceLink: string } }>().request;
        expect(new URL(resourceLink).hostname, id).toMatch(/^(rebind|cname|redirect|evil)\.example$/);
      }
    }
    expect(refused).toBeGreaterThan(30);
  }, 60_000);

  it('from other hostile texts are only ever stored as http URLs', async () => {
    for (const { id, input } of texts) {
      for (const resourceLink of [
        input,
        `https://shop.example/${input}`,
        `https://shop.example/?q=${input}#${input}`,
      ]) {
        const reply = await ask(newRequest({ resourceLink }));
        expectHarmless(reply, id, input);
        expect([200, 201, 400], `${id} ${reply.body.slice(0, 200)}`).toContain(reply.statusCode);
      }
    }
    const rows = await test.db.selectFrom('resource_requests').select('link').execute();
    expect(rows.length).toBeGreaterThan(50);
    for (const { link } of rows) {
      expect(link).toMatch(/^https?:\/\/[^\s"<>\\]+$/);
      expect(link.length).toBeLessThanOrEqual(REQUEST_LINK_MAX_CHARACTERS);
    }
  }, 120_000);

  it.each([
    ['https://shop.example/', REQUEST_LINK_MAX_CHARACTERS, 201],
    ['https://shop.example/', REQUEST_LINK_MAX_CHARACTERS + 1, 400],
  ])('of %s padded to %i characters give %i', async (start, length, status) => {
    const resourceLink = start.padEnd(length, 'a');
    expect((await ask(newRequest({ resourceLink }))).statusCode).toBe(status);
  });
});

describe('text', () => {
  it('in a name is stored with normalised spaces, or rejected by field', async () => {
    let kept = 0;
    for (const { id, input } of texts) {
      const reply = await ask(newRequest({ resourceName: input }));
      expectHarmless(reply, id, input);
      if (reply.statusCode === 201) {
        const { resourceName } = reply.json<{ request: { resourceName: string } }>().request;
        expect(resourceName, id).toBe(input.trim().replaceAll(/\s+/g, ' '));
        kept += 1;
      } else {
        expect(reply.statusCode, `${id} ${reply.body}`).toBe(400);
        expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { resourceName: expect.any(String) } });
      }
    }
    expect(kept).toBeGreaterThan(45);
  }, 60_000);

  it.each([
    [REQUEST_NAME_MAX_CHARACTERS, 201],
    [REQUEST_NAME_MAX_CHARACTERS + 1, 400],
  ])('of %i characters as a name gives %i', async (length, status) => {
    expect((await ask(newRequest({ resourceName: 'a'.repeat(length) }))).statusCode).toBe(status);
  });

  it('in a search, filter or similar name finds nothing it should not', async () => {
    for (const { id, input } of texts) {
      const text = encodeHostile(input);
      for (const url of [
        `/api/requests?search=${text}`,
        `/api/requests?status=${text}`,
        `/api/requests?page=${text}`,
        `/api/requests?mine=${text}`,
        `/api/requests/similar?name=${text}`,
        `/api/admin/requests?search=${text}`,
        `/api/admin/requests?sort=${text}`,
      ]) {
        const reply = await send('GET', url, undefined, admin);
        expectHarmless(reply, `${id} ${url}`, input);
        expect([200, 400], id).toContain(reply.statusCode);
      }
    }
  }, 120_000);

  it('in a decision or name is harmless in the email', async () => {
    const person = await test.addPerson();
    const id = await addRequest(test, { userId: person.id, name: '<script>x</script>\r\nBcc: all@outside.example' });
    const note = '<img src=x onerror=alert(1)>\r\nBcc: all@outside.example';
    const reply = await send('PUT', `/api/admin/requests/${id}/status`, { status: 'Rejected', note }, admin);
    expect(reply.statusCode, reply.body).toBe(200);
    await runJobs(test);
    const [mail] = await mailsTo(test, person.email);
    expect(mail?.subject).toBe('A request was rejected');
    expect(mail?.html).not.toMatch(/<img|<script/);
    expect(mail?.text).not.toMatch(/^Bcc:/m);
  });
});

describe('ids', () => {
  it('in invalid formats change nothing', async () => {
    const request = await addRequest(test, { userId: ann.id });
    const before = await written();
    for (const { id, input } of literals('id')) {
      const text = encodeHostile(input);
      if (new URL(`/${text}`, 'http://localhost').pathname.length < 2) continue;
      const replies = [
        await send('POST', `/api/requests/${text}/votes`, {}, admin),
        await send('DELETE', `/api/requests/${text}/votes`, undefined, admin),
        await send('PUT', `/api/admin/requests/${text}/status`, { status: 'Rejected' }, admin),
        await send('DELETE', `/api/admin/requests/${text}`, undefined, admin),
        await send('PUT', `/api/admin/requests/${request}/status`, { status: 'Fulfilled', resourceId: input }, admin),
      ];
      for (const [place, reply] of replies.entries()) {
        expectHarmless(reply, `${id} ${place}`, input);
        expect([400, 404, 409], `${id} ${place}`).toContain(reply.statusCode);
      }
    }
    expect(await written()).toEqual(before);
  }, 60_000);
});

describe('bodies', () => {
  it.each(literals('json').map((found) => [`${found.id} ${found.label}`, found] as const))(
    '%s create no request, vote or decision',
    async (_name, found) => {
      const id = await addRequest(test, { userId: null });
      const before = await written();
      for (const [method, url] of [
        ['POST', '/api/requests'],
        // A vote needs no body, and null counts as no body.
        ...(found.input === 'null' ? [] : [['POST', `/api/requests/${id}/votes`] as const]),
        ['PUT', `/api/admin/requests/${id}/status`],
      ] as const) {
        const reply = await test.call({ method, url, payload: bodyOf(found), headers }, admin);
        expectHarmless(reply, `${found.id} ${url}`, found.input);
        expect([400, 413], `${url} ${reply.body}`).toContain(reply.statusCode);
      }
      expect(await written()).toEqual(before);
    },
  );
});
