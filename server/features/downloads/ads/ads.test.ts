// Advertisements: changes by administrators, how advertisements are shown, and counts, none of which may be lost.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdCreative } from '#contract/downloads/ads.ts';
import type { AdOffer } from '#contract/downloads/api.ts';
import { ADS_MAX } from '#contract/downloads/limits.ts';
import { directDownloadPath } from '#contract/paths.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { deleteAdImageFile } from './jobs.ts';
import { lockAd } from './queries.ts';
import { startAdStand } from './stand.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let cast: Awaited<ReturnType<TestApp['addCast']>>;
let resource: string;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  cast = await test.addCast();
  resource = await addResource(test, { authorId: cast.leaker.id });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});
beforeEach(async () => {
  for (const { id } of await list()) await remove(id);
});

const words = {
  title: 'Grain packs by Ana',
  text: 'Forty scans.',
  action: 'See them',
  link: 'https://grain.example/packs?from=helix',
  weight: 10,
  active: true,
};

/** Bus messages arrive shortly after the response; on a busy machine they can take longer. */
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 10_000 });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object, person: Person | undefined = cast.admin, app = test) =>
  app.call({ method, url, ...(payload ? { payload } : {}) }, person);
const add = async (changes: Partial<typeof words> = {}): Promise<AdCreative> => {
  const reply = await send('POST', '/api/admin/ads', { ...words, ...changes });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const list = async (app = test) =>
  (await send('GET', '/api/admin/ads', undefined, cast.admin, app)).json<AdCreative[]>();
const remove = (id: string) => send('DELETE', `/api/admin/ads/${id}`);
const findIn = async (id: string) => (await list()).find((ad) => ad.id === id);
const offerUrl = () => `/api/ad-offer?destination=${encodeURIComponent(directDownloadPath(resource))}`;
const offered = async (person?: Person, app = test) => {
  const reply = await app.call({ method: 'GET', url: offerUrl() }, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AdOffer>().ad;
};
const auditOf = (id: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id as actor', 'before', 'after', 'address'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
const picture = (color: string) =>
  sharp({ create: { width: 320, height: 320, channels: 3, background: color } })
    .png()
    .toBuffer();
const sendPicture = async (id: string, body: Buffer) => {
  const { payload, headers } = await encodeForm(['image', body]);
  return test.call({ method: 'PUT', url: `/api/admin/ads/${id}/image`, payload, headers }, cast.admin);
};
/** Whether a picture is still in storage. */
const isStored = (url: string | null) =>
  test.deps.storage.open(`ads/${url?.split('/').at(-1)}`).then(
    async (file) => {
      await file.close();
      return true;
    },
    () => false,
  );

describe('an advertisement', () => {
  it('is stored, listed newest first and audited', async () => {
    const first = await add();
    expect(first).toMatchObject({ ...words, imageUrl: null, impressions: 0, clicks: 0 });
    const second = await add({ title: 'Second', text: '' });
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);

    for (const [method, weight] of [
      ['PUT', 20],
      ['PATCH', 30],
    ] as const) {
      const reply = await send(method, `/api/admin/ads/${first.id}`, { weight, active: false });
      expect(reply.json()).toMatchObject({ ...words, weight, active: false });
    }
    // Sending the same values again changes nothing and is not audited.
    expect((await send('PATCH', `/api/admin/ads/${first.id}`, { weight: 30 })).statusCode).toBe(200);
    expect((await remove(first.id)).statusCode).toBe(204);
    expect((await remove(first.id)).json()).toMatchObject({ status: 404, code: 'AD_NOT_FOUND' });
    const actor = cast.admin.id;
    expect(await auditOf(first.id)).toMatchObject([
      { action: 'ad.create', actor, before: null, after: words, address: expect.any(String) },
      { action: 'ad.change', actor, before: { weight: 10, active: true }, after: { weight: 20, active: false } },
      { action: 'ad.change', actor, before: { weight: 20 }, after: { weight: 30 } },
      { action: 'ad.delete', actor, before: { title: words.title, impressions: 0, clicks: 0 }, after: null },
    ]);
  });

  it.each([
    ['link', 'http://grain.example'],
    ['link', 'javascript:alert(1)'],
    ['link', 'https://name:word@grain.example'],
    ['link', 'https://grain.example\\@evil.example'],
    ['link', '//grain.example'],
    ['link', ''],
    ['weight', 0],
    ['weight', 101],
    ['weight', 1.5],
    ['title', '   '],
    ['title', 'two\nlines'],
    ['title', 'x'.repeat(81)],
    ['text', 'x'.repeat(301)],
    ['action', ''],
    ['active', 'yes'],
  ])('is rejected if its %s is %j', async (field, value) => {
    const { id } = await add();
    for (const reply of [
      await send('POST', '/api/admin/ads', { ...words, [field]: value }),
      await send('PATCH', `/api/admin/ads/${id}`, { [field]: value }),
    ]) {
      expect(reply.json()).toMatchObject({ status: 400, code: 'BAD_INPUT', fields: { [field]: expect.any(String) } });
    }
    expect(await list()).toMatchObject([words]);
  });

  it('is one of at most a hundred, even with concurrent requests', async () => {
    const { db } = test;
    const at = new Date();
    const row = { title: 'Many', link: words.link, action: 'Go', active: false, created_at: at, updated_at: at };
    await db
      .insertInto('ad_creatives')
      .values(Array.from({ length: ADS_MAX - 2 }, () => row))
      .execute();
    const replies = await Promise.all(
      [test, other, test, other, test].map((app) => send('POST', '/api/admin/ads', words, cast.admin, app)),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'LIST_FULL' });
    await db.deleteFrom('ad_creatives').execute();
  });
});

describe('the picture of an advertisement', () => {
  it('is re-encoded as WebP, and can be replaced and removed with its file', async () => {
    const { id } = await add();
    const first = (await sendPicture(id, await picture('#ff0000'))).json<AdCreative>().imageUrl;
    expect(first).toMatch(/^\/public\/creatives\/[0-9a-f]{32}\.webp$/);
    const shown = await test.call({ method: 'GET', url: first ?? '' });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 });
    await eventually(async () => (await offered())?.imageUrl).toBe(first);

    const second = (await sendPicture(id, await picture('#00ff00'))).json<AdCreative>().imageUrl;
    expect(second).not.toBe(first);
    await runDrops();
    expect([await isStored(first), await isStored(second)]).toEqual([false, true]);
    expect((await test.call({ method: 'GET', url: first ?? '' })).statusCode).toBe(404);

    expect((await send('DELETE', `/api/admin/ads/${id}/image`)).json()).toMatchObject({ imageUrl: null });
    await runDrops();
    expect(await isStored(second)).toBe(false);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['ad.create', 'ad.image', 'ad.image', 'ad.image']);
  });

  it('is removed with its advertisement', async () => {
    const { id } = await add();
    const { imageUrl } = (await sendPicture(id, await picture('#0000ff'))).json<AdCreative>();
    await runDrops();
    expect(await isStored(imageUrl)).toBe(true);
    await remove(id);
    await runDrops();
    expect(await isStored(imageUrl)).toBe(false);
  });

  it('is kept if a new one is not an image', async () => {
    const { id } = await add();
    const { imageUrl } = (await sendPicture(id, await picture('#ffffff'))).json<AdCreative>();
    for (const body of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a'),
      Buffer.alloc(9),
    ]) {
      expect((await sendPicture(id, body)).json()).toMatchObject({ status: 400, code: 'NOT_AN_IMAGE' });
    }
    expect((await findIn(id))?.imageUrl).toBe(imageUrl);
    expect((await sendPicture(randomUUID(), await picture('#ffffff'))).json()).toMatchObject({ code: 'AD_NOT_FOUND' });
    const { payload, headers } = await encodeForm();
    const without = await test.call({ method: 'PUT', url: `/api/admin/ads/${id}/image`, payload, headers }, cast.admin);
    expect(without.statusCode).toBe(400);
  });

  // Runs the queued jobs, as a worker would.
  const runDrops = async (): Promise<void> => {
    const { rows } = await test.deps.pool.query<{ payload: { key: string } }>(
      `select payload from graphile_worker._private_jobs jobs
       join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = $1`,
      [deleteAdImageFile.name],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { payload } of rows) await deleteAdImageFile.run(payload, test.deps, {} as never);
  };
});

