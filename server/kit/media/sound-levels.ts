/** The waveform and the loudness of a sound. No I/O. */

/** Bars of a waveform; each covers an equal part of the sound. */
const BARS = 240;

export type Wave = {
  /** Loudest sample of each bar, 0 to 255. */
  peaks: Buffer;
  /** Average loudness (root mean square) of each bar, 0 to 255. Mastered music peaks everywhere. */
  averages: Buffer;
};

/** @param samples mono, signed 16-bit little-endian */
export function readWave(samples: Buffer): Wave {
  const total = Math.floor(samples.length / 2);
  const bars = Math.min(BARS, Math.max(1, total));
  const peaks = Buffer.alloc(bars);
  const averages = Buffer.alloc(bars);
  for (let bar = 0; bar < bars; bar++) {
    const start = Math.floor((bar * total) / bars);
    const end = Math.floor(((bar + 1) * total) / bars);
    let [peak, squares] = [0, 0];
    for (let at = start; at < end; at++) {
      const sample = samples.readInt16LE(at * 2) / 32_768;
      peak = Math.max(peak, Math.abs(sample));
      squares += sample * sample;
    }
    peaks[bar] = Math.round(peak * 255);
    averages[bar] = Math.round(Math.sqrt(squares / Math.max(1, end - start)) * 255);
  }
  return { peaks, averages };
}

/** Reads the summary that ffmpeg's filter `ebur128` prints at the end. Silence has neither value. */
export function parseLoudness(summary: string): { loudness: number | null; peak: number | null } {
  const after = summary.slice(summary.lastIndexOf('Summary:'));
  const loudness = numberIn(after, /I:\s+(-?[\d.]+) LUFS/);
  return {
    loudness: loudness !== null && loudness > -70 ? loudness : null,
    peak: numberIn(after, /Peak:\s+(-?[\d.]+) dBFS/),
  };
}

const numberIn = (text: string, pattern: RegExp): number | null => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
};
