// Tests which requests the overall limit counts and under which address, and what happens to responses that are never read.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { noLimits } from './rate-limits.ts';

const STALL_MS = 400;
const few = { limit: 3, windowSeconds: 60 };

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({
    env: { TRUST_PROXY: '127.0.0.1' },
    limits: {
      publicRead: few,
      pictures: { limit: 5, windowSeconds: 60 },
      messages: { limit: 50, windowSeconds: 60 },
      connections: { ...noLimits.connections, stallMs: STALL_MS },
    },
  });
}, 120_000);
afterAll(() => site.stop());

/** Status codes of a request sent `count` times, from one address or from several in turn. */
const statuses = async (
  count: number,
  url: string,
  from: string | readonly string[],
  { method = 'GET' as const, headers = {} }: { method?: 'GET' | 'POST'; headers?: Record<string, string> } = {},
): Promise<number[]> => {
  const answers: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const forwarded = typeof from === 'string' ? from : (from[index % from.length] ?? '');
    const reply = await site.app.inject({ method, url, headers: { ...headers, 'x-forwarded-for': forwarded } });
    answers.push(reply.statusCode);
  }
  return answers;
};

describe('a network', () => {
  it('stays the same when the address has a port, or another one', async () => {
    const from = ['203.0.113.50', '203.0.113.50:1234', '203.0.113.50:1235', '::ffff:203.0.113.50', '203.0.113.50:9'];
    expect(await statuses(5, '/api/site', from)).toEqual([200, 200, 200, 429, 429]);
    const six = ['2001:db8:1:2::1', '[2001:db8:1:2::1]:1234', '[2001:db8:1:2::2]', '[2001:db8:1:2::3]:1'];
    expect(await statuses(4, '/api/site', six)).toEqual([200, 200, 200, 429]);
  });

  it('is the front server’s own when the forwarded value is not an address', async () => {
    const words = ['unknown', 'a', 'b:80', '_x, ', '1.2.3', ''];
    expect(await statuses(5, '/api/site', words)).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(1, '/api/site', 'made-up, 203.0.113.51')).toEqual([200]);
  });
});

describe('a webhook path', () => {
  const html = { headers: { accept: 'text/html' } };

  it('that does not exist counts like any other page', async () => {
    expect(await statuses(4, '/api/webhooks/zz', '203.0.113.60', html)).toEqual([404, 404, 404, 429]);
    expect(await statuses(4, '/api/webhooks/patreon', '203.0.113.61', html)).toEqual([405, 405, 405, 429]);
    expect((await statuses(4, '/api/webhooks/zz', '203.0.113.62', { method: 'POST' })).at(-1)).toBe(429);
  });

  it('that exists allows many messages', async () => {
    const sent = await statuses(12, '/api/webhooks/patreon', '203.0.113.63', { method: 'POST' });
    expect(sent).not.toContain(429);
  });
});

describe('below /public/', () => {
  const gone = '/public/cards/collection/11111111-1111-4111-8111-111111111111/0123456789abcd.jpg';

  it('files that need the database have a separate limit', async () => {
    expect(await statuses(6, gone, '203.0.113.70')).toEqual([404, 404, 404, 404, 404, 429]);
    // Pages are counted separately.
    expect(await statuses(1, '/api/site', '203.0.113.70')).toEqual([200]);
  });

  it('files served from memory have no limit', async () => {
    const sent = await statuses(20, '/public/Images/default-avatar.png', '203.0.113.71');
    expect(new Set(sent)).toEqual(new Set([200]));
  });
});

describe('a response that the client does not read', () => {
  it('is dropped, while one that is being read is not', { timeout: 30_000 }, async () => {
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    const path = '/public/Images/default-banner.png';
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const { payload } = await site.app.inject(path);
    // More than fits in the socket buffers on both ends.
    const count = Math.ceil((24 * 1024 * 1024) / payload.length);
    const accepted = once(site.app.server, 'connection');
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    silent.pause();
    silent.write(request.repeat(count));
    const [other] = (await accepted) as [Socket];
    const reader = connect(port, '127.0.0.1');
    reader.write(request);
    expect(String((await once(reader, 'data'))[0])).toContain('200 OK');
    await once(other, 'close');
    reader.resume();
    reader.write(request);
    expect((await once(reader, 'data'))[0].length).toBeGreaterThan(0);
    reader.destroy();
    silent.destroy();
  });
});
