/**
 * Reads a stored file once and computes its checksums. Large files are hashed in a worker thread, to keep the event loop free.
 */

import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { FileMissing } from './errors.ts';
import type { StoredContent, StoredFile } from './storage.ts';

const READ_BYTES = 1024 * 1024;
/** Files up to this size are hashed on the main thread, because starting a worker would take longer. */
const AT_ONCE_BYTES = 4 * 1024 * 1024;
/** Number of buffers; with more than one, the next block can be read while the previous one is hashed. */
const BUFFERS = 3;

/** Message to the worker: a buffer, which it sends back when done, or the end of the file. */
export type HashTask = { bytes: ArrayBuffer; length: number } | { end: true };
export type HashReply = { bytes: ArrayBuffer } | { sha256: string; crc32: number };

type Progress = {
  /** Called and awaited after each MiB, with the number of bytes read so far. */
  onRead?: (bytes: number) => Promise<void> | void;
  signal?: AbortSignal;
};

/**
 * Checksums of a whole file. Uses up to 3 MiB of memory.
 * @throws FileMissing if the file is shorter than its stated size; the signal's reason if aborted
 */
export async function digestFile(file: StoredFile, progress: Progress = {}): Promise<StoredContent> {
  return file.size <= AT_ONCE_BYTES ? await digestAtOnce(file, progress) : await digestInThread(file, progress);
}

export function digestBytes(bytes: Uint8Array): StoredContent {
  return {
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    crc32: crc32(bytes),
  };
}

async function digestAtOnce(file: StoredFile, { onRead, signal }: Progress): Promise<StoredContent> {
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, file.size));
  const hash = createHash('sha256');
  let checksum = 0;
  for (let at = 0; at < file.size; at += READ_BYTES) {
    signal?.throwIfAborted();
    const bytes = await readExactly(file, buffer, at);
    hash.update(bytes);
    checksum = crc32(bytes, checksum);
    await onRead?.(at + bytes.byteLength);
  }
  return { size: file.size, sha256: hash.digest('hex'), crc32: checksum };
}

async function digestInThread(file: StoredFile, { onRead, signal }: Progress): Promise<StoredContent> {
  const thread = startThread();
  try {
    for (let at = 0; at < file.size; at += READ_BYTES) {
      signal?.throwIfAborted();
      const bytes = await thread.takeBuffer();
      const { byteLength } = await readExactly(file, new Uint8Array(bytes), at);
      thread.hash(bytes, byteLength);
      await onRead?.(at + byteLength);
    }
    return { size: file.size, ...(await thread.end()) };
  } finally {
    await thread.stop();
  }
}

async function readExactly(file: StoredFile, buffer: Uint8Array, at: number): Promise<Uint8Array> {
  const bytes = buffer.subarray(0, Math.min(buffer.byteLength, file.size - at));
  const count = await file.read(bytes, at);
  if (count < bytes.byteLength) throw new FileMissing(`file ended at byte ${at + count}, not ${file.size}`);
  return bytes;
}

/** Each file gets its own worker, so that a crash affects no other file. */
function startThread() {
  const worker = new Worker(new URL('./content-hash-worker.ts', import.meta.url), { execArgv: [] });
  const free = Array.from({ length: BUFFERS }, () => new ArrayBuffer(READ_BYTES));
  let onReply: (() => void) | undefined;
  let result: { sha256: string; crc32: number } | undefined;
  let broken: unknown;
  worker.on('message', (reply: HashReply) => {
    if ('bytes' in reply) free.push(reply.bytes);
    else result = reply;
    onReply?.();
  });
  const fail = (error: unknown) => {
    broken ??= error;
    onReply?.();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the hashing worker exited')));

  const wait = async <Value>(look: () => Value | undefined): Promise<Value> => {
    for (;;) {
      const value = look();
      if (value !== undefined) return value;
      if (broken !== undefined) throw broken;
      const { promise, resolve } = Promise.withResolvers<void>();
      onReply = resolve;
      await promise;
    }
  };
  return {
    takeBuffer: () => wait(() => free.pop()),
    hash: (bytes: ArrayBuffer, length: number) => worker.postMessage({ bytes, length } satisfies HashTask, [bytes]),
    end: async () => {
      worker.postMessage({ end: true } satisfies HashTask);
      return await wait(() => result);
    },
    stop: async () => void (await worker.terminate()),
  };
}
