import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutgoing, type Outgoing } from '#server/kit/outgoing/outgoing.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { createDiscordWebhooks, type WebhookAddress, type WebhookMessage } from './discord-webhook.ts';

let fakes: ProviderFakes;
let address: WebhookAddress;
beforeAll(async () => {
  fakes = await startProviderFakes();
});
afterAll(() => fakes.stop());
beforeEach(() => {
  const { webhooks, calls } = fakes.discord;
  address = webhooks.add();
  webhooks.posts.length = 0;
  webhooks.throttles.length = 0;
  calls.length = 0;
});

const open = (base = fakes.env.DISCORD_BASE ?? '', outgoing?: Outgoing) =>
  createDiscordWebhooks({
    base,
    outgoing: outgoing ?? createOutgoing({ fakes: [base], timeMs: 400 }),
    site: () => 'https://helix.example',
  });
const message: WebhookMessage = { embeds: [{ title: 'Light leaks', description: 'Twelve of them.' }] };
const send = (webhook = address, given = message) => open().send(webhook, given);

describe('a message', () => {
  it('is posted, mentions nobody, and says which site it is from', async () => {
    expect(await send()).toMatchObject({ outcome: 'sent', messageId: expect.stringMatching(/^\d+$/), waitMs: 0 });
    const [post] = fakes.discord.webhooks.posts;
    expect(post).toMatchObject({ webhook: address.id, body: { ...message, allowed_mentions: { parse: [] } } });
    const [call] = fakes.discord.calls;
    expect(call?.headers['user-agent']).toBe('DiscordBot (https://helix.example, 1.0)');
    expect(call?.headers.authorization).toBeUndefined();
  });

  it('is throttled with the wait that Discord asks for', async () => {
    fakes.discord.webhooks.throttle({ retryAfter: 64.57 }, { retryAfter: 3, global: true });
    expect(await send()).toEqual({ outcome: 'wait', waitMs: 64_570 });
    expect(await send()).toEqual({ outcome: 'wait', waitMs: 3000 });
    expect(fakes.discord.webhooks.posts).toEqual([]);
    expect(await send()).toMatchObject({ outcome: 'sent' });
  });

  it('knows when the bucket of the webhook is empty', async () => {
    for (let count = 1; count < 30; count += 1) expect(await send()).toMatchObject({ outcome: 'sent', waitMs: 0 });
    const last = await send();
    expect(last.outcome).toBe('sent');
    expect(last.outcome === 'sent' && last.waitMs).toBeGreaterThan(50_000);
    expect(await send()).toMatchObject({ outcome: 'wait' });
    expect(fakes.discord.webhooks.posts.length).toBe(30);
  });

  it('reports a webhook that was deleted or has another token', async () => {
    expect(await send({ ...address, token: `${address.token.slice(0, -1)}x` })).toEqual({ outcome: 'gone' });
    fakes.discord.webhooks.delete(address.id);
    expect(await send()).toEqual({ outcome: 'gone' });
  });

  it('reports a message that Discord will never accept', async () => {
    expect(await send(address, { embeds: [] })).toEqual({ outcome: 'refused', code: 50_035 });
    expect(await send(address, { embeds: [{ title: 'x'.repeat(257) }] })).toMatchObject({ outcome: 'refused' });
    expect(await send(address, { embeds: [{ title: 'x', url: 'http://localhost/' }] })).toMatchObject({
      outcome: 'refused',
    });
  });

  it('may have arrived if the answer is lost or comes from something else', async () => {
    fakes.discord.webhooks.losesAnswer = true;
    expect(await send()).toEqual({ outcome: 'unknown' });
    expect(fakes.discord.webhooks.posts.length).toBe(1);
    for (const trouble of ['error', 'no-json', 'nonsense', 'silence'] as const) {
      fakes.discord.misbehave(trouble);
      expect(await send(), trouble).toEqual({ outcome: 'unknown' });
    }
  });

  it('is away if nothing was sent', async () => {
    const closed = await startProviderFakes();
    const base = closed.env.DISCORD_BASE ?? '';
    await closed.stop();
    expect(await open(base).send(address, message)).toEqual({ outcome: 'away' });
  });

  it('never goes to an address that is not public', async () => {
    const outgoing = createOutgoing({ lookup: async () => ['127.0.0.1'], timeMs: 400 });
    expect(await open('https://discord.example', outgoing).send(address, message)).toEqual({ outcome: 'away' });
    // The stand-in of the configuration is reachable only if it was passed to the client.
    expect(await open(fakes.env.DISCORD_BASE, createOutgoing()).send(address, message)).toEqual({ outcome: 'away' });
  });
});

describe('looking at a webhook', () => {
  it('tells whether it is there without posting anything', async () => {
    expect(await open().look(address)).toBe('there');
    fakes.discord.misbehave('error', 'nonsense', 'no-json', 'silence');
    for (let time = 0; time < 4; time += 1) expect(await open().look(address)).toBe('away');
    fakes.discord.webhooks.delete(address.id);
    expect(await open().look(address)).toBe('gone');
    expect(fakes.discord.webhooks.posts).toEqual([]);
  });
});
