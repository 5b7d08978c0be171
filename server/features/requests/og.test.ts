import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutgoing } from '#server/kit/outgoing.ts';
import { noLimits } from '#server/kit/rate-limits.ts';
import { startTestApp, type TestApp } from '#test/harness.ts';
import { startStubWeb } from '#test/stub-web.ts';
import { readOgData } from './og.ts';

let web: Awaited<ReturnType<typeof startStubWeb>>;
let test: TestApp;
let asked = 0;
let answer: RequestListener;

const sendPage =
  (html: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(html);

beforeAll(async () => {
  web = await startStubWeb((request, response) => {
    asked += 1;
    answer(request, response);
  });
  test = await startTestApp({ limits: noLimits, outgoing: createOutgoing(web.rules) });
});
afterAll(async () => {
  await test.stop();
  await web.stop();
});
beforeEach(() => {
  asked = 0;
});

const read = (link: string, person = { id: 'somebody' }) => readOgData(test.deps, link, person);

describe('what a requested page says of itself', () => {
  it('is words and the absolute address of its picture, from where it was found in the end', async () => {
    answer = (request, response) => {
      if (request.url === '/old') return void response.writeHead(301, { location: '/packs/dusk' }).end();
      sendPage(`<meta property="og:title" content="Dusk &lt;script&gt;"><meta property="og:image" content="dusk.png">
        <meta property="og:description" content="Forty
        shots"><meta property="product:price:amount" content="24.00">`)(request, response);
    };
    expect(await read('https://shop.example/old')).toEqual({
      title: 'Dusk <script>',
      description: 'Forty shots',
      price: '24.00',
      image: 'https://shop.example/packs/dusk.png',
    });
  });

  it('is no picture that nobody may ask for', async () => {
    answer = sendPage('<title>Dusk</title><meta property="og:image" content="http://127.0.0.1/a.png">');
    expect(await read('https://shop.example/')).toMatchObject({ title: 'Dusk', image: null });
    expect(asked).toBe(1);
  });

  it.each<[string, string, RequestListener]>([
    ['says nothing', 'https://shop.example/', sendPage('<p>a</p>')],
    ['is empty', 'https://shop.example/', sendPage('')],
    ['is away', 'https://shop.example/', ({ socket }) => void socket.destroy()],
    ['is no page', 'https://shop.example/', (_, response) => void response.end('a')],
    ['may not be asked for', 'http://127.0.0.1/', sendPage('<title>a</title>')],
    ['is no address', 'shop', sendPage('<title>a</title>')],
  ])('is nothing when it %s', async (_about, link, wrong) => {
    answer = wrong;
    expect(await read(link)).toBeNull();
  });

  it('is nothing beyond what is read for one person; what may not be asked for counts nothing', async () => {
    answer = sendPage('<title>a</title>');
    const limits = { ...noLimits, outgoingReads: { limit: 1, windowSeconds: 600 } };
    const ask = (id: string) => readOgData({ ...test.deps, limits }, 'https://shop.example/', { id });
    expect([await ask('one'), await ask('one'), await ask('two')]).toMatchObject([
      { title: 'a' },
      null,
      { title: 'a' },
    ]);
    await readOgData({ ...test.deps, limits }, 'http://127.0.0.1/', { id: 'three' });
    expect(await ask('three')).not.toBeNull();
    expect(asked).toBe(3);
  });
});
