// Tests the announcements on Discord with its fake and two processes: each asset once, whatever Discord answers.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DiscordPosts } from '#contract/uploads/discord-posts.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { announceOnDiscord } from './jobs.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const URL_OF_CALL = '/api/admin/discord-posts';

let fakes: ProviderFakes;
let test: TestApp;
let other: TestApp;
let admin: Person;
let leaker: Person;
let webhook: { id: string; token: string; url: string };

beforeAll(async () => {
  fakes = await startProviderFakes();
  test = await startTestApp({ env: fakes.env });
  other = await startTestApp({ env: fakes.env, beside: test });
  leaker = await test.addPerson('leaker');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
  await fakes.stop();
});
beforeEach(async () => {
  const { webhooks } = fakes.discord;
  webhooks.posts.length = 0;
  webhooks.throttles.length = 0;
  webhooks.losesAnswer = false;
  webhook = webhooks.add();
  await test.db.deleteFrom('discord_posts').execute();
  await test.db.deleteFrom('discord_webhooks').execute();
  // Their sessions were confirmed just now, whatever the clock says.
  admin = await test.addPerson('admin');
});

const call = async (method: 'GET' | 'PUT' | 'DELETE' | 'POST', payload?: object, path = '') => {
  const reply = await test.call({ method, url: `${URL_OF_CALL}${path}`, ...(payload && { payload }) }, admin);
  return { status: reply.statusCode, body: reply.json<DiscordPosts & { code?: string }>(), text: reply.body, reply };
};
const turnOn = async (url = webhook.url): Promise<DiscordPosts> => {
  const { status, body, text } = await call('PUT', { isOn: true, url });
  expect(status, text).toBe(200);
  return body;
};
const settings = async (): Promise<DiscordPosts> => (await call('GET')).body;
const sendTest = () => call('POST', undefined, '/test');

