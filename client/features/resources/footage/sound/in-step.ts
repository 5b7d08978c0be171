// A sound that follows a clip. No DOM.

/** Seconds by which the sound may be off before it jumps, and before its speed is adjusted. */
const JUMP = 0.08;
const ADJUST = 0.015;
/** How much faster or slower it plays to catch up, at most; nobody hears it. */
const MOST_PACE = 0.03;

export type Step =
  /** The clip is not over the sound. */
  { kind: 'silent' } | { kind: 'jump'; to: number } | { kind: 'play'; pace: number };

/**
 * What the sound must do.
 * @param time of the clip; `offset` is where in the clip the sound starts; `now` is the sound's own time; all in seconds
 */
export function soundStep({
  time,
  offset,
  now,
  length,
}: {
  time: number;
  offset: number;
  now: number;
  length: number;
}): Step {
  const target = time - offset;
  if (target < 0 || target >= length) return { kind: 'silent' };
  const behind = target - now;
  if (Math.abs(behind) > JUMP) return { kind: 'jump', to: target };
  if (Math.abs(behind) < ADJUST) return { kind: 'play', pace: 1 };
  return { kind: 'play', pace: 1 + Math.max(-MOST_PACE, Math.min(MOST_PACE, behind)) };
}

/** All in seconds; `step` is a frame of the clip, or 10 ms. */
type SoundPlace = { soundLength: number; clipLength: number; step: number };

/** The earliest and the latest start of a sound of which at least a step is under the clip. Both are whole steps. */
export function startLimits({ soundLength, clipLength, step }: SoundPlace): { least: number; most: number } {
  const stepsIn = (seconds: number): number => Math.floor(seconds / step + 1e-6);
  return { least: -step * Math.max(0, stepsIn(soundLength) - 1), most: step * Math.max(0, stepsIn(clipLength) - 1) };
}

/** The possible start that is nearest to a wanted one. */
export function soundStart(wanted: number, place: SoundPlace): number {
  const { least, most } = startLimits(place);
  return Math.round(Math.min(most, Math.max(least, wanted)) / place.step) * place.step;
}

/** Such as `Ends 1.4 s after your clip`. Differences below a tenth of a second are none. */
export function endText(offset: number, soundLength: number, clipLength: number, clip: string): string {
  const after = offset + soundLength - clipLength;
  const seconds = Math.abs(after).toFixed(1);
  if (seconds === '0.0') return `Ends with ${clip}`;
  return `Ends ${seconds} s ${after > 0 ? 'after' : 'before'} ${clip}`;
}

/** Factor of a gain in dB. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}
