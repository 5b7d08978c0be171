/** Types of a scene and of the shot it paints. */
import type { Canvas } from './canvas.ts';
import type { Finish } from './develop.ts';

export type Shot = {
  readonly seed: number;
  /** Main hue in OKLCH degrees. */
  readonly hue: number;
  /** Position in the shot, 0 to 1. Hover strips and clips use many of them. */
  readonly t: number;
  readonly width: number;
  readonly height: number;
  /** Text for scenes that show any; may be empty. */
  readonly text: string;
  /** For two-sided scenes: paint only this side, without the divider. Default: both sides, or the finished one. */
  readonly side?: Side;
  /** Loudness of a real sound from left to right, 0 to 1. */
  readonly peaks?: readonly number[];
};

/** For a look: ungraded and graded. For a sound: unplayed and played. */
export type Side = 'before' | 'after';

export type Scene = {
  /** Paints at the shot's size; deterministic. */
  paint(shot: Shot): Promise<Canvas>;
  /** Fraction of the full size to paint at. Soft pictures need fewer pixels. */
  readonly detail: number;
  readonly finish?: Finish;
  /** Set if the scene's preview shows two sides instead of moments. */
  readonly sides?: 'lut' | 'waveform';
};

/** Frame width in units of the picture height. */
export const ASPECT = 16 / 9;
