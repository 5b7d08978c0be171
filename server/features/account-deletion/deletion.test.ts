// Administrator roles, deletion and restoration of accounts, and erasure after 30 days.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETED_USER_DAYS } from '#contract/accounts/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { setChannels } from '#test/harness/notifications.ts';
import { addResource } from '#test/harness/resources.ts';
import { eraseDeparted } from './erasing.ts';

const DAY_MS = 86_400_000;

import { suspend } from '#server/features/accounts/status/actions.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const act = (method: Method, path: string, payload?: object, { app = test, by = admin } = {}) =>
  app.call({ method, url: `/api/admin/users${path}`, ...(payload ? { payload } : {}) }, by);
const codeOf = (reply: { statusCode: number; json<T>(): T }) => [reply.statusCode, reply.json<{ code: string }>().code];
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode).sort();
const rowOf = (id: string) => test.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const actionsOn = async (id: string) => {
  const rows = await test.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};
const administrators = async () => {
  const rows = await test.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};
const resourcePage = (id: string) => test.call({ method: 'GET', url: `/api/resources/${id}` });
const like = (id: string, by: Person) => test.call({ method: 'POST', url: `/api/uploads/${id}/like` }, by);

describe('a role', () => {
  it('can be given and taken, with Premium as a grant, and approves an open application', async () => {
    const person = await test.addPerson();
    await test.call({ method: 'POST', url: '/api/leaker/apply', payload: {} }, person);
    expect((await act('PUT', `/${person.id}/role`, { role: 'PREMIUM', was: 'USER' })).json()).toMatchObject({
      role: 'PREMIUM',
      isPremium: true,
    });
    expect(codeOf(await act('PUT', `/${person.id}/role`, { role: 'LEAKER', was: 'USER' }))).toEqual([
      409,
      'ALREADY_DECIDED',
    ]);
    const leaker = (await act('PUT', `/${person.id}/role`, { role: 'LEAKER' })).json();
    expect(leaker).toMatchObject({
      role: 'LEAKER',
      verified: true,
      applications: [{ status: 'APPROVED' }],
      sessions: 1,
    });
    const resource = await addResource(test, { authorId: person.id });
    expect((await act('PUT', `/${person.id}/role`, { role: 'USER' })).json()).toMatchObject({
      role: 'USER',
      isPremium: false,
      verified: false,
      uploads: 1,
    });
    expect((await resourcePage(resource)).statusCode).toBe(200);
    expect(await actionsOn(person.id)).toEqual(['user.role', 'user.role', 'user.role']);
  });

  it('of an administrator ends all sessions, and requires a recent confirmation', async () => {
    const person = await test.addPerson();
    expect((await act('PUT', `/${person.id}/role`, { role: 'ADMIN' })).json()).toMatchObject({ sessions: 0 });
    await test.db
      .updateTable('sessions')
      .set({ confirmed_at: sql`confirmed_at - interval '11 minutes'` })
      .where('user_id', '=', admin.id)
      .execute();
    for (const reply of [
      await act('PUT', `/${person.id}/role`, { role: 'USER' }),
      await act('DELETE', `/${person.id}`),
      await act('POST', '', { email: 'another@people.example', role: 'ADMIN' }),
    ])
      expect(codeOf(reply)).toEqual([403, 'CONFIRMATION_REQUIRED']);
    await test.db.updateTable('sessions').set({ confirmed_at: new Date() }).where('user_id', '=', admin.id).execute();
    expect((await act('PUT', `/${person.id}/role`, { role: 'USER' })).statusCode).toBe(200);
  });
});

