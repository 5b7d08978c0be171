import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, makeCube } from '#demo/files/cube.ts';
import { makeFont } from '#test/harness/font.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { makeStl } from '#test/harness/model.ts';
import { makePdf } from '#test/harness/pdf.ts';
import { makePhotoshop } from '#test/harness/photoshop.ts';
import { requestPreviews } from './actions.ts';
import { makePreviews } from './jobs.ts';
import { deletePreviewPictures } from './pictures.ts';

let test: TestApp;
let folder = '';
let admin: Person;
let leakerId = '';
let clip: Buffer;

beforeAll(async () => {
  test = await startTestApp();
  leakerId = (await test.addPerson('leaker')).id;
  admin = await test.addPerson('admin');
  folder = mkdtempSync(join(tmpdir(), 'helix-media-'));
  clip = media('-f lavfi -i testsrc2=s=1920x1080:r=24:d=5 -pix_fmt yuv420p -preset ultrafast', 'mp4');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.stop();
});

/** Runs ffmpeg with these arguments and returns its output file. */
const media = (words: string, ending: string): Buffer => {
  const path = join(folder, `${randomUUID()}.${ending}`);
  execFileSync('ffmpeg', ['-v', 'error', ...words.split(' '), path]);
  return readFileSync(path);
};
const sound = (seconds: number) => media(`-f lavfi -i sine=f=440:d=${seconds}`, 'wav');
const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

type Given = { path: string; body: Buffer; mediaType: string | null };
const files = (given: Record<string, [string | null, Buffer]>): Given[] =>
  Object.entries(given).map(([path, [mediaType, body]]) => ({ path, mediaType, body }));

const addFiles = async (app: TestApp, id: string, given: Given[]) => {
  for (const { path, body, mediaType } of given) {
    const key = `r/${id}/${randomUUID()}`;
    const { size, sha256, crc32 } = await app.deps.storage.put(key, body);
    await app.db
      .insertInto('resource_files')
      .values({ resource_id: id, path, size, sha256, crc32, storage_key: key, media_type: mediaType })
      .execute();
  }
};

