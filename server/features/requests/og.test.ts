import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutgoing, OutgoingRefused } from '#server/kit/outgoing/outgoing.ts';
import { noLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { startStubWeb } from '#test/harness/stub-web.ts';
import { askForResource } from './actions.ts';
import { readPreview } from './jobs.ts';
import { readOgData } from './og.ts';
import { parseRequestedLink } from './rules.ts';

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

const read = (link: string, person = { id: 'someone' }) => readOgData(test.deps, link, person);

describe('the preview of a requested page', () => {
  it('has its texts and the absolute address of its picture, after redirects', async () => {
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

  it('leaves out a picture at a blocked address', async () => {
    answer = sendPage('<title>Dusk</title><meta property="og:image" content="http://127.0.0.1/a.png">');
    expect(await read('https://shop.example/')).toMatchObject({ title: 'Dusk', image: null });
    expect(asked).toBe(1);
  });

  it.each<[string, string, RequestListener]>([
    ['has no metadata', 'https://shop.example/', sendPage('<p>a</p>')],
    ['is empty', 'https://shop.example/', sendPage('')],
    ['cannot be reached', 'https://shop.example/', ({ socket }) => void socket.destroy()],
    ['is not HTML', 'https://shop.example/', (_, response) => void response.end('a')],
    ['is at a blocked address', 'http://127.0.0.1/', sendPage('<title>a</title>')],
    ['has an invalid URL', 'shop', sendPage('<title>a</title>')],
  ])('is null when the page %s', async (_about, link, wrong) => {
    answer = wrong;
    expect(await read(link)).toBeNull();
  });

  it('is null beyond a person’s limit, and blocked addresses do not count towards it', async () => {
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

  it('is read for one link at a time per person; further ones are reported as busy', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = (request, response) => void promise.then(() => sendPage('<title>a</title>')(request, response));
    const links = Array.from({ length: 9 }, (_, place) => `https://shop.example/${place}`);
    const readings = links.map((link) => read(link));
    expect(await Promise.race(readings)).toBe('busy');
    const another = read('https://shop.example/', { id: 'another' });
    resolve();
    const found = await Promise.all(readings);
    expect(found.filter((og) => og === 'busy')).toHaveLength(8);
    expect(await another).toMatchObject({ title: 'a' });
    expect(asked).toBe(2);
    expect(await read('https://shop.example/')).toMatchObject({ title: 'a' });
  });

  it('is retried by a job when the site was busy, at most twice', async () => {
    const person = await test.addPerson();
    const noTime = { ...test.deps.outgoing, read: () => Promise.reject(new OutgoingRefused('busy')) };
    const busy = { ...test.deps, outgoing: noTime };
    const link = parseRequestedLink('https://shop.example/later');
    if (!link) throw new Error('no link');
    const { id } = await askForResource(busy, { name: 'Later', link, person: { id: person.id, isPremium: false } });
    const titleOf = async () =>
      (await test.db.selectFrom('resource_requests').select('og_title').where('id', '=', id).executeTakeFirst())
        ?.og_title;
    // Returns the minutes until the job runs, and removes the job.
    const waiting = async () => {
      const { rows } = await test.deps.pool.query<{ minutes: number }>(
        `select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs where key = $1`,
        [`request preview ${id}`],
      );
      await test.deps.pool.query('select graphile_worker.remove_job($1)', [`request preview ${id}`]);
      return rows.map(({ minutes }) => minutes);
    };
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    expect(await waiting()).toEqual([5]);
    await readPreview.run({ id, tries: 1 }, busy, helpers);
    expect(await waiting()).toEqual([5]);
    await readPreview.run({ id, tries: 2 }, busy, helpers);
    expect([await waiting(), await titleOf()]).toEqual([[], null]);
    answer = sendPage('<title>Later</title>');
    await readPreview.run({ id, tries: 2 }, test.deps, helpers);
    expect([await waiting(), await titleOf()]).toEqual([[], 'Later']);
  });
});
