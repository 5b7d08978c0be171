import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { makeGlb, makeObj } from '#test/harness/model.ts';
import { createPictureReader } from './image-reader.ts';
import { encodePoster, POSTER_SIZE } from './thumbnails.ts';

const folder = mkdtempSync(join(tmpdir(), 'helix-reader-'));
const warned: object[] = [];
const log = { info: () => {}, error: () => {}, warn: (fields: object) => void warned.push(fields) };
const reader = createPictureReader({ log });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, body: Uint8Array | string): string => {
  const path = join(folder, name);
  writeFileSync(path, body);
  return path;
};
const draw = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } });

const svg = (inner: string, size = 'width="900" height="450"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inner}</svg>`;

describe('picture metadata', () => {
  it('is read for many pictures, with rotation applied and transparency detected', async () => {
    const paths = [
      written('turned.jpg', await draw(40, 30, '#f00').withMetadata({ orientation: 6 }).jpeg().toBuffer()),
      written('none.png', 'not a picture'),
      written('clear.png', await draw(50, 20, '#0f08').png().toBuffer()),
      written('opaque.png', await draw(50, 20, '#0f0').png().toBuffer()),
      written('drawn.svg', svg('<path d="M0 0h9v9"/>')),
      join(folder, 'gone.png'),
      written('moving.webp', await draw(64, 36, '#00f').webp().toBuffer()),
    ];
    expect(await reader.readFacts(paths)).toEqual([
      { width: 30, height: 40, alpha: false },
      null,
      { width: 50, height: 20, alpha: true },
      { width: 50, height: 20, alpha: false },
      { width: 900, height: 450, alpha: true },
      null,
      { width: 64, height: 36, alpha: false },
    ]);
  });

  it('is still read for the other pictures when one crashes the process', async () => {
    warned.length = 0;
    const worker = written(
      'dying.mjs',
      `import { createInterface } from 'node:readline';
      for await (const path of createInterface({ input: process.stdin })) {
        if (path === 'deadly') process.abort();
        process.stdout.write(JSON.stringify({ width: Number(path), height: 1, alpha: false }) + '\\n');
      }`,
    );
    const fragile = createPictureReader({ log, worker });
    const found = await fragile.readFacts(['1', 'deadly', '3', 'deadly', 'deadly', '6']);
    expect(found.map((facts) => facts?.width ?? null)).toEqual([1, null, 3, null, null, 6]);
    expect(warned.length).toBe(3);
  });
});

describe('a still', () => {
  it('has exactly the requested size, whatever the size of the picture', async () => {
    for (const [width, height] of [
      [1, 1],
      [3000, 10],
      [10, 3000],
      [1280, 720],
      [640, 480],
    ] as const) {
      const { pixels, ...facts } = await reader.readSent(
        await draw(width, height, '#0f0').png().toBuffer(),
        POSTER_SIZE,
      );
      expect(pixels.length).toBe(1280 * 720 * 3);
      expect(facts).toMatchObject({ width, height });
    }
  });

  it('becomes a poster in three widths and two formats, and a hash', async () => {
    const sent = await draw(1920, 1080, '#2a6').png().toBuffer();
    const { files, hash } = await encodePoster((await reader.readSent(sent, POSTER_SIZE)).pixels);
    expect(files.map(({ ending }) => ending).sort()).toEqual([
      '-1280.jpg',
      '-1280.webp',
      '-320.jpg',
      '-320.webp',
      '-640.jpg',
      '-640.webp',
    ]);
    expect(Buffer.from(hash, 'base64').length).toBeLessThan(30);
  });

  it.each([
    ['kind', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['kind', ''],
    ['damaged', '\x89PNG\r\n\x1a\n and no more'],
  ])('is refused for anything but a picture: %s', async (reason, text) => {
    await expect(reader.readSent(Buffer.from(text, 'latin1'), POSTER_SIZE)).rejects.toMatchObject({ reason });
  });

  it('is refused at 49 megapixels', async () => {
    const body = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    await expect(reader.readSent(body, POSTER_SIZE)).rejects.toMatchObject({ reason: 'pixels' });
  });

  it('is aborted when the server stops', async () => {
    const path = written('whole.png', await draw(9, 9, '#fff').png().toBuffer());
    const stop = { signal: AbortSignal.abort(new Error('stopping')) };
    await expect(reader.readStill(path, POSTER_SIZE, stop)).rejects.toThrow('stopping');
    await expect(reader.readFacts([path], stop)).rejects.toThrow('stopping');
  });
});

describe('a picture to show', () => {
  const SMALL = { width: 176, height: 99 };

  it('is reduced, upright, with its transparency and without metadata', async () => {
    const tall = await draw(400, 200, '#f008').withMetadata({ orientation: 6 }).png().toBuffer();
    const { body, small, ...shown } = await reader.readView(written('tall.png', tall), 100, SMALL);
    expect(shown).toEqual({ facts: { width: 200, height: 400, alpha: true }, width: 50, height: 100 });
    const { exif, orientation, ...made } = await sharp(body).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 50, height: 100, hasAlpha: true });
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', ...SMALL, hasAlpha: false });
  });

  it('is never enlarged', async () => {
    const { width, height } = await reader.readView(
      written('tiny.jpg', await draw(30, 20, '#0f0').jpeg().toBuffer()),
      1600,
      SMALL,
    );
    expect([width, height]).toEqual([30, 20]);
  });

  it('is refused for anything but a picture', async () => {
    const none = written('empty.png', '');
    await expect(reader.readView(none, 100, SMALL)).rejects.toMatchObject({ reason: 'kind' });
    const torn = written('torn.png', Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1'));
    await expect(reader.readView(torn, 100, SMALL)).rejects.toMatchObject({ reason: 'damaged' });
    await expect(reader.readView(join(folder, 'gone.png'), 100, SMALL)).rejects.toMatchObject({ reason: 'damaged' });
  });
});

describe('an SVG', () => {
  const SMALL = { width: 176, height: 99 };
  const view = (body: string) => reader.readView(written('a.svg', body), 400, SMALL);
  const pixel = async (body: Buffer) => [
    ...(await sharp(body).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()),
  ];

  it('is drawn in the wanted size, whatever size it specifies', async () => {
    const box = (size: string) => view(svg('<rect width="100%" height="100%" fill="#00f"/>', size));
    for (const [size, width, height] of [
      ['width="24" height="12"', 24, 12],
      ['width="90000" height="45000"', 90_000, 45_000],
      ['viewBox="0 0 100 50"', 100, 50],
    ] as const) {
      const { body, small, ...shown } = await box(size);
      expect(shown).toEqual({ facts: { width, height, alpha: false }, width: 400, height: 200 });
      const [red = 255, , blue = 0] = await pixel(body);
      expect([red < 9, blue > 246]).toEqual([true, true]);
      expect(await sharp(small).metadata()).toMatchObject(SMALL);
    }
    const still = await reader.readStill(written('b.svg', svg('<rect width="100%" height="100%" fill="red"/>')), SMALL);
    expect([still.width, still.height, still.pixels[0]]).toEqual([900, 450, 255]);
  });

  it('runs no scripts and loads nothing', async () => {
    written('beside.png', await draw(900, 450, '#f00').png().toBuffer());
    for (const inner of [
      '<image href="beside.png" width="900" height="450"/>',
      `<image xlink:href="file://${folder}/beside.png" width="900" height="450"/>`,
      `<image href="http://127.0.0.1:9/a.png" width="900" height="450"/>`,
      '<script>document.documentElement.setAttribute("fill", "red")</script>',
      '<style>@import url("http://127.0.0.1:9/a.css");</style>',
      '<foreignObject width="900" height="450"><body xmlns="http://www.w3.org/1999/xhtml">a</body></foreignObject>',
    ]) {
      const { body, facts } = await view(svg(inner));
      expect([facts.width, await pixel(body)], inner).toEqual([900, [0, 0, 0, 0]]);
    }
  });

  it.each([
    [
      'with entities of a file',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    ],
    [
      'with too many entities',
      `<?xml version="1.0"?><!DOCTYPE svg [${Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(12)}">`).join('')}<!ENTITY a0 "lol">]>${svg('<text>&a12;</text>')}`,
    ],
    [
      'with uses of uses',
      svg(
        `${Array.from({ length: 30 }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`).join('')}<rect id="g0" width="9" height="9"/>`,
      ),
    ],
    ['without a size', svg('', '')],
    ['without an end', svg('').slice(0, -9)],
    ['of half a line', svg('', 'width="100000" height="0.0001"')],
    ['with an endless size', svg('', 'width="1e30" height="1e30"')],
    [
      'with a huge blur',
      svg(
        '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect filter="url(#f)" width="900" height="450"/>',
      ),
    ],
    ['of 9 MB', svg(`<!--${'a'.repeat(9_000_000)}-->`)],
  ])('%s is refused or drawn, and never crashes', async (_, body) => {
    warned.length = 0;
    const { name } = (await view(body).catch((error: Error) => error)) as { name?: string };
    expect(['ImageRefused', undefined]).toContain(name);
    expect(warned).toEqual([]);
  });

  it('is refused when it was sent in a form', async () => {
    await expect(reader.readSent(Buffer.from(svg('')), SMALL)).rejects.toMatchObject({ reason: 'kind' });
    await expect(reader.readView(Buffer.from(svg('')), 400, SMALL)).rejects.toMatchObject({ reason: 'kind' });
  });
});

