// Tests emails about notifications: after a while, in a digest, and turning them off without a login.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSubcategory } from '#test/harness/forum.ts';
import { addThread, reply } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { notificationsOf, setChannels } from '#test/harness/notifications.ts';
import { mailNotifications, sendDigests } from './jobs.ts';
import { unsubscribeLink } from './links.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let test: TestApp;
let subcategoryId: string;
beforeAll(async () => {
  test = await startTestApp();
  ({ id: subcategoryId } = await addSubcategory(test));
});
afterAll(() => test.stop());

const run = async (job: typeof mailNotifications | typeof sendDigests): Promise<void> => {
  const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await job.run({}, test.deps, helpers);
};

/** Someone whose thread gets replies, with the given channels for them. */
const addAuthor = async (channels: Parameters<typeof setChannels>[3]) => {
  const person = await test.addPerson();
  await setChannels(test, person, 'thread-reply', channels);
  const thread = await addThread(test, person, subcategoryId);
  const writer = await test.addPerson();
  return { person, writer, answer: (content?: string) => reply(test, thread.id, writer, content) };
};

const markRead = async (person: Person) => {
  const [newest] = await notificationsOf(test, person);
  await test.call({ method: 'POST', url: `/api/notifications/${newest?.id}/read` }, person);
};

/** The headers of the newest email to a person, as it was sent. */
const sentTo = async ({ email }: Person) => {
  await runJobs(test);
  return [...test.sent.values()].filter(({ to }) => to === email).at(-1);
};

