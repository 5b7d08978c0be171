/** Types for scenes and the shots they paint. */
import type { Canvas } from './canvas.ts';
import type { Finish } from './develop.ts';

export type Shot = {
  readonly seed: number;
  /** Main hue in OKLCH degrees. */
  readonly hue: number;
  /** Position in the shot, 0 to 1. Hover strips and clips paint many positions. */
  readonly t: number;
  readonly width: number;
  readonly height: number;
  /** Text, for scenes that show text; may be empty. */
  readonly text: string;
  /** For two-sided scenes: the only side to paint, without the divider. If omitted, the scene decides what to show. */
  readonly side?: Side;
  /** Paint only what lies over footage, on nothing. For scenes that are used in overlay clips. */
  readonly overlay?: boolean;
  /** Loudness of an actual sound from left to right, 0 to 1. */
  readonly peaks?: readonly number[];
};

/** For a LUT: ungraded and graded. For a sound: unplayed and played. */
export type Side = 'before' | 'after';

export type Scene = {
  /** Paints at the shot's size; deterministic. */
  paint(shot: Shot): Promise<Canvas>;
  /** Fraction of the full size to paint at. Soft images need fewer pixels. */
  readonly detail: number;
  readonly finish?: Finish;
  /** Set if the scene's preview shows two sides instead of moments. */
  readonly sides?: 'lut' | 'waveform';
};

/** Frame width relative to its height. */
export const ASPECT = 16 / 9;
