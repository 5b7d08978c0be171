/** Asks the thread for small files, one thread for the whole process: a turn each for those who ask. */

import { Worker } from 'node:worker_threads';
import { FileMissing } from '#server/kit/storage/errors.ts';

/** A stored file that is small enough to be read in one go. */
export type SmallFile = {
  key: string;
  /** Bytes, as recorded. */
  size: number;
  /** CRC-32, as recorded: what comes over a network is compared with it. */
  crc32?: number;
};

/** What the thread is asked: the sizes of the files under keys, or the contents of files. */
export type BulkTask = {
  id: number;
  /** The real path of the folder that keys lie in. */
  objects: string;
  keys?: readonly string[];
  files?: readonly SmallFile[];
};

/** Its answer: what was asked for, or why not. */
export type BulkReply = {
  id: number;
  sizes?: (number | null)[];
  /** All contents one behind the other, and a byte more. */
  body?: ArrayBuffer;
  /** What is to be said of the first file that is gone or has another size. */
  missing?: string;
  failure?: string;
};

/** Between two turns of the thread others get theirs. */
const KEYS_A_TURN = 1000;

type Waiting = { resolve: (reply: BulkReply) => void; reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

/** The size of each file, null where there is none. */
export async function findSizes(objects: string, keys: readonly string[]): Promise<(number | null)[]> {
  const sizes: (number | null)[] = [];
  for (let from = 0; from < keys.length; from += KEYS_A_TURN) {
    const reply = await ask({ objects, keys: keys.slice(from, from + KEYS_A_TURN) });
    sizes.push(...(reply.sizes ?? []));
  }
  return sizes;
}

/**
 * The contents of all files, one behind the other; they should not be more than a few MiB together.
 * @throws FileMissing when one is gone or has another size
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
  if (reply.failure !== undefined) throw new Error(`stored files cannot be read: ${reply.failure}`);
  return reply;
}

/** The thread lives as long as the process, and holds it up only while somebody waits. */
function startWorker(): Worker {
  const started = new Worker(new URL('./bulk-worker.ts', import.meta.url), { execArgv: [] });
  started.on('message', (reply: BulkReply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
    if (waiting.size === 0) started.unref();
  });
  // Should it ever die, whoever waits is told, and the next one starts another.
  started.on('error', (error) => endWaiting(error));
  started.on('exit', () => {
    if (worker === started) worker = null;
    endWaiting(new Error('the thread that reads small files has ended'));
  });
  return started;
}

function endWaiting(error: unknown): void {
  const ended = [...waiting.values()];
  waiting.clear();
  for (const { reject } of ended) reject(error instanceof Error ? error : new Error(String(error)));
}