describe('an email', () => {
  it('is sent after a quarter of an hour, one for all unread replies, without their words', async () => {
    const { person, writer, answer } = await addAuthor({ email: true });
    await answer('Buy cheap lights at lights.example');
    await answer();
    await run(mailNotifications);
    expect(await mailsTo(test, person.email)).toEqual([]);
    test.moveClock(16 * MINUTE);
    await Promise.all([run(mailNotifications), run(mailNotifications)]);
    const [mail, ...more] = await mailsTo(test, person.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You have 2 unread notifications');
    expect(mail?.text.split(`${writer.username} replied to you.`)).toHaveLength(3);
    expect(mail?.text).not.toContain('lights.example');
    expect(mail?.text).toContain('http://localhost:3000/community/');
    expect(mail?.text).toContain('because emails about replies in subscribed threads are on in your settings');
    test.moveClock(16 * MINUTE);
    await run(mailNotifications);
    expect(await mailsTo(test, person.email)).toHaveLength(1);
  });

  it('is not sent if it was read, if emails were turned off since, or if the address is not verified', async () => {
    const reader = await addAuthor({ email: true });
    const quitter = await addAuthor({ email: true });
    const unverified = await addAuthor({ email: true });
    for (const { answer } of [reader, quitter, unverified]) await answer();
    await markRead(reader.person);
    await setChannels(test, quitter.person, 'thread-reply', { email: false });
    await test.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', unverified.person.id)
      .execute();
    test.moveClock(16 * MINUTE);
    await run(mailNotifications);
    for (const { person } of [reader, quitter, unverified]) expect(await mailsTo(test, person.email)).toEqual([]);
  });

  it('is not sent by default', async () => {
    const { person, answer } = await addAuthor({ bell: true });
    await answer();
    test.moveClock(16 * MINUTE);
    await run(mailNotifications);
    await run(sendDigests);
    expect(await mailsTo(test, person.email)).toEqual([]);
  });

  it('can be had without the bell', async () => {
    const { person, answer } = await addAuthor({ bell: false, email: true });
    await answer();
    expect(await notificationsOf(test, person)).toEqual([]);
    test.moveClock(16 * MINUTE);
    await run(mailNotifications);
    expect(await mailsTo(test, person.email)).toHaveLength(1);
  });
});

describe('the digest', () => {
  it('lists what is unread, once a day at most', async () => {
    const { person, writer, answer } = await addAuthor({ digest: true });
    await answer();
    await markRead(person);
    await answer();
    await answer();
    await Promise.all([run(sendDigests), run(sendDigests)]);
    const [mail, ...more] = await mailsTo(test, person.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You have 2 unread notifications');
    expect(mail?.text.split(`${writer.username} replied to you.`)).toHaveLength(3);
    expect(mail?.text).toContain('because the daily digest is on in your settings');
    await answer();
    await run(sendDigests);
    expect(await mailsTo(test, person.email)).toHaveLength(1);
    test.moveClock(DAY);
    await run(sendDigests);
    expect((await mailsTo(test, person.email)).map(({ subject }) => subject)).toEqual([
      'You have 2 unread notifications',
      'You have 1 unread notification',
    ]);
    test.moveClock(DAY);
    await run(sendDigests);
    expect(await mailsTo(test, person.email)).toHaveLength(2);
  });

  it('leaves out what has its own email', async () => {
    const { person, answer } = await addAuthor({ email: true, digest: true });
    await answer();
    await run(sendDigests);
    expect(await mailsTo(test, person.email)).toEqual([]);
    test.moveClock(16 * MINUTE);
    await run(mailNotifications);
    expect(await mailsTo(test, person.email)).toHaveLength(1);
  });
});

describe('unsubscribing', () => {
  const oneClick = (address: string, contentType = 'application/x-www-form-urlencoded') =>
    test.call({
      method: 'POST',
      url: address.replace('http://localhost:3000', ''),
      headers: { 'content-type': contentType },
      payload: 'List-Unsubscribe=One-Click',
    });
  const settingOf = async (person: Person, kind: string) => {
    const reply = await test.call({ method: 'GET', url: '/api/notifications/settings' }, person);
    return reply.json<{ settings: { kind: string }[] }>().settings.find((setting) => setting.kind === kind);
  };

  it('works with one click in a mail program, by the headers of the email', async () => {
    const { person, answer } = await addAuthor({ email: true });
    await setChannels(test, person, 'mention', { email: true });
    await answer();
    test.moveClock(16 * MINUTE);
    await run(mailNotifications);
    const link = (await sentTo(person))?.unsubscribe ?? '';
    expect(link).toMatch(/^http:\/\/localhost:3000\/unsubscribe\?token=[\w.-]+$/);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await oneClick(link, type)).statusCode).toBe(204);
    expect(await settingOf(person, 'thread-reply')).toMatchObject({ bell: true, email: false });
    expect(await settingOf(person, 'mention')).toMatchObject({ email: true });
  });

  it('shows what it turns off before it does, and needs no login', async () => {
    const { person } = await addAuthor({ email: true });
    const [, token = ''] = unsubscribeLink(test.deps, { user: person.id, what: 'thread-reply' }).split('token=');
    const url = '/api/notifications/unsubscribe';
    const look = async () => (await test.call({ method: 'GET', url: `${url}?token=${token}` })).json();
    const what = 'emails about replies in subscribed threads';
    expect(await look()).toEqual({ what, isOff: false });
    expect(await look()).toEqual({ what, isOff: false });
    expect((await test.call({ method: 'POST', url, payload: { token } })).json()).toEqual({ what, isOff: true });
    expect(await look()).toEqual({ what, isOff: true });
  });

  it('turns off the whole digest', async () => {
    const { person } = await addAuthor({ digest: true });
    await setChannels(test, person, 'new-upload', { digest: true, email: true });
    const link = unsubscribeLink(test.deps, { user: person.id, what: 'digest' });
    expect((await oneClick(link)).statusCode).toBe(204);
    expect(await settingOf(person, 'thread-reply')).toMatchObject({ digest: false });
    expect(await settingOf(person, 'new-upload')).toMatchObject({ digest: false, email: true });
  });

  it('refuses links that were changed or are for something else', async () => {
    const person = await test.addPerson();
    const link = unsubscribeLink(test.deps, { user: person.id, what: 'mention' });
    for (const wrong of [`${link}x`, link.replace('v1.', 'v2.'), '/unsubscribe?token=abc']) {
      const refused = await oneClick(wrong);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([400, 'UNSUBSCRIBE_LINK']);
    }
    expect((await oneClick('/unsubscribe')).statusCode).toBe(400);
  });
});
