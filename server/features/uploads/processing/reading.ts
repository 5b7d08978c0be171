// Reads an upload once and completely.
import type { Deps } from '#server/deps.ts';
import type { JobHelpers } from '#server/kit/jobs/jobs.ts';
import { digestBytes, digestFile } from '#server/kit/storage/content-hash.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { StoredFile } from '#server/kit/storage/storage.ts';
import { inspectFile } from './inspection.ts';
import { type CheckedSession, saveProgress } from './queries.ts';
import { type FileFinding, RefusedUpload, refusals, uploadKeyOf } from './rules.ts';

/** A file with its hashes and findings. */
export type HashedFile = {
  path: string;
  size: number;
  sha256: string;
  crc32: number;
  mediaType: string | null;
  findings: FileFinding[];
  /** Only set for files of a bundle; a single file is never held in memory. */
  bytes?: Uint8Array;
};

const PROGRESS_EVERY_MS = 250;

/**
 * The single file of a session, or all files of its bundle.
 * @throws RefusedUpload if the content does not match the announcement
 */
export async function readUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  session: CheckedSession,
  { signal }: Pick<JobHelpers, 'signal'>,
): Promise<HashedFile[]> {
  const file = await openArrival(deps.storage, session);
  try {
    if (file.size !== session.size) throw new RefusedUpload(refusals.notWhole);
    const report = progressOf(deps, session.id, session.isBundle ? 'unpacking' : 'reading');
    if (session.isBundle) return await readBundle(session, file, { signal, report });
    const content = await digestFile(file, { signal, onRead: report });
    const seen = await inspectFile(session.path, file.size, file.read);
    return [{ path: session.path, ...content, ...seen }];
  } finally {
    await file.close();
  }
}

/** Opens the received bytes. A single file may already have been moved, if the server died before recording that. */
const openArrival = async (storage: Deps['storage'], { id, isBundle, size }: CheckedSession): Promise<StoredFile> => {
  const isMoved = async (): Promise<boolean> => !isBundle && (await storage.stat(uploadKeyOf(id)))?.size === size;
  // A complete file in its final location takes precedence over leftover partial bytes.
  if (await isMoved()) return await storage.open(uploadKeyOf(id));
  try {
    return await storage.partials.open(id);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    // Another worker may have moved it in the meantime.
    if (await isMoved()) return await storage.open(uploadKeyOf(id));
    throw new RefusedUpload(refusals.notWhole);
  }
};

const readBundle = async (
  session: CheckedSession,
  bundle: StoredFile,
  { signal, report }: { signal: AbortSignal; report(bytes: number): Promise<void> },
): Promise<HashedFile[]> => {
  const manifest = session.manifest ?? [];
  const total = manifest.reduce((sum, { size }) => sum + size, 0);
  if (manifest.length === 0 || total !== bundle.size) throw new RefusedUpload(refusals.notAsTold);
  const files: HashedFile[] = [];
  let at = 0;
  for (const { path, size } of manifest) {
    signal.throwIfAborted();
    const bytes = Buffer.allocUnsafe(size);
    if ((await bundle.read(bytes, at)) < size) throw new FileMissing(`a bundle ended before byte ${at + size}`);
    const seen = await inspectFile(path, size, async (buffer, position) =>
      bytes.copy(buffer, 0, position, position + buffer.byteLength),
    );
    files.push({ path, ...digestBytes(bytes), ...seen, bytes });
    at += size;
    await report(at);
  }
  return files;
};

/** Saves progress a few times per second. */
const progressOf = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  step: 'reading' | 'unpacking',
): ((bytes: number) => Promise<void>) => {
  let last = Number.NEGATIVE_INFINITY;
  return async (checked) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    await saveProgress(db, id, { step, checked, now: now() });
  };
};
