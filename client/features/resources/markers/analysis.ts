import type { Beats } from './beats.ts';
import type { Cue } from './cues.ts';
import { decodeSound, type SoundSource } from './decode-sound.ts';

export type ToAnalysis = { samples: Float32Array };
export type Found = { beats: Beats | null; cues: Cue[] };
export type FromAnalysis = { share: number } | { found: Found };

/**
 * Finds beats and cues. `onShare` gets the share that is done, from 0 to 1.
 * @throws SoundProblem if the sound can't be read; AbortError if `signal` ends it
 */
export async function analyseSound(
  source: SoundSource,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<Found> {
  const samples = await decodeSound(source, signal);
  signal.throwIfAborted();
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.onerror = () => reject(new Error('The worker could not be loaded.'));
      worker.onmessage = ({ data }: MessageEvent<FromAnalysis>) => {
        if ('share' in data) onShare(data.share);
        else resolve(data.found);
      };
      worker.postMessage({ samples } satisfies ToAnalysis, [samples.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
