// Lists archives, draws PDFs and joins numbered pictures of real packs, with and without the programs they need.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileListing, FilePreview, ResourceFile, Stage } from '#contract/resources/api.ts';
import { kindOfContent } from '#server/kit/media/file-kind.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { makePdf } from '#test/harness/pdf.ts';
import { writeRar, writeSealedRar } from '#test/harness/rar.ts';
import { addResource } from '#test/harness/resources.ts';
import { writeTar } from '#test/harness/tar-writer.ts';
import { writeZip } from '#test/harness/zip-writer.ts';
import { makeFilePreviews } from './making.ts';
import { countUnpreviewed } from './queries.ts';

let test: TestApp;
/** The same site on a machine without ffmpeg, 7zz and pdftoppm. */
let bare: TestApp;
let leaker: Person;
let folder = '';
let seven: Buffer;
let sealed: Buffer;
/** Frames of a square that moves to the right over transparency. */
let frames: Buffer[];

beforeAll(async () => {
  test = await startTestApp();
  const nowhere = { FFMPEG_PATH: '/nowhere/ffmpeg', SEVENZIP_PATH: '/nowhere/7zz', PDFTOPPM_PATH: '/nowhere/pdftoppm' };
  bare = await startTestApp({ beside: test, env: nowhere });
  leaker = await test.addPerson('leaker');
  folder = mkdtempSync(join(tmpdir(), 'helix-contents-'));
  writeFileSync(join(folder, 'one.wav'), Buffer.alloc(2000));
  execFileSync('7zz', ['a', 'pack.7z', 'one.wav'], { cwd: folder });
  execFileSync('7zz', ['a', '-px', '-mhe=on', 'sealed.7z', 'one.wav'], { cwd: folder });
  [seven, sealed] = [readFileSync(join(folder, 'pack.7z')), readFileSync(join(folder, 'sealed.7z'))];
  frames = await Promise.all(Array.from({ length: 10 }, (_, at) => frame(at)));
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bare.stop();
  await test.stop();
});

const frame = async (at: number, alpha = 0.5): Promise<Buffer> => {
  const square = { create: { width: 16, height: 90, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha } } };
  const clear = { width: 160, height: 90, channels: 4 as const, background: '#0000' };
  return await sharp({ create: clear })
    .composite([{ input: await sharp(square).png().toBuffer(), left: at * 16, top: 0 }])
    .png()
    .toBuffer();
};

const addPack = async (files: Record<string, Buffer>, category = 'Free') => {
  const id = await addResource(test, { authorId: leaker.id, category, files });
  for (const [path, body] of Object.entries(files))
    await test.db
      .updateTable('resource_files')
      .set({ media_type: await kindOfContent(body) })
      .where('resource_id', '=', id)
      .where('path', '=', path)
      .execute();
  return id;
};
const make = (id: string, { deps } = test) =>
  makeFilePreviews(deps, id, { signal: new AbortController().signal, maxMs: Number.POSITIVE_INFINITY });
const listed = async (id: string): Promise<Record<string, ResourceFile>> => {
  const reply = await test.call({ url: `/api/resources/${id}/files` });
  expect(reply.statusCode, reply.body).toBe(200);
  return Object.fromEntries(reply.json<FileListing>().files.map((file) => [file.name, file]));
};
type Of<Kind extends FilePreview['kind']> = Extract<FilePreview, { kind: Kind }>;
const previewOf = async <Kind extends FilePreview['kind']>(id: string, path: string, kind: Kind): Promise<Of<Kind>> => {
  const preview = (await listed(id))[path]?.preview;
  if (preview?.kind !== kind) throw new Error(`${path} has no ${kind}: ${JSON.stringify(preview)}`);
  return preview as Of<Kind>;
};
const fetched = async (url: string | null | undefined) => {
  const reply = await test.call({ url: url ?? '' });
  expect(reply.statusCode).toBe(200);
  return { type: reply.headers['content-type'], body: reply.rawPayload };
};
const stageOf = async (id: string, file: string, app = test): Promise<Stage> => {
  const reply = await app.call({ url: `/api/resources/${id}/stage?file=${encodeURIComponent(file)}` });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};

