/** Converts uploaded pictures, each in its own process, so that a picture that crashes the decoder does not stop the server. */

import { fileURLToPath } from 'node:url';
import { Problem } from '#server/kit/http/problem.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import { type ImageRefusal, ImageRefused } from './image-refused.ts';
import { imageRefusalOf } from './image-worker-exit.ts';
import type { PictureSize } from './images.ts';

const TIME_LIMIT_MS = 20_000;
/** Limit on CPU time. It ends the process even if the server that enforces TIME_LIMIT_MS has died. */
const CPU_LIMIT_SECONDS = 30;
/**
 * Limit on writable memory. Node alone reserves about 600 MB and uses 80 MB of it; an AVIF of 40 megapixels, the largest picture
 * accepted, uses 780 MB (measured).
 */
const MEMORY_LIMIT_KB = 1_500_000;
const MAX_WAITING = 10;
const RETRY_SECONDS = 10;
/** Enough for a picture of any requested size; far more than WebP needs. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

export type PictureMakerOptions = {
  log: Logger;
  /** The script to run instead of image-worker.ts. */
  worker?: string;
  timeLimitMs?: number;
};

/**
 * @returns a function that makes one picture at a time, as WebP. It throws `ImageRefused`, also when the process dies
 *   or takes too long, and Problem UNAVAILABLE when the queue is full.
 */
export function createPictureMaker(options: PictureMakerOptions) {
  const { log, timeLimitMs = TIME_LIMIT_MS } = options;
  const worker = options.worker ?? fileURLToPath(new URL('./image-worker.ts', import.meta.url));
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  return async (input: Uint8Array, size: PictureSize): Promise<Buffer> => {
    if (waiting >= MAX_WAITING) throw new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    waiting += 1;
    const turn = last.then(() => run(input, size));
    last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };

  async function run(input: Uint8Array, { width, height, whole }: PictureSize): Promise<Buffer> {
    // One picture takes 0.2 s, nearly all of it process start-up. That does not justify keeping a warm process, which would hold
    // other people's pictures in memory.
    const { code, signal, output, errors } = await runLimited(
      [process.execPath, '--max-old-space-size=64', worker, String(width), String(height), whole ? 'whole' : 'cut'],
      {
        memoryKb: MEMORY_LIMIT_KB,
        cpuSeconds: CPU_LIMIT_SECONDS,
        timeMs: timeLimitMs,
        outputBytes: MAX_OUTPUT_BYTES,
      },
      { input, reads: [worker] },
    );
    if (code === 0 && output.length > 0) return output;
    const reason: ImageRefusal | undefined = imageRefusalOf(code);
    if (!reason) log.warn({ code, signal, errors }, 'A picture crashed the process that was converting it');
    throw new ImageRefused(reason ?? 'damaged');
  }
}
