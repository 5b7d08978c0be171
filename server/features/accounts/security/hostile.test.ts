import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { guard } from '#test/harness/second-factor.ts';
import { encodeHostile, expectHarmless, literals } from '#test/hostile/hostile-inputs.ts';

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await guard(test, await test.addPerson('member'));
});
afterAll(() => test.stop());

const inputs = ['text', 'id', 'password'].flatMap((kind) => literals(kind));
const named = inputs.map((found) => [`${found.id} ${found.label ?? ''}`, found] as const);

describe('hostile codes, passwords, ids and cookies', () => {
  it.each(named)('%s', async (_name, { id, input }) => {
    const bodies: [string, object, number[]][] = [
      ['/api/auth/confirm', { code: input }, [400, 403]],
      // One of the inputs is the test users' real password, which must not confirm anything while two-factor is on.
      ['/api/auth/confirm', { password: input }, [400, 403]],
      ['/api/auth/two-factor/disable', { code: input }, [400, 403]],
      ['/api/auth/two-factor/recovery-codes', { code: input }, [400, 403]],
      ['/api/auth/login/two-factor', { code: input }, [400, 401]],
    ];
    for (const [url, payload, statuses] of bodies) {
      const reply = await test.call({ method: 'POST', url, payload }, person);
      expectHarmless(reply, `${id} ${url}`, input);
      expect(statuses, `${id} ${url} ${reply.body}`).toContain(reply.statusCode);
    }
    const ended = await test.call({ method: 'DELETE', url: `/api/auth/sessions/${encodeHostile(input)}` }, person);
    expectHarmless(ended, id, input);
    const value = encodeHostile(input).slice(0, 1000);
    const waiting = await test.call({
      method: 'POST',
      url: '/api/auth/login/two-factor',
      payload: { code: '123456' },
      headers: { cookie: `second_factor=${value}; device=${value}` },
    });
    expectHarmless(waiting, id, input);
    expect(waiting.statusCode).toBe(401);
    const me = await test.call({ method: 'GET', url: '/api/auth/me' }, person);
    expect(me.statusCode, `${id} logged someone out`).toBe(200);
  });
});
