import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageCard, resourceCardOf, type ShareCard, shareCardPath, shareCardVersion } from '#contract/seo/og-images.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { literals } from '#test/hostile/hostile-inputs.ts';
import { findCard } from './actions.ts';
import { createDrawing, type DrawingOrder } from './drawing.ts';
import { purgeShareCards } from './jobs.ts';
import { cardKey, DRAWN_KEPT_MS } from './rules.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const get = (url: string, headers: Record<string, string> = {}) => test.call({ method: 'GET', url, headers });
const pathOf = async (card: ShareCard | null): Promise<string> => {
  if (!card) throw new Error('there is no card');
  return shareCardPath(await test.deps.settings.get(), card);
};
const resourcePathOf = async (id: string) => pathOf(await findCard(test.deps, 'resource', id));

const sweep = () => {
  const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  return purgeShareCards.run({}, test.deps, helpers);
};

const order: DrawingOrder = {
  title: 'Light leaks',
  over: 'Overlay',
  by: 'by jane',
  marks: ['CC0'],
  isPremium: false,
  siteName: 'Helix',
  accent: null,
  isRound: false,
};
const draw = () => createDrawing({ log: test.deps.log, fontsFolder: join(test.deps.config.projectDir, 'dist/fonts') });

describe('a share image', () => {
  it('is drawn once, at a URL that caches revalidate after an hour', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const id = await addResource(test, { authorId, title: 'Film burns' });
    const url = await resourcePathOf(id);
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600',
    });
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const version = url.slice(-18, -4);
    const kept = await test.deps.storage.stat(cardKey({ kind: 'resource', subject: id, version }));
    expect(kept?.size).toBe(reply.rawPayload.length);
    expect((await get(url)).rawPayload.equals(reply.rawPayload)).toBe(true);
    expect((await get(url, { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304);
  });

  it('shows the thumbnail', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const id = await addResource(test, { authorId });
    const red = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#f00' } })
      .webp()
      .toBuffer();
    const key = `${id}/0123456789abcdef`;
    await test.deps.storage.put(`t/${key}-640.webp`, red);
    await test.db.updateTable('resources').set({ thumbnail_key: key }).where('id', '=', id).execute();
    const { rawPayload } = await get(await resourcePathOf(id));
    const { data } = await sharp(rawPayload)
      .extract({ left: 1100, top: 200, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(120);
    expect(data[1]).toBeLessThan(40);
  });

  it('exists for users, collections, threads and pages too', async () => {
    const { id: userId } = await test.addPerson('leaker');
    const at = test.deps.now();
    const collection = randomUUID();
    await test.db
      .insertInto('collections')
      .values({ id: collection, user_id: userId, name: 'Looks', position: 0, created_at: at, updated_at: at })
      .execute();
    const { id: subcategoryId } = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId, authorId: userId });
    const cards = [
      await findCard(test.deps, 'profile', userId),
      await findCard(test.deps, 'collection', collection),
      await findCard(test.deps, 'thread', thread.id),
      await findCard(test.deps, 'page', 'premium'),
    ];
    for (const card of cards) expect((await get(await pathOf(card))).statusCode).toBe(200);
  });

  it('redirects from an outdated or made-up URL to the current one', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const id = await addResource(test, { authorId, title: 'Before' });
    const before = await resourcePathOf(id);
    await test.db.updateTable('resources').set({ title: 'After' }).where('id', '=', id).execute();
    const after = await resourcePathOf(id);
    expect(after).not.toBe(before);
    for (const url of [before, `/public/cards/resource/${id}/0123456789abcd.jpg`]) {
      const reply = await get(url);
      expect([reply.statusCode, reply.headers.location]).toEqual([302, after]);
    }
    const drawn = await test.db.selectFrom('share_cards').select('subject').where('subject', '=', id).execute();
    expect(drawn).toEqual([]);
  });

  it('does not exist for anything that is not public', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const suspended = await test.addPerson('leaker');
    const at = test.deps.now();
    const waiting = await addResource(test, { authorId, status: 'PENDING' });
    const hidden = await addResource(test, { authorId });
    const open = await resourcePathOf(hidden);
    expect((await get(open)).statusCode).toBe(200);
    await test.db.updateTable('resources').set({ hidden_at: at }).where('id', '=', hidden).execute();
    const isPrivate = randomUUID();
    const row = { id: isPrivate, user_id: authorId, name: 'Mine', is_public: false, position: 0 };
    await test.db
      .insertInto('collections')
      .values({ ...row, created_at: at, updated_at: at })
      .execute();
    await test.db.updateTable('users').set({ suspended_at: at }).where('id', '=', suspended.id).execute();
    for (const url of [
      // The image of a hidden resource is no longer available, although it is stored.
      open,
      `/public/cards/resource/${waiting}/0123456789abcd.jpg`,
      `/public/cards/collection/${isPrivate}/0123456789abcd.jpg`,
      `/public/cards/profile/${suspended.id}/0123456789abcd.jpg`,
      `/public/cards/thread/${randomUUID()}/0123456789abcd.jpg`,
      '/public/cards/page/constructor/0123456789abcd.jpg',
      '/public/cards/resource/none/0123456789abcd.jpg',
    ])
      expect((await get(url)).statusCode, url).toBe(404);
    for (const url of ['/public/cards/resource/x/y.jpg', '/public/cards/files/x/0123456789abcd.jpg'])
      expect((await get(url)).statusCode, url).toBe(400);
  });

  it('falls back to the built-in one when too many are requested concurrently', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const ids = await Promise.all(Array.from({ length: 12 }, () => addResource(test, { authorId })));
    const urls = await Promise.all(ids.map(resourcePathOf));
    const replies = await Promise.all(urls.map((url) => get(url)));
    const built = replies.filter(({ statusCode }) => statusCode === 302);
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
    expect(built).toHaveLength(5);
    for (const { headers } of built)
      expect(headers).toMatchObject({ location: '/public/Images/share-card.png', 'cache-control': 'no-store' });
  });

  it('is drawn once for concurrent requests', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const url = await resourcePathOf(await addResource(test, { authorId }));
    const replies = await Promise.all(Array.from({ length: 20 }, () => get(url)));
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });

  it('falls back to the built-in one when the thumbnail is not an image', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const id = await addResource(test, { authorId });
    const key = `${id}/0123456789abcdef`;
    await test.deps.storage.put(`t/${key}-1280.webp`, Buffer.from('<svg onload=alert(1)>'));
    await test.db.updateTable('resources').set({ thumbnail_key: key }).where('id', '=', id).execute();
    const reply = await get(await resourcePathOf(id));
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/public/Images/share-card.png']);
  });
});

