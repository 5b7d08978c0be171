/** Makes pictures of what people send, each in a process of its own: whatever it does to that one, the server lives. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ImageRefusal, ImageRefused, type PictureSize } from './images.ts';
import type { Log } from './kept-connection.ts';
import { refusalOf } from './picture-exit.ts';
import { Problem } from './problem.ts';

const TIME_LIMIT_MS = 20_000;
/** Of processor time, should nobody be left to look at the clock. */
const CPU_LIMIT_SECONDS = 30;
/**
 * Of writable memory. Node alone reserves some 600 MB of it and uses 80; an AVIF of 40 megapixels, the most that anybody
 * can need, uses 780 (measured).
 */
const MEMORY_LIMIT_KB = 1_500_000;
const MAX_WAITING = 10;
const RETRY_SECONDS = 10;
const MAX_ERROR_CHARACTERS = 2000;

/**
 * One picture takes 0.2 s, nearly all of it the start of the process: too little to keep one warm that would remember
 * other people's pictures. Where the system is short of memory, this process is the first to go.
 */
const LIMITED =
  'echo 1000 2>/dev/null >/proc/self/oom_score_adj; ulimit -d "$0" 2>/dev/null; ulimit -t "$1" 2>/dev/null; shift; exec "$@"';

export interface PictureMakerOptions {
  log: Log;
  /** The script to run in place of picture-worker.ts. */
  worker?: string;
  timeLimitMs?: number;
}

/**
 * @returns a function that makes one picture at a time, as WebP. It throws `ImageRefused`, also when the process dies
 *   or takes too long, and Problem UNAVAILABLE when too many wait already.
 */
export function createPictureMaker(options: PictureMakerOptions) {
  const { log, timeLimitMs = TIME_LIMIT_MS } = options;
  const worker = options.worker ?? fileURLToPath(new URL('./picture-worker.ts', import.meta.url));
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

  async function run(input: Uint8Array, { width, height }: PictureSize): Promise<Buffer> {
    const limits = [String(MEMORY_LIMIT_KB), String(CPU_LIMIT_SECONDS)];
    const command = [process.execPath, '--max-old-space-size=64', worker, String(width), String(height)];
    // Nothing of the server's environment is for a process that reads strangers' files.
    const child = spawn('/bin/sh', ['-c', LIMITED, ...limits, ...command], { env: {}, stdio: 'pipe' });
    const clock = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
    try {
      const { code, signal, output, errors } = await converse(child, input);
      if (code === 0 && output.length > 0) return output;
      const reason: ImageRefusal | undefined = refusalOf(code);
      if (!reason) log.warn({ code, signal, errors }, 'A picture ended the process that was to make it');
      throw new ImageRefused(reason ?? 'damaged');
    } finally {
      clearTimeout(clock);
    }
  }
}

type Outcome = { code: number | null; signal: string | null; output: Buffer; errors: string };

/** Gives a process its input and waits until it has ended. */
function converse(child: ChildProcess, input: Uint8Array): Promise<Outcome> {
  const chunks: Buffer[] = [];
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-MAX_ERROR_CHARACTERS);
  });
  return new Promise((resolve, reject) => {
    // The system has no room for another process.
    child.on('error', () => reject(new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS })));
    child.on('close', (code, signal) => resolve({ code, signal, output: Buffer.concat(chunks), errors }));
    // A process that has ended early takes no more; how it ended says the rest.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
