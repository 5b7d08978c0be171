// Hostile text in the admin panel's searches and exports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { encodeHostile, expectHarmless, hostileCases } from './hostile-inputs.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const get = (url: string) => test.call({ method: 'GET', url }, admin);
const texts = hostileCases.filter(({ how }) => how === 'literal');

describe('hostile text', () => {
  it.each(['search?q', 'activity?search', 'activity/export?search', 'activity?type', 'stats?from', 'stats?to'])(
    'in %s finds nothing it should not',
    async (place) => {
      for (const { id, input } of texts) {
        const reply = await get(`/api/admin/${place}=${encodeHostile(input)}`);
        expectHarmless(reply, `${id} in ${place}`, input);
        expect([200, 400], `${id} in ${place}`).toContain(reply.statusCode);
      }
      const healthy = await get('/api/admin/waiting');
      expect(healthy.statusCode).toBe(200);
    },
    60_000,
  );

  it('in an activity is not exported as a formula', async () => {
    const logged = hostileCases.filter(({ kind }) => kind === 'csv-log');
    expect(logged.length).toBeGreaterThan(3);
    const at = new Date();
    for (const { input } of logged) {
      const details = input.replaceAll('\0', '').toWellFormed();
      await test.db.insertInto('activity').values({ type: 'LOGIN', details, created_at: at }).execute();
    }
    const { body, statusCode } = await get('/api/admin/activity/export?type=LOGIN');
    expect(statusCode).toBe(200);
    expect(body.match(/(^|[,\n])"?[=+\-@]/g)).toBeNull();
  });
});
