// The arithmetic of a card's preview: places are shares of its width, from 0 to 1.

/** `frames`: a strip of moments. `lut` and `waveform`: two pictures, before and after, with a moving border. */
export type PreviewKind = 'frames' | 'lut' | 'waveform';

/** Frames of a strip, and steps that the arrow keys take across any preview. */
export const FRAMES = 12;
/** Frames of a timecode's second: the base of film, as the cards' lengths say nothing finer than seconds. */
const TIMEBASE = 24;
/** Where the keyboard begins: at the first frame, at silence, or with half of the look to see. */
const STARTS: Record<PreviewKind, number> = { frames: 0, lut: 0.5, waveform: 0 };

const inside = (share: number): number => Math.min(1, Math.max(0, share));

/** The share at which a pointer stands over a box; outside of it, the nearer edge. */
export function shareAt(x: number, { left, width }: { left: number; width: number }): number {
  return width > 0 ? inside((x - left) / width) : 0;
}

/** The frame (from 0) of a share; the last one goes up to the right edge. */
export function frameAt(share: number): number {
  return Math.min(FRAMES - 1, Math.floor(inside(share) * FRAMES + 1e-9));
}

export function startOf(kind: PreviewKind): number {
  return STARTS[kind];
}

/** Where a key leads from a share, in whole steps; null for keys that are none of the preview's. */
export function shareAfterKey(key: string, share: number, kind: PreviewKind): number | null {
  const last = kind === 'frames' ? FRAMES - 1 : FRAMES;
  const step = kind === 'frames' ? frameAt(share) : Math.round(share * FRAMES);
  const next = new Map([
    ['ArrowLeft', step - 1],
    ['ArrowRight', step + 1],
    ['Home', 0],
    ['End', last],
  ]).get(key);
  return next === undefined ? null : Math.min(last, Math.max(0, next)) / FRAMES;
}

/** Seconds of a label like `0:24` or `1:02:03`; null when it says something else. */
export function secondsOf(label: string): number | null {
  return /^(\d+:)?\d{1,3}:\d\d$/.test(label)
    ? label.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    : null;
}

/** What stands in the corner: a timecode when the length is known, else the frame; null keeps the card's own label. */
export function timeText(share: number, kind: PreviewKind, label: string): string | null {
  const seconds = secondsOf(label);
  if (kind === 'lut') return null;
  // One digit is as wide as two, so that the corner stands still.
  if (seconds === null)
    return kind === 'frames' ? `${String(frameAt(share) + 1).padStart(2, '\u00a0')}/${FRAMES}` : null;
  const frames = Math.min(Math.floor(seconds * TIMEBASE * inside(share) + 1e-9), seconds * TIMEBASE);
  const whole = Math.floor(frames / TIMEBASE);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60, frames % TIMEBASE]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
