// The outgoing client, link previews of requests, and request pictures (everything that fetches URLs), tested with internal
// addresses and with servers that stall. Nothing leaves the machine; see stub-web.ts.
import type { RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxiedPicturePath } from '#contract/paths.ts';
import { readOgData } from '#server/features/requests/og.ts';
import { createOutgoing, OutgoingRefused } from '#server/kit/outgoing/outgoing.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addRequest } from '#test/harness/requests.ts';
import { PUBLIC_NUMBER, startStubWeb } from '#test/harness/stub-web.ts';
import { expectHarmless, type HostileCase, hostileCases } from './hostile-inputs.ts';

const TIME_MS = 5000;
/** Extra time for processing and for a busy machine. */
const SLACK_MS = 5000;

let web: Awaited<ReturnType<typeof startStubWeb>>;
let test: TestApp;
let answer: RequestListener = (_request, response) => void response.writeHead(404).end();

beforeAll(async () => {
  web = await startStubWeb((request, response) => answer(request, response));
  test = await startTestApp({ outgoing: createOutgoing(web.rules) });
});
afterAll(async () => {
  await test.stop();
  await web.stop();
});

const casesOf = (name: string) => hostileCases.filter((found) => found.class === name);
const named = (cases: readonly HostileCase[]) =>
  cases.map((found) => [`${found.id} ${found.label ?? JSON.stringify(found.input)}`, found] as const);
/** The URL without the remark that the list adds to it. */
const addressOf = ({ input }: HostileCase): string => input.replace(/ \([^)]*\)$/, '');

const readOg = (link: string) => readOgData(test.deps, link, { id: 'someone' });
const showPicture = async (picture: string) => {
  const id = await addRequest(test, { userId: null, ogImage: picture });
  return test.call({ method: 'GET', url: proxiedPicturePath(picture, id) });
};

describe('an internal address', () => {
  const moved: Record<string, string> = { '/loop': '/loop', '/': 'file:///etc/passwd' };
  // Addresses that each made-up name resolves to. If a list contains lists, each inner list answers one lookup.
  const inside: Record<string, string[] | string[][]> = {
    'rebind.example': [[PUBLIC_NUMBER], ['127.0.0.1']],
    'cname.example': ['127.0.0.1'],
  };

  it.each(named(casesOf('ssrf')))('%s is never connected to', async (_name, found) => {
    const address = addressOf(found);
    answer = ({ url = '' }, response) => void response.writeHead(302, { location: moved[url] ?? '/' }).end();
    const host = URL.canParse(address) ? new URL(address).hostname : '';
    web.names.set(host, structuredClone(inside[host] ?? [PUBLIC_NUMBER]));
    for (let time = 0; time < 2; time += 1) {
      const reading = test.deps.outgoing.read(address, { accept: 'html', maxBytes: 1000 });
      await expect(reading).rejects.toBeInstanceOf(OutgoingRefused);
    }
    expect(await readOg(address)).toBeNull();
    // The picture is never fetched, whether its URL comes only from the request or is also in the database.
    const id = await addRequest(test, { userId: null, ogImage: 'https://shop.example/a.png' });
    const asked = await test.call({ method: 'GET', url: proxiedPicturePath(address, id) });
    expectHarmless(asked, found.id, address);
    expect([400, 403]).toContain(asked.statusCode);
    const stored = await showPicture(address);
    expectHarmless(stored, found.id, address);
    expect([400, 403, 404]).toContain(stored.statusCode);
    expect(web.trapped()).toBe(0);
  });

  it('is rejected immediately', async () => {
    const started = performance.now();
    for (let time = 0; time < 1000; time += 1) {
      await test.deps.outgoing.read('http://127.0.0.1/', { accept: 'html', maxBytes: 1 }).catch(() => {});
    }
    const each = (performance.now() - started) / 1000;
    console.info(`rejecting an address takes ${(each * 1000).toFixed(0)} µs`);
    expect(each).toBeLessThan(5);
  });
});