describe('a 3D model', () => {
  const SMALL = { width: 176, height: 99 };
  const shape = { triangles: 1000, texture: 64, isReduced: false };

  it('is reduced and drawn in the other process', { timeout: 60_000 }, async () => {
    const path = written('cube.glb', await makeGlb());
    const made = await reader.readModel({ path, format: 'glb' }, shape, SMALL);
    if ('refused' in made) throw new Error(made.refused);
    expect([made.facts.triangles, made.body?.toString('latin1', 0, 4)]).toEqual([12, 'glTF']);
    expect(await sharp(made.small).metadata()).toMatchObject({ format: 'webp', ...SMALL });
    const model = { path: written('cube.obj', makeObj()), format: 'obj' } as const;
    expect(await reader.readModelFacts(model)).toMatchObject({ triangles: 12, missing: ['paint.mtl'] });
    expect(await reader.drawModel(model, { width: 64, height: 36 })).toHaveLength(64 * 36 * 3);
  });

  it('is refused with the reason that its process found', { timeout: 60_000 }, async () => {
    const lost = written('lost.gltf', '{"asset":{"version":"2.0"},"buffers":[{"byteLength":8,"uri":"a/b.bin"}]}');
    expect(await reader.readModelFacts({ path: lost, format: 'gltf' })).toEqual({
      refused: 'files',
      missing: ['b.bin'],
    });
    const huge = written('huge.stl', '');
    truncateSync(huge, 200_000_000);
    expect(await reader.readModelFacts({ path: huge, format: 'stl' })).toEqual({ refused: 'large', missing: [] });
    const gone = { path: join(folder, 'gone.glb'), format: 'glb' } as const;
    expect(await reader.readModelFacts(gone)).toEqual({ refused: 'failed', missing: [] });
  });
});

