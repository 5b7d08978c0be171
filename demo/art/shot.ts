/** What a scene is asked for, and what it is. */
import type { Canvas } from './canvas.ts';
import type { Finish } from './develop.ts';

export type Shot = {
  readonly seed: number;
  /** Main hue in OKLCH degrees. */
  readonly hue: number;
  /** Position in the shot, 0 to 1: hover strips and clips are made of many. */
  readonly t: number;
  readonly width: number;
  readonly height: number;
  /** Words for scenes that show any; may be empty. */
  readonly text: string;
  /** For scenes of two sides: only one of them, without the border between; both, or the finished one, unless given. */
  readonly side?: Side;
  /** Loudness of a real sound from left to right, 0 to 1. */
  readonly peaks?: readonly number[];
};

/** Of a look: ungraded and graded. Of a sound: unplayed and played. */
export type Side = 'before' | 'after';

export type Scene = {
  /** Paints at the shot's size; deterministic. */
  paint(shot: Shot): Promise<Canvas>;
  /** The share of the full size at which it is painted: soft pictures need fewer pixels. */
  readonly detail: number;
  readonly finish?: Finish;
  /** A scene whose preview has two sides instead of moments. */
  readonly sides?: 'lut' | 'waveform';
};

/** Width of the frame in picture heights. */
export const ASPECT = 16 / 9;
