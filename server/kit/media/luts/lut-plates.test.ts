import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeLight, encodings, matrixTo } from '#contract/resources/lut-encodings.ts';
import { encodingNames, plateNames } from '#contract/resources/luts.ts';
import { parseCube, toPixels } from './cube-file.ts';
import { encodePlate, makePlateStills, PLATE_SIZE } from './lut-plates.ts';

describe('input encodings', () => {
  // Black, mid grey and 90 % white as their makers publish them.
  it.each([
    ['rec709', 0, 0.409, null],
    ['slog3', 95 / 1023, 420 / 1023, 598 / 1023],
    ['logc3', 0.0928, 0.391, 0.5594],
    ['vlog', 0.125, 0.4233, 0.5882],
    ['clog3', 0.1251, 0.3434, 0.5645],
    ['flog2', 0.0929, 0.391, 0.557],
    ['davinci', 0, 0.336, 0.5027],
    ['acescct', 0.0729, 0.4136, 0.546],
  ] as const)('%s', (name, black, grey, white) => {
    const { encode } = encodings[name];
    expect(encode(0)).toBeCloseTo(black, 3);
    expect(encode(0.18)).toBeCloseTo(grey, 3);
    if (white) expect(encode(0.9)).toBeCloseTo(white, 3);
    const values = Array.from({ length: 2000 }, (_, i) => encode((i / 500) ** 3));
    for (const [i, value] of values.entries()) if (i > 0) expect(value).toBeGreaterThanOrEqual(values[i - 1] ?? 0);
  });

  it.each([
    // ITU-R BT.2087 and the Academy's matrix from Rec.709 to AP1.
    ['flog2', [0.6274, 0.3293, 0.0433, 0.0691, 0.9195, 0.0114, 0.0164, 0.088, 0.8956]],
    ['acescct', [0.6131, 0.3395, 0.0474, 0.0702, 0.9164, 0.0135, 0.0206, 0.1096, 0.8698]],
    ['rec709', [1, 0, 0, 0, 1, 0, 0, 0, 1]],
  ] as const)('%s converts colours to its gamut', (name, matrix) => {
    for (const [i, value] of matrixTo(encodings[name].gamut).flat().entries())
      expect(value).toBeCloseTo(matrix[i] ?? 9, 3);
  });

  it.each(encodingNames)('%s keeps greys neutral', (name) => {
    const [r = 0, g = 0, b = 0] = encodeLight(Float32Array.of(0.18, 0.18, 0.18), name);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.0005);
  });
});

describe('plates', () => {
  it.each(plateNames)('%s fills the picture in every encoding', async (name) => {
    for (const encoding of ['rec709', 'slog3'] as const) {
      const pixels = toPixels(await encodePlate(name, encoding));
      expect(pixels.length).toBe(PLATE_SIZE.width * PLATE_SIZE.height * 3);
      const { channels } = await sharp(pixels, { raw: { ...PLATE_SIZE, channels: 3 } }).stats();
      for (const { stdev } of channels)
        expect(stdev).toBeGreaterThan(name === 'street' || encoding === 'slog3' ? 5 : 20);
    }
  });

  it('are the same every time', async () => {
    expect(await encodePlate('dunes', 'logc3')).toEqual(await encodePlate('dunes', 'logc3'));
  });

  it('take less than 400 kB in the repository', () => {
    const folder = fileURLToPath(new URL('./plates/', import.meta.url));
    const sizes = readdirSync(folder).map((file) => statSync(`${folder}${file}`).size);
    expect(sizes).toHaveLength(4);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(400_000);
  });

  it.each([
    ['as they are', null, (value: number) => value],
    ['after a LUT', parseCube(Buffer.from('LUT_1D_SIZE 2\n1 1 1\n0 0 0')), (value: number) => 1 - value],
  ] as const)('become WebP %s', async (_name, cube, graded) => {
    const [still] = await makePlateStills(cube, 'chart', 'rec709');
    const { data, info } = await sharp(still).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject(PLATE_SIZE);
    const plate = await encodePlate('chart', 'rec709');
    const off = data.reduce((sum, value, i) => sum + Math.abs(value - graded(plate[i] ?? 0) * 255), 0);
    expect(off / data.length).toBeLessThan(4);
  });
});
