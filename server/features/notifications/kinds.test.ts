// Tests who is notified of what, by the actions that cause it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSubcategory } from '#test/harness/forum.ts';
import { addThread, reply } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { notificationPage, notificationsOf, setChannels } from '#test/harness/notifications.ts';
import { addRequest, nowhere } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** Simulates a second process on the same database. */
let other: TestApp;
let admin: Person;
let subcategoryId: string;
let address: string;
beforeAll(async () => {
  test = await startTestApp({ outgoing: nowhere() });
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
  ({ id: subcategoryId, address } = await addSubcategory(test));
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const addPending = async (leaker: Person, title = 'Night Bus LUTs'): Promise<string> => {
  const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', title });
  await test.db
    .updateTable('resources')
    .set({ rights_declared_at: new Date(), submitted_at: new Date() })
    .where('id', '=', id)
    .execute();
  return id;
};
const decide = async (id: string, payload: object, by = admin, app = test) => {
  const reply = await app.call({ method: 'PUT', url: `/api/admin/uploads/${id}/status`, payload }, by);
  expect(reply.statusCode, reply.body).toBe(200);
};
const follow = async (name: string, person: Person, method: 'POST' | 'DELETE' = 'POST') => {
  const reply = await test.call({ method, url: `/api/users/${name}/follow` }, person);
  expect(reply.statusCode, reply.body).toBe(200);
};
const suspend = (person: Person, at: Date | null = new Date()) =>
  test.db.updateTable('users').set({ suspended_at: at }).where('id', '=', person.id).execute();
const setDeleted = (person: Person, at: Date | null) =>
  test.db.updateTable('users').set({ deleted_at: at }).where('id', '=', person.id).execute();
const rowsOf = (person: Person) =>
  test.db.selectFrom('notifications').select(['kind', 'event_key']).where('user_id', '=', person.id).execute();

describe('a decision on an upload', () => {
  it('is in the bell of its leaker, next to the email', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    await decide(id, { status: 'REJECTED', reason: 'The archive\nis empty.' });
    await decide(id, { status: 'APPROVED' });
    expect(await notificationsOf(test, leaker, { filter: 'uploads' })).toMatchObject([
      {
        kind: 'upload-approved',
        group: 'uploads',
        title: 'Night Bus LUTs is approved',
        line: 'It is on the site now.',
        href: `/resources/${id}`,
      },
      {
        kind: 'upload-rejected',
        title: 'Night Bus LUTs was not approved',
        line: 'The archive is empty.',
        href: `/leaker/uploads/${id}`,
      },
    ]);
    expect(await mailsTo(test, leaker.email)).toHaveLength(2);
  });

  it('is emailed once, with a link that turns these emails off', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    await decide(id, { status: 'APPROVED' });
    await runJobs(test);
    const [mail, ...more] = await mailsTo(test, leaker.email);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/To turn off these emails, open http:\/\/localhost:3000\/unsubscribe\?token=\S+$/m);
    await setChannels(test, leaker, 'upload-rejected', { email: false });
    await decide(id, { status: 'REJECTED' });
    expect(await mailsTo(test, leaker.email)).toHaveLength(1);
    expect(await rowsOf(leaker)).toHaveLength(2);
  });

  it('is not in the bell if the leaker has turned that off, or decided it', async () => {
    const leaker = await test.addPerson('leaker');
    await setChannels(test, leaker, 'upload-approved', { bell: false });
    await decide(await addPending(leaker), { status: 'APPROVED' });
    await decide(await addPending(admin), { status: 'APPROVED' });
    expect(await notificationsOf(test, leaker)).toEqual([]);
    expect(await notificationsOf(test, admin, { filter: 'uploads' })).toEqual([]);
  });

  it('disappears with the upload, and an approval while the upload is not on the site', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addPending(leaker);
    await decide(id, { status: 'REJECTED' });
    await decide(id, { status: 'APPROVED' });
    expect(await notificationPage(test, leaker)).toMatchObject({ unread: 2 });
    await decide(id, { status: 'PENDING' });
    expect(await notificationsOf(test, leaker)).toMatchObject([{ kind: 'upload-rejected' }]);
    await test.call({ method: 'DELETE', url: `/api/admin/uploads/${id}` }, admin);
    expect(await notificationPage(test, leaker)).toMatchObject({ notifications: [], unread: 0 });
  });
});

