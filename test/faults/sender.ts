// Uploads like a browser (with tus-js-client), and compares what was acknowledged with the offsets that uploads resume from.
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Upload } from 'tus-js-client';
import type { Person } from '#test/harness/harness.ts';

const MIB = 1024 * 1024;
const RETRY_MS = 200;
const RETRIES = 500;

/** Creates a file with the given number of random MiB; returns its SHA-256. */
export function makeRandomFile(path: string, mib: number): string {
  const hash = createHash('sha256');
  const handle = openSync(path, 'wx');
  for (let count = 0; count < mib; count += 1) {
    const piece = randomBytes(MIB);
    hash.update(piece);
    writeSync(handle, piece);
  }
  closeSync(handle);
  return hash.digest('hex');
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The state of an upload from the sender's point of view. */
export type Sending = {
  /** Bytes acknowledged by responses to chunks. */
  accepted(): number;
  /** Offsets from which the server let the upload resume, one for each interruption. */
  resumed: number[];
  /** Reports of offsets lower than what was acknowledged, which means that the site has lost bytes. */
  lost: string[];
  reaches(bytes: number): Promise<void>;
  /** Resolves to the upload's URL once everything has been acknowledged. */
  done(): Promise<string>;
  stop(): Promise<void>;
};

/** Starts uploading a file to a resource, and resumes the upload whenever the connection breaks. */
export function startSending(options: {
  /** Current base URL of the site, evaluated for each request. */
  site: () => string;
  person: Person;
  resourceId: string;
  file: string;
  size: number;
  chunkSize: number;
}): Sending {
  const { site, person, resourceId, file, size, chunkSize } = options;
  const said = new EventEmitter();
  said.setMaxListeners(0);
  let accepted = 0;
  let outcome: { url: string } | { error: Error } | null = null;
  const resumed: number[] = [];
  const lost: string[] = [];
  const upload = new Upload(createReadStream(file), {
    endpoint: `${site()}/api/uploads/sessions`,
    uploadSize: size,
    chunkSize,
    headers: { ...person.headers },
    metadata: { resourceId, path: 'large.bin' },
    retryDelays: Array.from({ length: RETRIES }, () => RETRY_MS),
    onShouldRetry: () => true,
    storeFingerprintForResuming: false,
    onAfterResponse(request, response) {
      if (request.getMethod() !== 'HEAD' || response.getStatus() !== 200) return;
      const offset = Number(response.getHeader('Upload-Offset'));
      resumed.push(offset);
      if (offset < accepted) lost.push(`${accepted} bytes were acknowledged, ${offset} are stored`);
    },
    onChunkComplete(_piece, all) {
      accepted = Math.max(accepted, all);
      said.emit('more');
    },
    onSuccess() {
      outcome = { url: upload.url ?? '' };
      said.emit('more');
    },
    onError(error) {
      outcome = { error: error as Error };
      said.emit('more');
    },
  });
  upload.start();
  const failed = (): void => {
    if (outcome && 'error' in outcome) throw outcome.error;
  };
  return {
    accepted: () => accepted,
    resumed,
    lost,
    async reaches(bytes) {
      while (accepted < bytes) {
        failed();
        await once(said, 'more');
      }
    },
    async done() {
      while (!outcome) await once(said, 'more');
      failed();
      return (outcome as { url: string }).url;
    },
    stop: () => upload.abort(),
  };
}