const addUpload = async (
  given: Given[],
  columns: { type?: string; status?: string; title?: string; category?: string } = {},
  app = test,
  authorId = leakerId,
) => {
  const { id } = await app.db
    .insertInto('resources')
    .values({ author_id: authorId, title: 'Upload', category: 'Free', editor: 'Blender', type: 'overlay', ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addFiles(app, id, given);
  return id;
};

const helpers = (signal = new AbortController().signal) => ({
  log: test.deps.log,
  signal,
  attempt: 1,
  isLastAttempt: false,
});
const make = async (id: string, app = test) => {
  await makePreviews.run({ resourceId: id }, app.deps, helpers());
  return app.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
};
const fileFacts = async (id: string) =>
  Object.fromEntries(
    (
      await test.db
        .selectFrom('resource_files')
        .select(['path', 'facts', 'findings'])
        .where('resource_id', '=', id)
        .execute()
    ).map(({ path, ...row }) => [path, row]),
  );
/** Fetches a picture by its URL, as a browser does. */
const fetchPicture = async (name: string) => {
  // Most uploads in these tests are not approved, so visitors are not allowed to see their pictures.
  const reply = await test.call({ url: `/public/thumbnails/${name}` }, admin);
  return { status: reply.statusCode, headers: reply.headers, body: reply.rawPayload };
};
const meanOf = async (body: Buffer, region?: Region) => {
  const image = region ? sharp(await sharp(body).extract(region).toBuffer()) : sharp(body);
  return (await image.stats()).channels.map(({ mean }) => Math.round(mean));
};

describe('a video clip', () => {
  it('yields facts for filters, a thumbnail in all sizes and formats, and a strip of twelve frames', async () => {
    const id = await addUpload(files({ 'take.mp4': ['video/mp4', clip] }), {
      status: 'APPROVED',
      title: 'Found by facts',
    });
    const row = await make(id);
    expect(row).toMatchObject({
      preview_state: 'READY',
      preview_note: null,
      media_label: '0:05',
      strip_kind: 'frames',
    });
    expect(row.facts).toEqual({ width: 1920, height: 1080, frameRate: 24, seconds: 5, alpha: false, loop: false });
    expect(Buffer.from(row.thumbnail_hash ?? '', 'base64').length).toBeGreaterThan(4);
    for (const width of [320, 640, 1280]) {
      for (const [ending, format] of [
        ['webp', 'webp'],
        ['jpg', 'jpeg'],
      ] as const) {
        const { status, headers, body } = await fetchPicture(`${row.thumbnail_key}-${width}.${ending}`);
        expect(status).toBe(200);
        expect(headers['content-type']).toBe(`image/${format}`);
        expect(headers['cache-control']).toBe('public, max-age=3600');
        expect(await sharp(body).metadata()).toMatchObject({ format, width, height: (width * 9) / 16 });
      }
    }
    const strip = await fetchPicture(row.strip_key ?? '');
    expect(await sharp(strip.body).metadata()).toMatchObject({ format: 'webp', width: 3840, height: 180 });

    await test.deps.bus.publish(test.db, 'resources', 'all');
    for (const query of ['resolution=1080p', 'fps=24', 'length=5-15']) {
      const { resources } = (await test.call({ url: `/api/resources?${query}` })).json();
      expect(
        resources.map((one: { id: string }) => one.id),
        query,
      ).toContain(id);
    }
    const { resources } = (await test.call({ url: '/api/resources?alpha=yes' })).json();
    expect(resources.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  it('uses a frame with visible content as its poster', async () => {
    const dark = media(
      '-f lavfi -i color=black:s=640x360:r=24:d=4 -f lavfi -i testsrc2=s=640x360:r=24:d=2 -filter_complex [0][1]concat=n=2:v=1 -pix_fmt yuv420p',
      'mp4',
    );
    const row = await make(await addUpload(files({ 'fade.mp4': ['video/mp4', dark] })));
    const { body } = await fetchPicture(`${row.thumbnail_key}-640.jpg`);
    expect(Math.max(...(await meanOf(body)))).toBeGreaterThan(60);
  });

  it('with transparency is marked as such and shown on a backdrop', async () => {
    const glass = media(
      '-f lavfi -i color=white@0.0:s=320x180:r=25:d=1,format=yuva420p -c:v libvpx-vp9 -pix_fmt yuva420p',
      'webm',
    );
    const id = await addUpload(files({ 'seamless-loop.webm': ['video/webm', glass] }), { status: 'APPROVED' });
    const row = await make(id);
    expect(row.facts).toMatchObject({ alpha: true, loop: true, frameRate: 25 });
    const { body } = await fetchPicture(`${row.thumbnail_key}-320.jpg`);
    for (const mean of await meanOf(body)) expect(mean).toBeLessThan(100);
    const { resources } = (await test.call({ url: '/api/resources?alpha=yes' })).json();
    expect(resources.map((one: { id: string }) => one.id)).toContain(id);
  });
});

describe('sounds', () => {
  it('are drawn as a waveform, dim and bright', async () => {
    const id = await addUpload(files({ 'b.wav': ['audio/wav', sound(2)], 'a.wav': ['audio/wav', sound(1)] }), {
      type: 'sound effect',
    });
    const row = await make(id);
    expect(row).toMatchObject({
      preview_state: 'READY',
      strip_kind: 'waveform',
      media_label: '2 sounds',
      facts: { seconds: 2 },
    });
    const { body } = await fetchPicture(row.strip_key ?? '');
    expect(await sharp(body).metadata()).toMatchObject({ width: 1280, height: 360 });
    const [dim = 0] = await meanOf(body, { left: 0, top: 0, width: 640, height: 360 });
    const [bright = 0] = await meanOf(body, { left: 640, top: 0, width: 640, height: 360 });
    expect(bright).toBeGreaterThan(dim + 20);
    expect((await fileFacts(id))['a.wav']?.facts).toEqual({
      kind: 'sound',
      seconds: 1,
      codec: 'pcm_s16le',
      channels: 1,
      sampleRate: 44_100,
    });
  });
});

describe('LUTs', () => {
  it('are shown on a picture, before and after', async () => {
    const cube = makeCube('Mono', LOOKS.mono, 17);
    const id = await addUpload(
      files({ 'mono.cube': ['application/x-cube-lut', cube], 'two.cube': ['text/plain', cube] }),
      { type: 'LUT' },
    );
    const row = await make(id);
    expect(row).toMatchObject({ preview_state: 'READY', strip_kind: 'lut', media_label: '2 LUTs', facts: {} });
    const { body } = await fetchPicture(row.strip_key ?? '');
    const spreadOf = (means: number[]) => Math.max(...means) - Math.min(...means);
    expect(spreadOf(await meanOf(body, { left: 0, top: 0, width: 640, height: 360 }))).toBeGreaterThan(20);
    expect(spreadOf(await meanOf(body, { left: 640, top: 0, width: 640, height: 360 }))).toBeLessThan(6);
    expect((await fileFacts(id))['mono.cube']?.facts).toEqual({ kind: 'look', size: 17, dimensions: 3 });
  });
});

describe('3D models', () => {
  it('are drawn on the card, before their textures', async () => {
    const id = await addUpload(
      files({
        'a-wood.png': ['image/png', await picture(1920, 1080, '#0f0')],
        'chair.stl': [null, makeStl()],
        'lost.gltf': ['application/json', Buffer.from('{"asset":{"version":"2.0"}}')],
      }),
      { type: 'model' },
    );
    const row = await make(id);
    expect(row).toMatchObject({
      preview_state: 'READY',
      strip_key: null,
      preview_note: expect.stringContaining('lost.gltf'),
    });
    const { body } = await fetchPicture(`${row.thumbnail_key}-640.webp`);
    const [red = 0, green = 0, blue = 0] = await meanOf(body, { left: 260, top: 100, width: 120, height: 160 });
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(6);
    const facts = await fileFacts(id);
    expect(facts['chair.stl']?.facts).toMatchObject({ kind: 'model', triangles: 12, unit: null });
    // The reason is saved with its preview.
    expect(facts['lost.gltf']).toEqual({ facts: {}, findings: [] });
  });
});

describe('pictures', () => {
  it('become a sequence from three on, each shown equally long', async () => {
    const id = await addUpload(
      files({
        '1.png': ['image/png', await picture(1920, 1080, '#f00')],
        '2.png': ['image/png', await picture(1920, 1080, '#0f0')],
        '3.png': ['image/png', await picture(3840, 2160, '#00f')],
        '.hidden.png': ['image/png', await picture(9, 9, '#fff')],
        '__MACOSX/1.png': ['image/png', await picture(9, 9, '#fff')],
      }),
    );
    const row = await make(id);
    expect(row).toMatchObject({ preview_state: 'READY', strip_kind: 'frames', media_label: '3 pictures' });
    expect(row.facts).toEqual({ width: 3840, height: 2160, alpha: false });
    const { body } = await fetchPicture(row.strip_key ?? '');
    const cells = await Promise.all(
      Array.from({ length: 12 }, (_, i) => meanOf(body, { left: i * 320 + 8, top: 0, width: 304, height: 180 })),
    );
    const main = cells.map((means) => means.indexOf(Math.max(...means)));
    expect(main).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    expect(await meanOf((await fetchPicture(`${row.thumbnail_key}-320.webp`)).body)).toMatchObject([
      expect.toSatisfy((red) => red > 230),
      expect.toSatisfy((green) => green < 20),
      expect.toSatisfy((blue) => blue < 20),
    ]);
  });

  it('of any shape fit the card without cropping, and a single one has no strip', async () => {
    const tall = await sharp({ create: { width: 300, height: 900, channels: 3, background: '#0f0' } })
      .composite([{ input: await picture(300, 40, '#f00'), gravity: 'north' }])
      .png()
      .toBuffer();
    const row = await make(await addUpload(files({ 'tall.png': ['image/png', tall] })));
    expect(row).toMatchObject({ strip_key: null, media_label: '1 picture' });
    const { body } = await fetchPicture(`${row.thumbnail_key}-1280.jpg`);
    // The picture is centred and shown completely, including its top row.
    const [red = 0, green = 0] = await meanOf(body, { left: 620, top: 4, width: 40, height: 20 });
    expect(red).toBeGreaterThan(200);
    expect(green).toBeLessThan(60);
  });
});

describe('transparent files', () => {
  const dot = (fill: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="60" fill="${fill}"/></svg>`,
    );
  const posterOf = async (type: string, given: Record<string, [string, Buffer]>) => {
    const row = await make(await addUpload(files(given), { type }));
    return (await fetchPicture(`${row.thumbnail_key}-1280.webp`)).body;
  };
  const corner = { left: 0, top: 0, width: 300, height: 100 };
  const spreadIn = async (body: Buffer) =>
    Math.max(...(await sharp(await sharp(body).extract(corner).toBuffer()).stats()).channels.map(({ stdev }) => stdev));

  it('are shown over footage if they are laid over footage, otherwise over a plain colour', async () => {
    const given: Record<string, [string, Buffer]> = { 'a.svg': ['image/svg+xml', dot('#f00')] };
    const [overlay, shape] = [await posterOf('overlay', given), await posterOf('shape', given)];
    for (const body of [overlay, shape]) {
      const [red = 0, green = 255] = await meanOf(body, { left: 600, top: 320, width: 80, height: 80 });
      expect(red).toBeGreaterThan(200);
      expect(green).toBeLessThan(40);
    }
    expect(await spreadIn(shape)).toBeLessThan(2);
    expect(await spreadIn(overlay)).toBeGreaterThan(4);
  });

  it('are shown together if none fills the card', async () => {
    const colours = ['#f00', '#0f0', '#00f', '#fff'];
    const body = await posterOf(
      'shape',
      Object.fromEntries(colours.map((fill, at) => [`${at}.svg`, ['image/svg+xml', dot(fill)] as [string, Buffer]])),
    );
    const middles = [
      { left: 310, top: 170 },
      { left: 950, top: 170 },
      { left: 310, top: 530 },
      { left: 950, top: 530 },
    ];
    const means = await Promise.all(middles.map((place) => meanOf(body, { ...place, width: 20, height: 20 })));
    expect(means.map((mean) => mean.map((v) => (v > 200 ? 1 : 0)).join(''))).toEqual(['100', '010', '001', '111']);
  });
});

describe('documents', () => {
  const posterOf = async (given: Parameters<typeof files>[0]) => {
    const row = await make(await addUpload(files(given)));
    return { row, body: row.thumbnail_key && (await fetchPicture(`${row.thumbnail_key}-640.webp`)).body };
  };

  it('show a font’s specimen, or the first page of a PDF, if there is nothing else', async () => {
    const font = await posterOf({
      'guide.pdf': ['application/pdf', makePdf({ pages: ['Guide'] })],
      'squares.ttf': ['font/ttf', makeFont()],
    });
    expect(font.row.preview_state).toBe('READY');
    const { channels } = await sharp(font.body as Buffer).stats();
    // Black letters on white.
    expect(channels.map(({ min, max, mean }) => [min < 40, max > 250, mean > 128])).toEqual(
      Array(3).fill([true, true, true]),
    );
    const pdf = await posterOf({ 'guide.pdf': ['application/pdf', makePdf({ pages: ['Guide'] })] });
    expect(pdf.row.preview_state).toBe('READY');
    const mixed = await posterOf({
      'still.png': ['image/png', await picture(640, 360, '#0000ff')],
      'squares.ttf': ['font/ttf', makeFont()],
    });
    expect(await meanOf(mixed.body as Buffer)).toEqual([0, 0, expect.any(Number)]);
  }, 60_000);

  it('that cannot be drawn leave the picture of the type', async () => {
    const { row } = await posterOf({
      'broken.ttf': ['font/ttf', Buffer.alloc(500, 'x')],
      'broken.pdf': ['application/pdf', Buffer.from('%PDF-1.7')],
    });
    expect([row.preview_state, row.thumbnail_key]).toEqual(['NONE', null]);
  });
});

describe('a chosen thumbnail', () => {
  it('stays, whatever the files are', async () => {
    const id = await addUpload(files({ 'a.png': ['image/png', await picture(1280, 720, '#f00')] }));
    await test.db
      .updateTable('resources')
      .set({ thumbnail_chosen: true, thumbnail_key: 'chosen', thumbnail_hash: 'hash' })
      .where('id', '=', id)
      .execute();
    expect(await make(id)).toMatchObject({ preview_state: 'READY', thumbnail_key: 'chosen', thumbnail_hash: 'hash' });
  });
});

describe('bad files', () => {
  it('do not prevent other previews, and are reported', async () => {
    const whole = clip;
    const id = await addUpload(
      files({
        'a-list.mp4': ['video/mp4', Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n')],
        'b-cut.mp4': ['video/mp4', whole.subarray(0, whole.length / 2)],
        'c-torn.png': ['image/png', Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1')],
        'd-good.mp4': ['video/mp4', whole],
        'e-bad.cube': ['application/x-cube-lut', Buffer.from('LUT_3D_SIZE 2\n0 0 0\n')],
      }),
    );
    const row = await make(id);
    expect(row.preview_state).toBe('READY');
    expect(row.preview_note).toBe('“a-list.mp4” and 3 more files could not be read.');
    expect(row.facts).toMatchObject({ width: 1920, seconds: 5 });
    expect(row.strip_key).not.toBeNull();
    const facts = await fileFacts(id);
    expect(facts['a-list.mp4']).toEqual({
      facts: { kind: 'unreadable' },
      findings: [{ code: 'unreadable', sentence: expect.stringContaining('could not be read') }],
    });
    expect(facts['d-good.mp4']?.findings).toEqual([]);
    expect(JSON.stringify([row, facts])).not.toContain('root:');
  });

  it('alone yield no preview, with an explanation', async () => {
    const id = await addUpload(files({ 'x.mp4': ['video/mp4', Buffer.from('no clip at all')] }));
    expect(await make(id)).toMatchObject({
      preview_state: 'FAILED',
      preview_note: '“x.mp4” could not be read.',
      thumbnail_key: null,
      facts: {},
    });
  });

  it('of kinds that are only partly supported are not called damaged', async () => {
    const id = await addUpload(
      files({
        'x.svg': ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
        'y.psb': ['image/vnd.adobe.photoshop', makePhotoshop({ version: 2 })],
      }),
    );
    expect(await make(id)).toMatchObject({ preview_state: 'FAILED', preview_note: expect.stringContaining('x.svg') });
    expect(await fileFacts(id)).toMatchObject({ 'x.svg': { facts: {} }, 'y.psb': { facts: {}, findings: [] } });
  });

  it('that reference other files reach no tool', async () => {
    const id = await addUpload(
      files({
        'x.m3u8': ['application/vnd.apple.mpegurl', Buffer.from('#EXTM3U\nfile:///etc/passwd\n')],
        'z.jsx': [null, Buffer.from('x')],
      }),
    );
    expect(await make(id)).toMatchObject({ preview_state: 'NONE', preview_note: null, media_label: '1 JSX' });
    expect((await fileFacts(id))['x.m3u8']?.facts).toEqual({});
  });
});

describe('the preview job', () => {
  it('gives the same result when run again, and removes the previous pictures', async () => {
    const id = await addUpload(files({ 'a.png': ['image/png', await picture(1280, 720, '#f00')] }));
    const first = await make(id);
    const second = await make(id);
    expect({ ...second, thumbnail_key: null }).toEqual({ ...first, thumbnail_key: null });
    const key = first.thumbnail_key ?? '';
    expect(await test.deps.storage.stat(`t/${key}-320.jpg`)).not.toBeNull();
    for (const shown of [key, second.thumbnail_key ?? ''])
      await deletePreviewPictures.run({ key: shown }, test.deps, helpers());
    expect(await test.deps.storage.stat(`t/${key}-320.jpg`)).toBeNull();
    expect(await test.deps.storage.stat(`t/${second.thumbnail_key}-320.jpg`)).not.toBeNull();
  });

  it('is queued once, however often the files change', async () => {
    const id = await addUpload(files({ 'a.png': ['image/png', await picture(640, 360, '#f00')] }));
    const before = await queued(id);
    for (let i = 0; i < 3; i++) await test.db.transaction().execute((trx) => requestPreviews(trx, id));
    expect(before).toBe(0);
    expect(await queued(id)).toBe(1);
    const { preview_state } = await test.db
      .selectFrom('resources')
      .select('preview_state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(preview_state).toBe('WAITING');
  });

  it('leaves no result and throws when interrupted, so that it runs again', async () => {
    const id = await addUpload(files({ 'a.wav': ['audio/wav', sound(1)] }));
    const stop = AbortSignal.abort(new Error('the server stops'));
    await expect(makePreviews.run({ resourceId: id }, test.deps, helpers(stop))).rejects.toThrow('the server stops');
    expect((await fileFacts(id))['a.wav']).toEqual({ facts: {}, findings: [] });
    expect((await make(id)).preview_state).toBe('READY');
  });

  it('does nothing if the resource is gone', async () => {
    await makePreviews.run({ resourceId: randomUUID() }, test.deps, helpers());
  });
});

const queued = async (id: string): Promise<number> => {
  const { rows } = await test.deps.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'previews.make' and key = $1`,
    [`previews:${id}`],
  );
  return rows.length;
};

describe('without ffmpeg', () => {
  it('pictures still get previews, and the note explains the rest', async () => {
    const bare = await startTestApp({ env: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
    try {
      const { id: authorId } = await bare.addPerson('leaker');
      const given = files({
        'a.wav': ['audio/wav', sound(1)],
        'cover.png': ['image/png', await picture(1280, 720, '#f00')],
      });
      const id = await addUpload(given, { type: 'music' }, bare, authorId);
      const row = await make(id, bare);
      expect(bare.deps.media).toBeNull();
      expect(row).toMatchObject({
        preview_state: 'READY',
        preview_note: 'ffmpeg is not available on this server, so video and audio previews could not be created.',
        media_label: '1 sound',
      });
      expect(row.thumbnail_key).not.toBeNull();
      const alone = await addUpload(given.slice(0, 1), {}, bare, authorId);
      expect((await make(alone, bare)).preview_state).toBe('FAILED');
    } finally {
      await bare.stop();
    }
  });
});
