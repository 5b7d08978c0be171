import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readMusic } from '#server/kit/media/sound-music.ts';
import { type Bed, bedName, makeBed } from './beds.ts';
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
];

const peakOf = (samples: Float32Array) => samples.reduce((top, v) => Math.max(top, Math.abs(v)), 0);
const powerOf = (samples: Float32Array) => samples.reduce((sum, v) => sum + v * v, 0) / samples.length;

describe('WAV files', () => {
  it.each(SOUNDS)('of %s are 24-bit stereo, audible and unclipped, with no clicks at the ends', (name) => {
    const sound = makeSound(name, 3);
    const wav = encodeWav(sound);
    expect(wav.toString('ascii', 0, 4) + wav.toString('ascii', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    expect(wav.readUInt16LE(22)).toBe(2);
    expect(wav.readUInt32LE(24)).toBe(48_000);
    expect(wav.readUInt16LE(32)).toBe(6);
    expect(wav.readUInt16LE(34)).toBe(24);
    expect(wav.readUInt32LE(40)).toBe((sound.channels[0]?.length ?? 0) * 6);
    for (const samples of sound.channels) {
      expect(peakOf(samples)).toBeGreaterThan(0.05);
      expect(peakOf(samples)).toBeLessThan(0.98);
      expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.01);
      expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01);
    }
  });

  it.each(SOUNDS)('of %s differ between left and right, with neither side silent', (name) => {
    const [left = new Float32Array(), right = new Float32Array()] = makeSound(name, 3).channels;
    const side = powerOf(left.map((v, i) => v - (right[i] as number)));
    const balance = 10 * Math.log10(powerOf(left) / powerOf(right));
    expect(side / (powerOf(left) + powerOf(right))).toBeGreaterThan(0.0005);
    expect(Math.abs(balance)).toBeLessThan(8);
  });

  it.each(SOUNDS.filter((name) => name !== 'room' && name !== 'rain'))('of %s peak at -1 dB', (name) => {
    const peak = Math.max(...makeSound(name, 3).channels.map(peakOf));
    expect(20 * Math.log10(peak)).toBeCloseTo(-1, 2);
  });

  it('keep the sample values', () => {
    const channels = [Float32Array.from([0, 0.5]), Float32Array.from([-0.5, 1])];
    const wav = encodeWav({ rate: 48_000, channels });
    expect([0, 1, 2, 3].map((i) => wav.readIntLE(44 + i * 3, 3))).toEqual([0, -4194303, 4194304, 8388607]);
  });
});

describe('music beds', () => {
  const beds: (readonly [Bed, key: string])[] = [
    [{ tempo: 72, root: 'A', mode: 'minor' }, 'A minor'],
    [{ tempo: 92, root: 'G', mode: 'major' }, 'G major'],
  ];

  it.each(beds)('have the tempo and key in their name: %o', async (bed, key) => {
    const { channels } = makeBed(bed);
    const [left = new Float32Array(), right = new Float32Array()] = channels;
    // The reader takes mono at a low rate, like that of a preview.
    const mono = Buffer.alloc(Math.floor(left.length / 6) * 2);
    for (let i = 0; i < mono.length / 2; i++) {
      let sum = 0;
      for (let k = i * 6; k < i * 6 + 6; k++) sum += ((left[k] as number) + (right[k] as number)) / 12;
      mono.writeInt16LE(Math.round(sum * 32_767), i * 2);
    }
    expect(bedName(bed)).toBe(`Bed_${bed.tempo}bpm_${bed.root}${bed.mode === 'minor' ? 'm' : ''}`);
    expect(await readMusic(mono, 8000)).toMatchObject({ tempo: { value: bed.tempo }, key: { value: key } });
    expect(left.length).toBe(Math.round((16 * 60 * 48_000) / bed.tempo));
    for (const samples of channels) expect(peakOf(samples)).toBeLessThan(0.9);
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
