// Calculations for card previews. Positions are fractions of the card's width, from 0 to 1.

/** `frames`: a strip of frames. `lut` and `waveform`: a before and an after image with a moving divider. */
export type PreviewKind = 'frames' | 'lut' | 'waveform';

/** Number of frames in a strip, which is also the number of arrow key steps across any preview. */
export const FRAMES = 12;
/** Frames per second in timecodes. Card lengths are in whole seconds, so the standard film rate is assumed. */
const TIMEBASE = 24;
/** Start position for the keyboard: the first frame, the start of the sound, or the LUT covering half of the image. */
const STARTS: Record<PreviewKind, number> = { frames: 0, lut: 0.5, waveform: 0 };

const inside = (share: number): number => Math.min(1, Math.max(0, share));

/** Horizontal position of a pointer within a box, clamped to its edges. */
export function shareAt(x: number, { left, width }: { left: number; width: number }): number {
  return width > 0 ? inside((x - left) / width) : 0;
}

/** Zero-based frame at a position. The last frame extends to the right edge. */
export function frameAt(share: number): number {
  return Math.min(FRAMES - 1, Math.floor(inside(share) * FRAMES + 1e-9));
}

export function startOf(kind: PreviewKind): number {
  return STARTS[kind];
}

/** Position after a key press, in whole steps. Null for keys that previews don't use. */
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

/** Seconds in a label such as `0:24`, `1:02:03` or `0:03 loop`. Null for other labels. */
export function secondsOf(label: string): number | null {
  const [time] = /^(\d+:)?\d{1,3}:\d\d(?=[ ,]|$)/.exec(label) ?? [];
  return time ? time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : null;
}

/** Text for the card's corner: a timecode if the length is known, otherwise the frame number. Null keeps the card's own label. */
export function timeText(share: number, kind: PreviewKind, label: string): string | null {
  const seconds = secondsOf(label);
  if (kind === 'lut') return null;
  // Pad single digits, so that the text doesn't jump.
  if (seconds === null)
    return kind === 'frames' ? `${String(frameAt(share) + 1).padStart(2, '\u00a0')}/${FRAMES}` : null;
  const frames = Math.min(Math.floor(seconds * TIMEBASE * inside(share) + 1e-9), seconds * TIMEBASE);
  const whole = Math.floor(frames / TIMEBASE);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60, frames % TIMEBASE]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
