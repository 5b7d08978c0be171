// Uploads every hostile file as a profile picture. Each must be either rejected or re-encoded by the site.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { hostileFiles, pngWith } from '#test/hostile/hostile-files.ts';
import { expectHarmless, hostileCases } from '#test/hostile/hostile-inputs.ts';

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await test.addPerson('member');
});
afterAll(() => test.stop());

const put = async (body: Buffer, announced?: string) => {
  const { payload, headers } = await encodeForm(['avatar', body, 'me.png']);
  const length = announced ? { 'content-length': announced } : {};
  return test.call({ method: 'PUT', url: '/api/users/profile', payload, headers: { ...headers, ...length } }, person);
};

const kinds = hostileCases.filter(({ kind }) => kind === 'filecontent');

it('there is a generator for every kind', () => {
  expect(Object.keys(hostileFiles).sort()).toEqual(kinds.map(({ input }) => input).sort());
});

it.each(kinds.map(({ id, input }) => [`${id} ${input}`, id, input]))(
  '%s',
  async (_name, id, input) => {
    const body = (await hostileFiles[input]?.()) ?? Buffer.alloc(0);
    const reply = await put(body, input.startsWith('sparse') ? String(15 * 1024 ** 3 + 1) : undefined);
    expectHarmless(reply, id, '');
    const account = (await test.call({ method: 'GET', url: '/api/auth/me' }, person)).json<Account>();
    if (reply.statusCode === 200) {
      // The first frame of an animation is accepted and re-encoded.
      expect(input).toContain('frames');
      const shown = await test.call({ method: 'GET', url: account.avatar });
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1, height: 1 });
      return;
    }
    expect([400, 413], reply.body.slice(0, 300)).toContain(reply.statusCode);
    const { code, message } = reply.json<{ code: string; message: string }>();
    expect(['NOT_AN_IMAGE', 'TOO_LARGE']).toContain(code);
    if (code === 'NOT_AN_IMAGE')
      expect(message).toMatch(/^(Please upload an image file|This image is too large\. The limit is 40 megapixels\.)$/);
  },
  60_000,
);

it('metadata is stripped from pictures', async () => {
  for (const body of [
    await pngWith('eXIf', 9_000_000),
    await pngWith('iCCP', 9_000_000),
    await pngWith('tEXt', 9_000_000),
  ]) {
    const reply = await put(body);
    expectHarmless(reply, 'metadata', '');
    expect([200, 400]).toContain(reply.statusCode);
    if (reply.statusCode !== 200) continue;
    const shown = await test.call({ method: 'GET', url: reply.json<Account>().avatar });
    expect(shown.rawPayload.length).toBeLessThan(5000);
  }
}, 60_000);
