// Hostile text, ids and bodies in admin requests about applications and uploads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { bodyOf, encodeHostile, expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let admin: Person;
let leaker: Person;
let upload: string;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  leaker = await test.addPerson('leaker');
  upload = await addResource(test, { authorId: leaker.id, title: 'Kept' });
});
afterAll(() => test.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, path: string, payload?: string | Buffer) =>
  test.call(
    { method, url: `/api/admin/${path}`, ...(payload === undefined ? {} : { payload, headers: JSON_TYPE }) },
    admin,
  );

describe('text', () => {
  const texts = ['text', 'search', 'markdown', 'tags', 'csv-log', 'filename'].flatMap((kind) => literals(kind));

  it('in searches finds nothing it should not, and causes no error', async () => {
    for (const { id, input } of [...literals('search'), ...literals('text')])
      for (const path of ['uploads', 'applications']) {
        const reply = await send('GET', `${path}?search=${encodeHostile(input)}`);
        expectHarmless(reply, `${id} in ${path}`, input);
        expect([200, 400], id).toContain(reply.statusCode);
      }
  }, 120_000);

  it('in titles, reasons and tags is returned as stored, or rejected by field', async () => {
    let kept = 0;
    for (const { id, input } of texts) {
      const changed = await send('PATCH', `uploads/${upload}`, JSON.stringify({ title: input }));
      const hidden = await send('PUT', `uploads/${upload}/hidden`, JSON.stringify({ hidden: true, reason: input }));
      const tagged = await send('PATCH', `uploads/${upload}`, JSON.stringify({ tags: [input] }));
      for (const [reply, about] of [
        [changed, 'title'],
        [hidden, 'reason'],
        [tagged, 'tags'],
      ] as const) {
        expectHarmless(reply, `${id} as ${about}`, input);
        expect([200, 400], `${id} as ${about}`).toContain(reply.statusCode);
      }
      if (hidden.statusCode !== 200) continue;
      expect(hidden.json<{ hiddenReason: string | null }>().hiddenReason, id).toBe(input.trim() || null);
      kept += 1;
    }
    expect(kept).toBeGreaterThan(60);
  }, 120_000);

  it('in an export is text, not a formula', async () => {
    for (const { id, input } of literals('csv-log')) {
      const changed = await send('PATCH', `uploads/${upload}`, JSON.stringify({ title: input }));
      if (changed.statusCode !== 200) continue;
      const reply = await send('GET', `uploads/export?search=${upload}`);
      const cell = reply.body.split('\r\n')[1]?.split(',"')[1] ?? '';
      expect(cell, id).not.toMatch(/^[=+\-@\t\r]/);
    }
  }, 120_000);
});

it('rejects invalid ids and bodies', async () => {
  const unread = hostileCases.filter(({ kind }) => kind === 'json');
  for (const found of unread)
    for (const [method, path] of [
      ['PATCH', `uploads/${upload}`],
      ['PUT', `uploads/${upload}/status`],
      ['PUT', `uploads/${upload}/hidden`],
      ['POST', 'applications/00000000-0000-4000-8000-000000000000/reject'],
    ] as const) {
      const reply = await send(method, path, bodyOf(found));
      expectHarmless(reply, `${found.id} to ${path}`, '');
      expect(reply.statusCode, `${found.id} to ${path}`).toBeGreaterThanOrEqual(400);
    }
  for (const { id, input } of literals('id').slice(0, 60))
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/files'],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const reply = await send(method, `uploads/${encodeHostile(input)}${rest}`);
      expectHarmless(reply, `${id} ${method}${rest}`, input);
      expect(reply.statusCode, id).toBeGreaterThanOrEqual(400);
    }
}, 120_000);
