// Web workers that hash local files, one file each.

export type ToHasher = { file: File } | { isPaused: boolean };
export type FromHasher = { read: number } | { sha256: string } | { failed: string };

/** Two workers use the disk well, and leave the other cores to the editing software. */
const HASHERS = 2;

/** Name of the error if a file can't be read, such as NotReadableError or NotAllowedError. */
export class FileUnreadable extends Error {
  constructor(name: string) {
    super('The file could not be read.');
    this.name = name;
  }
}

/** Hashing doesn't work at all, for example because the worker's script could not be loaded. */
export class HasherFailed extends Error {
  constructor() {
    super('Your browser could not read the files. Reload the page and try again.');
    this.name = 'HasherFailed';
  }
}

export type Hasher = {
  /** @throws FileUnreadable, also for the current file if the hasher is closed; HasherFailed */
  hash(file: File, onRead: (bytes: number) => void): Promise<string>;
  setPaused(isPaused: boolean): void;
  close(): void;
};

const openHasher = (): Hasher => {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  let ended: Error | undefined;
  let rejectCurrent: ((error: Error) => void) | undefined;
  const end = (error: Error): void => {
    ended ??= error;
    rejectCurrent?.(ended);
    worker.terminate();
  };
  worker.onerror = () => end(new HasherFailed());
  return {
    hash: (file, onRead) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        rejectCurrent = reject;
        worker.onmessage = ({ data }: MessageEvent<FromHasher>) => {
          if ('read' in data) onRead(data.read);
          else if ('sha256' in data) resolve(data.sha256);
          else reject(new FileUnreadable(data.failed));
        };
        worker.postMessage({ file } satisfies ToHasher);
      }),
    setPaused: (isPaused) => worker.postMessage({ isPaused } satisfies ToHasher),
    close: () => end(new FileUnreadable('Closed')),
  };
};

/** Starts the workers. They must be closed. */
export function openHashers(): Hasher[] {
  return Array.from({ length: HASHERS }, openHasher);
}
