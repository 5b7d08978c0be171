// Frame rates of timelines as exact fractions, and their timecodes. No DOM.

/** `frames` per `seconds`, such as 30000 per 1001. Drop-frame only skips labels; it never moves a frame. */
export type FrameRate = {
  id: string;
  /** As editors write it, such as `29.97`. */
  label: string;
  frames: number;
  seconds: number;
  /** Frames that one second of timecode counts. */
  base: number;
  isDrop: boolean;
};

const rateFrom = (label: string, base: number, isNtsc = false, isDrop = false): FrameRate => ({
  id: isDrop ? `${label}df` : label,
  label,
  frames: isNtsc ? base * 1000 : base,
  seconds: isNtsc ? 1001 : 1,
  base,
  isDrop,
});

export const FRAME_RATES: readonly FrameRate[] = [
  rateFrom('23.976', 24, true),
  rateFrom('24', 24),
  rateFrom('25', 25),
  rateFrom('29.97', 30, true),
  rateFrom('29.97', 30, true, true),
  rateFrom('30', 30),
  rateFrom('50', 50),
  rateFrom('59.94', 60, true),
  rateFrom('59.94', 60, true, true),
  rateFrom('60', 60),
];

/** The rate with this id; 25 fps for an unknown one. */
export function frameRate(id: string): FrameRate {
  return FRAME_RATES.find((rate) => rate.id === id) ?? rateFrom('25', 25);
}

/** The same rate with or without drop-frame; null if it has no such form. */
export function withDrop(rate: FrameRate, isDrop: boolean): FrameRate | null {
  return FRAME_RATES.find((other) => other.label === rate.label && other.isDrop === isDrop) ?? null;
}

/** Share by which a measured rate may differ: 29.97 and 30 are 0.1 % apart. */
const SNAP = 0.0004;

/** The standard rate (non-drop) nearest to a measured one in frames per second; null if none is near. */
export function nearestRate(measured: number): FrameRate | null {
  const standards = FRAME_RATES.filter(({ isDrop }) => !isDrop);
  return standards.find(({ frames, seconds }) => Math.abs((measured * seconds) / frames - 1) <= SNAP) ?? null;
}

/** Zero-based frame that is on screen at a time in seconds. The tolerance is for times that were rounded. */
export function frameNumber(time: number, { frames, seconds }: FrameRate): number {
  return Math.max(0, Math.floor((time * frames) / seconds + 1e-6));
}

/** When a frame begins, in seconds. */
export function frameTime(frame: number, { frames, seconds }: FrameRate): number {
  return (frame * seconds) / frames;
}

const MINUTES_A_DAY = 24 * 60;
const two = (value: number): string => String(value).padStart(2, '0');

/** Labels that each minute but every tenth leaves out. */
const skippedOf = ({ base, isDrop }: FrameRate): number => (isDrop ? base / 15 : 0);

/** Timecode of a frame: `01:00:00:00`, or `01:00:00;00` in drop-frame. Starts again after 24 hours. */
export function frameLabel(frame: number, rate: FrameRate): string {
  const { base, isDrop } = rate;
  const skipped = skippedOf(rate);
  const minute = base * 60 - skipped;
  const tenMinutes = minute * 10 + skipped;
  const tens = Math.floor(frame / tenMinutes);
  const rest = frame % tenMinutes;
  // The first minute of ten is longer, because it leaves no labels out.
  const minutes = Math.max(0, Math.floor((rest - skipped) / minute));
  const count = frame + skipped * (tens * 9 + minutes);
  const seconds = Math.floor(count / base);
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two);
  return `${parts.join(':')}${isDrop ? ';' : ':'}${two(count % base)}`;
}

/** Frames of 24 hours, after which timecodes start again. */
export function framesOfDay(rate: FrameRate): number {
  return MINUTES_A_DAY * 60 * rate.base - skippedOf(rate) * (MINUTES_A_DAY - MINUTES_A_DAY / 10);
}

/** Frame with this timecode; null if the text is not a timecode, or one that the rate leaves out. `;` and `.` are read as `:`. */
export function labelFrame(text: string, rate: FrameRate): number | null {
  const parts = /^(\d{1,2})[:;.](\d{1,2})[:;.](\d{1,2})[:;.](\d{1,2})$/.exec(text.trim());
  if (!parts) return null;
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = parts.slice(1).map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59 || frames >= rate.base) return null;
  const skipped = skippedOf(rate);
  const minute = (hours * 60 + minutes) % MINUTES_A_DAY;
  if (seconds === 0 && frames < skipped && minute % 10 !== 0) return null;
  return (minute * 60 + seconds) * rate.base + frames - skipped * (minute - Math.floor(minute / 10));
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Time of a frame as an exact fraction of seconds, such as `1001/30s`, or `4s`. */
export function frameFraction(frame: number, { frames, seconds }: FrameRate): string {
  const top = frame * seconds;
  const common = divisor(top, frames) || 1;
  return frames === common ? `${top / common}s` : `${top / common}/${frames / common}s`;
}