describe('the last administrator', () => {
  it('cannot be demoted or deleted if all others are suspended or only invited', async () => {
    expect(await administrators()).toEqual([admin.id]);
    await act('POST', '', { email: `${randomUUID()}@people.example`, role: 'ADMIN' });
    const suspended = await test.addPerson('admin');
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute();
    expect(codeOf(await act('PUT', `/${admin.id}/role`, { role: 'USER' }))).toEqual([409, 'LAST_ADMIN']);
    expect(codeOf(await act('DELETE', `/${admin.id}`))).toEqual([409, 'OWN_ACCOUNT']);
    // The demo administrator does not count as a second administrator, because demo accounts only work on this machine.
    const shown = await test.addPerson('admin');
    await test.db.updateTable('users').set({ demo: true }).where('id', '=', shown.id).execute();
    expect(codeOf(await act('PUT', `/${admin.id}/role`, { role: 'USER' }))).toEqual([409, 'LAST_ADMIN']);
    // Suspended, invited and demo administrators can be deleted.
    for (const id of (await administrators()).filter((found) => found !== admin.id))
      expect((await act('DELETE', `/${id}`)).statusCode).toBe(204);
    expect(await administrators()).toEqual([admin.id]);
  });

  it.each([
    [
      'demote',
      (id: string, options: { app: TestApp; by: Person }) => act('PUT', `/${id}/role`, { role: 'USER' }, options),
    ],
    ['delete', (id: string, options: { app: TestApp; by: Person }) => act('DELETE', `/${id}`, undefined, options)],
  ])('remains when two %s each other concurrently in two processes', async (_name, remove) => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two] = [await test.addPerson('admin'), await test.addPerson('admin')];
      await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', admin.id).execute();
      const replies = await Promise.all([
        remove(two.id, { app: test, by: one }),
        remove(one.id, { app: other, by: two }),
      ]);
      const left = await administrators();
      expect(left, replies.map(({ body }) => body).join()).toHaveLength(1);
      expect(replies.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
      await test.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.id).execute();
      await test.db.updateTable('users').set({ role: 'USER' }).where('id', 'in', left).execute();
    }
  });

  it('remains when both demote themselves concurrently', async () => {
    const peer = await test.addPerson('admin');
    const replies = await Promise.all([
      act('PUT', `/${admin.id}/role`, { role: 'USER' }),
      act('PUT', `/${peer.id}/role`, { role: 'USER' }, { app: other, by: peer }),
    ]);
    expect(statuses(replies)).toEqual([200, 409]);
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', peer.id).execute();
    admin = await test.addPerson('admin');
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '<>', admin.id).execute();
  });
});

describe('an admin action', () => {
  it('is rejected if the actor is no longer an administrator when it runs', async () => {
    const person = await test.addPerson();
    const former = await test.addPerson('admin');
    const by = { id: former.id, name: former.username };
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', former.id).execute();
    await expect(suspend(test.deps, { userId: person.id, by }, { reason: 'Too late.', until: null })).rejects.toThrow(
      expect.objectContaining({ code: 'NOT_ALLOWED' }),
    );
    expect((await test.call({ method: 'GET', url: '/api/auth/me' }, person)).statusCode).toBe(200);
  });

  it('that restores an administrator requires a recent confirmation', async () => {
    const gone = await test.addPerson('admin');
    expect((await act('DELETE', `/${gone.id}`)).statusCode).toBe(204);
    await test.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', admin.id)
      .execute();
    expect(codeOf(await act('POST', `/${gone.id}/restore`))).toEqual([403, 'CONFIRMATION_REQUIRED']);
    await test.db.updateTable('sessions').set({ confirmed_at: new Date() }).where('user_id', '=', admin.id).execute();
    expect((await act('POST', `/${gone.id}/restore`)).statusCode).toBe(200);
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', gone.id).execute();
  });
});

