// Hostile text, ids, bodies and exports in user administration.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { allMails } from '#test/harness/mailbox.ts';
import { bodyOf, encodeHostile, expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let admin: Person;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  person = await test.addPerson();
});
afterAll(() => test.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const JSON_TYPE = { 'content-type': 'application/json' };
const send = (method: Method, path: string, body?: object) =>
  test.call(
    { method, url: `/api/admin/users${path}`, ...(body ? { payload: JSON.stringify(body), headers: JSON_TYPE } : {}) },
    admin,
  );
const rows = () => test.db.selectFrom('users').selectAll().orderBy('id').execute();
const texts = hostileCases.filter(({ how }) => how === 'literal');

describe('text', () => {
  it('in a search or filter finds nothing it should not', async () => {
    for (const { id, input } of texts) {
      for (const key of ['search', 'role', 'status', 'sort', 'page']) {
        const reply = await send('GET', `?${key}=${encodeHostile(input)}`);
        expectHarmless(reply, `${id} as ${key}`, input);
        expect([200, 400], id).toContain(reply.statusCode);
      }
    }
  }, 120_000);

  it('in a profile is returned unchanged, or rejected by field', async () => {
    let kept = 0;
    for (const { id, input } of texts) {
      for (const field of ['displayName', 'bio', 'username', 'email'] as const) {
        const reply = await send('PATCH', `/${person.id}`, { [field]: input });
        expectHarmless(reply, `${id} as ${field}`, input);
        if (reply.statusCode === 200) {
          const saved = reply.json<Record<string, string | null>>()[field];
          if (field === 'bio' || field === 'displayName') expect(saved ?? '', id).toBe(input.trim());
          kept += 1;
        } else expect([400, 404, 409, 429], `${id} ${reply.body}`).toContain(reply.statusCode);
      }
    }
    expect(kept).toBeGreaterThan(200);
  }, 120_000);

  it('in a reason is emailed to the user as a single line', async () => {
    for (const { id, input } of texts.slice(0, 120)) {
      const reply = await send('POST', `/${person.id}/ban`, { reason: input });
      expectHarmless(reply, id, input);
      expect([200, 400], id).toContain(reply.statusCode);
    }
    const mails = await allMails(test);
    for (const { html, subject } of mails) {
      expect(html).not.toMatch(/<script|<img|onerror="/i);
      expect(subject).not.toMatch(/[\r\n]/);
    }
  }, 60_000);
});

describe('ids', () => {
  it('in invalid formats are rejected by every endpoint', async () => {
    const before = await rows();
    const calls: [Method, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { bio: 'x' }],
      ['DELETE', ''],
      ['PUT', '/role', { role: 'ADMIN' }],
      ['POST', '/ban', { reason: 'x' }],
      ['POST', '/restore', {}],
    ];
    for (const { id, input } of literals('id')) {
      const text = encodeHostile(input);
      if (new URL(`/a/${text}`, 'http://localhost').pathname.split('/').length < 3) continue;
      for (const [method, tail, body] of calls) {
        const reply = await send(method, `/${text}${tail}`, body);
        expectHarmless(reply, `${id} ${method}`, input);
        expect(reply.statusCode, `${id} ${method} ${tail} ${reply.body.slice(0, 80)}`).toBeGreaterThanOrEqual(
          // An empty id results in the URL of the list itself.
          input.trim() === '' ? 200 : 400,
        );
      }
    }
    expect(await rows()).toEqual(before);
  }, 60_000);
});

describe('bodies', () => {
  it.each(literals('json').map((found) => [`${found.id} ${found.label}`, found] as const))(
    '%s changes nothing',
    async (_name, found) => {
      const before = await rows();
      const calls: [Method, string][] = [
        ['POST', ''],
        ['PATCH', `/${person.id}`],
        ['PUT', `/${person.id}/role`],
        ['PUT', `/${person.id}/premium`],
        ['POST', `/${person.id}/ban`],
      ];
      for (const [method, path] of calls) {
        // Each of these two endpoints accepts a body that would be an attack on other endpoints.
        if (path.endsWith('/role') && found.label === 'dup keys') continue;
        if (path.endsWith('/premium') && found.label === 'isPremium') continue;
        const reply = await test.call(
          { method, url: `/api/admin/users${path}`, payload: bodyOf(found), headers: JSON_TYPE },
          admin,
        );
        expectHarmless(reply, `${found.id} ${method} ${path}`, found.input);
        expect([400, 413], reply.body).toContain(reply.statusCode);
      }
      expect(await rows()).toEqual(before);
    },
  );
});

describe('an export', () => {
  it('contains no formulas for spreadsheets', async () => {
    const names = literals('csv-log').map(({ input }) => input);
    expect(names.length).toBeGreaterThan(0);
    for (const input of names) {
      const changed = await send('PATCH', `/${person.id}`, { displayName: input.slice(0, 50) });
      if (changed.statusCode !== 200) continue;
      const reply = await send('GET', `/export?search=${person.id}`);
      expect(reply.statusCode).toBe(200);
      const cells = reply.body.split('\r\n').slice(1).join('\r\n').split('","');
      for (const cell of cells) expect(cell.replace(/^"/, ''), input).not.toMatch(/^[=+\-@\t\r]/);
    }
  });
});
