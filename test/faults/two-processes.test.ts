// Quality.md, "Nothing lost": of conflicting actions sent to two processes concurrently, exactly one succeeds, and counters stay
// exact.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addThread } from '#test/harness/forum-writing.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { findHalves } from './books.ts';
import { ask, demand, type Reply } from './load.ts';
import { createTally, runsOf } from './tally.ts';

const ROUNDS = runsOf(2, 40);
/** Requests per round, half of them to each process. */
const AT_ONCE = 8;
const GB = 1024 ** 3;

let test: TestApp;
let servers: ServerProcess[];
let admins: [Person, Person];
const tally = createTally('two-processes');

beforeAll(async () => {
  test = await startTestApp();
  await fillElements(test);
  // No server listens on port 1, so outgoing requests fail.
  const env = { NODE_ENV: 'test', OUTGOING_STAND_IN: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' };
  servers = await Promise.all([startServerProcess(test, env), startServerProcess(test, env)]);
  // Each server created its own administrator when it started.
  await test.db.updateTable('users').set({ role: 'USER' }).where('role', '=', 'ADMIN').execute();
  admins = [await test.addPerson('admin'), await test.addPerson('admin')];
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await test?.stop();
});

type Asked = Parameters<typeof ask>[1];
/** Sends the requests concurrently, alternating between the processes. */
const atOnce = (count: number, make: (index: number) => Asked & { path: string }): Promise<Reply[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const { path, ...asked } = make(index);
      return ask(`${servers[index % 2]?.url}${path}`, asked);
    }),
  );
const statusesOf = (replies: Reply[]): number[] => replies.map(({ status }) => status).sort();
const repeat = async (act: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await act(round);
    tally.kill();
    tally.acknowledge();
  }
};
const LONG = { timeout: 30_000 + ROUNDS * 5000 };

it('counts a user’s like once, and its removal once', LONG, async () => {
  const id = await addResource(test, { authorId: admins[0].id });
  const people = await Promise.all([1, 2, 3].map(() => test.addPerson('member')));
  await repeat(async () => {
    for (const [method, wanted] of [
      ['POST', 3],
      ['DELETE', 0],
    ] as const) {
      const replies = await atOnce(AT_ONCE, (index) => ({
        path: `/api/uploads/${id}/like`,
        method,
        person: people[index % 3] ?? null,
      }));
      expect(statusesOf(replies)).toEqual(Array(AT_ONCE).fill(200));
      const { likes } = await test.db
        .selectFrom('resources')
        .select('likes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(likes).toBe(wanted);
    }
  });
});

it('lets only one administrator decide on an upload', LONG, async () => {
  const leaker = await test.addPerson('leaker');
  await repeat(async () => {
    const id = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    await test.db.updateTable('resources').set({ rights_declared_at: new Date() }).where('id', '=', id).execute();
    const replies = await atOnce(4, (index) => ({
      path: `/api/admin/uploads/${id}/status`,
      method: 'PUT',
      person: admins[index % 2] ?? null,
      json: { status: index % 2 === 0 ? 'APPROVED' : 'REJECTED', was: 'PENDING', reason: `By number ${index}` },
    }));
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409]);
    const decisions = await test.db
      .selectFrom('resource_decisions')
      .select('status')
      .where('resource_id', '=', id)
      .execute();
    const row = await test.db.selectFrom('resources').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    expect(decisions).toEqual([row]);
  });
  const { uploads_count: shown } = await test.db
    .selectFrom('users')
    .select('uploads_count')
    .where('id', '=', leaker.id)
    .executeTakeFirstOrThrow();
  const approved = await test.db
    .selectFrom('resources')
    .select('id')
    .where('author_id', '=', leaker.id)
    .where('status', '=', 'APPROVED')
    .execute();
  expect(shown).toBe(approved.length);
});

it('merges the same request from several users, with all their votes', LONG, async () => {
  await repeat(async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => test.addPerson('member')));
    const resourceLink = `https://shop.example/${randomUUID()}`;
    const replies = await atOnce(4, (index) => ({
      path: '/api/requests',
      method: 'POST',
      person: people[index] ?? null,
      json: { resourceName: 'Light leaks', resourceLink },
    }));
    expect(statusesOf(replies)).toEqual([200, 200, 200, 201]);
    const rows = await test.db
      .selectFrom('resource_requests')
      .select(['id', 'votes'])
      .where('link', '=', resourceLink)
      .execute();
    expect(rows).toMatchObject([{ votes: 4 }]);
    const votes = await test.db
      .selectFrom('request_votes')
      .select('user_id')
      .where('request_id', '=', rows[0]?.id ?? '')
      .execute();
    expect(votes).toHaveLength(4);
  });
});