describe('a hostile server', () => {
  const MANY = 10_000_000_000;
  const MEGABYTE = Buffer.alloc(1_000_000, 'a');
  const chunk = MEGABYTE.subarray(0, 64 * 1024);
  let sent = 0;

  // Sends as much as the client accepts.
  const pour = (response: ServerResponse): void => {
    while (sent < MANY && !response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', () => pour(response));
    }
  };
  const typed = (kind: 'page' | 'picture') => ({ 'content-type': kind === 'page' ? 'text/html' : 'image/png' });
  const og =
    (head: string): RequestListener =>
    (_, response) =>
      void response.writeHead(200, typed('page')).end(head);
  // 500 MB of data, compressed to a few kB.
  let bomb: Buffer;
  beforeAll(async () => {
    const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    bomb = await buffer(Readable.from(Array(500).fill(MEGABYTE)).pipe(packer));
    expect(bomb.length).toBeLessThan(100_000);
  });

  // How the server behaves when a page or picture is requested.
  const servers: Record<string, (kind: 'page' | 'picture') => RequestListener> = {
    '10 GB body': (kind) => (_, response) => pour(response.writeHead(200, typed(kind))),
    '1 byte/s': (kind) => (_, response) => {
      response.writeHead(200, typed(kind));
      const timer = setInterval(() => response.write('a'), 1000);
      response.on('close', () => clearInterval(timer));
    },
    'br bomb': (kind) => (_, response) =>
      void response.writeHead(200, { ...typed(kind), 'content-encoding': 'br' }).end(bomb),
    'SVG as image': () => (_, response) =>
      void response.writeHead(200, typed('picture')).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'wrong content-type': () => (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/zip' }).end('<title>a</title>'),
    'TLS expired': () => og('<title>a</title>'),
    'hang before headers': () => () => {},
    'meta refresh to internal': () => og('<meta http-equiv="refresh" content="0; url=http://127.0.0.1/">'),
  };
  const addressesOf: Record<string, string> = { 'TLS expired': 'https://expired.example/' };
  // The only two cases in which the site accepts the response.
  const read = ['set-cookie', 'OG title with <script>'];

  it('covers every case of the list', () => {
    expect([...Object.keys(servers), ...read].sort()).toEqual(
      casesOf('fetch-abuse')
        .map(({ label }) => label)
        .sort(),
    );
  });

  it.each(Object.entries(servers))(
    '%s: nothing is accepted, within the limits of time and memory',
    async (label, serve) => {
      const address = addressesOf[label] ?? 'https://shop.example/';
      const picture = `${address}picture-of-${encodeURIComponent(label)}.png`;
      const memory = process.memoryUsage.rss();
      answer = (request, response) => serve(request.url === '/' ? 'page' : 'picture')(request, response);
      sent = 0;
      const started = performance.now();
      const [page, shown] = await Promise.all([readOg(address), showPicture(picture)]);
      expect([page, shown.statusCode]).toEqual([null, 404]);
      expect(performance.now() - started).toBeLessThan(TIME_MS + SLACK_MS);
      // Enough for the size limits of both requests and for socket buffers.
      expect(sent).toBeLessThan(40_000_000);
      const grown = (process.memoryUsage.rss() - memory) / 2 ** 20;
      console.info(`${label}: ${grown.toFixed(0)} MB of additional memory`);
      expect(grown).toBeLessThan(200);
      expect(web.trapped()).toBe(0);
    },
    30_000,
  );

  it('never gets its cookies back, nor do browsers', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#468' } })
      .png()
      .toBuffer();
    const seen: (string | undefined)[] = [];
    answer = ({ headers }, response) => {
      seen.push(headers.cookie);
      response.writeHead(200, { ...typed('picture'), 'set-cookie': 'seen=1' }).end(png);
    };
    for (const name of ['a', 'b']) {
      const reply = await showPicture(`https://shop.example/cookie-${name}.png`);
      expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([200, undefined]);
    }
    expect(seen).toEqual([undefined, undefined]);
  });

  it('can send scripts only as text in its title', async () => {
    answer = og('<meta property="og:title" content="<script>alert(1)</script>"><title>b</title>');
    expect(await readOg('https://shop.example/')).toMatchObject({ title: '<script>alert(1)</script>', image: null });
  });
});
