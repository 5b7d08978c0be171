/** Measures a LUT: whether greys stay neutral, whether ramps stay smooth, and which input it seems to be made for. */

import { type Cube, gradeColours } from './cube-file.ts';

export type LutQuality = {
  dimensions: 1 | 3;
  /** Points per axis. */
  size: number;
  /** Largest difference between the channels of a graded grey, in 8-bit codes. A tint counts too. */
  greyDrift: number;
  /** Whether ramps break into visible steps; see BREAKS. */
  banding: 'none' | 'slight' | 'visible';
  /** The break in 8-bit codes that `banding` is taken from. */
  largestBreak: number;
  /** A guess from the tone curve; see `guessInput`. */
  madeFor: 'rec709' | 'log' | 'unknown';
};

const GREYS = 256;
/** A finer curve is measured at this many places, because breaks between neighbouring points of a long table are too small to see. */
const MOST_PLACES = 65;
/**
 * From how many 8-bit codes on a break counts as slight and as visible. Measured on looks of 17, 33 and 65 points: smooth ones
 * stay below 3, their copies rounded to 8 bits reach 4, rounded to 6 bits 6 to 12, to 16 levels 25 to 34.
 */
const BREAKS = { slight: 4.5, visible: 8 } as const;
const LUMA = [0.2126, 0.7152, 0.0722] as const;
const AXES = [
  [1, 1, 1],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

export function measureLut(cube: Cube): LutQuality {
  const largestBreak = Math.max(...AXES.map((axis) => breakAlong(cube, axis)));
  const banding = largestBreak < BREAKS.slight ? 'none' : largestBreak < BREAKS.visible ? 'slight' : 'visible';
  return {
    dimensions: cube.dimensions,
    size: cube.size,
    greyDrift: rounded(driftOfGreys(cube)),
    banding,
    largestBreak: rounded(largestBreak),
    madeFor: guessInput(cube),
  };
}

function driftOfGreys(cube: Cube): number {
  const greys = ramp(cube, [1, 1, 1], GREYS);
  let drift = 0;
  for (let at = 0; at < greys.length; at += 3) {
    const grey = greys.subarray(at, at + 3);
    drift = Math.max(drift, Math.max(...grey) - Math.min(...grey));
  }
  return drift * 255;
}

/**
 * Largest break on a ramp: how far the second difference at a point departs from the mean of its neighbours', in 8-bit codes. A
 * smooth curve, however steep, bends almost equally at neighbouring points; a step or a kink does not.
 */
function breakAlong(cube: Cube, axis: readonly number[]): number {
  const places = cube.shaper ? MOST_PLACES : Math.min(cube.size, MOST_PLACES);
  const colours = ramp(cube, axis, places);
  let largest = 0;
  for (let c = 0; c < 3; c++) {
    const value = (place: number) => (colours[place * 3 + c] ?? 0) * 255;
    const bend = (place: number) => value(place - 1) - 2 * value(place) + value(place + 1);
    for (let place = 2; place < places - 2; place++) {
      // Reaching black or white is a clip, which every strong look has, and no band.
      const near = [-2, -1, 0, 1, 2].map((step) => value(place + step));
      if (near.some((code) => code <= 0 || code >= 255)) continue;
      largest = Math.max(largest, Math.abs(bend(place) - (bend(place - 1) + bend(place + 1)) / 2));
    }
  }
  return largest;
}

/**
 * Log footage holds black at 0.07 to 0.13 and one stop in 0.06 to 0.08, where Rec.709 needs 0.14 around mid grey. So a LUT for log
 * input about doubles the contrast of the middle (0.3 to 0.5) and sends everything below 0.06 to black. A LUT for Rec.709 keeps
 * the contrast below 1.4, and keeps black dark and white bright. Anything else is unknown, such as LUTs that output log.
 */
function guessInput(cube: Cube): LutQuality['madeFor'] {
  const lumaAt = (value: number): number => {
    const colour = gradeColours(cube, Float32Array.of(value, value, value));
    return LUMA.reduce((sum, weight, c) => sum + weight * Math.min(1, Math.max(0, colour[c] ?? 0)), 0);
  };
  const contrast = (lumaAt(0.5) - lumaAt(0.3)) / 0.2;
  if (contrast >= 1.6 && lumaAt(0.06) < 0.12 && lumaAt(0.65) > 0.6) return 'log';
  if (contrast >= 0.5 && contrast <= 1.4 && lumaAt(0) < 0.2 && lumaAt(1) > 0.5) return 'rec709';
  return 'unknown';
}

/** Graded colours, clipped to 0 to 1, at `places` even steps from black along an axis. */
function ramp(cube: Cube, axis: readonly number[], places: number): Float32Array {
  const inputs = Float32Array.from(
    { length: places * 3 },
    (_, i) => (axis[i % 3] ?? 0) * (Math.floor(i / 3) / (places - 1)),
  );
  return gradeColours(cube, inputs).map((value) => Math.min(1, Math.max(0, value)));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
