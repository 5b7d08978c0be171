/**
 * Wraps a storage backend to count failures, open files and bytes, so that operators notice a failing disk or storage service.
 */

import { Readable } from 'node:stream';
import { DamagedContent, FileMissing, StorageFull, StorageUnavailable, StoredFileTooLarge } from './errors.ts';
import type { PutOptions, Storage, StoredFile } from './storage.ts';

/** `missing` can be caused by a mistyped URL. Every other kind of failure needs attention. */
export type StorageFailure = 'missing' | 'full' | 'damaged' | 'unavailable' | 'other';

export type StorageMeter = {
  failed(operation: string, kind: StorageFailure): void;
  /** Called with 1 when a file is opened, and with -1 when it is closed. */
  held(by: 1 | -1): void;
  moved(direction: 'read' | 'written', bytes: number): void;
};

function kindOf(error: unknown): StorageFailure {
  if (error instanceof FileMissing) return 'missing';
  if (error instanceof StorageFull) return 'full';
  if (error instanceof DamagedContent) return 'damaged';
  return error instanceof StorageUnavailable ? 'unavailable' : 'other';
}

/** Tracks errors that are not storage failures because a source or callback threw them, for example when a client disconnects. */
function createForeignErrors() {
  const foreign = new WeakSet<object>();
  const note = (error: unknown): void => {
    if (typeof error === 'object' && error !== null) foreign.add(error);
  };
  return {
    note,
    has: (error: unknown): boolean =>
      error instanceof StoredFileTooLarge || (typeof error === 'object' && error !== null && foreign.has(error)),
  };
}

/** Wraps a storage backend with metrics. Results and errors are passed through unchanged. */
export function meterStorage(storage: Storage, meter: StorageMeter): Storage {
  const foreign = createForeignErrors();

  async function watch<T>(operation: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!foreign.has(error)) meter.failed(operation, kindOf(error));
      throw error;
    }
  }

  async function open(operation: string, opening: () => Promise<StoredFile>): Promise<StoredFile> {
    const file = await watch(operation, opening);
    let isOpen = true;
    meter.held(1);
    return {
      size: file.size,
      async read(buffer, position) {
        const bytes = await watch(operation, () => file.read(buffer, position));
        meter.moved('read', bytes);
        return bytes;
      },
      async close() {
        if (isOpen) meter.held(-1);
        isOpen = false;
        await file.close();
      },
    };
  }

  async function put(key: string, source: Readable | Uint8Array, options?: PutOptions) {
    if (source instanceof Readable) source.once('error', foreign.note);
    const stored = await watch('put', () => storage.put(key, source, options));
    meter.moved('written', stored.size);
    return stored;
  }

  async function* passOn(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of source) {
        meter.moved('written', piece.byteLength);
        yield piece;
      }
    } catch (error) {
      foreign.note(error);
      throw error;
    }
  }

  const { partials } = storage;
  return watchRest(storage, watch, {
    open: (key: string, crc32?: number) => open('open', () => storage.open(key, crc32)),
    put,
    partials: watchRest(partials, watch, {
      open: (id: string) => open('open', () => partials.open(id)),
      append: (
        id: string,
        offset: number,
        source: AsyncIterable<Uint8Array>,
        onSaved: (length: number) => Promise<void>,
      ) =>
        watch('append', () =>
          partials.append(id, offset, passOn(source), (length) =>
            onSaved(length).catch((error: unknown) => {
              foreign.note(error);
              throw error;
            }),
          ),
        ),
    }),
  });
}

/** Overrides members of `part` with those in `own`, and counts the failures of all other methods by method name. */
function watchRest<T extends object>(
  part: T,
  watch: <R>(operation: string, run: () => Promise<R>) => Promise<R>,
  own: Partial<T>,
): T {
  return new Proxy(part, {
    get(target, key) {
      const found: unknown = Reflect.get(key in own ? own : target, key);
      if (typeof found !== 'function' || key in own) return found;
      return (...given: unknown[]) => {
        const answer: unknown = found.apply(target, given);
        return answer instanceof Promise ? watch(String(key), () => answer) : answer;
      };
    },
  });
}
