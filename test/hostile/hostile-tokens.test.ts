// Hostile text and credentials when creating and using personal tokens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_NAME_MAX_CHARACTERS } from '#contract/accounts/token-limits.ts';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { encodeHostile, expectHarmless, hostileCases } from './hostile-inputs.ts';

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await test.addPerson();
});
afterAll(() => test.stop());

const texts = hostileCases.filter(({ how }) => how === 'literal');
const make = (body: object) => test.call({ method: 'POST', url: '/api/me/tokens', payload: body }, person);
const forget = () => test.db.deleteFrom('access_tokens').where('user_id', '=', person.id).execute();

describe('the name of a token', () => {
  it('is returned trimmed but unchanged, or rejected by field', async () => {
    let kept = 0;
    for (const { id, input } of texts) {
      const reply = await make({ name: input, scopes: ['read'], days: 7 });
      expectHarmless(reply, id, input);
      if (reply.statusCode === 201) {
        expect(reply.json<{ name: string }>().name, id).toBe(input.trim());
        expect(input.length).toBeLessThanOrEqual(TOKEN_NAME_MAX_CHARACTERS);
        kept += 1;
        await forget();
      } else {
        expect(reply.statusCode, id).toBe(400);
        expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { name: expect.any(String) } });
      }
    }
    expect(kept).toBeGreaterThan(100);
  }, 60_000);
});

describe('an invalid value', () => {
  it('instead of a token gives 401', async () => {
    const now = test.deps.now();
    const expiresAt = new Date(now.getTime() + 60_000);
    const { token } = await createAccessToken(
      test.db,
      { userId: person.id, sessionId: null, name: 'x', scopes: ['read'], expiresAt },
      now,
    );
    for (const authorization of [
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token},${token}`,
      `Bearer  ${token}`,
      `Basic ${token}`,
      token,
      'Bearer helix_',
    ]) {
      const reply = await test.call({ method: 'GET', url: '/api/auth/me', headers: { authorization } });
      expect(reply.statusCode, authorization).toBe(401);
    }
    const right = await test.call({
      method: 'GET',
      url: '/api/auth/me',
      headers: { authorization: `bearer ${token}` },
    });
    expect(right.statusCode).toBe(200);
    await forget();
  });

  it('instead of a scope, days or an id is rejected', async () => {
    for (const value of [
      null,
      true,
      -1,
      7.5,
      '7',
      1e9,
      {},
      [],
      [['READ']],
      'READ',
      '__proto__',
      'toolbox',
      'x'.repeat(9000),
    ]) {
      for (const body of [
        { name: 'x', scopes: [value], days: 7 },
        { name: 'x', scopes: value, days: 7 },
        { name: 'x', scopes: ['read'], days: value },
      ])
        expect((await make(body)).statusCode, JSON.stringify(value)).toBe(400);
    }
    for (const { id, input } of texts) {
      const address = encodeHostile(input);
      const gone = await test.call({ method: 'DELETE', url: `/api/me/tokens/${address}` }, person);
      expect(gone.statusCode, id).toBeLessThan(500);
      expectHarmless(gone, id, input);
      const group = await test.call({ method: 'GET', url: `/api/developers/${address}` });
      expectHarmless(group, id, input);
    }
  }, 60_000);
});
