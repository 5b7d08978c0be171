import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/http.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, serveRoutes } from '#server/platform/serve.ts';
import { sessionHook } from '#server/platform/sessions.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { guard } from '#test/harness/second-factor.ts';

let test: TestApp;
/** A server with endpoints for administrators. */
const site = Fastify();
const administer = endpoint({
  method: 'GET',
  path: '/api/admin/tried',
  access: 'admin',
  summary: 'A call for administrators only.',
  reply: z.object({}),
  fallback: 'It could not be called.',
});

beforeAll(async () => {
  test = await startTestApp();
  await site.register(cookie);
  site.decorateRequest('viewer', null);
  site.decorateRequest('suspended', false);
  site.addHook('onRequest', sessionHook(test.deps));
  site.setErrorHandler((error, _request, reply) =>
    reply.code(403).send(error instanceof Problem ? error.code : String(error)),
  );
  serveRoutes(site, [answer(administer, async () => ({}))], { checkReplies: true, visitorOf: () => '' });
});
afterAll(async () => {
  await site.close();
  await test.stop();
});

const tryIt = async ({ headers }: Person): Promise<string> =>
  (await site.inject({ method: 'GET', url: administer.path, headers })).body;
const isRequired = async (person: Person): Promise<boolean> => {
  const reply = await test.call({ method: 'GET', url: '/api/auth/security' }, person);
  return reply.json<{ twoFactor: { required: boolean } }>().twoFactor.required;
};
const setRequired = (adminTwoFactorRequired: boolean) =>
  test.db
    .transaction()
    .execute((trx) =>
      test.deps.settings.put(trx, { adminTwoFactorRequired }, { id: null, name: 'site', at: test.deps.now() }),
    );

it('requires two-factor from administrators if the site does, but only for admin calls', async () => {
  const [admin, member] = [await test.addPerson('admin'), await test.addPerson('member')];
  expect(await tryIt(admin)).toBe('{}');
  expect(await isRequired(admin)).toBe(false);

  await setRequired(true);
  await expect.poll(() => tryIt(admin)).toBe('TWO_FACTOR_NEEDED');
  expect(await tryIt(member)).toBe('NOT_ALLOWED');
  expect(await isRequired(admin)).toBe(true);
  expect(await isRequired(member)).toBe(false);

  const guarded = await guard(test, admin);
  expect(await tryIt(guarded)).toBe('{}');
  await test.db.deleteFrom('two_factors').where('user_id', '=', admin.id).execute();
  expect(await tryIt(guarded)).toBe('TWO_FACTOR_NEEDED');

  await setRequired(false);
  await expect.poll(() => tryIt(guarded)).toBe('{}');
});

it('hides content awaiting review from administrators until they turn on two-factor', async () => {
  const [admin, leaker] = [await test.addPerson('admin'), await test.addPerson('leaker')];
  const pending = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
  const seen = async (person: Person) => {
    const page = await test.call({ method: 'GET', url: `/api/resources/${pending}` }, person);
    const uploads = await test.call({ method: 'GET', url: `/api/users/${leaker.username}/uploads` }, person);
    return [page.statusCode, uploads.json<{ uploads: unknown[] }>().uploads.length];
  };
  expect(await seen(admin)).toEqual([200, 1]);
  await setRequired(true);
  await expect.poll(() => tryIt(admin)).toBe('TWO_FACTOR_NEEDED');
  expect(await seen(admin)).toEqual([404, 0]);
  expect(await seen(leaker)).toEqual([200, 1]);
  expect(await seen(await guard(test, admin))).toEqual([200, 1]);
  await setRequired(false);
});
