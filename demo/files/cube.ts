/** Colour looks and their .cube files (Adobe/Iridas 1.0). */
import { oklch, type Rgb } from '#demo/art/colour.ts';
import { between, createRandom } from '#demo/art/random.ts';

export type Look = {
  /** Contrast around `pivot`; 1 leaves the image unchanged. */
  readonly contrast: number;
  readonly pivot: number;
  readonly saturation: number;
  /** How far blacks are lifted, 0 to 0.2. */
  readonly fade: number;
  /** How far the white point is lowered, 0 to 0.2. */
  readonly rolloff: number;
  /** Factors for red, green and blue. */
  readonly balance: Rgb;
  /** Hues added to the shadows and to the highlights, each with a strength from 0 to 1. */
  readonly shadows: readonly [hue: number, strength: number];
  readonly highlights: readonly [hue: number, strength: number];
  /** Bleach bypass, 0 to 1: higher values look harsher and greyer. */
  readonly bleach: number;
};

const NEUTRAL: Look = {
  contrast: 1,
  pivot: 0.42,
  saturation: 1,
  fade: 0,
  rolloff: 0,
  balance: [1, 1, 1],
  shadows: [0, 0],
  highlights: [0, 0],
  bleach: 0,
};

const look = (changes: Partial<Look>): Look => ({ ...NEUTRAL, ...changes });

/** Base looks; packs contain variations of them. */
export const LOOKS = {
  'teal-orange': look({ contrast: 1.12, saturation: 1.08, shadows: [205, 0.5], highlights: [60, 0.42] }),
  'film-fade': look({
    contrast: 0.94,
    saturation: 0.86,
    fade: 0.075,
    rolloff: 0.05,
    shadows: [255, 0.18],
    highlights: [85, 0.22],
  }),
  'bleach-bypass': look({ contrast: 1.22, saturation: 0.55, bleach: 0.65, shadows: [240, 0.12] }),
  'day-for-night': look({
    contrast: 1.1,
    saturation: 0.6,
    balance: [0.5, 0.64, 0.9],
    shadows: [262, 0.5],
    fade: 0.015,
  }),
  mono: look({ contrast: 1.18, saturation: 0, fade: 0.02 }),
  'mono-warm': look({ contrast: 1.08, saturation: 0, fade: 0.045, shadows: [50, 0.2], highlights: [85, 0.25] }),
  'golden-hour': look({
    contrast: 1.05,
    saturation: 1.12,
    balance: [1.07, 1, 0.86],
    highlights: [75, 0.5],
    shadows: [20, 0.18],
  }),
  'cold-morning': look({
    contrast: 1.02,
    saturation: 0.82,
    balance: [0.93, 1, 1.08],
    shadows: [235, 0.35],
    fade: 0.03,
  }),
  'print-2383': look({
    contrast: 1.2,
    pivot: 0.38,
    saturation: 1.04,
    rolloff: 0.06,
    shadows: [215, 0.26],
    highlights: [70, 0.28],
  }),
  'green-grit': look({ contrast: 1.16, saturation: 0.72, shadows: [150, 0.4], highlights: [100, 0.24], fade: 0.02 }),
  'rose-haze': look({ contrast: 0.92, saturation: 0.94, fade: 0.06, shadows: [330, 0.24], highlights: [20, 0.3] }),
  'neon-night': look({
    contrast: 1.14,
    saturation: 1.26,
    balance: [0.98, 0.95, 1.1],
    shadows: [285, 0.45],
    highlights: [345, 0.25],
  }),
} satisfies Record<string, Look>;

export type LookName = keyof typeof LOOKS;

/** A variation of a look with slightly different settings. Take 0 is the original look. */
export function varyLook(name: LookName, take: number): Look {
  const base: Look = LOOKS[name];
  if (take === 0) return base;
  const random = createRandom(`${name}/${take}`);
  const near = (v: number, by: number) => v + between(random, -by, by);
  return {
    ...base,
    contrast: near(base.contrast, 0.07),
    saturation: base.saturation === 0 ? 0 : Math.max(0, near(base.saturation, 0.14)),
    fade: Math.max(0, near(base.fade, 0.025)),
    shadows: [near(base.shadows[0], 14), Math.max(0, near(base.shadows[1], 0.12))],
    highlights: [near(base.highlights[0], 14), Math.max(0, near(base.highlights[1], 0.12))],
  };
}

/** Applies a look to one colour (0 to 1, display-referred). */
export function applyLook(
  { contrast, pivot, saturation, fade, rolloff, balance, shadows, highlights, bleach }: Look,
  colour: Rgb,
): Rgb {
  const balanced = colour.map((v, c) => v * (balance[c] as number));
  const luma = lumaOf(balanced);
  const dark = tint(shadows[0]);
  const bright = tint(highlights[0]);
  const darkShare = (1 - luma) ** 2 * luma * 2.2 * shadows[1];
  const brightShare = luma * luma * (1.12 - luma) * 1.5 * highlights[1];
  const result = balanced.map((v, c) => {
    const toned = v + (dark[c] as number) * darkShare + (bright[c] as number) * brightShare;
    const coloured = luma + (toned - luma) * saturation;
    const silver = coloured + (overlay(luma, coloured) - coloured) * bleach;
    const curved = curve(silver, contrast, pivot);
    return Math.min(1, Math.max(0, fade + curved * (1 - fade - rolloff)));
  });
  return [result[0] ?? 0, result[1] ?? 0, result[2] ?? 0];
}

/** A .cube file with `size` points per axis (usually 17 or 33). Red varies fastest, as the format requires. */
export function makeCube(title: string, chosen: Look, size: number): Buffer {
  const lines = [
    `TITLE "${title}"`,
    '# Rec.709 in, Rec.709 out',
    `LUT_3D_SIZE ${size}`,
    'DOMAIN_MIN 0.0 0.0 0.0',
    'DOMAIN_MAX 1.0 1.0 1.0',
    '',
  ];
  const step = 1 / (size - 1);
  for (let blue = 0; blue < size; blue++) {
    for (let green = 0; green < size; green++) {
      for (let red = 0; red < size; red++) {
        const [r, g, b] = applyLook(chosen, [red * step, green * step, blue * step]);
        lines.push(`${r.toFixed(5)} ${g.toFixed(5)} ${b.toFixed(5)}`);
      }
    }
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** A monotonic S-curve around the pivot that leaves 0 and 1 unchanged. */
function curve(v: number, contrast: number, pivot: number): number {
  const x = Math.min(1, Math.max(0, v));
  return x < pivot ? pivot * (x / pivot) ** contrast : 1 - (1 - pivot) * ((1 - x) / (1 - pivot)) ** contrast;
}

function overlay(base: number, top: number): number {
  return base < 0.5 ? 2 * base * top : 1 - 2 * (1 - base) * (1 - top);
}

/** The colour offset for a hue, with its brightness removed. */
function tint(hue: number): readonly number[] {
  const colour = oklch(0.7, 0.13, hue);
  const luma = lumaOf(colour);
  return colour.map((v) => v - luma);
}

function lumaOf(colour: readonly number[]): number {
  return (colour[0] ?? 0) * 0.2126 + (colour[1] ?? 0) * 0.7152 + (colour[2] ?? 0) * 0.0722;
}
