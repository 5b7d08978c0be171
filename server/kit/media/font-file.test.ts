import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decompress } from 'wawoff2';
import { makeFont } from '#test/harness/font.ts';
import { drawLines, makeFontView, openFont } from './font-file.ts';

const SMALL = { width: 176, height: 99 };
const real = fileURLToPath(
  new URL(
    '../../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    import.meta.url,
  ),
);

/** Which columns and rows have any ink. */
const extent = async (picture: Buffer) => {
  const { info } = await sharp(picture)
    .trim({ background: '#0000', threshold: 1 })
    .toBuffer({ resolveWithObject: true });
  return [info.width, info.height] as const;
};

describe('a specimen', () => {
  it('shows a font as black on transparency, and says what the font is', async () => {
    const { facts, body, small, width, height } = await makeFontView(await decompress(readFileSync(real)), 64, SMALL);
    expect(facts).toMatchObject({
      ...{ family: 'Instrument Sans', style: 'Regular', weight: 400, scripts: ['Latin'] },
      ...{ isVariable: true, embedding: 'installable' },
    });
    expect(facts.glyphs).toBeGreaterThan(200);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width, height, hasAlpha: true });
    const { channels } = await sharp(body).stats();
    const [red = 9, green = 9, blue = 9, alpha] = channels.map(({ max }) => max);
    expect([red < 3, green < 3, blue < 3, alpha]).toEqual([true, true, true, 255]);
    expect(await sharp(small).metadata()).toMatchObject({ ...SMALL, hasAlpha: false });
  });

  it('of 65,000 glyphs takes bounded time', async () => {
    const started = performance.now();
    const { facts, height } = await makeFontView(makeFont({ glyphs: 65_000, fsType: 2 }), 64, SMALL);
    expect(facts).toMatchObject({
      glyphs: 65_000,
      embedding: 'restricted',
      scripts: expect.arrayContaining(['Greek']),
    });
    expect(height).toBeLessThan(2000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('words', () => {
  const font = openFont(makeFont());

  it('have at most 64 pixels per em, and fewer where one would be too wide', async () => {
    const letter = async (em: number) => (await extent((await drawLines(font, ['a'], em)).body))[1];
    expect(await Promise.all([24, 48, 64, 1000].map(letter))).toEqual([18, 35, 46, 46]);
    const [width, height] = await extent((await drawLines(font, ['a'.repeat(80)], 64)).body);
    expect(width).toBeLessThanOrEqual(1280);
    expect(height).toBeLessThan(25);
  });

  it('wrap', async () => {
    const { height } = await drawLines(font, ['words '.repeat(10).trim()], 64);
    expect(height).toBe(
      (await drawLines(font, ['words words words words words', 'words words words words words'], 64)).height,
    );
  });

  it('that the font has no ink for are refused', async () => {
    await expect(drawLines(font, [' '], 64)).rejects.toMatchObject({ name: 'ImageRefused' });
  });
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['no font', Buffer.from('not a font at all')],
  ['a collection without fonts', Buffer.from('ttcf\0\x01\0\0\0\0\0\0', 'latin1')],
  ['a font without glyphs', makeFont({ glyphs: 1 }).subarray(0, 60)],
  ['more than 30 MB', Buffer.alloc(31 * 1024 * 1024)],
])('%s is refused', (_, body) => {
  expect(() => openFont(body)).toThrow(expect.objectContaining({ name: 'ImageRefused' }));
});
