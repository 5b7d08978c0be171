import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proxiedPicturePath } from '#contract/paths.ts';
import { createOutgoing } from '#server/kit/outgoing/outgoing.ts';
import { noLimits, standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addRequest } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';
import { startStubWeb } from '#test/harness/stub-web.ts';
import { pictureFrom } from './actions.ts';
import { purgeProxiedPictures } from './jobs.ts';
import { claimReading, endReading, findKnown } from './queries.ts';
import { addressHash, proxiedKey } from './rules.ts';

const DAY = 86_400_000;
const PERMITTED = 3;

let web: Awaited<ReturnType<typeof startStubWeb>>;
let test: TestApp;
/** Simulates another process of the same site. */
let beside: TestApp;
let png: Buffer;
let asked: string[] = [];
let answer: RequestListener;

const sendPng = (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'image/png' }).end(png);

beforeAll(async () => {
  png = await sharp({ create: { width: 2400, height: 600, channels: 3, background: '#46617d' } })
    .withExif({ IFD0: { Artist: 'Jane Doe' } })
    .png()
    .toBuffer();
  web = await startStubWeb((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  const options = { limits: noLimits, outgoing: createOutgoing(web.rules) };
  test = await startTestApp(options);
  beside = await startTestApp({ ...options, beside: test });
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
  await web.stop();
});
beforeEach(() => {
  asked = [];
  answer = sendPng;
  test.deps.limits.outgoingReads = noLimits.outgoingReads;
});

let count = 0;
const newPicture = () => {
  count += 1;
  return `https://shop.example/${count}.png`;
};
const show = (picture: string, id: string, person?: Person, headers = {}, site: TestApp = test) =>
  site.call({ method: 'GET', url: proxiedPicturePath(picture, id), headers }, person);
const addPicture = async () => {
  const picture = newPicture();
  const id = await addRequest(test, { userId: null, ogImage: picture });
  return { picture, id, show: (person?: Person, headers = {}) => show(picture, id, person, headers) };
};

describe('an image of a request', () => {
  it('is re-encoded at most 1200 pixels wide, without metadata, and can be cached', async () => {
    const wanted = await addPicture();
    const reply = await wanted.show();
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      etag: `"${createHash('sha256').update(reply.rawPayload).digest('hex').slice(0, 32)}"`,
    });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const { format, width, height, exif } = await sharp(reply.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 1200, height: 300, exif: undefined });
    const again = await wanted.show(undefined, { 'if-none-match': reply.headers.etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect(asked).toHaveLength(1);
  });

  it('is fetched once for concurrent requests in two processes', async () => {
    const { picture, id } = await addPicture();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => show(picture, id, undefined, {}, i % 2 ? beside : test)),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(asked).toHaveLength(1);
  });

  it('must be the exact URL stored for a request on the board', async () => {
    const { picture, id } = await addPicture();
    const other = await addPicture();
    const [one, two] = [other.id, crypto.randomUUID()];
    for (const [address, of] of [
      ...[
        [`${picture}?`, id],
        [picture.toUpperCase(), id],
        [`${picture}#a`, id],
        ['', id],
        [picture, one],
        [picture, two],
      ],
    ] as [string, string][]) {
      const reply = await show(address, of);
      expect([reply.statusCode, reply.json().code], address).toEqual([403, 'PICTURE_NOT_STORED']);
    }
    expect(asked).toEqual([]);
    expect((await show(picture, id)).statusCode).toBe(200);
    await test.db.updateTable('resource_requests').set({ removed_at: new Date() }).where('id', '=', id).execute();
    expect((await show(picture, id)).statusCode).toBe(403);
  });

  it('requires a URL and an id', async () => {
    for (const query of ['', '?url=a', `?id=${crypto.randomUUID()}`, '?url=a&id=b', `?url=${'a'.repeat(2001)}&id=b`]) {
      expect((await test.call({ method: 'GET', url: `/api/image-proxy${query}` })).statusCode, query).toBe(400);
    }
  });

  it.each<[string, RequestListener]>([
    ['is an SVG', (_, response) => void response.setHeader('content-type', 'image/svg+xml').end('<svg/>')],
    ['is an SVG labelled as PNG', (_, response) => void response.setHeader('content-type', 'image/png').end('<svg/>')],
    ['is truncated', (_, response) => void response.setHeader('content-type', 'image/png').end(png.subarray(0, 200))],
    ['does not exist', (_, response) => void response.writeHead(404).end()],
    ['redirects to localhost', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
  ])('is refused if it %s, and not fetched again for ten minutes', async (_about, wrong) => {
    const wanted = await addPicture();
    answer = wrong;
    for (let time = 0; time < 2; time += 1) {
      const reply = await wanted.show();
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'PICTURE_UNREADABLE']);
    }
    expect(asked).toHaveLength(1);
    answer = sendPng;
    test.moveClock(600_000);
    expect((await wanted.show()).statusCode).toBe(200);
    expect(web.trapped()).toBe(0);
  });

  it('is fetched again after a week; the old one is shown if that fails', async () => {
    const wanted = await addPicture();
    const first = await wanted.show();
    test.moveClock(7 * DAY);
    answer = (_, response) => void response.writeHead(503).end();
    expect((await wanted.show()).rawPayload).toEqual(first.rawPayload);
    expect((await wanted.show()).statusCode).toBe(200);
    expect(asked).toHaveLength(2);
    test.moveClock(600_000);
    png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    answer = sendPng;
    expect((await wanted.show()).headers.etag).not.toBe(first.headers.etag);
  });

  it('is fetched even if a clock that was since set back left timestamps far in the future', async () => {
    const wanted = await addPicture();
    const ahead = new Date(test.deps.now().getTime() + 40 * DAY);
    await test.db
      .insertInto('proxied_pictures')
      .values({ address_hash: addressHash(wanted.picture), read_at: ahead, failed_at: ahead, reading_until: ahead })
      .execute();
    expect((await wanted.show()).statusCode).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it('is fetched by one of several requests, and by none whose check is outdated', async () => {
    const hash = addressHash(newPicture());
    const at = (ms: number) => {
      const now = new Date(test.deps.now().getTime() + ms);
      return { now, until: new Date(now.getTime() + 60_000) };
    };
    const [late, early] = [at(5), at(0)];
    expect(await claimReading(test.db, hash, undefined, late)).toBe(true);
    // Simulates a request in a process whose clock is slightly behind. Its check ran before any fetch was claimed.
    expect(await claimReading(beside.db, hash, undefined, early)).toBe(false);
    const underWay = await findKnown(test.db, hash);
    await endReading(test.db, hash, { kind: 'failed' }, { now: at(10).now, until: late.until });
    for (const seen of [undefined, underWay])
      expect(await claimReading(beside.db, hash, seen, at(20)), JSON.stringify(seen)).toBe(false);
    const ended = await findKnown(beside.db, hash);
    const taken = await Promise.all([test, beside].map(({ db }) => claimReading(db, hash, ended, at(30))));
    expect(taken.toSorted()).toEqual([false, true]);
  });

  it('is awaited while another process fetches it, as long as the client stays connected', async () => {
    const { picture } = await addPicture();
    const now = test.deps.now();
    await claimReading(test.db, addressHash(picture), undefined, {
      now,
      until: new Date(now.getTime() + 30_000),
    });
    const proxyDeps = { ...test.deps, makePicture: async () => png, readings: new Map() };
    const waitFor = (gone: AbortSignal) => pictureFrom(proxyDeps, picture, { who: 'someone', gone });
    const gone = new AbortController();
    const left = waitFor(gone.signal);
    const begun = performance.now();
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
    expect(performance.now() - begun).toBeLessThan(2000);
    await expect(waitFor(new AbortController().signal)).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
    expect(performance.now() - begun).toBeLessThan(9000);
    expect(asked).toEqual([]);
  }, 15_000);

  it('is left off the board for a day if it could not be fetched', async () => {
    const wanted = await addPicture();
    const offered = async () => {
      const reply = await test.call({ method: 'GET', url: '/api/requests?sort=newest' });
      return reply
        .json<{ requests: { id: string; ogData: { image: string | null } | null }[] }>()
        .requests.some(
          ({ id, ogData }) => id === wanted.id && ogData?.image === proxiedPicturePath(wanted.picture, id),
        );
    };
    expect(await offered()).toBe(true);
    answer = (_, response) => void response.writeHead(404).end();
    expect((await wanted.show()).statusCode).toBe(404);
    // The board is cached briefly for visitors.
    await expect.poll(offered).toBe(false);
    test.moveClock(DAY + 1);
    await expect.poll(offered).toBe(true);
  });

  it('is fetched again if its file is missing', async () => {
    const wanted = await addPicture();
    expect((await wanted.show()).statusCode).toBe(200);
    await test.deps.storage.delete(proxiedKey(addressHash(wanted.picture)));
    expect((await wanted.show()).statusCode).toBe(404);
    expect((await wanted.show()).statusCode).toBe(200);
  });

  it('is deleted, file and row, if not requested for a month, however often the job runs', async () => {
    const [old, young] = [await addPicture(), await addPicture()];
    await old.show();
    test.moveClock(20 * DAY);
    await young.show();
    test.moveClock(11 * DAY);
    const isKept = async ({ picture }: { picture: string }) => {
      const hash = addressHash(picture);
      const row = await test.db
        .selectFrom('proxied_pictures')
        .select('read_at')
        .where('address_hash', '=', hash)
        .execute();
      return [row.length, (await test.deps.storage.stat(proxiedKey(hash))) !== null];
    };
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    for (let time = 0; time < 2; time += 1) {
      await purgeProxiedPictures.run({}, test.deps, helpers);
      expect([await isKept(old), await isKept(young)]).toEqual([
        [0, false],
        [1, true],
      ]);
    }
    expect((await old.show()).statusCode).toBe(200);
  });
});

describe('the fetch limit', () => {
  it('counts fetches per person, and never counts stored images', async () => {
    test.deps.limits.outgoingReads = { limit: PERMITTED, windowSeconds: 600 };
    const person = await test.addPerson();
    const wanted = await Promise.all(Array.from({ length: PERMITTED + 1 }, addPicture));
    const replies = [];
    for (const one of wanted) replies.push(await one.show(person));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect(asked).toHaveLength(PERMITTED);
    for (let time = 0; time < 9; time += 1) expect((await wanted[0]?.show(person))?.statusCode).toBe(200);
    // An image that one person may no longer fetch can be fetched by another, and is then available to everyone.
    expect((await wanted.at(-1)?.show(await test.addPerson()))?.statusCode).toBe(200);
    expect((await wanted.at(-1)?.show(person))?.statusCode).toBe(200);
  });

  it('is thirty per ten minutes, including failed fetches', async () => {
    test.deps.limits.outgoingReads = standardLimits.outgoingReads;
    answer = (_, response) => void response.writeHead(404).end();
    const person = await test.addPerson();
    const codes: number[] = [];
    for (let time = 0; time < 31; time += 1) codes.push((await (await addPicture()).show(person)).statusCode);
    expect(codes).toEqual([...Array(30).fill(404), 429]);
    test.moveClock(600_000);
    expect((await (await addPicture()).show(person)).statusCode).toBe(404);
  });

  it('counts one of several concurrent requests for the same image', async () => {
    test.deps.limits.outgoingReads = { limit: PERMITTED, windowSeconds: 600 };
    const person = await test.addPerson();
    const [one, two] = [await addPicture(), await addPicture()];
    const replies = await Promise.all(Array.from({ length: PERMITTED }, () => one.show(person)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(PERMITTED).fill(200));
    expect((await two.show(person)).statusCode).toBe(200);
  });
});

describe('an image of a resource', () => {
  it('redirects to the site’s own file while the resource is public', async () => {
    const leaker = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: leaker.id, title: 'Dusk' });
    const key = `${id}/0123456789abcdef`;
    await test.db.updateTable('resources').set({ thumbnail_key: key }).where('id', '=', id).execute();
    const own = `/public/thumbnails/${key}-640.webp`;
    const reply = await show(own, id);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, own]);
    for (const other of ['/api/auth/me', `//shop.example${own}`, `${own}?`, newPicture()]) {
      expect((await show(other, id)).statusCode, other).toBe(403);
    }
    // While pictures have their own host, the site's responses contain URLs of that host, which must work here too.
    const admin = await test.addPerson('admin');
    const setHost = (cdnUrl: string) =>
      test.call({ method: 'PUT', url: '/api/admin/settings', payload: { cdnUrl } }, admin);
    expect((await setHost('https://cdn.example/helix/')).statusCode).toBe(200);
    for (const url of [own, `https://cdn.example/helix${own}`]) {
      const hosted = await show(url, id);
      expect([hosted.statusCode, hosted.headers.location]).toEqual([302, `https://cdn.example/helix${own}`]);
    }
    expect((await show(`https://shop.example/helix${own}`, id)).statusCode).toBe(403);
    await setHost('');
    await test.db.updateTable('resources').set({ status: 'PENDING' }).where('id', '=', id).execute();
    expect((await show(own, id)).statusCode).toBe(403);
    expect(asked).toEqual([]);
  });
});
