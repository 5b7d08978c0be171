// Hostile text, ids and bodies in reports, from anonymous senders and from administrators.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT_ADDRESS_MAX_CHARACTERS } from '#contract/reports/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { bodyOf, encodeHostile, expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const headers = { 'content-type': 'application/json' };
const EMAIL = 'reporter@outside.example';
const notice = { address: '/resources', reason: 'other', details: 'x', email: EMAIL, goodFaith: true };
const send = (body: object) =>
  test.call({ method: 'POST', url: '/api/reports', payload: JSON.stringify(body), headers });
const decide = (id: string, body: object) =>
  test.call({ method: 'POST', url: `/api/admin/reports/${id}/resolve`, payload: JSON.stringify(body), headers }, admin);
const rows = () => test.db.selectFrom('reports').selectAll().orderBy('number').execute();
const texts = hostileCases.filter(({ how, kind }) => how === 'literal' && /^(text|search|markdown)$/.test(kind));

describe('text', () => {
  it('in a report is stored unchanged, or rejected by field', async () => {
    let kept = 0;
    for (const { id, input } of texts) {
      for (const field of ['address', 'details'] as const) {
        const reply = await send({ ...notice, [field]: input });
        expectHarmless(reply, `${id} as ${field}`, input);
        if (reply.statusCode === 202) {
          const { number } = reply.json<{ number: number }>();
          const row = await test.db.selectFrom('reports').select(field).where('number', '=', number).executeTakeFirst();
          expect(row?.[field], id).toBe(input.trim());
          kept += 1;
        } else {
          expect(reply.statusCode, id).toBe(400);
          expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { [field]: expect.any(String) } });
        }
      }
    }
    expect(kept).toBeGreaterThan(100);
    // All reports can be listed, and none contains an external URL that the panel would link to.
    const reply = await test.call({ method: 'GET', url: '/api/admin/reports?limit=1000' }, admin);
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200);
    const { reports } = reply.json<{ reports: { subject: { path: string | null } }[] }>();
    for (const { subject } of reports) expect(subject.path ?? '/').toMatch(/^\/(?![/\\])/);
  }, 120_000);

  it('in a search or filter finds nothing it should not', async () => {
    for (const { id, input } of texts) {
      for (const key of ['search', 'status', 'kind', 'reason', 'subject', 'page']) {
        const url = `/api/admin/reports?${key}=${encodeHostile(input)}`;
        const reply = await test.call({ method: 'GET', url }, admin);
        expectHarmless(reply, `${id} as ${key}`, input);
        expect([200, 400], id).toContain(reply.statusCode);
      }
    }
  }, 120_000);

  it('in a decision is harmless in the email', async () => {
    const { number } = (await send({ ...notice, email: 'mailed@outside.example' })).json<{ number: number }>();
    const { id } = await test.db
      .selectFrom('reports')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const message = 'No <img src=x onerror=alert(1)>\r\nBcc: all@outside.example';
    expect((await decide(id, { decision: 'dismiss', message })).statusCode).toBe(200);
    const mail = (await mailsTo(test, 'mailed@outside.example')).at(-1);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.text).toContain('Reason: No <img src=x onerror=alert(1)> Bcc: all@outside.example');
    expect(mail?.subject).toBe(`Our decision on your report (no. ${number})`);
  });

  it.each([
    [REPORT_ADDRESS_MAX_CHARACTERS, 202],
    [REPORT_ADDRESS_MAX_CHARACTERS + 1, 400],
  ])('an address of %i characters gives %i', async (length, status) => {
    expect((await send({ ...notice, address: 'a'.repeat(length) })).statusCode).toBe(status);
  });
});

describe('ids', () => {
  it('in invalid formats decide nothing', async () => {
    const before = await rows();
    for (const { id, input } of literals('id')) {
      const text = encodeHostile(input);
      if (new URL(`/${text}`, 'http://localhost').pathname.length < 2) continue;
      const reply = await decide(text, { decision: 'dismiss', message: 'x' });
      expectHarmless(reply, id, input);
      expect([400, 404], id).toContain(reply.statusCode);
      expect((await send({ ...notice, kind: 'post', subjectId: input })).statusCode, id).toBe(400);
    }
    expect(await rows()).toEqual(before);
  });
});

describe('bodies', () => {
  it.each(literals('json').map((found) => [`${found.id} ${found.label}`, found] as const))(
    '%s creates and decides nothing',
    async (_name, found) => {
      const before = await rows();
      const open = before.find(({ status }) => status === 'OPEN')?.id ?? '';
      for (const [url, person] of [
        ['/api/reports', undefined],
        [`/api/admin/reports/${open}/resolve`, admin],
      ] as const) {
        const reply = await test.call({ method: 'POST', url, payload: bodyOf(found), headers }, person);
        expectHarmless(reply, `${found.id} ${url}`, found.input);
        expect([400, 413], reply.body).toContain(reply.statusCode);
      }
      expect(await rows()).toEqual(before);
    },
  );
});