describe('a deletion', () => {
  it('hides user and resources immediately, sends an email, and can be undone completely', async () => {
    const leaker = await test.addPerson('leaker');
    const fan = await test.addPerson();
    const shown = await addResource(test, { authorId: leaker.id });
    const pending = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    const gone = await addResource(test, { authorId: leaker.id });
    await like(shown, fan);
    await test.call({ method: 'POST', url: `/api/users/${leaker.username}/follow` }, fan);
    await test.call({ method: 'DELETE', url: `/api/admin/uploads/${gone}` }, admin);
    const before = await rowOf(leaker.id);

    expect((await act('DELETE', `/${leaker.id}`)).statusCode).toBe(204);
    expect((await resourcePage(shown)).statusCode).toBe(404);
    expect((await test.call({ method: 'GET', url: `/api/users/${leaker.username}` })).statusCode).toBe(404);
    expect((await other.call({ method: 'GET', url: '/api/auth/me' }, leaker)).statusCode).toBe(401);
    expect(await rowOf(leaker.id)).toMatchObject({ uploads_count: 0, total_likes: 0, followers_count: 1 });
    const listed = await act('GET', `?status=deleted&search=${leaker.username}`);
    expect(listed.json()).toMatchObject({ users: [{ id: leaker.id, status: 'deleted' }], pagination: { total: 1 } });
    expect((await act('GET', `?search=${leaker.username}`)).json()).toMatchObject({ users: [] });
    expect((await act('GET', `/${leaker.id}`)).json()).toMatchObject({ deletedBy: admin.username });
    expect(codeOf(await act('DELETE', `/${leaker.id}`))).toEqual([404, 'USER_NOT_FOUND']);
    expect(codeOf(await act('PUT', `/${leaker.id}/role`, { role: 'USER' }))).toEqual([404, 'USER_NOT_FOUND']);

    expect((await act('POST', `/${leaker.id}/restore`)).json()).toMatchObject({ status: 'active', uploads: 1 });
    expect((await resourcePage(shown)).statusCode).toBe(200);
    expect((await resourcePage(gone)).statusCode).toBe(404);
    const rows = await test.db
      .selectFrom('resources')
      .select('id')
      .where('author_id', '=', leaker.id)
      .where('deleted_at', 'is', null)
      .execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([shown, pending].sort());
    expect(await rowOf(leaker.id)).toMatchObject({
      uploads_count: before.uploads_count,
      total_likes: before.total_likes,
      reputation: before.reputation,
      followers_count: 1,
    });
    expect(codeOf(await act('POST', `/${leaker.id}/restore`))).toEqual([409, 'USER_NOT_DELETED']);
    expect(await actionsOn(leaker.id)).toEqual(['user.delete', 'user.restore']);
    const subjects = (await mailsTo(test, leaker.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('account'))).toEqual([
      'Your account was deleted',
      'Your account was restored',
    ]);
  });

  it('of a user with many resources is continued by a job, and so is the restore', async () => {
    const leaker = await test.addPerson('leaker');
    await sql`insert into resources (author_id, title, category, editor, type, status, likes)
      select ${leaker.id}, 'Pack ' || n, 'Free', 'After Effects', 'overlay', 'APPROVED', 1 from generate_series(1, 450) n`.execute(
      test.db,
    );
    await test.db.updateTable('users').set({ total_likes: 450, reputation: 450 }).where('id', '=', leaker.id).execute();
    const visible = async () => {
      const { count } = await test.db
        .selectFrom('resources')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('author_id', '=', leaker.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    await act('DELETE', `/${leaker.id}`);
    expect(await visible()).toBe(400);
    await runJobs(test);
    expect(await visible()).toBe(0);
    expect(await rowOf(leaker.id)).toMatchObject({ uploads_count: 0, total_likes: 0, reputation: 0 });
    await act('POST', `/${leaker.id}/restore`);
    await runJobs(test);
    expect(await visible()).toBe(450);
    expect(await rowOf(leaker.id)).toMatchObject({ uploads_count: 450, total_likes: 450, reputation: 450 });
    // If the user is deleted and restored before the job runs, no resource is missing afterwards.
    await act('DELETE', `/${leaker.id}`);
    await act('POST', `/${leaker.id}/restore`);
    await runJobs(test);
    expect(await visible()).toBe(450);
  });

  it('and a restore happen once for two concurrent requests', async () => {
    const person = await test.addPerson();
    const both = (run: (options: { app: TestApp; by: Person }) => ReturnType<typeof act>) =>
      Promise.all([run({ app: test, by: admin }), run({ app: other, by: admin })]);
    expect(statuses(await both((options) => act('DELETE', `/${person.id}`, undefined, options)))).toEqual([204, 404]);
    expect(statuses(await both((options) => act('POST', `/${person.id}/restore`, undefined, options)))).toEqual([
      200, 409,
    ]);
    expect(await actionsOn(person.id)).toEqual(['user.delete', 'user.restore']);
  });
});

describe('after thirty days', () => {
  // Deletes a user and backdates the deletion.
  const deleteAgo = async (person: Person, ms: number) => {
    await act('DELETE', `/${person.id}`);
    await test.db
      .updateTable('users')
      .set({ deleted_at: new Date(Date.now() - ms) })
      .where('id', '=', person.id)
      .execute();
  };

  it('erases a user completely and updates all counters', async () => {
    const [leaker, member, stranger] = [
      await test.addPerson('leaker'),
      await test.addPerson('leaker'),
      await test.addPerson(),
    ];
    const resource = await addResource(test, { authorId: leaker.id });
    const own = await addResource(test, { authorId: member.id, title: 'Left behind' });
    await like(resource, member);
    await like(resource, stranger);
    await test.call({ method: 'POST', url: `/api/uploads/${resource}/save` }, member);
    await test.call({ method: 'POST', url: `/api/users/${leaker.username}/follow` }, member);
    await test.call({ method: 'POST', url: `/api/users/${member.username}/follow` }, stranger);
    await test.call({ method: 'POST', url: '/api/collections', payload: { name: 'Mine' } }, member);
    await setChannels(test, member, 'mention', { email: true });
    await test.db
      .insertInto('downloads')
      .values({
        resource_id: resource,
        user_id: member.id,
        person: member.id,
        day: '2026-01-01',
        created_at: new Date(),
      })
      .execute();
    await test.db
      .insertInto('activity')
      .values({
        type: 'APPLICATION',
        user_id: member.id,
        details: `${member.username} applied`,
        created_at: new Date(),
      })
      .execute();
    await deleteAgo(member, DELETED_USER_DAYS * DAY_MS + 1000);
    expect(codeOf(await act('POST', `/${member.id}/restore`))).toEqual([409, 'USER_NOT_DELETED']);

    expect(await eraseDeparted(test.deps)).toMatchObject({ failed: 0 });
    const stone = await rowOf(member.id);
    expect(stone.username).toMatch(/^deleted-[0-9a-f]{12}$/);
    expect(stone).toMatchObject({ password_hash: null, role: 'USER', bio: '', avatar: null, display_name: null });
    expect(stone.erased_at).not.toBeNull();
    const counts = await test.db
      .selectFrom('resources')
      .select(['likes', 'saves'])
      .where('id', '=', resource)
      .executeTakeFirst();
    expect(counts).toEqual({ likes: 1, saves: 0 });
    expect(await rowOf(leaker.id)).toMatchObject({ total_likes: 1, followers_count: 0 });
    expect(await rowOf(stranger.id)).toMatchObject({ following_count: 0 });
    for (const table of ['notifications', 'notification_settings'] as const) {
      const rows = await test.db.selectFrom(table).select('kind').where('user_id', '=', member.id).execute();
      expect([table, rows]).toEqual([table, []]);
    }
    // The username and email address remain only in the audit log, which cannot be changed.
    const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'audit_log'`.execute(test.db);
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)} t
        where t::text like ${`%${member.username}%`} or t::text like ${`%${member.email}%`}`.execute(test.db);
      expect(rows, name).toEqual([]);
    }
    expect(codeOf(await act('GET', `/${member.id}`))).toEqual([404, 'USER_NOT_FOUND']);
    expect(codeOf(await act('POST', `/${member.id}/restore`))).toEqual([404, 'USER_NOT_FOUND']);
    expect((await resourcePage(own)).statusCode).toBe(404);
    // The username and email address can be used again.
    const again = await act('POST', '', { email: member.email, username: member.username });
    expect(again.statusCode, again.body).toBe(201);
    expect(await eraseDeparted(test.deps)).toEqual({ erased: 0, failed: 0 });
  });

  it('erases nothing before that', async () => {
    const person = await test.addPerson();
    await deleteAgo(person, DELETED_USER_DAYS * DAY_MS - 60_000);
    await eraseDeparted(test.deps);
    expect((await rowOf(person.id)).erased_at).toBeNull();
    expect((await act('POST', `/${person.id}/restore`)).statusCode).toBe(200);
  });

  it('continues with the others if one user cannot be erased', async () => {
    const [stuck, person] = [await test.addPerson(), await test.addPerson()];
    await deleteAgo(stuck, (DELETED_USER_DAYS + 2) * DAY_MS);
    await deleteAgo(person, (DELETED_USER_DAYS + 1) * DAY_MS);
    // Below, this user's follower count is set to the minimum of its column type, so that decrementing it fails.
    const followed = await test.addPerson();
    const setFollowers = (count: number) =>
      test.db.updateTable('users').set({ followers_count: count }).where('id', '=', followed.id).execute();
    await test.db.insertInto('follows').values({ follower_id: stuck.id, leaker_id: followed.id }).execute();
    await setFollowers(-(2 ** 31));
    expect(await eraseDeparted(test.deps)).toEqual({ erased: 1, failed: 1 });
    expect((await rowOf(person.id)).erased_at).not.toBeNull();
    expect((await rowOf(stuck.id)).username).toBe(stuck.username);
    await setFollowers(1);
    expect(await eraseDeparted(test.deps)).toEqual({ erased: 1, failed: 0 });
  });
});
