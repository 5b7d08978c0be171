import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { guard } from '#test/harness/second-factor.ts';
import { purgeSecurityLeftovers } from './jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const DAY = 86_400_000;
const countOf = async (table: 'known_devices' | 'two_factors', { id }: Person): Promise<number> =>
  (await test.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).length;
const login = ({ email }: Person) =>
  test.call({ method: 'POST', url: '/api/auth/login', payload: { email, password: PASSWORD } });

it('deletes browsers after a year and unfinished secrets after a day, also when run twice', async () => {
  const [person, guarded] = [await test.addPerson('member'), await guard(test, await test.addPerson('member'))];
  await login(person);
  await test.call({ method: 'POST', url: '/api/auth/two-factor/setup', payload: {} }, person);
  const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  const sweep = async () => {
    await purgeSecurityLeftovers.run({}, test.deps, helpers);
    await purgeSecurityLeftovers.run({}, test.deps, helpers);
    return [await countOf('known_devices', person), await countOf('two_factors', person)];
  };
  expect(await sweep()).toEqual([1, 1]);
  test.moveClock(2 * DAY);
  expect(await sweep()).toEqual([1, 0]);
  test.moveClock(364 * DAY);
  expect(await sweep()).toEqual([0, 0]);
  expect(await countOf('two_factors', guarded)).toBe(1);
});
