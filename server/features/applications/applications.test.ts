import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationStatus } from '#contract/applications/api.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { fulfilWish } from './actions.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const apply = (person: Person, app = test) =>
  app.call({ method: 'POST', url: '/api/leaker/apply', payload: {} }, person);
const statusOf = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/leaker/application-status' }, person)).json<ApplicationStatus>();
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];
const addUnverified = async () => {
  const person = await test.addPerson();
  await test.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
  return person;
};
const verify = ({ id }: Person) =>
  test.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', id).execute();
    await fulfilWish(trx, id, new Date());
  });
const decide = ({ id }: Person, status: 'APPROVED' | 'REJECTED', reason: string | null = null) =>
  test.db
    .updateTable('leaker_applications')
    .set({ status, reason, decided_at: new Date() })
    .where('user_id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();
const activityOf = ({ id }: Person) =>
  test.db.selectFrom('activity').select(['type', 'details']).where('user_id', '=', id).execute();
const NONE = { status: 'NONE', reason: null, createdAt: null, decidedAt: null, waitsForVerification: false };

describe('applying', () => {
  it('creates an open application and logs the activity', async () => {
    const person = await test.addPerson();
    expect(await statusOf(person)).toEqual(NONE);
    const sent = await apply(person);
    expect(sent.statusCode).toBe(201);
    expect(sent.json()).toEqual({
      status: 'PENDING',
      reason: null,
      createdAt: expect.any(String),
      decidedAt: null,
      waitsForVerification: false,
    });
    expect(await statusOf(person)).toEqual(sent.json());
    expect(refusalOf(await apply(person))).toEqual([409, 'APPLICATION_PENDING']);
    expect(await activityOf(person)).toEqual([
      { type: 'APPLICATION', details: `${person.username} applied to become a leaker` },
    ]);
  });

  it('is possible again after a rejection, whose reason is shown', async () => {
    const person = await test.addPerson();
    await apply(person);
    await decide(person, 'REJECTED', 'Please add a portfolio.');
    expect(await statusOf(person)).toMatchObject({
      status: 'REJECTED',
      reason: 'Please add a portfolio.',
      decidedAt: expect.any(String),
    });
    test.moveClock(1000);
    expect((await apply(person)).statusCode).toBe(201);
    expect(await statusOf(person)).toMatchObject({ status: 'PENDING', reason: null });
    await decide(person, 'APPROVED');
    expect(await statusOf(person)).toMatchObject({ status: 'APPROVED' });
  });

  it('creates one application for concurrent requests to two processes', async () => {
    const person = await test.addPerson();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, count) => apply(person, count % 2 ? test : other)),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const refused = replies.filter(({ statusCode }) => statusCode !== 201);
    expect(new Set(refused.map((reply) => refusalOf(reply).join(' ')))).toEqual(new Set(['409 APPLICATION_PENDING']));
    expect(await activityOf(person)).toHaveLength(1);
  });

  it('is rejected for leakers and administrators', async () => {
    for (const role of ['leaker', 'admin'] as const) {
      expect(refusalOf(await apply(await test.addPerson(role)))).toEqual([409, 'ALREADY_LEAKER']);
    }
  });

  it('is rejected while applications are closed', async () => {
    const person = await test.addPerson();
    const unverified = await addUnverified();
    const open = async (leakerApplicationsEnabled: boolean) => {
      const actor = { id: null, name: 'test', at: new Date() };
      await test.db.transaction().execute((trx) => test.deps.settings.put(trx, { leakerApplicationsEnabled }, actor));
      await expect
        .poll(async () => (await test.deps.settings.get()).leakerApplicationsEnabled)
        .toBe(leakerApplicationsEnabled);
    };
    await open(false);
    for (const asker of [person, unverified])
      expect(refusalOf(await apply(asker))).toEqual([403, 'APPLICATIONS_CLOSED']);
    await open(true);
    expect((await apply(person)).statusCode).toBe(201);
    await verify(unverified);
    expect(await statusOf(unverified)).toEqual(NONE);
  });
});

describe('a user with an unverified email', () => {
  it('is rejected, and the application is submitted once they verify it', async () => {
    const person = await addUnverified();
    for (let turn = 0; turn < 2; turn += 1) {
      const reply = await apply(person);
      expect(refusalOf(reply)).toEqual([403, 'EMAIL_NOT_VERIFIED']);
      expect(reply.json<{ message: string }>().message).toContain('We will submit your application as soon as you do.');
    }
    expect(await statusOf(person)).toEqual({ ...NONE, waitsForVerification: true });
    expect(await activityOf(person)).toEqual([]);
    await verify(person);
    expect(await statusOf(person)).toMatchObject({ status: 'PENDING', waitsForVerification: false });
    expect(await activityOf(person)).toHaveLength(1);
    await decide(person, 'REJECTED');
    // The waiting application was already submitted, so verifying again must not submit another one.
    await verify(person);
    expect(await statusOf(person)).toMatchObject({ status: 'REJECTED' });
  });

  it('gets an application only if they asked for it and are not a leaker by then', async () => {
    const quiet = await addUnverified();
    await verify(quiet);
    expect(await statusOf(quiet)).toEqual(NONE);
    const promoted = await addUnverified();
    await apply(promoted);
    await test.db.updateTable('users').set({ role: 'LEAKER' }).where('id', '=', promoted.id).execute();
    await verify(promoted);
    expect(await statusOf(promoted)).toEqual(NONE);
  });

  it('has no stored wish left after applying directly', async () => {
    const person = await addUnverified();
    await apply(person);
    await test.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', person.id).execute();
    expect((await apply(person)).statusCode).toBe(201);
    await verify(person);
    const rows = await test.db
      .selectFrom('leaker_applications')
      .select('id')
      .where('user_id', '=', person.id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
