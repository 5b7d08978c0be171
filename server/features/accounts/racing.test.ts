// Two processes of the same site receive concurrent requests for the same username, address or link.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { PASSWORD, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs, tokenIn } from '#test/harness/mailbox.ts';
import { claimUsername } from './actions.ts';

let processes: TestApp[] = [];
beforeAll(async () => {
  const first = await startTestApp();
  processes = [first, await startTestApp({ beside: first })];
});
afterAll(async () => {
  for (const running of processes.toReversed()) await running.stop();
});

const both = async <T>(times: number, run: (app: TestApp, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: times }, (_, index) => {
      const app = processes[index % processes.length];
      if (!app) throw new Error('no process');
      return run(app, index);
    }),
  );
const db = () => {
  const [first] = processes;
  if (!first) throw new Error('no process');
  return first;
};
const post = (app: TestApp, name: string, payload: object, headers: Record<string, string> = {}) =>
  app.call({ method: 'POST', url: `/api/auth/${name}`, payload, headers });

describe('two processes concurrently', () => {
  it('give a username to one user, and numbered ones to the others', async () => {
    const replies = await both(8, (app, index) =>
      post(app, 'register', { email: `race-${index}@people.example`, password: PASSWORD, username: 'racer' }),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
    const names = replies.map((reply) => reply.json<Account>().username).sort();
    expect(names).toEqual(['racer', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `racer-${number}`)]);
  });

  it('create one account per address, ignoring case, and send one verification email', async () => {
    const replies = await both(8, (app, index) =>
      post(app, 'register', { email: index % 3 ? 'same@people.example' : 'SAME@people.example', password: PASSWORD }),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
    const people = await db().db.selectFrom('users').select('id').where('email', '=', 'same@people.example').execute();
    expect(people).toHaveLength(1);
    const mails = await mailsTo(db(), 'same@people.example');
    expect(mails.filter(({ subject }) => subject === 'Confirm your email address')).toHaveLength(1);
  });

  it('let an address be signed up with or changed to, not both', async () => {
    const person = await db().addPerson('member');
    await post(db(), 'change-email', { email: 'either@people.example', currentPassword: PASSWORD }, person.headers);
    const token = tokenIn((await mailsTo(db(), 'either@people.example'))[0]);
    const replies = await both(2, (app, index) =>
      index === 0
        ? post(app, 'verify-email', { token })
        : post(app, 'register', { email: 'either@people.example', password: PASSWORD }),
    );
    const [moved, registered] = replies.map(({ statusCode }) => statusCode);
    expect([
      [204, 409],
      [409, 201],
    ]).toContainEqual([moved, registered]);
  });

  it('give a username to only one of two members and a new user', async () => {
    const people = [await db().addPerson('member'), await db().addPerson('member')];
    const taken = await both(2, (app, index) =>
      app.db.transaction().execute(async (trx) => {
        const userId = people[index]?.id ?? '';
        const isMine = await claimUsername(trx, 'wanted', { userId, now: app.deps.now() });
        if (isMine) await trx.updateTable('users').set({ username: 'wanted' }).where('id', '=', userId).execute();
        return isMine;
      }),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const reply = await post(db(), 'register', {
      email: 'wants@people.example',
      password: PASSWORD,
      username: 'wanted',
    });
    expect(reply.json<Account>().username).toBe('wanted-2');
  });

  it('accept a password reset link once', async () => {
    const person = await db().addPerson('member');
    await post(db(), 'forgot-password', { email: person.email });
    await runJobs(db());
    const token = tokenIn((await mailsTo(db(), person.email))[0]);
    const passwords = ['the first sentence', 'the second sentence', 'a third sentence', 'and a fourth one'];
    const replies = await both(4, (app, index) => post(app, 'reset-password', { token, password: passwords[index] }));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400, 400, 400]);
    const winner = replies.findIndex(({ statusCode }) => statusCode === 204);
    const login = await post(db(), 'login', { email: person.email, password: passwords[winner] });
    expect(login.statusCode).toBe(200);
  });

  it('share rate limits', async () => {
    const limits = { registrations: { limit: 3, windowSeconds: 1800 } };
    const first = await startTestApp({ limits });
    const second = await startTestApp({ limits, beside: first });
    try {
      const replies = await Promise.all(
        [first, second, first, second, first, second].map((app, index) =>
          post(app, 'register', { email: `limited-${index}@people.example`, password: PASSWORD }),
        ),
      );
      expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
      expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
});
