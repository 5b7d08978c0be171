// Guesses how a layer is meant to be used, from small copies of its frames. No DOM.
import type { BlendMode } from './blend.ts';
import type { TransitionKind } from './blend-drawer.ts';

/** A small frame, row by row; one number of 0 to 255 a pixel. Luma is that over black. */
export type SmallFrame = { width: number; height: number; luma: readonly number[]; alpha: readonly number[] };

const isBorder = (at: number, width: number, height: number): boolean => {
  const [column, row] = [at % width, Math.floor(at / width)];
  return column === 0 || row === 0 || column === width - 1 || row === height - 1;
};

/** The value that this share of all values is below. */
const quantileOf = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

const BLACK = 8;
const WHITE = 247;
const GREY = 128;
const GREY_RANGE = 10;

/** The mode of a layer without transparency: what lies around its subject must vanish. */
export function guessMode({ width, height, luma }: SmallFrame): BlendMode {
  const around = luma.filter((_, at) => isBorder(at, width, height));
  // Leaks and flares reach over much of the border.
  if (quantileOf(around, 0.25) < BLACK) return 'screen';
  const border = quantileOf(around, 0.5);
  if (border > WHITE) return 'multiply';
  return Math.abs(border - GREY) <= GREY_RANGE ? 'overlay' : 'normal';
}

/** How much a frame hides of what is below it, 0 to 1. */
export function coverOf({ luma, alpha }: SmallFrame, mode: BlendMode, hasAlpha: boolean): number {
  if (hasAlpha) return meanOf(alpha) / 255;
  if (mode === 'screen' || mode === 'add') return meanOf(luma) / 255;
  if (mode === 'multiply') return 1 - meanOf(luma) / 255;
  return meanOf(luma.map((value) => Math.abs(value - GREY))) / GREY;
}

const NEARLY = 0.02;

/** Index of the frame that hides most: the middle one of the longest row of such frames. */
export function greatestCover(covers: readonly number[]): number {
  const most = Math.max(...covers);
  let best = { from: 0, to: -1 };
  let from = 0;
  covers.forEach((cover, at) => {
    if (cover < most - NEARLY) from = at + 1;
    else if (at - from > best.to - best.from) best = { from, to: at };
  });
  return Math.round((best.from + best.to) / 2);
}

const NOTHING = 0.1;
const EVERYTHING = 0.9;

/**
 * A layer that goes from nothing to everything, or back, is a matte: it stays on the second clip. Others come and go over a cut.
 * @param covers of frames from the first to the last, by alpha if the layer has it and otherwise by luma
 */
export function guessTransition(
  covers: readonly number[],
  hasAlpha: boolean,
): { kind: TransitionKind; isInverted: boolean } {
  const [first = 0, last = 0] = [covers[0], covers.at(-1)];
  const kind = hasAlpha ? 'alpha' : 'luma';
  if (first < NOTHING && last > EVERYTHING) return { kind, isInverted: false };
  if (first > EVERYTHING && last < NOTHING) return { kind, isInverted: true };
  return { kind: 'over', isInverted: false };
}