describe('archives in a pack', () => {
  it.each(['Free', 'Premium'])(
    'are listed for everyone if it is %s, by their content',
    async (category) => {
      const tar = writeTar([{ name: 'a/b.wav', body: 'abc' }]);
      const id = await addPack(
        {
          'pack.zip': writeZip([
            { name: 'Clips/one.mov', body: 'x' },
            { name: '../up.txt', body: 'xy' },
          ]),
          'pack.7z': seven,
          'pack.rar': writeRar([{ name: 'a/b.wav', body: 'abcd' }]),
          'sealed.rar': writeSealedRar(),
          'set.part1.rar': writeRar([{ name: 'a', body: 'x', isSplit: true }], { isSplit: true }),
          'pack.tar': tar,
          'pack.tar.gz': gzipSync(tar),
          'notes.gz': gzipSync(Buffer.from('text')),
          'sealed.7z': sealed,
          'broken.zip': writeZip([{ name: 'a', body: 'x' }]).subarray(0, 40),
        },
        category,
      );
      await make(id);
      const files = await listed(id);
      expect(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.facts]))).toEqual({
        'pack.zip': { kind: 'archive', files: 2, size: 3 },
        'pack.7z': { kind: 'archive', files: 1, size: 2000 },
        'pack.rar': { kind: 'archive', files: 1, size: 4 },
        'sealed.rar': null,
        'set.part1.rar': null,
        'pack.tar': { kind: 'archive', files: 1, size: 3 },
        'pack.tar.gz': { kind: 'archive', files: 1, size: 3 },
        'notes.gz': null,
        'sealed.7z': null,
        'broken.zip': null,
      });
      const preview = await previewOf(id, 'pack.zip', 'archive');
      expect(preview).toMatchObject({ isSuspicious: false, isLocked: false, cut: null });
      const { type, body } = await fetched(preview.url);
      expect([type, JSON.parse(body.toString())]).toEqual([
        'application/json',
        [
          ['Clips/one.mov', 1],
          ['../up.txt', 2, 'unsafe'],
        ],
      ]);
      for (const sealed of ['sealed.7z', 'sealed.rar'])
        expect(await stageOf(id, sealed)).toMatchObject({
          state: 'none',
          reason: 'This archive needs a password, so its contents can’t be listed.',
        });
      expect((await stageOf(id, 'set.part1.rar')).reason).toMatch(/^This is one part of a split archive/);
      expect((await stageOf(id, 'broken.zip')).reason).toBe(
        'This archive is damaged, so its contents can’t be listed.',
      );
    },
    60_000,
  );

  it('as 7z wait for 7zz, and the page says so', async () => {
    const id = await addPack({ 'pack.7z': seven, 'pack.zip': writeZip([{ name: 'a', body: 'x' }]) });
    await make(id, bare);
    expect((await listed(id))['pack.zip']?.preview?.kind).toBe('archive');
    expect(await stageOf(id, 'pack.7z', bare)).toMatchObject({
      state: 'no-tools',
      reason: 'This site can’t list the contents of 7z archives at the moment.',
    });
    const wanted = { programs: { media: false, sevenZip: true, pdf: false } };
    expect(await countUnpreviewed(test.db, wanted)).toContainEqual({ id, files: 1 });
    await make(id);
    expect((await listed(id))['pack.7z']?.preview?.kind).toBe('archive');
  });
});

describe('a PDF', () => {
  const many = makePdf({ pages: Array.from({ length: 12 }, (_, at) => `Page ${at + 1}`) });

  it.each([
    ['Free', 10, 1600],
    ['Premium', 3, 900],
  ])(
    'has pictures of its first pages, in a %s pack',
    async (category, pages, longest) => {
      const id = await addPack({ 'guide.pdf': many, 'one.pdf': makePdf({ pages: ['Only'] }) }, category);
      await make(id);
      expect((await listed(id))['guide.pdf']?.facts).toEqual({ kind: 'pdf', pages: 12 });
      const { pageUrls, smallUrl } = await previewOf(id, 'guide.pdf', 'pdf');
      expect(pageUrls).toHaveLength(pages);
      const sizes = await Promise.all(
        [pageUrls[0], pageUrls.at(-1)].map(async (url) => await sharp((await fetched(url)).body).metadata()),
      );
      for (const { format, height } of sizes) expect([format, height]).toEqual(['webp', longest]);
      expect((await fetched(pageUrls[0])).body.equals((await fetched(pageUrls[1])).body)).toBe(false);
      expect(await sharp((await fetched(smallUrl)).body).metadata()).toMatchObject({ width: 176, height: 99 });
      expect((await previewOf(id, 'one.pdf', 'pdf')).pageUrls).toHaveLength(1);
    },
    60_000,
  );

  it('that is damaged says so, and waits without pdftoppm', async () => {
    const id = await addPack({ 'cut.pdf': Buffer.from('%PDF-1.7\n1 0 obj\n'), 'whole.pdf': makePdf({ pages: ['a'] }) });
    await make(id, bare);
    expect(await stageOf(id, 'whole.pdf', bare)).toMatchObject({
      state: 'no-tools',
      reason: 'This site can’t show PDFs at the moment.',
    });
    await make(id);
    expect((await listed(id))['whole.pdf']?.preview?.kind).toBe('pdf');
    expect((await stageOf(id, 'cut.pdf')).reason).toBe('This PDF is damaged, so its pages can’t be shown.');
  });
});

