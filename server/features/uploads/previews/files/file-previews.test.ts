// Makes previews of real files and plays them back with ffprobe and sharp.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileListing, FilePreview, Stage } from '#contract/resources/api.ts';
import { LOOKS, makeCube } from '#demo/files/cube.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { namedFiles } from '#server/operations/backup/queries.ts';
import { makeFont } from '#test/harness/font.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { makeLottie } from '#test/harness/lottie.ts';
import { runJobs } from '#test/harness/mailbox.ts';
import { makeGlb } from '#test/harness/model.ts';
import { makePhotoshop } from '#test/harness/photoshop.ts';
import { makeFilePreviewsJob, requestFilePreviews } from './jobs.ts';
import { type FilePreviewDeps, makeFilePreviews } from './making.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10"/></svg>';

let test: TestApp;
/** The same site on a machine without ffmpeg. */
let bare: TestApp;
let folder = '';
let leaker: Person;
let clip: Buffer;
let picture: Buffer;
/** A quick one, where its content does not matter. */
let dot: Buffer;
let given: Record<string, [string | null, Buffer]>;

beforeAll(async () => {
  test = await startTestApp();
  bare = await startTestApp({ beside: test, env: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
  leaker = await test.addPerson('leaker');
  folder = mkdtempSync(join(tmpdir(), 'helix-file-previews-'));
  clip = media('-f lavfi -i testsrc2=s=320x180:r=24:d=1 -f lavfi -i sine=d=1 -pix_fmt yuv420p -shortest', 'mp4');
  picture = await sharp({ create: { width: 1800, height: 900, channels: 4, background: '#f008' } })
    .png()
    .toBuffer();
  dot = await sharp({ create: { width: 16, height: 9, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
  given = {
    'clips/glass.mov': [
      'video/quicktime',
      media('-f lavfi -i color=white@0.5:s=160x90:r=25:d=1,format=yuva444p10le -c:v prores_ks -profile:v 4444', 'mov'),
    ],
    'clips/take.mp4': ['video/mp4', clip],
    'flat.psd': ['image/vnd.adobe.photoshop', makePhotoshop({ colour: [255, 32, 0, 128] })],
    'glow.png': ['image/png', picture],
    'logo.svg': ['image/svg+xml', Buffer.from(LOGO)],
    'moves.json': ['application/lottie+json', Buffer.from(makeLottie())],
    'mono.cube': ['text/plain', Buffer.from(makeCube('Mono', LOOKS.mono, 9))],
    'notes.txt': ['text/plain', Buffer.from('Thanks for downloading.')],
    'squares.ttf': ['font/ttf', makeFont()],
    'tone.wav': ['audio/wav', media('-f lavfi -i sine=f=440:d=2:r=48000', 'wav')],
  };
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bare.stop();
  await test.stop();
});

/** Runs ffmpeg with these arguments and returns its output file. */
const media = (words: string, ending: string): Buffer => {
  const path = join(folder, `${randomUUID()}.${ending}`);
  execFileSync('ffmpeg', ['-v', 'error', ...words.split(' '), path]);
  return readFileSync(path);
};
const probed = (body: Buffer, entries: string) => {
  const path = join(folder, randomUUID());
  writeFileSync(path, body);
  return JSON.parse(execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_entries', entries, path]).toString());
};

const addFiles = async (id: string, files: Record<string, [string | null, Buffer]>) => {
  for (const [path, [mediaType, body]] of Object.entries(files)) {
    const key = `r/${id}/${randomUUID()}`;
    const { size, sha256, crc32 } = await test.deps.storage.put(key, body);
    await test.db
      .insertInto('resource_files')
      .values({ resource_id: id, path, size, sha256, crc32, storage_key: key, media_type: mediaType })
      .execute();
  }
};
const addPack = async (files: Record<string, [string | null, Buffer]>, category = 'Free', status = 'APPROVED') => {
  const { id } = await test.db
    .insertInto('resources')
    .values({
      author_id: leaker.id,
      title: 'Pack',
      category,
      editor: 'Blender',
      type: 'overlay',
      status,
      licence: 'CC0',
      file_count: Object.keys(files).length,
      file_size: Object.values(files).reduce((sum, [, body]) => sum + body.length, 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addFiles(id, files);
  return id;
};
const pictures = (...names: string[]): Record<string, [string, Buffer]> =>
  Object.fromEntries(names.map((name) => [name, ['image/png', dot]]));

const { signal } = new AbortController();
const takeTurn = (id: string, deps: FilePreviewDeps) =>
  makeFilePreviewsJob.run({ resourceId: id }, deps, { log: test.deps.log, signal, attempt: 1, isLastAttempt: false });
/** No time passes, so that one turn makes everything, however slow the machine is. */
const make = (id: string, deps: FilePreviewDeps = test.deps) => {
  const begun = deps.now();
  return takeTurn(id, { ...deps, now: () => begun });
};
const neverStop = { signal, maxMs: Number.POSITIVE_INFINITY };

const rowsOf = async (id: string) =>
  Object.fromEntries(
    (
      await test.db
        .selectFrom('resource_files')
        .innerJoin('file_previews', 'file_previews.file_id', 'resource_files.id')
        .select(['path', 'kind', 'is_premium as isPremium', 'keys', 'file_previews.size', 'made_at as madeAt'])
        .select(sql<{ kind?: string }>`facts`.as('facts'))
        .where('resource_id', '=', id)
        .orderBy('path')
        .execute()
    ).map(({ path, ...row }) => [path, row]),
  );
const kindsOf = async (id: string) =>
  Object.fromEntries(Object.entries(await rowsOf(id)).map(([path, { kind }]) => [path, kind]));
const keysOf = async (id: string) => Object.values(await rowsOf(id)).flatMap(({ keys }) => keys);
const areStored = async (keys: readonly string[]) => [
  ...new Set(await Promise.all(keys.map(async (key) => (await test.deps.storage.stat(`t/${key}`)) !== null))),
];

const listed = async (id: string) => {
  const reply = await test.call({ url: `/api/resources/${id}/files` });
  expect(reply.statusCode, reply.body).toBe(200);
  const { files } = reply.json<FileListing>();
  return Object.fromEntries(files.map((file) => [file.name, file]));
};
type Of<Kind extends FilePreview['kind']> = Extract<FilePreview, { kind: Kind }>;
const previewOf = async <Kind extends FilePreview['kind']>(id: string, path: string, kind: Kind): Promise<Of<Kind>> => {
  const preview = (await listed(id))[path]?.preview;
  if (preview?.kind !== kind) throw new Error(`${path} has no ${kind}: ${JSON.stringify(preview)}`);
  return preview as Of<Kind>;
};
const fetched = async (url: string | null) => {
  const reply = await test.call({ url: url ?? '' });
  expect(reply.statusCode).toBe(200);
  return { type: reply.headers['content-type'], body: reply.rawPayload };
};
const stageOf = async (id: string, query = '', app = test): Promise<Stage> => {
  const reply = await app.call({ url: `/api/resources/${id}/stage${query}` });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};

describe('the previews of a pack', () => {
  let id = '';
  beforeAll(async () => {
    id = await addPack(given);
    await makeFilePreviews(test.deps, id, neverStop);
  }, 60_000);

  it('cover every kind of file, and save the facts of files that had none', async () => {
    const files = await listed(id);
    expect(Object.fromEntries(Object.entries(files).map(([path, { preview }]) => [path, preview?.kind]))).toEqual({
      'clips/glass.mov': 'clip',
      'clips/take.mp4': 'clip',
      'flat.psd': 'picture',
      'glow.png': 'picture',
      'logo.svg': 'picture',
      'mono.cube': 'look',
      'moves.json': 'lottie',
      'notes.txt': undefined,
      'squares.ttf': 'font',
      'tone.wav': 'sound',
    });
    expect(files['clips/take.mp4']?.facts).toEqual({
      kind: 'video',
      width: 320,
      height: 180,
      frameRate: 24,
      seconds: 1,
      codec: 'h264',
      alpha: false,
    });
    expect(files['clips/glass.mov']?.facts).toMatchObject({ kind: 'video', alpha: true });
    expect(files['glow.png']?.facts).toEqual({ kind: 'picture', width: 1800, height: 900, alpha: true });
    expect(files['flat.psd']?.facts).toEqual({ kind: 'picture', width: 64, height: 36, alpha: true });
    expect(files['logo.svg']?.facts).toEqual({ kind: 'picture', width: 20, height: 10, alpha: true });
    expect(files['mono.cube']?.facts).toEqual({ kind: 'look', size: 9, dimensions: 3 });
    expect(files['tone.wav']?.facts).toMatchObject({ kind: 'sound', seconds: 2, sampleRate: 48_000 });
    expect(files['notes.txt']?.facts).toBeNull();
  });

  it('include a clip with its frames', async () => {
    const { url, stripUrl, ...shown } = await previewOf(id, 'clips/take.mp4', 'clip');
    expect(shown).toEqual({
      kind: 'clip',
      width: 320,
      height: 180,
      rate: '24/1',
      seconds: 1,
      isStacked: false,
      hasSound: true,
    });
    const { type, body } = await fetched(url);
    expect(type).toBe('video/mp4');
    expect(probed(body, 'stream=codec_name,nb_frames').streams).toMatchObject([
      { codec_name: 'h264', nb_frames: '24' },
      { codec_name: 'aac' },
    ]);
    expect(await sharp((await fetched(stripUrl)).body).metadata()).toMatchObject({ width: 11 * 160, height: 90 });
  });

  it('keep the alpha of a clip below its colours', async () => {
    const { url, ...shown } = await previewOf(id, 'clips/glass.mov', 'clip');
    expect(shown).toMatchObject({ width: 160, height: 90, isStacked: true, hasSound: false });
    expect(probed((await fetched(url)).body, 'stream=width,height').streams).toEqual([{ width: 160, height: 180 }]);
  });

  it('include a sound with its levels', async () => {
    const { url, ...shown } = await previewOf(id, 'tone.wav', 'sound');
    expect(shown.seconds).toBe(2);
    expect(Buffer.from(shown.peaks, 'base64')).toHaveLength(240);
    expect(Buffer.from(shown.averages, 'base64')).toHaveLength(240);
    expect(shown.peak).toBeLessThan(0);
    expect(shown.loudness).toBeLessThan(0);
    const { type, body } = await fetched(url);
    expect(type).toBe('audio/mp4');
    expect(Number(probed(body, 'format=duration').format.duration)).toBeCloseTo(2, 1);
  });

  it('include a picture with its transparency, and a LUT as stills and as a table', async () => {
    const shown = await previewOf(id, 'glow.png', 'picture');
    expect(shown).toMatchObject({ width: 1600, height: 800, hasAlpha: true });
    expect(await sharp((await fetched(shown.url)).body).metadata()).toMatchObject({
      format: 'webp',
      width: 1600,
      height: 800,
      hasAlpha: true,
    });
    expect(await sharp((await fetched(shown.smallUrl)).body).metadata()).toMatchObject({ width: 176, height: 99 });

    const look = await previewOf(id, 'mono.cube', 'look');
    const coloured = async (url: string) => {
      const { channels } = await sharp((await fetched(url)).body).stats();
      const means = channels.map(({ mean }) => mean);
      return Math.max(...means) - Math.min(...means) > 6;
    };
    expect(await Promise.all([...look.stillUrls, look.smallUrl].map(coloured))).toEqual(Array(7).fill(false));
    expect(look).toMatchObject({ encoding: 'rec709', madeFor: 'rec709', greyDrift: 0, banding: 'none' });
    const table = await fetched(look.tableUrl ?? '');
    expect([table.type, table.body.toString('latin1').split('\n')[0]?.trim()]).toEqual([
      'application/octet-stream',
      '{"dimensions":3,"size":9}',
    ]);
  });

  it('include a Lottie animation, as JSON', async () => {
    const shown = await previewOf(id, 'moves.json', 'lottie');
    expect(shown).toMatchObject({ frameRate: 30, seconds: 2 });
    const { type, body } = await fetched(shown.url);
    expect([type, JSON.parse(body.toString()).w]).toEqual(['application/json', 200]);
  });

  it('include the specimen of a font', async () => {
    const shown = await previewOf(id, 'squares.ttf', 'font');
    expect((await listed(id))['squares.ttf']?.facts).toMatchObject({ kind: 'font', family: 'Squares', glyphs: 96 });
    expect(await sharp((await fetched(shown.url)).body).metadata()).toMatchObject({
      width: shown.width,
      hasAlpha: true,
    });
    expect(await sharp((await fetched(shown.smallUrl)).body).metadata()).toMatchObject({ width: 176, height: 99 });
  });

  it('are made once, and are in the backup', async () => {
    const before = await rowsOf(id);
    await make(id);
    expect(await rowsOf(id)).toEqual(before);
    const { rows } = await test.deps.pool.query<{ '?column?': string; storage_key: string }>(namedFiles);
    const named = rows.filter((row) => row['?column?'] === 'preview').map((row) => row.storage_key);
    const keys = await keysOf(id);
    expect(keys).toHaveLength(2 + 2 + 2 + 2 + 2 + 8 + 2 + 1 + 1);
    expect(named).toEqual(expect.arrayContaining(keys));
    expect(await areStored(keys)).toEqual([true]);
    for (const { kind, size } of Object.values(before)) expect(size > 0, kind).toBe(kind !== 'none');
  });
});

describe('a Premium pack', () => {
  it('has smaller and shorter previews, which are replaced when it becomes free', {
    timeout: 60_000,
  }, async () => {
    const id = await addPack(
      {
        'long.mp4': ['video/mp4', media('-f lavfi -i testsrc2=s=1000x500:r=2:d=13 -pix_fmt yuv420p', 'mp4')],
        'long.wav': ['audio/wav', media('-f lavfi -i sine=d=62:r=8000', 'wav')],
        'wide.png': ['image/png', picture],
      },
      'Premium',
    );
    const measure = async () => {
      const [clip, sound, still] = [
        await previewOf(id, 'long.mp4', 'clip'),
        await previewOf(id, 'long.wav', 'sound'),
        await previewOf(id, 'wide.png', 'picture'),
      ];
      const wave = probed((await fetched(sound.url)).body, 'stream=channels,sample_rate:format=duration');
      return {
        clip: [clip.width, clip.seconds],
        frames: Math.round(Number(probed((await fetched(clip.url)).body, 'format=duration').format.duration)),
        sound: [sound.seconds, Math.round(Number(wave.format.duration)), wave.streams[0].channels],
        still: still.width,
      };
    };
    await make(id);
    expect(await measure()).toEqual({ clip: [960, 12], frames: 12, sound: [60, 60, 1], still: 640 });
    const premiumKeys = await keysOf(id);

    const change = async (category: string) => {
      const details = {
        title: 'Pack',
        description: 'Ten clips.',
        category,
        type: 'overlay',
        editor: 'Blender',
        tags: [],
      };
      const rights = { licence: 'CC0', rightsDeclared: true, saleDeclared: true, editorMinVersion: null };
      const payload = { ...details, ...rights };
      const reply = await test.call({ method: 'PUT', url: `/api/uploads/${id}`, payload }, leaker);
      expect(reply.statusCode, reply.body).toBe(200);
    };
    await change('Free');
    // Until the new ones are made, there are none: those of a Premium file would be too short, those of a free one too long.
    expect((await listed(id))['long.mp4']?.preview).toBeNull();
    expect((await stageOf(id)).state).toBe('making');
    expect((await test.call({ url: `/public/previews/${premiumKeys[0]}` })).statusCode).toBe(404);
    await runJobs(test);
    expect(await measure()).toEqual({ clip: [1000, 13], frames: 13, sound: [62, 62, 2], still: 1600 });
    expect(await areStored(premiumKeys)).toEqual([false]);
  });
});

it('a 3D model has a copy for browsers, and its picture', { timeout: 60_000 }, async () => {
  const id = await addPack({ 'cube.glb': ['model/gltf-binary', await makeGlb({ isAnimated: true })] });
  await make(id);
  const shown = await previewOf(id, 'cube.glb', 'model');
  expect(shown.clips).toEqual(['Turn']);
  expect((await listed(id))['cube.glb']?.facts).toMatchObject({
    kind: 'model',
    triangles: 12,
    unit: 'm',
    missing: [],
  });
  const { type, body } = await fetched(shown.url);
  expect([type, body.toString('latin1', 0, 4)]).toEqual(['model/gltf-binary', 'glTF']);
  const still = await sharp((await fetched(shown.stillUrl)).body).metadata();
  expect(still).toMatchObject({ format: 'webp', width: 960, height: 540, hasAlpha: true });
  expect(await sharp((await fetched(shown.smallUrl)).body).metadata()).toMatchObject({ width: 176, height: 99 });
});

it('a 3D model in a Premium pack is coarser, or only a picture, and one that cannot be shown has a reason', {
  timeout: 60_000,
}, async () => {
  const broken = { asset: { version: '2.0' }, buffers: [{ uri: 'scene.bin', byteLength: 8 }] };
  const id = await addPack(
    {
      'fine.glb': ['model/gltf-binary', await makeGlb({ cells: 30 })],
      'plain.glb': ['model/gltf-binary', await makeGlb()],
      'scene.gltf': ['application/json', Buffer.from(JSON.stringify(broken))],
    },
    'Premium',
  );
  await make(id);
  expect((await previewOf(id, 'fine.glb', 'model')).url).toMatch(/-model\.glb$/);
  const plain = await previewOf(id, 'plain.glb', 'model');
  expect([plain.url, plain.stillUrl]).toEqual([null, expect.stringMatching(/-still\.webp$/)]);
  expect(await stageOf(id, '?file=scene.gltf')).toMatchObject({
    file: { preview: null },
    reason: 'The shape of the model is in another file. Missing files: scene.bin.',
  });
});

it('a Lottie animation in a Premium pack only has facts, because its preview would be the file', async () => {
  const id = await addPack({ 'moves.json': given['moves.json'] ?? [null, dot] }, 'Premium');
  await make(id);
  expect(await kindsOf(id)).toEqual({ 'moves.json': 'none' });
  const file = (await listed(id))['moves.json'];
  expect(file).toMatchObject({ facts: { kind: 'lottie', width: 200, seconds: 2 }, preview: null, textUrl: null });
});

describe('files that cannot be read', () => {
  it('have no preview and do not stop the others', { timeout: 60_000 }, async () => {
    const id = await addPack({
      'a-empty.mp4': ['video/mp4', Buffer.alloc(0)],
      'b-cut.mp4': ['video/mp4', clip.subarray(0, clip.length / 2)],
      'c-list.mp4': ['video/mp4', Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n')],
      'd-picture.wav': ['audio/wav', picture],
      'e-empty.png': ['image/png', Buffer.alloc(0)],
      'f-cut.png': ['image/png', picture.subarray(0, 60)],
      'g-clip.png': ['image/png', clip],
      'h-cut.cube': ['application/x-cube-lut', Buffer.from('LUT_3D_SIZE 2\n0 0 0\n')],
      'h-cut.ttf': ['font/ttf', Buffer.from('\0\x01\0\0 and no more', 'latin1')],
      'i-picture.cube': ['image/png', dot],
      'j-unknown.mov': ['video/x-unknown', clip],
      'k-good.mp4': ['video/mp4', clip],
      '.hidden.png': ['image/png', picture],
      '__MACOSX/glow.png': ['image/png', picture],
    });
    await make(id);
    expect(await kindsOf(id)).toEqual({
      'a-empty.mp4': 'none',
      'b-cut.mp4': 'none',
      'c-list.mp4': 'none',
      'd-picture.wav': 'none',
      'e-empty.png': 'none',
      'f-cut.png': 'none',
      'g-clip.png': 'none',
      'h-cut.cube': 'none',
      'h-cut.ttf': 'none',
      'i-picture.cube': 'picture',
      'j-unknown.mov': 'none',
      'k-good.mp4': 'clip',
    });
    expect((await stageOf(id)).file?.name).toBe('k-good.mp4');
    expect(await stageOf(id, '?file=b-cut.mp4')).toMatchObject({
      state: 'none',
      file: { preview: null },
      reason: null,
    });
    const reason = 'The file has more or fewer lines of numbers than its size needs.';
    expect(await stageOf(id, '?file=h-cut.cube')).toMatchObject({ state: 'none', reason });
  });

  it('but a clip of twelve hours has a preview of its beginning', { timeout: 60_000 }, async () => {
    const long = media('-f lavfi -i testsrc2=s=64x36:r=1/2:d=43200 -c:v libx264 -preset ultrafast -g 30', 'mp4');
    const id = await addPack({ 'day.mp4': ['video/mp4', long] });
    await make(id);
    expect((await listed(id))['day.mp4']?.facts).toMatchObject({ kind: 'video', seconds: 43_200 });
    const { seconds, url, stripUrl } = await previewOf(id, 'day.mp4', 'clip');
    expect(seconds).toBe(30);
    expect(Number(probed((await fetched(url)).body, 'format=duration').format.duration)).toBeCloseTo(30, -1);
    expect(await sharp((await fetched(stripUrl)).body).metadata()).toMatchObject({ width: 11 * 160, height: 90 });
  });

  it('have none when they are lost, and are tried again on request', async () => {
    const id = await addPack(pictures('a.png', 'b.png'));
    const lost = await test.db
      .selectFrom('resource_files')
      .select(['id', 'storage_key as key'])
      .where('resource_id', '=', id)
      .orderBy('path')
      .executeTakeFirstOrThrow();
    await test.deps.storage.delete(lost.key);
    await make(id);
    expect(await kindsOf(id)).toEqual({ 'a.png': 'none', 'b.png': 'picture' });
    const [, before] = Object.values(await rowsOf(id));
    await test.deps.storage.put(lost.key, dot);
    await test.db
      .updateTable('resource_files')
      .set({
        facts: JSON.stringify({ kind: 'unreadable' }),
        findings: JSON.stringify([
          { code: 'unreadable', sentence: 'It is damaged.' },
          { code: 'other', sentence: 'It is large.' },
        ]),
      })
      .where('id', '=', lost.id)
      .execute();
    const tried: number[] = [];
    const options = { ...neverStop, since: test.deps.now(), onlyFailed: true, onMade: () => tried.push(1) };
    expect(await makeFilePreviews(test.deps, id, options)).toBe(true);
    expect(tried).toHaveLength(1);
    expect(await kindsOf(id)).toEqual({ 'a.png': 'picture', 'b.png': 'picture' });
    expect((await rowsOf(id))['b.png']).toEqual(before);
    const file = await test.db
      .selectFrom('resource_files')
      .select(['facts', 'findings'])
      .where('id', '=', lost.id)
      .executeTakeFirstOrThrow();
    expect(file).toMatchObject({ facts: { kind: 'picture' }, findings: [{ code: 'other' }] });
  });
});

describe('the job', () => {
  it('hands over after its time, and the next one continues', async () => {
    const id = await addPack(pictures('a.png', 'b.png', 'c.png'));
    let calls = 0;
    // The clock jumps by a minute with each look at it.
    const now = () => new Date(Date.now() + 60_000 * calls++);
    await takeTurn(id, { ...test.deps, now });
    const done = Object.keys(await kindsOf(id)).length;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(3);
    const { rows } = await test.deps.pool.query('select queue_name as queue from graphile_worker.jobs where key = $1', [
      `file-previews:${id}`,
    ]);
    expect(rows).toEqual([{ queue: 'file-previews' }]);
    await make(id);
    expect(Object.keys(await kindsOf(id))).toEqual(['a.png', 'b.png', 'c.png']);
  });

  it('takes turns: another pack does not wait for ten thousand sounds', async () => {
    const id = await addPack({ 'a.wav': given['tone.wav'] as [string, Buffer] });
    await sql`insert into resource_files (resource_id, path, size, sha256, crc32, storage_key, media_type)
      select resource_id, 'b/' || number || '.wav', size, sha256, crc32, storage_key || number, media_type
      from resource_files, generate_series(2, 10000) as number where resource_id = ${id}`.execute(test.db);
    let calls = 0;
    const now = () => new Date(Date.now() + 60_000 * calls++);
    await takeTurn(id, { ...test.deps, now });
    const other = await addPack(pictures('a.png'));
    await requestFilePreviews(test.db, other);
    expect(await kindsOf(id)).toEqual({ 'a.wav': 'sound' });
    const { rows } = await test.deps.pool.query(
      'select key from graphile_worker.jobs where key = any ($1) order by priority, run_at',
      [[id, other].map((one) => `file-previews:${one}`)],
    );
    expect(rows).toEqual([{ key: `file-previews:${other}` }, { key: `file-previews:${id}` }]);
    expect(await stageOf(id)).toMatchObject({ state: 'ready', file: { name: 'a.wav' } });
    await test.db.deleteFrom('resources').where('id', '=', id).execute();
  });

  it('keeps what it has made when it is interrupted, and continues there, as its creator sees', async () => {
    const id = await addPack(pictures('a.png', 'b.png', 'c.png'));
    const shownProgress = async (state: string) => {
      await test.db.updateTable('resources').set({ preview_state: state }).where('id', '=', id).execute();
      const replies = await Promise.all(
        ['', '/progress'].map((rest) => test.call({ url: `/api/uploads/${id}${rest}` }, leaker)),
      );
      const [whole, progress] = replies.map(
        (reply) => reply.json<{ preview: { made: number; total: number } }>().preview,
      );
      expect(progress).toEqual(whole);
      return [whole?.made, whole?.total];
    };
    expect(await shownProgress('MAKING')).toEqual([0, 0]);
    expect(await shownProgress('READY')).toEqual([0, 3]);
    const stop = new AbortController();
    const onMade = () => stop.abort(new Error('the server stops'));
    await expect(makeFilePreviews(test.deps, id, { ...neverStop, signal: stop.signal, onMade })).rejects.toThrow(
      'the server stops',
    );
    const before = await rowsOf(id);
    expect(Object.keys(before)).toEqual(['a.png']);
    expect(await shownProgress('READY')).toEqual([1, 3]);
    await make(id);
    expect(await shownProgress('READY')).toEqual([3, 3]);
    const after = await rowsOf(id);
    expect(Object.keys(after)).toEqual(['a.png', 'b.png', 'c.png']);
    expect(after['a.png']).toEqual(before['a.png']);
  });

  it('removes what it made of a file that was deleted in the meantime', async () => {
    const id = await addPack(pictures('a.png', 'b.png'));
    const stored: string[] = [];
    const storage = {
      ...test.deps.storage,
      put: async (...args: Parameters<TestApp['deps']['storage']['put']>) => {
        stored.push(args[0]);
        if (stored.length === 1)
          await test.db
            .deleteFrom('resource_files')
            .where('resource_id', '=', id)
            .where('path', '=', 'a.png')
            .execute();
        return await test.deps.storage.put(...args);
      },
    };
    await make(id, { ...test.deps, storage });
    expect(await kindsOf(id)).toEqual({ 'b.png': 'picture' });
    expect(stored).toHaveLength(4);
    await runJobs(test);
    const areThere = await Promise.all(stored.map(async (key) => (await test.deps.storage.stat(key)) !== null));
    expect(areThere).toEqual([false, false, true, true]);
  });

  it('makes the others and tries again later if there is no room for a copy of one', async () => {
    const id = await addPack(pictures('a.png', 'b.png'));
    const huge = { ...test.deps.storage, remote: true, localPath: async () => null };
    await test.db
      .updateTable('resource_files')
      .set({ size: 30_000_000_000 })
      .where('resource_id', '=', id)
      .where('path', '=', 'a.png')
      .execute();
    await expect(make(id, { ...test.deps, storage: huge })).rejects.toThrow(StorageFull);
    expect(await kindsOf(id)).toEqual({ 'b.png': 'picture' });
  });

  it('does nothing if the resource is gone', async () => {
    await make(randomUUID());
  });
});

describe('without ffmpeg', () => {
  it('pictures and LUTs have previews; clips and sounds wait for it', { timeout: 60_000 }, async () => {
    const id = await addPack(given);
    await requestFilePreviews(test.db, id);
    expect(bare.deps.media).toBeNull();
    expect((await stageOf(id, '', bare)).state).toBe('making');
    await make(id, bare.deps);
    expect(await kindsOf(id)).toEqual({
      'glow.png': 'picture',
      'logo.svg': 'picture',
      'mono.cube': 'look',
      'moves.json': 'lottie',
      'squares.ttf': 'font',
    });
    expect(await stageOf(id, '?file=tone.wav', bare)).toMatchObject({ state: 'no-tools', file: { name: 'tone.wav' } });
    expect((await stageOf(id, '', bare)).file?.name).toBe('mono.cube');
    const alone = await addPack({ 'tone.wav': given['tone.wav'] ?? [null, Buffer.alloc(0)] });
    await make(alone, bare.deps);
    expect(await stageOf(alone, '', bare)).toEqual({ state: 'no-tools', file: null, reason: null });

    await requestFilePreviews(test.db, alone);
    expect(await stageOf(alone)).toEqual({ state: 'making', file: null, reason: null });
    for (const one of [id, alone]) await make(one);
    expect(Object.values(await kindsOf(id)).toSorted()).toEqual([
      ...['clip', 'clip', 'font', 'look', 'lottie', 'picture', 'picture', 'picture', 'sound'],
    ]);
    expect(await stageOf(alone)).toMatchObject({ state: 'ready', file: { name: 'tone.wav' } });
    expect((await stageOf(id)).file?.name).toBe('clips/glass.mov');
  });
});

describe('deleting', () => {
  const remove = async (path: string) => {
    const reply = await test.call({ method: 'DELETE', url: `/api/uploads/${path}` }, leaker);
    expect(reply.statusCode, reply.body).toBe(204);
    await runJobs(test);
  };

  it('a file, a folder or the resource deletes their previews, and no others', { timeout: 60_000 }, async () => {
    const id = await addPack(pictures('a.png', 'in/b.png', 'inside.png'), 'Free', 'PENDING');
    await make(id);
    const keys = Object.fromEntries(Object.entries(await rowsOf(id)).map(([path, row]) => [path, row.keys]));
    const there = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(keys).map(async ([path, some]) => [path, await areStored(some)])),
      );
    await remove(`${id}/files?path=a.png`);
    expect(await there()).toEqual({ 'a.png': [false], 'in/b.png': [true], 'inside.png': [true] });
    await remove(`${id}/files?path=in/`);
    expect(await there()).toEqual({ 'a.png': [false], 'in/b.png': [false], 'inside.png': [true] });
    await remove(id);
    expect(Object.values(await there())).toEqual([[false], [false], [false]]);
  });
});

describe('a track', () => {
  it('is listed with its tempo and key, which the listing filters by', async () => {
    const chord = [220, 261.63, 329.63].map((hertz) => `sin(2*PI*${hertz}*t)`).join('+');
    const id = await addPack({
      'loop.wav': [
        'audio/wav',
        media(`-f lavfi -i aevalsrc=0.3*(${chord})*exp(-12*mod(t\\,60/128)):d=12:s=44100`, 'wav'),
      ],
      'tone.wav': given['tone.wav'] as [string, Buffer],
    });
    await test.db.updateTable('resources').set({ type: 'music' }).where('id', '=', id).execute();
    await make(id);
    const rows = await rowsOf(id);
    expect(rows['loop.wav']?.facts).toMatchObject({
      kind: 'sound',
      tempo: { value: expect.closeTo(128, 0) },
      key: { value: 'A minor' },
    });
    expect(rows['tone.wav']?.facts).toMatchObject({ kind: 'sound', tempo: null, key: null });
    const listed = async (query: string) =>
      (await test.call({ url: `/api/resources?${query}` })).json<{ resources: { id: string }[] }>().resources;
    for (const query of ['tempo=110-130', 'key=A+minor', 'tempo=110-130&key=a+minor'])
      expect((await listed(query)).map((one) => one.id)).toEqual([id]);
    expect(await listed('tempo=40-90')).toEqual([]);
    const { facets } = (await test.call({ url: '/api/resources/facets' })).json<{
      facets: { kind: string; values: object[] }[];
    }>();
    const valuesOf = (kind: string) => facets.find((facet) => facet.kind === kind)?.values;
    expect(valuesOf('tempo')).toMatchObject([{ value: '110-130', label: '110 to 130 BPM', count: 1 }]);
    expect(valuesOf('key')).toMatchObject([{ value: 'a minor', label: 'A minor', count: 1 }]);
    // A second look changes nothing.
    await make(id);
    expect((await rowsOf(id))['loop.wav']?.facts).toMatchObject({ key: { value: 'A minor' } });
  });
});
