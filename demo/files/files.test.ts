import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { applyLook, LOOKS, type LookName, makeCube, varyLook } from './cube.ts';
import { makeModel } from './models.ts';
import { makeAse, makeGpl, swatchesAround } from './palette.ts';
import { HD, makeDustOverlay, makeLightOverlay, makeMatte } from './picture.ts';
import { makeAss, makeFcpxml, makeSrt } from './projects.ts';
import { makeLottie, makeShape, SHAPE_NAMES } from './shapes.ts';
import { makeSound, type SoundName } from './sounds.ts';
import { encodeWav } from './wav.ts';

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('hex');

describe('.cube files', () => {
  it.each([17, 33])('contain size³ rows of three numbers from 0 to 1 (%i points)', (size) => {
    const lines = makeCube('Test', LOOKS['teal-orange'], size).toString().trim().split('\n');
    expect(lines).toContain(`LUT_3D_SIZE ${size}`);
    const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(' ').map(Number));
    expect(rows).toHaveLength(size ** 3);
    expect(rows.every((row) => row.length === 3 && row.every((v) => v >= 0 && v <= 1))).toBe(true);
  });

  it('vary red fastest', () => {
    const rows = makeCube('Test', LOOKS['film-fade'], 17)
      .toString()
      .split('\n')
      .filter((line) => /^\d/.test(line));
    const expected = applyLook(LOOKS['film-fade'], [1, 0, 0])
      .map((v) => v.toFixed(5))
      .join(' ');
    expect(rows[16]).toBe(expected);
  });

  it.each(Object.keys(LOOKS) as LookName[])('never invert greys in the look %s and its variations', (name) => {
    for (const take of [0, 1, 2, 5]) {
      const lumas = Array.from({ length: 65 }, (_, i) => {
        const [r, g, b] = applyLook(varyLook(name, take), [i / 64, i / 64, i / 64]);
        return r * 0.2126 + g * 0.7152 + b * 0.0722;
      });
      for (let i = 1; i < lumas.length; i++) expect(lumas[i]).toBeGreaterThanOrEqual((lumas[i - 1] ?? 0) - 1e-6);
    }
  });
});

const SOUNDS: SoundName[] = [
  'whoosh',
  'impact',
  'riser',
  'glitch',
  'room',
  'click',
  'drop',
  'rain',
  'tape',
  'braam',
  'foley',
  'vinyl',
];

describe('WAV files', () => {
  it.each(SOUNDS)('of %s have a correct header, audible unclipped sound and no clicks at the ends', (name) => {
    for (const bits of [16, 24] as const) {
      const sound = makeSound(name, 3);
      const wav = encodeWav(sound, bits);
      const channels = wav.readUInt16LE(22);
      expect(wav.toString('ascii', 0, 4) + wav.toString('ascii', 8, 16)).toBe('RIFFWAVEfmt ');
      expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
      expect(wav.readUInt32LE(24)).toBe(48_000);
      expect(wav.readUInt16LE(32)).toBe((channels * bits) / 8);
      expect(wav.readUInt16LE(34)).toBe(bits);
      expect(wav.readUInt32LE(40)).toBe((sound.channels[0]?.length ?? 0) * channels * (bits / 8));
    }
    for (const samples of makeSound(name, 3).channels) {
      const peak = samples.reduce((top, v) => Math.max(top, Math.abs(v)), 0);
      expect(peak).toBeGreaterThan(0.05);
      expect(peak).toBeLessThan(0.98);
      expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.01);
      expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01);
    }
  });

  it('keep the sample values', () => {
    const wav = encodeWav({ rate: 48_000, channels: [Float32Array.from([0, 0.5, -0.5, 1])] }, 16);
    expect([0, 1, 2, 3].map((i) => wav.readInt16LE(44 + i * 2))).toEqual([0, 16384, -16383, 32767]);
  });
});

describe('pictures', () => {
  it.each([
    ['light', 1280, 720, () => makeLightOverlay('lightLeak', 30, 0, HD)],
    ['dust', 1920, 1080, () => makeDustOverlay('test')],
  ] as const)('include a %s overlay, a PNG with varying alpha', async (_name, width, height, make) => {
    const image = sharp(await make());
    expect(await image.metadata()).toMatchObject({ format: 'png', width, height, hasAlpha: true });
    const { channels } = await image.stats();
    expect(channels[3]?.max).toBeGreaterThan(200);
    expect(channels[3]?.min).toBeLessThan(60);
  });

  it('include a matte that opens from black to white', async () => {
    const means = await Promise.all(
      [0, 0.25, 0.5, 0.75, 1].map(async (share) => {
        const { channels } = await sharp(await makeMatte('ink', 1, share)).stats();
        return channels[0]?.mean ?? -1;
      }),
    );
    expect(means[0]).toBeLessThan(2);
    expect(means[4]).toBeGreaterThan(253);
    expect(means).toEqual([...means].sort((a, b) => a - b));
  });
});

describe('text formats', () => {
  it('render every SVG shape to visible pixels', async () => {
    for (const name of SHAPE_NAMES) {
      const { channels } = await sharp(makeShape(name, 30)).ensureAlpha().stats();
      expect(channels[3]?.max, name).toBe(255);
    }
  });

  it('produce Lottie JSON with layers and a frame range', () => {
    const lottie: unknown = JSON.parse(makeLottie('x', 30, 2).toString());
    expect(lottie).toMatchObject({ fr: 30, ip: 0, op: 60, layers: [{ ty: 4 }, { ty: 4 }] });
  });

  it('time captions in sequence', () => {
    expect(makeSrt(['One', 'Two'], 2).toString()).toContain('2\n00:00:02,000 --> 00:00:03,800\nTwo');
    expect(makeAss('T', ['One', 'Two'], 2, [1, 0.5, 0]).toString()).toContain('Dialogue: 0,0:00:02.00,0:00:03.80,Main');
  });

  it('escape XML characters in the Final Cut timeline', () => {
    expect(makeFcpxml('A & B', ['"<x>"'], 2).toString()).toContain('name="&quot;&lt;x>&quot;"');
  });

  it('write the same swatches in both palette formats', () => {
    const swatches = swatchesAround(30);
    const ase = makeAse(swatches);
    expect(ase.toString('ascii', 0, 4)).toBe('ASEF');
    expect(ase.readUInt32BE(8)).toBe(swatches.length);
    const first = swatches[0]?.colour ?? '';
    const red = Number.parseInt(first.slice(1, 3), 16);
    expect(makeGpl('T', swatches).toString().split('\n')[4]?.trim().startsWith(String(red))).toBe(true);
  });

  it('write models whose faces refer only to existing vertices', () => {
    const lines = makeModel('knot', 1).toString().split('\n');
    const points = lines.filter((line) => line.startsWith('v ')).length;
    const corners = lines.filter((line) => line.startsWith('f ')).flatMap((line) => line.slice(2).split(' '));
    const used = corners.map((corner) => Number(corner.split('/')[0]));
    expect(Math.min(...used)).toBe(1);
    expect(Math.max(...used)).toBeLessThanOrEqual(points);
    expect(lines.some((line) => line.includes('NaN'))).toBe(false);
  });
});

it('generates the same bytes every time', async () => {
  const makers: (() => Buffer | Promise<Buffer>)[] = [
    () => makeCube('x', varyLook('mono', 2), 17),
    () => encodeWav(makeSound('whoosh', 4)),
    () => makeLightOverlay('ink', 350, 1, HD),
    () => makeDustOverlay('a'),
    () => makeShape('scribble', 10, 3),
  ];
  for (const make of makers) expect(hashOf(await make())).toBe(hashOf(await make()));
});