describe('the ad page', () => {
  it('shows an active advertisement, or the house advertisement if there are none', async () => {
    const house = { id: null, title: 'Downloads without the wait', action: 'Upgrade to Premium', href: '/premium' };
    expect(await offered()).toMatchObject(house);
    const { id } = await add();
    await eventually(() => offered()).toEqual({
      id,
      title: words.title,
      text: words.text,
      action: words.action,
      href: words.link,
      imageUrl: null,
    });
    await send('PATCH', `/api/admin/ads/${id}`, { active: false });
    await eventually(() => offered()).toMatchObject(house);
  });

  it('reflects changes made in another process', async () => {
    expect((await offered(undefined, other))?.id).toBeNull();
    const { id } = await add();
    await eventually(async () => (await offered(undefined, other))?.id).toBe(id);
    await send('PATCH', `/api/admin/ads/${id}`, { active: false });
    await eventually(async () => (await offered(undefined, other))?.id).toBeNull();
  });

  it('shows none to users who are ad-free', async () => {
    const { id } = await add();
    expect(await offered(cast.premium)).toBeNull();
    expect(await offered(cast.admin)).toBeNull();
    await eventually(async () => (await offered(cast.member))?.id).toBe(id);
    expect((await findIn(id))?.impressions).toBe(1);
  });

  it('chooses by weight', async () => {
    const light = await add({ weight: 1 });
    const heavy = await add({ weight: 99 });
    const ordered = [light, heavy].sort((one, two) => (one.id < two.id ? -1 : 1));
    const chances = [0, 0.5, 0.999];
    let next = 0;
    const stand = startAdStand(test.deps, () => chances[next++] ?? 0);
    const chosen = [await stand.choose(), await stand.choose(), await stand.choose()].map((ad) => ad?.id);
    await stand.stop();
    expect(chosen).toEqual([ordered[0]?.id, heavy.id, ordered[1]?.id]);
  });
});

