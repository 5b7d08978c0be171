/** Loudness of a pack's own sounds, for the waveform on its card. */
import { BARS } from '#demo/art/scenes/waveform.ts';
import type { StarterFile } from '#demo/content/entry.ts';
import { decodeWav } from './wav.ts';

/** A waveform shows at least FEWEST sounds. More are added until they last SECONDS in total or there are MOST. */
const FEWEST = 3;
const MOST = 12;
const SECONDS = 2.4;

/** Loudness (0 to 1) over time of several sounds in sequence: the first sound of each folder, then the second, and so on. */
export async function peaksOf(files: readonly StarterFile[]): Promise<number[]> {
  const sounds: Float32Array[] = [];
  let seconds = 0;
  for (const file of turnByTurn(files.filter(({ path }) => path.endsWith('.wav'))).slice(0, MOST)) {
    if (sounds.length >= FEWEST && seconds >= SECONDS) break;
    const { channels, rate } = decodeWav(await file.make());
    sounds.push(loudest(channels));
    seconds += (channels[0]?.length ?? 0) / rate;
  }
  const length = sounds.reduce((sum, sound) => sum + sound.length, 0);
  const peaks = new Array<number>(BARS).fill(0);
  let at = 0;
  for (const sound of sounds) {
    for (const sample of sound) {
      const bar = Math.floor((at++ / length) * BARS);
      peaks[bar] = Math.max(peaks[bar] ?? 0, sample);
    }
  }
  const top = Math.max(...peaks, 1e-6);
  return peaks.map((peak) => peak / top);
}

/** Interleaves the folders: the first file of each, then the second of each, and so on. */
function turnByTurn(files: readonly StarterFile[]): StarterFile[] {
  const taken = new Map<string, number>();
  return files
    .map((file) => {
      const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
      const turn = taken.get(folder) ?? 0;
      taken.set(folder, turn + 1);
      return { file, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ file }) => file);
}

function loudest(channels: readonly Float32Array[]): Float32Array {
  return (channels[0] ?? new Float32Array()).map((_, i) =>
    Math.max(...channels.map((channel) => Math.abs(channel[i] as number))),
  );
}
