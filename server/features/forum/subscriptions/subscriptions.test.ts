// Who is notified of the replies in a thread.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThreadPage } from '#contract/forum/api.ts';
import { addThread, reply } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { runJobs } from '#test/harness/mailbox.ts';
import { notificationsOf, setChannels } from '#test/harness/notifications.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let author: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  author = await test.addPerson();
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const begin = async (): Promise<string> => (await addThread(test, author)).id;
const set = (person: Person, threadId: string, method: 'PUT' | 'DELETE') =>
  test.call({ method, url: `/api/forum/threads/${threadId}/subscription` }, person);
const subscribe = async (person: Person, threadId: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  expect((await set(person, threadId, method)).statusCode).toBe(204);
const stateOf = async (threadId: string, person?: Person) =>
  (await test.call({ url: `/api/forum/threads/${threadId}` }, person)).json<ThreadPage>().isSubscribed;
const told = async (person: Person, threadId: string) =>
  (await notificationsOf(test, person)).filter(({ href }) => href.includes(threadId)).map(({ title }) => title);

describe('a subscription', () => {
  it('begins with starting a thread, with a reply or with the button', async () => {
    const [ben, cyd] = [await test.addPerson(), await test.addPerson()];
    const id = await begin();
    expect([await stateOf(id, author), await stateOf(id, ben), await stateOf(id)]).toEqual([true, null, null]);
    await reply(test, id, ben, 'I have the same.');
    expect(await stateOf(id, ben)).toBe(true);
    await subscribe(cyd, id);
    await subscribe(cyd, id);
    expect(await stateOf(id, cyd)).toBe(true);
  });

  it('does not begin again with a reply after unsubscribing', async () => {
    const ben = await test.addPerson();
    const id = await begin();
    await subscribe(author, id, 'DELETE');
    await subscribe(ben, id, 'DELETE');
    await reply(test, id, author, 'One more thing.');
    await reply(test, id, ben, 'I have the same.');
    expect([await stateOf(id, author), await stateOf(id, ben)]).toEqual([false, false]);
    expect(await told(author, id)).toEqual([]);
    await subscribe(author, id);
    await reply(test, id, ben, 'And now?');
    expect(await told(author, id)).toEqual([`${ben.username} replied to you`]);
  });

  it('is not possible for a removed thread, or one that does not exist', async () => {
    const ben = await test.addPerson();
    const id = await begin();
    await subscribe(ben, id);
    const admin = await test.addPerson('admin');
    const removal = { method: 'DELETE', url: `/api/forum/threads/${id}`, payload: { reason: 'Off topic' } } as const;
    expect((await test.call(removal, admin)).statusCode).toBe(204);
    for (const method of ['PUT', 'DELETE'] as const)
      for (const thread of [id, randomUUID()])
        expect((await set(ben, thread, method)).json()).toMatchObject({ code: 'THREAD_NOT_FOUND' });
  });
});

describe('a reply', () => {
  it('notifies every subscriber but its author, with words for each', async () => {
    const [ben, cyd, dan] = [await test.addPerson(), await test.addPerson(), await test.addPerson()];
    const id = await begin();
    await subscribe(ben, id);
    await reply(test, id, cyd, 'Turn off HDR.');
    expect(await told(author, id)).toEqual([`${cyd.username} replied to you`]);
    expect(await told(ben, id)).toEqual([`${cyd.username} replied in a subscribed thread`]);
    expect([await told(cyd, id), await told(dan, id)]).toEqual([[], []]);
    await reply(test, id, ben, 'That helps.');
    expect(await told(cyd, id)).toEqual([`${ben.username} replied in a subscribed thread`]);
    expect(await told(ben, id)).toHaveLength(1);
  });

  it('notifies a subscriber whom it mentions once, of the mention, or of the reply if mentions are off', async () => {
    const [ben, cyd, writer] = [await test.addPerson(), await test.addPerson(), await test.addPerson()];
    const id = await begin();
    for (const person of [ben, cyd]) await subscribe(person, id);
    await setChannels(test, cyd, 'mention', { bell: false });
    await reply(test, id, writer, `@${ben.username} and @${cyd.username}: fixed in 18.1.`);
    expect(await told(ben, id)).toEqual([`${writer.username} mentioned you`]);
    expect(await told(cyd, id)).toEqual([`${writer.username} replied in a subscribed thread`]);
  });

  it('notifies hundreds of subscribers by a job, each once, also when two processes run it', async () => {
    const writer = await test.addPerson();
    const crowd = Array.from({ length: 700 }, () => ({
      id: randomUUID(),
      username: `s-${randomUUID().slice(0, 20)}`,
      email: `${randomUUID()}@people.example`,
    }));
    await test.db.insertInto('users').values(crowd).execute();
    const id = await begin();
    const at = new Date(test.deps.now().getTime() - 1000);
    await test.db
      .insertInto('forum_subscriptions')
      .values(crowd.map(({ id: user_id }) => ({ thread_id: id, user_id, is_on: true, changed_at: at })))
      .execute();
    const post = await reply(test, id, writer, 'For all of you.');
    const removed = await reply(test, id, writer, 'Not for you.');
    await test.db.updateTable('forum_posts').set({ deleted_at: at }).where('id', '=', removed.id).execute();
    const late = await test.addPerson();
    test.moveClock(1000);
    await subscribe(late, id);
    const count = async ({ id: postId }: { id: string } = post) =>
      (
        await test.db
          .selectFrom('notifications')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('event_key', '=', `post ${postId}`)
          .executeTakeFirstOrThrow()
      ).count;
    expect(await count()).toBe(50);
    const early = await count(removed);
    expect(early).toBeLessThanOrEqual(50);
    await Promise.all([runJobs(test), runJobs(other)]);
    // The thread's author is a subscriber too. People who subscribed after the reply are not notified of it.
    expect(await count()).toBe(701);
    expect(await told(late, id)).toEqual([]);
    await runJobs(test);
    expect(await count()).toBe(701);
    // A job that starts after the removal of its post notifies nobody.
    expect(await count(removed)).toBe(early);
  });
});

describe('an edit', () => {
  it('notifies people whom it mentions for the first time, once', async () => {
    const [ben, cyd] = [await test.addPerson(), await test.addPerson()];
    const id = await begin();
    const { posts } = (await test.call({ url: `/api/forum/threads/${id}` })).json<ThreadPage>();
    const edit = async (content: string) => {
      const url = `/api/forum/posts/${posts[0]?.id}`;
      const answer = await test.call({ method: 'PUT', url, payload: { content } }, author);
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await edit(`As @${ben.username} said.`);
    expect(await told(ben, id)).toEqual([`${author.username} mentioned you`]);
    await edit('As I said.');
    await edit(`As @${ben.username}, @${cyd.username} and @${author.username} said.`);
    expect(await told(ben, id)).toHaveLength(1);
    expect(await told(cyd, id)).toEqual([`${author.username} mentioned you`]);
    expect(await told(author, id)).toEqual([]);
  });
});