describe('drawing', () => {
  it('copes with any text people write', async () => {
    const texts = literals('text').map(({ input }) => input.slice(0, 120));
    expect(texts.length).toBeGreaterThan(5);
    const all = [...texts, '日本語', '\u202eabc', '<b>&amp;</b>', 'W'.repeat(120), ''];
    for (const title of all) {
      const body = await draw()({ ...order, title, by: title, over: title, siteName: title, marks: [title] }, null);
      expect(body && (await sharp(body).metadata()).width, JSON.stringify(title)).toBe(1200);
    }
  }, 60_000);

  // Crops an image to the title and the line below it, leaving out the tracks above, because these vary with the title.
  const wordsOf = async (change: Partial<DrawingOrder>): Promise<Buffer> => {
    const body = await draw()({ ...order, ...change }, null);
    return sharp(body ?? Buffer.alloc(0))
      .extract({ left: 0, top: 376, width: 1200, height: 190 })
      .raw()
      .toBuffer();
  };

  it.each([
    ['drops emoji', { title: '😀 Light leaks 👍🏽' }, { title: 'Light leaks' }],
    ['replaces words no font can draw with an ellipsis', { title: 'Light 日本 leaks' }, { title: 'Light … leaks' }],
    [
      'uses the line below instead of a title that cannot be drawn',
      { title: '日本の光 v2', by: 'by jane' },
      { title: 'by jane', by: '' },
    ],
    ['falls back to the site name', { title: '日本', by: '光', siteName: 'Helix' }, { title: 'Helix', by: '' }],
  ])('%s', async (_, given, same) => {
    expect((await wordsOf(given)).equals(await wordsOf(same))).toBe(true);
  });

  it('draws no clips behind the text', async () => {
    // Maximum background brightness in a horizontal band, left of where the text begins.
    const brightest = async (title: string, top: number): Promise<number> => {
      const body = await draw()({ ...order, title }, null);
      const band = await sharp(body ?? Buffer.alloc(0))
        .extract({ left: 0, top, width: 60, height: 50 })
        .raw()
        .toBuffer();
      return Math.max(...band);
    };
    const long = 'Which of these would you take for a night scene in the rain with neon signs everywhere?';
    const tops = [156, 228, 300];
    const bands = await Promise.all(tops.map((top) => brightest(long, top)));
    for (const band of bands) expect(band).toBeLessThan(17);
  });

  it('returns null when its process fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helix-cards-'));
    try {
      const worker = join(folder, 'worker.mjs');
      writeFileSync(worker, 'process.exit(3);');
      const drawn = await createDrawing({ log: test.deps.log, fontsFolder: folder, worker })(order, null);
      expect(drawn).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the cleanup job', () => {
  it('deletes images that are old or replaced, and no others', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const [replaced, current] = [await addResource(test, { authorId }), await addResource(test, { authorId })];
    const versionOf = async (id: string) => {
      const url = await resourcePathOf(id);
      expect((await get(url)).statusCode).toBe(200);
      test.moveClock(1000);
      return cardKey({ kind: 'resource', subject: id, version: url.slice(-18, -4) });
    };
    const old = await versionOf(replaced);
    await test.db.updateTable('resources').set({ title: 'Another' }).where('id', '=', replaced).execute();
    const kept = [await versionOf(replaced), await versionOf(current)];
    await sweep();
    expect(await test.deps.storage.stat(old)).toBeNull();
    for (const key of kept) expect(await test.deps.storage.stat(key)).not.toBeNull();
    test.moveClock(DRAWN_KEPT_MS);
    await sweep();
    for (const key of kept) expect(await test.deps.storage.stat(key)).toBeNull();
    expect(await test.db.selectFrom('share_cards').selectAll().execute()).toEqual([]);
    // A later request draws the image again.
    expect((await get(await resourcePathOf(current))).statusCode).toBe(200);
    await sweep();
  });
});