describe('a new upload', () => {
  it('is announced to the followers once, in batches, except to suspended and deleted ones', async () => {
    const leaker = await test.addPerson('leaker');
    const [one, two, gone, suspended] = await Promise.all(Array.from({ length: 4 }, () => test.addPerson()));
    for (const person of [one, two, gone, suspended]) if (person) await follow(leaker.username, person);
    if (!one || !two || !gone || !suspended) throw new Error('four people');
    await setDeleted(gone, new Date());
    await suspend(suspended);
    const id = await addPending(leaker, 'Room Tones');
    await decide(id, { status: 'APPROVED' });
    await runJobs(test);
    await decide(id, { status: 'REJECTED' });
    await decide(id, { status: 'APPROVED' });
    await runJobs(test);
    for (const person of [one, two])
      expect(await notificationsOf(test, person)).toMatchObject([
        {
          kind: 'new-upload',
          title: `${leaker.username} uploaded Room Tones`,
          line: `Free. You follow ${leaker.username}.`,
          href: `/resources/${id}`,
        },
      ]);
    for (const person of [gone, suspended]) expect(await rowsOf(person)).toEqual([]);
    // Nobody is led to a page that they can't see.
    await decide(id, { status: 'PENDING' });
    expect(await notificationPage(test, one)).toMatchObject({ notifications: [], unread: 0 });
  });

  it('reaches a thousand followers, and the approval does not wait for them', async () => {
    const leaker = await test.addPerson('leaker');
    const followers = Array.from({ length: 1100 }, () => ({
      id: randomUUID(),
      username: `f-${randomUUID().slice(0, 20)}`,
      email: `${randomUUID()}@people.example`,
    }));
    await test.db.insertInto('users').values(followers).execute();
    await test.db
      .insertInto('follows')
      .values(followers.map(({ id }) => ({ follower_id: id, leaker_id: leaker.id })))
      .execute();
    const id = await addPending(leaker);
    await decide(id, { status: 'APPROVED' });
    const count = async () =>
      Number(
        (
          await test.db
            .selectFrom('notifications')
            .select((eb) => eb.fn.countAll().as('count'))
            .where('event_key', '=', `upload ${id}`)
            .executeTakeFirstOrThrow()
        ).count,
      );
    expect(await count()).toBe(0);
    // Two processes may run the same job when one of them is believed to be dead.
    await Promise.all([runJobs(test), runJobs(other)]);
    expect(await count()).toBe(1100);
  });
});

