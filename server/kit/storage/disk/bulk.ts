/** Reads small files through one worker thread per process; concurrent callers take turns. */

import { Worker } from 'node:worker_threads';
import { FileMissing } from '#server/kit/storage/errors.ts';

/** A stored file small enough to be read in one piece. */
export type SmallFile = {
  key: string;
  /** Recorded size in bytes. */
  size: number;
  /** Recorded CRC-32, for verifying content that is read over a network. */
  crc32?: number;
};

/** Task for the worker: find the sizes of the files under `keys`, or read the contents of `files`. */
export type BulkTask = {
  id: number;
  /** Real path of the objects folder. */
  objects: string;
  keys?: readonly string[];
  files?: readonly SmallFile[];
};

/** The worker's reply: the result, or the reason for the failure. */
export type BulkReply = {
  id: number;
  sizes?: (number | null)[];
  /** All contents, concatenated, followed by one unused byte. */
  body?: ArrayBuffer;
  /** Description of the first file that is missing or has a different size. */
  missing?: string;
  failure?: string;
};

/** Keys per task; between two tasks of one caller, tasks of other callers can run. */
const KEYS_A_TURN = 1000;

type Waiting = { resolve: (reply: BulkReply) => void; reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

/** Sizes of the files in the order of their keys; null for missing files. */
export async function findSizes(objects: string, keys: readonly string[]): Promise<(number | null)[]> {
  const sizes: (number | null)[] = [];
  for (let from = 0; from < keys.length; from += KEYS_A_TURN) {
    const reply = await ask({ objects, keys: keys.slice(from, from + KEYS_A_TURN) });
    sizes.push(...(reply.sizes ?? []));
  }
  return sizes;
}

/**
 * Contents of all files, concatenated. Keep the total below a few MiB.
 * @throws FileMissing if a file is missing or has a different size
 */
export async function readSmallFiles(objects: string, files: readonly SmallFile[]): Promise<Uint8Array> {
  const { body, missing } = await ask({ objects, files });
  if (missing !== undefined || !body) throw new FileMissing(missing);
  return new Uint8Array(body, 0, body.byteLength - 1);
}

async function ask(task: Omit<BulkTask, 'id'>): Promise<BulkReply> {
  lastId += 1;
  const id = lastId;
  const reply = await new Promise<BulkReply>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker ??= startWorker();
    worker.ref();
    worker.postMessage({ id, ...task } satisfies BulkTask);
  });
  if (reply.failure !== undefined) throw new Error(`could not read stored files: ${reply.failure}`);
  return reply;
}

/** The worker runs as long as the process, but only keeps the process alive while requests are pending. */
function startWorker(): Worker {
  const started = new Worker(new URL('./bulk-worker.ts', import.meta.url), { execArgv: [] });
  started.on('message', (reply: BulkReply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
    if (waiting.size === 0) started.unref();
  });
  // If the worker crashes, pending requests fail and the next request starts a new worker.
  started.on('error', (error) => endWaiting(error));
  started.on('exit', () => {
    if (worker === started) worker = null;
    endWaiting(new Error('the worker that reads small files exited'));
  });
  return started;
}

function endWaiting(error: unknown): void {
  const ended = [...waiting.values()];
  waiting.clear();
  for (const { reject } of ended) reject(error instanceof Error ? error : new Error(String(error)));
}
