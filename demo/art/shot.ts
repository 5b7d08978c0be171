/** Types for scenes and the shots they paint. */
import type { Canvas } from './canvas.ts';
import type { Finish } from './develop.ts';

export type Shot = {
  readonly seed: number;
  /** Main hue in OKLCH degrees. */
  readonly hue: number;
  /** Position in the shot, 0 to 1. Clips paint many positions. */
  readonly t: number;
  readonly width: number;
  readonly height: number;
  /** Text, for scenes that show text; may be empty. */
  readonly text: string;
  /** Paint only what lies over footage, on nothing. For scenes that are used in overlay clips. */
  readonly overlay?: boolean;
};

export type Scene = {
  /** Paints at the shot's size; deterministic. */
  paint(shot: Shot): Promise<Canvas>;
  /** Fraction of the full size to paint at. Soft images need fewer pixels. */
  readonly detail: number;
  readonly finish?: Finish;
};

/** Frame width relative to its height. */
export const ASPECT = 16 / 9;