describe('versions', () => {
  const site = { siteName: 'Helix', accentColor: null };
  const shown = resourceCardOf({
    ...{ id: 'x', title: 'A', author: 'b', editor: 'c', type: 'd', category: 'e', licence: 'CC0', isPremium: false },
    thumbnailUrl: 'https://pictures.example/public/thumbnails/a/b-640.webp',
  });

  it('are the same for the same content, whatever the origin and width of the thumbnail', () => {
    expect(shown.picture).toBe('/public/thumbnails/a/b-1280.webp');
    expect(shareCardVersion(site, shown)).toMatch(/^[0-9a-f]{14}$/);
  });

  const changes: [string, Partial<ShareCard>][] = [
    ...['title', 'over', 'by', 'picture'].map((key): [string, Partial<ShareCard>] => [key, { [key]: 'other' }]),
    ['marks', { marks: [] }],
    ['isPremium', { isPremium: true }],
  ];
  it.each(changes)('change with %s', (_key, change) => {
    expect(shareCardVersion(site, { ...shown, ...change })).not.toBe(shareCardVersion(site, shown));
  });

  it('change with the site’s name or colour', () => {
    const versions = [site, { ...site, siteName: 'Other' }, { ...site, accentColor: '#ff0000' }].map((given) =>
      shareCardVersion(given, pageCard('home')),
    );
    expect(new Set(versions).size).toBe(3);
  });
});
