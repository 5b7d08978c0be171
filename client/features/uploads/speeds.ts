// Upload speed, measured over the last few seconds. There is no estimate until 1.5 seconds of data are available.

/** Total bytes sent at a point in time (ms since the epoch). */
export type Sample = { at: number; bytes: number };

const WINDOW_MS = 10_000;
const LEAST_MS = 1500;

/** Adds a sample and drops outdated ones. Starts over if the total has decreased. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && next.bytes < last.bytes) return [next];
  return [...samples.filter(({ at }) => next.at - at <= WINDOW_MS), next];
}

/** Adds `bytes` to all samples. The server already had these bytes, so they must not count as just sent. */
export function withKnown(samples: readonly Sample[], bytes: number): Sample[] {
  return samples.map((sample) => ({ ...sample, bytes: sample.bytes + bytes }));
}

/** Bytes per second over the last few seconds; null if there is too little data. */
export function speedOf(samples: readonly Sample[], now: number): number | null {
  const known = samples.filter(({ at }) => now - at <= WINDOW_MS);
  const first = known[0];
  const last = known.at(-1);
  if (!first || !last || now - first.at < LEAST_MS) return null;
  return ((last.bytes - first.bytes) / (now - first.at)) * 1000;
}

/** Remaining time, such as "a few seconds left" or "2 h 5 min left"; null while the upload is stalled. */
export function timeLeft(bytesLeft: number, speed: number | null): string | null {
  if (speed === null || speed <= 0) return null;
  const seconds = bytesLeft / speed;
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 60) return `${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min left`;
  if (minutes >= 48 * 60) return `${Math.round(minutes / 1440)} days left`;
  return minutes % 60 === 0 ? `${minutes / 60} h left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
