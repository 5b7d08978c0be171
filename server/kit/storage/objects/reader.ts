/** Random-access reads of an object. Sequential reads share one response, which saves connections and memory. */

import type { Readable } from 'node:stream';
import { FileMissing, StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { StoredFile } from '#server/kit/storage/storage.ts';
import type { ObjectStore } from './object-store.ts';

/** Number of bytes to request at a time once reads are sequential. The service keeps the data until this process reads it. */
const WINDOW_BYTES = 16 * 1024 * 1024;
/**
 * After this pause between reads, the connection is released, so that a thousand slow downloads do not keep a thousand
 * connections open.
 */
const PAUSE_MS = 500;
/** The connection is dropped if no byte arrives for this long. */
const SILENCE_MS = 10_000;
/** A read fails after this many consecutive attempts that return no data. */
const TRIES = 3;

type Line = { body: Readable; chunks: AsyncIterator<Uint8Array>; at: number; end: number; rest: Uint8Array };

/**
 * Opens an object of known size as a file. Reads are serialised. If a connection breaks, reading continues at the same position
 * in the same version.
 * @param object.version can be omitted for objects that are never overwritten
 * @param object.silenceMs, object.pauseMs override the defaults (10 s and 500 ms) in tests
 */
export function openObject(
  store: Pick<ObjectStore, 'read'>,
  object: { name: string; size: number; version?: string; silenceMs?: number; pauseMs?: number },
): StoredFile {
  const { name, size, pauseMs = PAUSE_MS } = object;
  let line: Line | null = null;
  let readTo = -1;
  let readAt = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function hangUp(): void {
    clearTimeout(pause);
    line?.body.destroy();
    line = null;
  }

  async function connect(position: number, wanted: number): Promise<Line> {
    if (line && line.at === position && line.at < line.end) return line;
    hangUp();
    if (isClosed) throw new FileMissing(`object ${name} was closed`);
    const readsOn = position === readTo && performance.now() - readAt < pauseMs;
    const end = Math.min(size, position + (readsOn ? Math.max(WINDOW_BYTES, wanted) : wanted));
    const range = object.version === undefined ? {} : { version: object.version };
    const { body, size: found } = await store.read(name, { start: position, end, ...range });
    // Destroying the body emits an error that nothing else handles.
    body.on('error', () => {});
    if (found !== size) {
      body.destroy();
      throw new FileMissing(`object ${name} has ${found} bytes, not ${size}`);
    }
    line = { body, chunks: body[Symbol.asyncIterator](), at: position, end, rest: new Uint8Array() };
    return line;
  }

  // Reads at least one byte.
  async function takeSome(buffer: Uint8Array, position: number): Promise<number> {
    const open = await connect(position, buffer.byteLength);
    if (open.rest.byteLength === 0) {
      open.rest = (await nextChunk(open, object.silenceMs ?? SILENCE_MS)) ?? new Uint8Array();
      if (open.rest.byteLength === 0) throw new StorageUnavailable(`object ${name} ended at byte ${open.at}`);
    }
    const count = Math.min(buffer.byteLength, open.rest.byteLength, open.end - open.at);
    buffer.set(open.rest.subarray(0, count));
    open.rest = open.rest.subarray(count);
    open.at += count;
    if (open.at === open.end) {
      line = null;
      void readEnd(open, object.silenceMs ?? SILENCE_MS);
    }
    return count;
  }

  async function fill(buffer: Uint8Array, position: number): Promise<number> {
    const length = Math.max(0, Math.min(buffer.byteLength, size - position));
    let filled = 0;
    let tries = 0;
    clearTimeout(pause);
    while (filled < length) {
      try {
        filled += await takeSome(buffer.subarray(filled, length), position + filled);
        tries = 0;
      } catch (error) {
        hangUp();
        tries += 1;
        if (!(error instanceof StorageUnavailable) || tries === TRIES) throw error;
      }
    }
    readTo = position + length;
    readAt = performance.now();
    if (line) pause = setTimeout(hangUp, pauseMs).unref();
    return length;
  }

  return {
    size,
    read(buffer, position) {
      const mine = turn.then(() => fill(buffer, position));
      turn = mine.catch(() => {});
      return mine;
    },
    async close() {
      isClosed = true;
      hangUp();
    },
  };
}

/** Reads to the end of the response, so that the connection can be reused. Closes the connection if unexpected data follows. */
async function readEnd(line: Line, silenceMs: number): Promise<void> {
  const more = await nextChunk(line, silenceMs).catch(() => null);
  if (more) line.body.destroy();
}

/** Returns the next chunk, or null at the end. */
async function nextChunk({ body, chunks }: Line, silenceMs: number): Promise<Uint8Array | null> {
  const timer = setTimeout(() => body.destroy(new Error(`no byte for ${silenceMs} ms`)), silenceMs);
  try {
    const step = await chunks.next();
    return step.done ? null : step.value;
  } catch (error) {
    throw new StorageUnavailable('the connection to the storage was lost', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