describe('a LUT', () => {
  it('is parsed in the other process, and rejected there', async () => {
    const swap = 'LUT_3D_SIZE 2\n0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n';
    expect(await reader.readLook(written('swap.cube', swap))).toEqual({ size: 2, dimensions: 3 });
    expect(await reader.readLook(written('bad.cube', 'LUT_3D_SIZE 2\n'))).toBeNull();
    expect(await reader.readLook(join(folder, 'gone.cube'))).toBeNull();
    const look = await reader.drawLook(join(folder, 'swap.cube'), 'rec709', 'ramps');
    if ('refused' in look) throw new Error(look.refused);
    const swapped = Buffer.from(look.before);
    for (let at = 0; at < swapped.length; at += 3) swapped.subarray(at, at + 3).reverse();
    expect(swapped.equals(look.after)).toBe(true);
    expect(await reader.drawLook(join(folder, 'bad.cube'), 'rec709', 'ramps')).toEqual({ refused: 'points' });
  });

  it('is measured and converted for browsers', async () => {
    const path = written('curves.cube', 'LUT_1D_SIZE 2\n0 0 0\n1 1 0.9\n');
    const read = await reader.readLut(path);
    expect(read).toMatchObject({ quality: { dimensions: 1, size: 2, greyDrift: 25.5, madeFor: 'rec709' } });
    if ('refused' in read) throw new Error(read.refused);
    expect(read.table.toString('latin1').split('\n')[0]?.trim()).toBe('{"dimensions":1,"size":2}');
  });

  it('becomes stills on the plates', async () => {
    const path = written('negative.cube', 'LUT_1D_SIZE 2\n1 1 1\n0 0 0\n');
    for (const lut of [path, null]) {
      const made = await reader.makeLutStills(lut, 'slog3', ['coast', 'ramps'], { width: 176, height: 99 });
      if ('refused' in made) throw new Error(made.refused);
      const sizes = await Promise.all([...made.stills, made.small].map((still) => sharp(still).metadata()));
      const still = { format: 'webp', width: 960, height: 540 };
      expect(sizes).toMatchObject([still, still, { format: 'webp', width: 176, height: 99 }]);
    }
  });

  it('is refused with the reason that its process found', async () => {
    const path = written('short.cube', 'LUT_3D_SIZE 2\n0 0 0\n');
    expect(await reader.readLut(path)).toEqual({ refused: 'points' });
    expect(await reader.makeLutStills(path, 'rec709', ['coast'], { width: 1, height: 1 })).toEqual({
      refused: 'points',
    });
    const huge = written('huge.cube', 'LUT_3D_SIZE 2\n');
    truncateSync(huge, 3_000_000_000);
    expect(await reader.readLut(huge)).toEqual({ refused: 'large' });
    expect(await reader.readLut(join(folder, 'gone.cube'))).toEqual({ refused: 'failed' });
    const worker = written('odd.mjs', `console.log('{"refused":"toString"}'); process.exitCode = 65;`);
    expect(await createPictureReader({ log, worker }).readLut(path)).toEqual({ refused: 'failed' });
  });
});