describe('numbered pictures', () => {
  const named = (numbers: number[], ending = 'png'): Record<string, Buffer> =>
    Object.fromEntries(
      numbers.map((number, at) => [`smoke_${String(number).padStart(4, '0')}.${ending}`, frames[at] as Buffer]),
    );

  it('are one clip on the first, with their transparency, and name what is missing', { timeout: 60_000 }, async () => {
    const id = await addPack({ ...named([1, 2, 3, 4, 5, 7, 8, 9, 10, 11]), 'still_001.png': frames[0] as Buffer });
    await make(id);
    const clip = await previewOf(id, 'smoke_0001.png', 'clip');
    expect(clip).toMatchObject({
      width: 160,
      height: 90,
      rate: '24/1',
      isStacked: true,
      hasSound: false,
      sequence: { frames: 10, missing: [6] },
    });
    const path = join(folder, 'clip.mp4');
    writeFileSync(path, (await fetched(clip.url)).body);
    const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'], {
      maxBuffer: 1e9,
    });
    const bytes = 160 * 180 * 3;
    expect(raw.length).toBe(10 * bytes);
    const pixelOf = (at: number, x: number, y: number) => {
      const start = at * bytes + (y * 160 + x) * 3;
      return [...raw.subarray(start, start + 3)];
    };
    for (const at of [0, 4, 9]) {
      // The square is half transparent: half red above, grey below; beside it is nothing.
      const inside = at * 16 + 8;
      const outside = (inside + 80) % 160;
      const expected = [
        [inside, 45, [128, 0, 0]],
        [inside, 135, [128, 128, 128]],
        [outside, 45, [0, 0, 0]],
        [outside, 135, [0, 0, 0]],
      ] as const;
      for (const [x, y, colour] of expected)
        for (const [channel, value] of pixelOf(at, x, y).entries())
          expect(Math.abs(value - (colour[channel] ?? 0)), `frame ${at} at ${x},${y}`).toBeLessThan(10);
    }
    // Pictures of short sequences keep their own.
    expect((await listed(id))['smoke_0002.png']?.preview?.kind).toBe('picture');
    expect((await listed(id))['still_001.png']?.preview?.kind).toBe('picture');
    await make(id);
    expect((await previewOf(id, 'smoke_0001.png', 'clip')).url).toBe(clip.url);
  });

  it('of a long sequence get no pictures of their own, and Premium ones end early', { timeout: 120_000 }, async () => {
    const files = named(Array.from({ length: 300 }, (_, at) => at + 1));
    const names = Object.keys(files);
    const all = Object.fromEntries(names.map((name, at) => [name, frames[at % 10] as Buffer]));
    const id = await addPack(all, 'Premium');
    await make(id);
    const shown = await listed(id);
    expect(shown['smoke_0001.png']?.preview).toMatchObject({ kind: 'clip', seconds: 12, sequence: { frames: 300 } });
    expect(Object.values(shown).filter(({ preview }) => preview !== null)).toHaveLength(1);
    expect((await stageOf(id, 'smoke_0150.png')).reason).toMatch(/^This is a frame of a sequence/);
    const programs = { media: true, sevenZip: true, pdf: true };
    expect(await countUnpreviewed(test.db, { programs })).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('of a long sequence are a clip again after the first was deleted', { timeout: 120_000 }, async () => {
    const names = Object.keys(named(Array.from({ length: 64 }, (_, at) => at + 1)));
    const id = await addPack(Object.fromEntries(names.map((name, at) => [name, frames[at % 10] as Buffer])));
    await make(id);
    expect((await previewOf(id, 'smoke_0001.png', 'clip')).sequence).toMatchObject({ frames: 64 });
    const reply = await test.call({ method: 'DELETE', url: `/api/uploads/${id}/files?path=smoke_0001.png` }, leaker);
    expect(reply.statusCode, reply.body).toBe(204);
    await test.db.updateTable('resources').set({ status: 'APPROVED' }).where('id', '=', id).execute();
    await make(id);
    expect((await previewOf(id, 'smoke_0002.png', 'clip')).sequence).toMatchObject({ frames: 63 });
    expect((await stageOf(id, 'smoke_0003.png')).reason).toMatch(/^This is a frame of a sequence/);
  });

  it.each<[string, (image: Sharp) => Sharp]>([
    ['jpg', (image) => image.flatten({ background: '#fff' }).jpeg()],
    ['webp', (image) => image.webp()],
    ['tif', (image) => image.tiff({ compression: 'lzw' })],
  ])(
    'as %s are one clip too',
    async (ending, encode) => {
      const encoded = await Promise.all(frames.slice(2).map((png) => encode(sharp(png)).toBuffer()));
      const id = await addPack(Object.fromEntries(encoded.map((body, at) => [`in/fire.${100 + at}.${ending}`, body])));
      await make(id);
      expect(await previewOf(id, `in/fire.100.${ending}`, 'clip')).toMatchObject({
        sequence: { frames: 8, missing: [] },
        isStacked: ending !== 'jpg',
      });
    },
    60_000,
  );

  it('wait for ffmpeg', async () => {
    const id = await addPack(named([1, 2, 3, 4, 5, 6, 7, 8]));
    await make(id, bare);
    expect(await stageOf(id, 'smoke_0001.png', bare)).toMatchObject({ state: 'no-tools' });
    await make(id);
    expect((await listed(id))['smoke_0001.png']?.preview?.kind).toBe('clip');
  }, 60_000);
});
