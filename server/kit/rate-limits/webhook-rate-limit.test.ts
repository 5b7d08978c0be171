import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#server/kit/http/problem.ts';
import { createWebhookRateLimit, type WebhookRateLimit } from './webhook-rate-limit.ts';

const MAX_BYTES = 1000;
const RIGHT = 'right';

let now: Date;
let shield: WebhookRateLimit;

const shieldWith = (limit: number): WebhookRateLimit =>
  createWebhookRateLimit({ limit: { limit, windowSeconds: 60 }, maxBytes: MAX_BYTES, now: () => now });

beforeEach(() => {
  now = new Date('2026-11-22T12:00:00Z');
  shield = shieldWith(1000);
});

/** Starts sending a message, with a Content-Length if `bytes` is given; `finish` sends the rest. */
const begin = (network: string, bytes?: number, by = shield) => {
  const raw = new IncomingMessage(new Socket());
  if (bytes !== undefined) raw.headers['content-length'] = String(bytes);
  const outcome = by
    .read(network, raw, (body) => body.toString() === RIGHT)
    .then(
      (body) => body.toString(),
      (error: unknown) => (error instanceof Problem ? error.code : 'broken'),
    );
  const finish = (text: string): Promise<string> => {
    raw.push(text);
    raw.push(null);
    return outcome;
  };
  const abort = (): Promise<string> => {
    raw.destroy(new Error('aborted'));
    return outcome;
  };
  return { outcome, finish, abort };
};

const send = (network: string, text: string, by = shield): Promise<string> =>
  begin(network, text.length, by).finish(text);

describe('messages read concurrently', () => {
  it('are limited to five of the largest size per network, and twenty in total', async () => {
    const open = Array.from({ length: 20 }, (_, index) => begin(`network ${Math.floor(index / 5)}`));
    expect(await begin('network 0').outcome).toBe('TOO_MANY_REQUESTS');
    expect(await begin('network 9').outcome).toBe('TOO_MANY_REQUESTS');
    expect(await open[0]?.finish(RIGHT)).toBe(RIGHT);
    expect(await send('network 0', RIGHT)).toBe(RIGHT);
    for (const message of open.slice(1)) expect(await message.finish(RIGHT)).toBe(RIGHT);
  });

  it('can be many if they are small, as on the first day of a month', async () => {
    const open = Array.from({ length: 500 }, () => begin('patreon', RIGHT.length));
    for (const message of open) expect(await message.finish(RIGHT)).toBe(RIGHT);
  });

  it('count as the largest size when the declared length is invalid', async () => {
    const open = [-1, Number.NaN, 1e9, MAX_BYTES, MAX_BYTES].map((bytes) => begin('network', bytes));
    expect(await begin('network', 1).outcome).toBe('TOO_MANY_REQUESTS');
    for (const message of open) await message.finish(RIGHT);
  });
});

describe('a network that sends forged messages', () => {
  it('is refused for a while, and others are not', async () => {
    shield = shieldWith(2);
    expect([await send('one', 'no'), await send('one', 'no'), await send('one', RIGHT)]).toEqual([
      'HOOK_SIGNATURE',
      'HOOK_SIGNATURE',
      'TOO_MANY_REQUESTS',
    ]);
    expect(await send('other', RIGHT)).toBe(RIGHT);
    now = new Date(now.getTime() + 61_000);
    expect(await send('one', RIGHT)).toBe(RIGHT);
  });

  it('cannot have more messages in progress than it may forge', async () => {
    shield = shieldWith(3);
    const open = [1, 2, 3].map(() => begin('one', 2));
    expect(await begin('one', 2).outcome).toBe('TOO_MANY_REQUESTS');
    expect(await open[0]?.finish(RIGHT)).toBe(RIGHT);
    expect(await send('one', RIGHT)).toBe(RIGHT);
    expect(await open[1]?.abort()).toBe('broken');
    // The signature of an aborted message was never verified, so it counts as forged.
    expect(await begin('one', 2).finish('no')).toBe('HOOK_SIGNATURE');
    expect(await begin('one', 2).outcome).toBe('TOO_MANY_REQUESTS');
  });

  it('is also counted for a message that is too large', async () => {
    shield = shieldWith(1);
    expect(await begin('one').finish('x'.repeat(MAX_BYTES + 1))).toBe('TOO_LARGE');
    expect(await send('one', RIGHT)).toBe('TOO_MANY_REQUESTS');
  });
});