it('gives a username and an email to only one user', LONG, async () => {
  await repeat(async (round) => {
    const username = `wanted-${round}-${randomUUID().slice(0, 4)}`;
    const named = await atOnce(4, (index) => ({
      path: '/api/auth/register',
      method: 'POST',
      json: { email: `${username}-${index}@people.example`, password: PASSWORD, username },
    }));
    expect(statusesOf(named)).toEqual([201, 201, 201, 201]);
    const names = named.map((reply) => demand<{ username: string }>(reply, 201).username);
    expect(names.filter((name) => name === username)).toHaveLength(1);
    expect(new Set(names).size).toBe(4);
    const email = `${username}@people.example`;
    const addressed = await atOnce(3, () => ({
      path: '/api/auth/register',
      method: 'POST',
      json: { email, password: PASSWORD },
    }));
    expect(statusesOf(addressed)).toEqual([201, 409, 409]);
  });
});

it('never exceeds a quota', LONG, async () => {
  const set = await ask(`${servers[0]?.url}/api/admin/settings`, {
    method: 'PUT',
    person: admins[0],
    json: { defaultUserQuota: 0.01 },
  });
  demand(set, 200);
  const quotaAt = async (server: ServerProcess | undefined, person: Person): Promise<number> =>
    demand<{ quota: number }>(await ask(`${server?.url}/api/leaker/space`, { person }), 200).quota;
  const first = await test.addPerson('leaker');
  for (const server of servers) await expect.poll(() => quotaAt(server, first)).toBe(Math.floor(0.01 * GB));
  await repeat(async () => {
    const leaker = await test.addPerson('leaker');
    const resourceId = await addDraft(test, leaker.id);
    const replies = await Promise.all(
      [0, 1, 2, 3].map((index) =>
        createTusCalls(servers[index % 2]?.url ?? '').create(leaker, Math.floor(0.006 * GB), {
          resourceId,
          path: `${index}.bin`,
        }),
      ),
    );
    expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    for (const { status, body } of replies) if (status !== 201) expect(body.code).toBe('QUOTA_EXCEEDED');
  });
});

it('keeps one of the last two administrators', LONG, async () => {
  await repeat(async () => {
    const replies = await atOnce(2, (index) => ({
      path: `/api/admin/users/${admins[1 - index]?.id}/role`,
      method: 'PUT',
      person: admins[index] ?? null,
      json: { role: 'USER' },
    }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await test.db.selectFrom('users').select('id').where('role', '=', 'ADMIN').execute();
    expect(left).toHaveLength(1);
    admins = [await test.addPerson('admin'), await test.addPerson('admin')];
    await test.db
      .updateTable('users')
      .set({ role: 'USER' })
      .where('id', '=', left[0]?.id ?? '')
      .execute();
  });
});

it('stores a repeated post once, and counts a user’s downloads once a day', LONG, async () => {
  const author = await test.addPerson('premium');
  const thread = await addThread(test, author);
  await repeat(async () => {
    const json = { threadId: thread.id, content: `Sent twice ${randomUUID()}` };
    const replies = await atOnce(4, () => ({ path: '/api/forum/posts', method: 'POST', person: author, json }));
    expect(new Set(replies.map((reply) => demand<{ id: string }>(reply, reply.status).id)).size).toBe(1);
    const id = await addResource(test, { authorId: admins[0].id });
    const asked = await atOnce(4, () => ({
      path: `/api/resources/${id}/download-url?file=readme.txt`,
      person: author,
    }));
    const paths = asked.map((reply) => demand<{ downloadUrl: string }>(reply, 200).downloadUrl);
    await atOnce(4, (index) => ({ path: paths[index] ?? '', person: author }));
    const counted = () => test.db.selectFrom('resources').select('downloads').where('id', '=', id).executeTakeFirst();
    await expect.poll(counted).toEqual({ downloads: 1 });
  });
});

it('keeps every counter correct', async () => {
  tally.halve(...(await findHalves(test)));
  tally.settle();
});
