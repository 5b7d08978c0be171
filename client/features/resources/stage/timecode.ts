// Times in a player. No DOM.

/** Frames per second of a fraction such as `30000/1001`; null if it is not one. */
export function rateOf(fraction: string | null): number | null {
  const [frames = 0, seconds = 1] = (fraction ?? '').split('/').map(Number);
  const rate = frames / seconds;
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}

/** Zero-based number of the frame on screen at a time in seconds. The tolerance is for times that files round. */
export function frameOfTime(time: number, rate: number): number {
  return Math.max(0, Math.floor(time * rate + 1e-3));
}

/** The time at which exactly this frame is on screen: its middle. At its beginning, rounding can show the frame before it. */
export function timeOfFrame(frame: number, rate: number): number {
  return (frame + 0.5) / rate;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `00:00:03:11`, counted in whole frames (non-drop): at 29.97 fps, each second of timecode has 30 frames. */
export function timecode(time: number, rate: number): string {
  const base = Math.max(1, Math.round(rate));
  const frame = frameOfTime(time, rate);
  const seconds = Math.floor(frame / base);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % base].map(two).join(':');
}

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300];
const MARKS = 9;

/** The times to write on a ruler: round, and not more than nine. */
export function rulerMarks(length: number): number[] {
  if (!(length > 0)) return [];
  const step = STEPS.find((one) => length / one <= MARKS) ?? length / MARKS;
  return Array.from({ length: Math.ceil(length / step - 1e-9) }, (_, mark) => mark * step);
}
