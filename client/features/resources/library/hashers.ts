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

export type Hasher = {
  /** @throws FileUnreadable */
  hash(file: File, onRead: (bytes: number) => void): Promise<string>;
  setPaused(isPaused: boolean): void;
  close(): void;
};

const openHasher = (): Hasher => {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  return {
    hash: (file, onRead) =>
      new Promise((resolve, reject) => {
        worker.onerror = () => reject(new FileUnreadable('WorkerFailed'));
        worker.onmessage = ({ data }: MessageEvent<FromHasher>) => {
          if ('read' in data) onRead(data.read);
          else if ('sha256' in data) resolve(data.sha256);
          else reject(new FileUnreadable(data.failed));
        };
        worker.postMessage({ file } satisfies ToHasher);
      }),
    setPaused: (isPaused) => worker.postMessage({ isPaused } satisfies ToHasher),
    close: () => worker.terminate(),
  };
};

/** Starts the workers. They must be closed. */
export function openHashers(): Hasher[] {
  return Array.from({ length: HASHERS }, openHasher);
}
