// Hostile request bodies: invalid JSON, oversized JSON, and prototype pollution.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { bodyOf, expectHarmless, literals } from './hostile-inputs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const send = (payload: string | Buffer, type: string | null = 'application/json', url = '/api/auth/login') =>
  test.call({ method: 'POST', url, payload, headers: type === null ? {} : { 'content-type': type } });

const valid = { email: 'someone@people.example', password: 'some password' };

describe('JSON', () => {
  it.each(literals('json').map((found) => [`${found.id} ${found.label}`, found] as const))(
    '%s',
    async (_name, found) => {
      for (const url of ['/api/auth/login', '/api/auth/logout']) {
        const reply = await send(bodyOf(found), 'application/json', url);
        expectHarmless(reply, found.id, found.input);
        // An endpoint without fields accepts an empty body; any other body is rejected.
        const nothing = url.endsWith('logout') && (found.input === '' || found.input === 'null');
        expect(nothing ? [200, 400] : [400, 413], `${url} ${reply.body}`).toContain(reply.statusCode);
        if (reply.statusCode >= 400)
          expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      }
    },
  );

  it('with an unknown key is rejected by name', async () => {
    for (const key of ['role', 'isPremium', 'id', 'timestamp', 'toString', 'a'.repeat(500)]) {
      const reply = await send(JSON.stringify({ ...valid, [key]: 'x' }));
      expect(reply.statusCode, key.slice(0, 20)).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { [key.slice(0, 100)]: expect.any(String) } });
    }
  });

  it('cannot change the prototype', async () => {
    const bodies = [
      '{"__proto__":{"polluted":1},"email":"a@b.example","password":"x"}',
      '{"email":"a@b.example","password":"x","constructor":{"prototype":{"polluted":1}}}',
      '{"\\u005f_proto__":{"polluted":1}}',
      '{"email":{"__proto__":{"polluted":1}},"password":"x"}',
    ];
    for (const body of bodies) {
      const reply = await send(body);
      expect(reply.statusCode, body).toBe(400);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }
  });

  it('may not contain NUL or lone surrogates in an email', async () => {
    for (const email of ['a\0@b.example', '\ud800@b.example', 'a@b\udc00.example', 'a\u000b@b.example']) {
      const reply = await send(JSON.stringify({ ...valid, email }));
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { email: expect.any(String) } });
    }
  });

  it('is not coerced: other types are not turned into text', async () => {
    for (const email of [1, true, ['a@b.example'], { a: 1 }, null]) {
      const reply = await send(JSON.stringify({ ...valid, email }));
      expect(reply.statusCode, JSON.stringify(email)).toBe(400);
    }
  });

  it('is limited to 64 kB, 20 fields and a depth of 20', async () => {
    expect((await send(JSON.stringify({ ...valid, password: 'x'.repeat(64 * 1024) }))).statusCode).toBe(413);
    const wide = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field${index}`, index]));
    expect((await send(JSON.stringify(wide))).statusCode).toBe(400);
    expect((await send(`{"email":${'['.repeat(21)}${']'.repeat(21)},"password":"x"}`)).statusCode).toBe(400);
    expect((await send(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).statusCode).toBe(400);
  });
});

describe('the content type', () => {
  it.each(literals('http', 'content-type').map(({ id, input }) => [id, input] as const))('%s %j', async (_id, type) => {
    const reply = await send(JSON.stringify(valid), type.trim() === 'application/json' ? type : type || null);
    expectHarmless(reply, type, type);
    // Spaces around the type are allowed. The fields are checked only if the type is JSON.
    expect(type.trim() === 'application/json' ? [400, 401, 415] : [400, 415], reply.body).toContain(reply.statusCode);
  });

  it('must be JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json',
      'application/xml',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await send('email=a@b.example&password=x', type);
      expect(reply.statusCode, type).toBe(415);
      expect(reply.json()).toMatchObject({ code: 'NOT_ACCEPTABLE_TYPE' });
    }
  });

  it('does not matter for an endpoint that reads no body', async () => {
    const reply = await send(
      '{"email":1}',
      'application/json',
      '/api/resources/00000000-0000-4000-8000-000000000000/view',
    );
    expect([400, 404]).toContain(reply.statusCode);
  });
});