describe('ad counts', () => {
  it('are exact with 300 concurrent offers and 300 clicks on two processes', async () => {
    const { id } = await add();
    await Promise.all([offered(), offered(undefined, other)]);
    const ask = (method: 'GET' | 'POST', url: string) =>
      Promise.all(
        Array.from({ length: 300 }, async (_, index) => {
          const app = index % 2 ? test : other;
          // Occasionally list the ads, because that writes the pending counts.
          if (index % 60 === 0) await list(app);
          return (await app.call({ method, url })).statusCode;
        }),
      );
    const offers = await ask('GET', offerUrl());
    const clicks = await ask('POST', `/api/ads/${id}/clicks`);
    const done = (status: number) => [...offers, ...clicks].filter((one) => one === status).length;
    // A busy machine may reject some requests with 503; only accepted ones are counted.
    expect(done(200) + done(204) + done(503)).toBe(600);
    expect(done(204)).toBeGreaterThan(0);
    await list(other);
    expect(await findIn(id)).toMatchObject({ impressions: done(200) + 2, clicks: done(204) });
  }, 60_000);

  it('are written when a process stops', async () => {
    const third = await startTestApp({ beside: test });
    const { id } = await add();
    await eventually(async () => (await offered(undefined, third))?.id).toBe(id);
    await third.call({ method: 'POST', url: `/api/ads/${id}/clicks` });
    await third.stop();
    expect(await findIn(id)).toMatchObject({ clicks: 1, impressions: expect.any(Number) });
    expect((await findIn(id))?.impressions).toBeGreaterThan(0);
  });

  it('survive a brief database failure', async () => {
    const { id } = await add();
    const impatient = openDatabase(test.database.connection, { statementTimeoutMs: 50 });
    const stand = startAdStand({ ...test.deps, db: impatient.db });
    stand.count(id, 'impressions');
    await test.db.transaction().execute(async (trx) => {
      await lockAd(trx, id);
      await stand.flush();
    });
    stand.count(id, 'clicks');
    expect(await findIn(id)).toMatchObject({ impressions: 0, clicks: 0 });
    await stand.stop();
    await impatient.close();
    expect(await findIn(id)).toMatchObject({ impressions: 1, clicks: 1 });
  });

  it('include clicks only on existing advertisements, within a rate limit', async () => {
    const limited = await startTestApp({ beside: test, limits: { adClicks: { limit: 2, windowSeconds: 3600 } } });
    const { id } = await add();
    const click = (of: string) => limited.call({ method: 'POST', url: `/api/ads/${of}/clicks`, payload: {} });
    const replies = [await click(randomUUID()), await click(id), await click(id)];
    await limited.stop();
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 204, 429]);
    expect((await findIn(id))?.clicks).toBe(1);
  });

  it('are not changed by a GET', async () => {
    const { id } = await add();
    expect((await test.call({ method: 'GET', url: `/api/ads/${id}/clicks` })).statusCode).toBe(405);
    expect((await findIn(id))?.clicks).toBe(0);
  });
});