describe('a post', () => {
  const textsOf = async (person: Person) =>
    (await notificationsOf(test, person, { filter: 'replies' })).map(({ kind, title, line }) => [kind, title, line]);

  it('notifies the author of the thread and the people it mentions or quotes, each once: a mention wins', async () => {
    const [author, writer, quoted, stranger] = [
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
    ];
    const thread = await addThread(test, author, subcategoryId);
    const content = `@${quoted.username} wrote:\n\n> ProRes plays black\n\nFixed in 18.1, as @${writer.username} said.`;
    const post = await reply(test, thread.id, writer, content);
    expect(await textsOf(author)).toEqual([
      ['thread-reply', `${writer.username} replied to you`, expect.stringContaining('Fixed in 18.1')],
    ]);
    await reply(test, thread.id, writer, `Does it work, @${author.username}?`);
    expect((await textsOf(author))[0]?.[0]).toBe('mention');
    expect(await textsOf(author)).toHaveLength(2);
    expect(await textsOf(quoted)).toEqual([['mention', `${writer.username} mentioned you`, expect.any(String)]]);
    for (const person of [writer, stranger]) expect(await textsOf(person)).toEqual([]);
    const [{ href } = { href: '' }] = await notificationsOf(test, quoted);
    expect(href).toBe(`/community/${address}/${thread.id}/${post.id}`);
  });

  it('notifies nobody when the author answers in their own thread', async () => {
    const author = await test.addPerson();
    const thread = await addThread(test, author, subcategoryId);
    await reply(test, thread.id, author, 'One more thing.');
    expect(await rowsOf(author)).toEqual([]);
  });

  it('counts once when the request is sent twice to two processes', async () => {
    const [author, writer] = [await test.addPerson(), await test.addPerson()];
    const thread = await addThread(test, author, subcategoryId);
    const payload = { threadId: thread.id, content: 'The same words.' };
    const replies = await Promise.all(
      [test, other, test, other].map((app) => app.call({ method: 'POST', url: '/api/forum/posts', payload }, writer)),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await textsOf(author)).toHaveLength(1);
  });

  it('is not shown once it or its thread is removed, or its author suspended', async () => {
    const [author, writer] = [await test.addPerson(), await test.addPerson()];
    const thread = await addThread(test, author, subcategoryId);
    const post = await reply(test, thread.id, writer, 'Words that will be removed.');
    expect(await textsOf(author)).toHaveLength(1);
    await suspend(writer);
    expect(await textsOf(author)).toEqual([]);
    await suspend(writer, null);
    const setPost = (at: Date | null) =>
      test.db.updateTable('forum_posts').set({ deleted_at: at }).where('id', '=', post.id).execute();
    await setPost(new Date());
    expect(await notificationPage(test, author)).toMatchObject({ notifications: [], unread: 0 });
    await setPost(null);
    expect(await textsOf(author)).toHaveLength(1);
  });
});

describe('a new follower', () => {
  it('is announced once, and not shown after they stop following', async () => {
    const [leaker, fan] = [await test.addPerson('leaker'), await test.addPerson()];
    await follow(leaker.username, fan);
    await follow(leaker.username, fan);
    const shown = [{ kind: 'new-follower', title: `${fan.username} follows you`, href: `/${fan.username}` }];
    expect(await notificationsOf(test, leaker)).toMatchObject(shown);
    await follow(leaker.username, fan, 'DELETE');
    expect(await notificationPage(test, leaker)).toMatchObject({ notifications: [], unread: 0 });
    await follow(leaker.username, fan);
    expect(await notificationsOf(test, leaker)).toMatchObject(shown);
    expect(await rowsOf(leaker)).toHaveLength(1);
  });

  it('has their current name', async () => {
    const [leaker, fan] = [await test.addPerson('leaker'), await test.addPerson()];
    await follow(leaker.username, fan);
    const username = `renamed-${fan.username}`.slice(0, 30);
    await test.db.updateTable('users').set({ username }).where('id', '=', fan.id).execute();
    const shown = [{ title: `${username} follows you`, href: `/${username}` }];
    expect(await notificationsOf(test, leaker)).toMatchObject(shown);
  });
});