const decide = async (id: string, status: 'APPROVED' | 'REJECTED', app = test): Promise<void> => {
  const reply = await app.call({ method: 'PUT', url: `/api/admin/uploads/${id}/status`, payload: { status } }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
};
const addPending = async (title: string, category = 'Free'): Promise<string> => {
  const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', title, category });
  const now = new Date();
  await test.db
    .updateTable('resources')
    .set({ rights_declared_at: now, sale_declared_at: now })
    .where('id', '=', id)
    .execute();
  return id;
};
const approveNew = async (title: string, category?: string): Promise<string> => {
  const id = await addPending(title, category);
  await decide(id, 'APPROVED');
  return id;
};
const run = (app = test, signal = new AbortController().signal): Promise<void> =>
  announceOnDiscord.run({}, app.deps, { log: app.deps.log, signal, attempt: 1, isLastAttempt: false });
const moveClocks = (ms: number): void => {
  test.moveClock(ms);
  other.moveClock(ms);
};

const embeds = () => fakes.discord.webhooks.posts.flatMap(({ body }) => body.embeds ?? []);
const titles = (): (string | undefined)[] => embeds().map(({ title }) => title);
const stateOf = async (id: string): Promise<string | undefined> =>
  (await test.db.selectFrom('discord_posts').select('state').where('resource_id', '=', id).executeTakeFirst())?.state;
const audited = (action: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['actor_name as by', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();

describe('the settings', () => {
  it('are off by default, and then nothing is announced, also not later', async () => {
    expect(await settings()).toMatchObject({ isSet: false, isOn: false, webhookId: null, waiting: 0 });
    const id = await approveNew('Before');
    await turnOn();
    await run();
    expect(embeds()).toEqual([]);
    expect(await stateOf(id)).toBeUndefined();
  });

  it('never return the token, and store it encrypted', async () => {
    const saved = await call('PUT', { isOn: true, url: webhook.url });
    const read = await call('GET');
    const row = await test.db.selectFrom('discord_webhooks').selectAll().executeTakeFirstOrThrow();
    const log = await audited('discord.change');
    expect(read.body).toMatchObject({ isSet: true, isOn: true, webhookId: webhook.id });
    expect(row.sealed_token.includes(webhook.token)).toBe(false);
    for (const text of [saved.text, read.text, JSON.stringify(log)]) expect(text).not.toContain(webhook.token);
  });

  it('write each change to the audit log', async () => {
    await turnOn();
    await call('PUT', { isOn: false });
    // Nothing changes, so nothing is written.
    await call('PUT', { isOn: false });
    await call('PUT', { isOn: false, url: fakes.discord.webhooks.add().url });
    await call('DELETE');
    const [deleted, replaced, off, on] = await audited('discord.change');
    expect(on).toMatchObject({ by: admin.username, before: { webhook: null, on: false } });
    expect(on?.after).toEqual({ webhook: webhook.id, on: true });
    expect(off).toMatchObject({ before: { on: true }, after: { webhook: webhook.id, on: false } });
    expect(replaced?.after).toMatchObject({ urlReplaced: true });
    expect(deleted?.after).toEqual({ webhook: null, on: false });
  });

  it.each([
    '',
    'https://discord.com/api/webhooks/1/short',
    'http://127.0.0.1/api/webhooks/123456789012345678/abc',
    'https://example.com/hook',
  ])('refuse %j as a webhook', async (url) => {
    const { status, body } = await call('PUT', { isOn: true, url });
    expect([status, body.code]).toEqual([400, 'BAD_INPUT']);
    expect((await settings()).isSet).toBe(false);
  });

  it('cannot be turned on without a webhook', async () => {
    expect((await call('PUT', { isOn: true })).body.code).toBe('DISCORD_WEBHOOK_MISSING');
    expect((await sendTest()).body.code).toBe('DISCORD_WEBHOOK_MISSING');
  });

  it('require a fresh confirmation', async () => {
    moveClocks(11 * MINUTE);
    expect((await call('PUT', { isOn: true, url: webhook.url })).body.code).toBe('CONFIRMATION_REQUIRED');
    expect((await call('DELETE')).body.code).toBe('CONFIRMATION_REQUIRED');
    await test.call({ method: 'POST', url: '/api/auth/confirm', payload: { password: PASSWORD } }, admin);
    expect((await call('PUT', { isOn: true, url: webhook.url })).status).toBe(200);
  });

  it('show how messages look, with the newest asset', async () => {
    await approveNew('**Soft** leaks', 'Premium');
    const { preview, summary, isReachable } = await settings();
    expect(preview).toMatchObject({ title: '**Soft** leaks', isPremium: true, picture: null });
    expect(summary.text).toContain('and 4 more');
    // The tests run on localhost.
    expect(isReachable).toBe(false);
  });
});

describe('a test message', () => {
  it('is sent, also while announcements are off', async () => {
    await turnOn();
    await call('PUT', { isOn: false });
    const { status, body } = await sendTest();
    expect(status).toBe(200);
    expect(body.lastSentAt).not.toBeNull();
    expect(titles()).toEqual(['Test message']);
  });

  it('reports a deleted webhook, and turns announcements off', async () => {
    await turnOn();
    fakes.discord.webhooks.delete(webhook.id);
    expect((await sendTest()).body.code).toBe('DISCORD_WEBHOOK_GONE');
    expect(await settings()).toMatchObject({ isOn: false, goneAt: expect.any(String) });
  });

  it('honours the wait that Discord asks for', async () => {
    await turnOn();
    fakes.discord.webhooks.throttle({ retryAfter: 30 });
    const first = await sendTest();
    expect([first.status, first.reply.headers['retry-after']]).toEqual([429, '30']);
    fakes.discord.calls.length = 0;
    expect((await sendTest()).status).toBe(429);
    expect(fakes.discord.calls).toEqual([]);
  });

  it('reports an outage', async () => {
    await turnOn();
    fakes.discord.misbehave('error');
    const { status, body } = await sendTest();
    expect([status, body.code]).toEqual([502, 'DISCORD_AWAY']);
    expect(await settings()).toMatchObject({ isOn: true, goneAt: null });
  });
});

describe('an approved asset', () => {
  it('is announced once, with its access, and never again after another decision', async () => {
    await turnOn();
    const id = await approveNew('Dust & light', 'Premium');
    await run();
    expect(embeds()).toHaveLength(1);
    expect(embeds()[0]).toMatchObject({ title: 'Dust \\& light', author: { name: leaker.username } });
    expect(embeds()[0]?.fields?.[0]).toMatchObject({ name: 'Access', value: 'Premium' });
    expect(fakes.discord.webhooks.posts[0]?.body.allowed_mentions).toEqual({ parse: [] });
    await decide(id, 'REJECTED');
    await decide(id, 'APPROVED');
    await run();
    await run(other);
    expect(embeds()).toHaveLength(1);
    expect(await settings()).toMatchObject({ waiting: 0, uncertain: 0, refused: 0 });
  });

  it('is announced once by two processes that run at the same time', async () => {
    await turnOn();
    for (const title of ['One', 'Two', 'Three', 'Four']) await approveNew(title);
    await Promise.all([run(), run(other), run(), run(other)]);
    expect(titles().toSorted()).toEqual(['Four', 'One', 'Three', 'Two']);
  });

  it('is not announced if it is no longer public when its turn comes', async () => {
    await turnOn();
    const id = await approveNew('Hidden');
    await decide(id, 'REJECTED');
    await run();
    await decide(id, 'APPROVED');
    await run();
    expect(embeds()).toEqual([]);
    expect(await stateOf(id)).toBe('DROPPED');
  });

  it('is not announced after announcements were turned off', async () => {
    await turnOn();
    await approveNew('Waiting');
    await call('PUT', { isOn: false });
    await call('PUT', { isOn: true });
    await run();
    expect(embeds()).toEqual([]);
  });
});

describe('many approvals', () => {
  it('become one message about all of them', async () => {
    await turnOn();
    for (let index = 0; index < 40; index += 1) await approveNew(`Pack ${index}`);
    await Promise.all([run(), run(other)]);
    expect(titles()).toEqual(['40 new assets']);
    expect(embeds()[0]?.description).toContain('and 30 more');
    await run();
    expect(embeds()).toHaveLength(1);
    expect((await settings()).waiting).toBe(0);
  });
});

describe('on trouble with Discord', () => {
  it('waits as long as Discord asks, in every process', async () => {
    await turnOn();
    const id = await approveNew('Throttled');
    fakes.discord.webhooks.throttle({ retryAfter: 300, global: true });
    await run();
    expect(await stateOf(id)).toBe('WAITING');
    expect((await settings()).pausedUntil).not.toBeNull();
    fakes.discord.calls.length = 0;
    await run(other);
    expect(fakes.discord.calls).toEqual([]);
    moveClocks(301_000);
    await run(other);
    expect(titles()).toEqual(['Throttled']);
  });

  it('stops before the limit of the webhook', async () => {
    await turnOn();
    for (let count = 0; count < 28; count += 1) expect((await sendTest()).status).toBe(200);
    for (const title of ['One', 'Two', 'Three']) await approveNew(title);
    await run();
    expect(titles().slice(28)).toEqual(['One', 'Two']);
    expect(await settings()).toMatchObject({ waiting: 1, pausedUntil: expect.any(String) });
    expect(fakes.discord.webhooks.posts.length).toBe(30);
  });

  it('never repeats a message whose answer was lost', async () => {
    await turnOn();
    const id = await approveNew('Lost answer');
    fakes.discord.webhooks.losesAnswer = true;
    await run();
    expect(await stateOf(id)).toBe('UNCERTAIN');
    const next = await approveNew('Next');
    // Discord is asked first, so that an outage costs one announcement at most.
    moveClocks(3 * MINUTE);
    fakes.discord.misbehave('error');
    await run();
    expect(await stateOf(next)).toBe('WAITING');
    await run();
    expect(titles()).toEqual(['Lost answer', 'Next']);
    expect(await settings()).toMatchObject({ uncertain: 1, waiting: 0 });
  });

  it('does not repeat a message of a process that was killed', async () => {
    await turnOn();
    const id = await approveNew('Killed');
    await test.db.updateTable('discord_posts').set({ state: 'SENDING', taken_at: test.deps.now() }).execute();
    await run(other);
    expect([await stateOf(id), (await settings()).waiting]).toEqual(['SENDING', 1]);
    moveClocks(11 * MINUTE);
    await run(other);
    expect(await stateOf(id)).toBe('UNCERTAIN');
    expect(embeds()).toEqual([]);
  });

  it('skips a message that Discord refuses', async () => {
    await turnOn();
    const id = await approveNew('Refused');
    await approveNew('Fine');
    fakes.discord.webhooks.refusesNext = true;
    await run();
    expect(titles()).toEqual(['Fine']);
    expect(await stateOf(id)).toBe('REFUSED');
    expect(await settings()).toMatchObject({ refused: 1, waiting: 0 });
  });

  it('turns announcements off when the webhook is gone, and tells the administrators once', async () => {
    await turnOn();
    const id = await approveNew('Gone');
    fakes.discord.webhooks.delete(webhook.id);
    await Promise.all([run(), run(other)]);
    expect(await settings()).toMatchObject({ isOn: false, isSet: true, waiting: 1, goneAt: expect.any(String) });
    await run();
    const mails = await mailsTo(test, admin.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Discord announcements were turned off']);
    const [entry, ...more] = await audited('discord.turn-off');
    expect(entry).toMatchObject({ by: 'Helix', before: { on: true }, after: { on: false } });
    expect(more.filter(({ before }) => (before as { webhook: string }).webhook === webhook.id)).toEqual([]);
    // With another webhook, what waits is announced.
    await turnOn(fakes.discord.webhooks.add().url);
    await run();
    expect(titles()).toEqual(['Gone']);
    expect(await stateOf(id)).toBe('SENT');
  });

  it('gives up what has waited for more than a day', async () => {
    await turnOn();
    const id = await approveNew('Old news');
    moveClocks(DAY + MINUTE);
    await run();
    expect(embeds()).toEqual([]);
    expect(await stateOf(id)).toBe('DROPPED');
  });

  it('sends nothing more once the process is stopping', async () => {
    await turnOn();
    await approveNew('Stopping');
    await run(test, AbortSignal.abort());
    expect(embeds()).toEqual([]);
    expect((await settings()).waiting).toBe(1);
  });
});