describe('a decision on a request', () => {
  const decideRequest = async (id: string, payload: object) => {
    const reply = await test.call({ method: 'PUT', url: `/api/admin/requests/${id}/status`, payload }, admin);
    expect(reply.statusCode, reply.body).toBe(200);
    await runJobs(test);
  };

  it('reaches its requester and the voters who asked for it, once for each decision', async () => {
    const [asker, voter, silent] = [await test.addPerson(), await test.addPerson(), await test.addPerson()];
    const id = await addRequest(test, { userId: asker.id, name: 'Green screen hands' });
    for (const [person, tells] of [
      [voter, true],
      [silent, false],
    ] as const)
      await test.call({ method: 'POST', url: `/api/requests/${id}/votes`, payload: { tells } }, person);
    const resource = await addResource(test, { authorId: admin.id, title: 'Green screen hand gestures' });
    await decideRequest(id, { status: 'Searching' });
    await decideRequest(id, { status: 'Fulfilled', resourceId: resource, note: 'Enjoy!' });
    expect(await notificationsOf(test, asker)).toMatchObject([
      {
        kind: 'request-fulfilled',
        title: 'Your request is fulfilled',
        line: 'The requested asset "Green screen hands" is now available. Enjoy!',
        href: `/resources/${resource}`,
      },
      { kind: 'request-updated', title: 'We are working on your request', href: '/requests' },
    ]);
    expect((await notificationsOf(test, voter)).map(({ title }) => title)).toEqual([
      'A request you voted for is fulfilled',
      'We are working on a request you voted for',
    ]);
    expect(await notificationsOf(test, silent)).toEqual([]);
    expect(await mailsTo(test, voter.email)).toHaveLength(2);
  });

  it('is not emailed to those who have turned it off', async () => {
    const asker = await test.addPerson();
    const id = await addRequest(test, { userId: asker.id, name: 'Hands' });
    await setChannels(test, asker, 'request-rejected', { email: false });
    await decideRequest(id, { status: 'Rejected', note: 'Not ours to share.' });
    expect(await mailsTo(test, asker.email)).toEqual([]);
    expect(await notificationsOf(test, asker)).toMatchObject([{ kind: 'request-rejected' }]);
  });
});

describe('a decision on an application', () => {
  it('reaches the applicant', async () => {
    const [lucky, unlucky] = [await test.addPerson(), await test.addPerson()];
    const apply = async (person: Person) => {
      const { id } = await test.db
        .insertInto('leaker_applications')
        .values({ user_id: person.id, created_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const put = async (id: string, verb: 'approve' | 'reject', payload: object) => {
      const reply = await test.call({ method: 'POST', url: `/api/admin/applications/${id}/${verb}`, payload }, admin);
      expect(reply.statusCode, reply.body).toBeLessThan(300);
    };
    await put(await apply(lucky), 'approve', {});
    await put(await apply(unlucky), 'reject', { reason: 'Too early.' });
    expect(await notificationsOf(test, lucky)).toMatchObject([{ title: 'You are now a leaker', href: '/leaker' }]);
    expect(await notificationsOf(test, unlucky)).toMatchObject([
      { title: 'Your application was not approved', line: 'Too early.', group: 'account' },
    ]);
  });
});

describe('a decision on a report', () => {
  it('reaches a reporter with an account, and the owner of what was reported', async () => {
    const [reporter, leaker] = [await test.addPerson(), await test.addPerson('leaker')];
    const id = await addResource(test, { authorId: leaker.id, title: 'Tape Damage' });
    const { id: reportId } = await test.db
      .insertInto('reports')
      .values({
        kind: 'resource',
        subject_id: id,
        subject_label: 'Tape Damage',
        reason: 'copyright',
        details: 'It is mine.',
        reporter_id: reporter.id,
        email: reporter.email,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reply = await test.call(
      {
        method: 'POST',
        url: `/api/admin/reports/${reportId}/resolve`,
        payload: { decision: 'uphold', message: 'the missing credit was added.' },
      },
      admin,
    );
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    const line = 'Tape Damage: the missing credit was added.';
    expect(await notificationsOf(test, reporter)).toMatchObject([
      { kind: 'report-closed', title: 'Your report is closed', line, href: `/resources/${id}` },
    ]);
    expect(await notificationsOf(test, leaker)).toMatchObject([
      { kind: 'own-content-reported', title: 'A report about your content was upheld', line },
    ]);
    expect(await mailsTo(test, reporter.email)).toHaveLength(1);
    // The reporter is not led to an asset that only its leaker still sees.
    await decide(id, { status: 'PENDING' });
    expect(await notificationsOf(test, reporter)).toEqual([]);
    expect(await notificationsOf(test, leaker, { filter: 'all' })).toMatchObject([
      { kind: 'own-content-reported', href: `/leaker/uploads/${id}` },
    ]);
  });
});
