/**
 * A backup location contains one subfolder per backup, named by its time, and a single shared copy of all stored files, by key. A
 * backup is valid once its manifest exists, because the manifest is written last.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline as connect, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { linesOf } from '#server/kit/db/line-stream.ts';
import { makeDurableFolder, syncFolder } from '#server/kit/storage/disk/files.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const content = z.strictObject({ file: z.string(), bytes: z.number(), sha256 });

const manifestSchema = z.strictObject({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  database: z
    .strictObject({
      postgres: z.string(),
      migrations: z.array(z.string()),
      queue: z.number(),
      tables: z.array(
        content.extend({ schema: name, name, columns: z.array(z.string()), rows: z.number().int().nonnegative() }),
      ),
      sequences: z.array(z.strictObject({ schema: name, name, last: z.string(), isCalled: z.boolean() })),
    })
    .nullable(),
  files: z
    .strictObject({
      list: content,
      count: z.number(),
      bytes: z.number(),
      /** Keys that database rows name but whose files were missing from the storage; only the first few are listed. */
      missing: z.array(z.string()),
      /** Keys of files that do not match their database row and are not in the backup; only the first few are listed. */
      damaged: z.array(z.string()),
    })
    .nullable(),
  /** Identifies the site's secret by 4 bytes of its hash; null if the secret was lost. */
  secret: z.string().nullable(),
  hasSecret: z.boolean(),
});

export type Manifest = z.output<typeof manifestSchema>;
export type Content = z.output<typeof content>;
/** A stored file as listed in a backup. */
export type KeptFile = {
  key: string;
  size: number;
  sha256: string;
};

const MANIFEST = 'manifest.json';
const UNFINISHED = '.unfinished';
const FILES = 'files';
const DATED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d{3})?Z$/;
const LEVEL = 1;

export function filesFolder(store: string): string {
  return join(store, FILES);
}

/** Names of the finished backups in a store (oldest first) and of the unfinished backups. */
export async function listBackups(store: string): Promise<{ finished: string[]; unfinished: string[] }> {
  const entries = await readdir(store, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    finished: names.filter((found) => DATED.test(found)).sort(),
    unfinished: names.filter((found) => found.endsWith(UNFINISHED)).sort(),
  };
}

/** Creates the folder of a new backup; it gets its final name when the backup is finished. */
export async function beginBackup(store: string, at: Date): Promise<{ folder: string; name: string }> {
  await makeDurableFolder(store);
  const dated = at.toISOString().replaceAll(/[:.]/g, '-');
  const folder = join(store, `${dated}${UNFINISHED}`);
  await mkdir(folder, { mode: 0o700 });
  await mkdir(join(folder, 'database'));
  return { folder, name: dated };
}

/** Writes the manifest and renames the folder, which completes the backup. */
export async function finishBackup(folder: string, manifest: Manifest): Promise<string> {
  const text = `${JSON.stringify(manifestSchema.parse(manifest), null, 1)}\n`;
  const path = join(folder, MANIFEST);
  await writeDurably(`${path}.part`, text, 0o600);
  await syncFolder(join(folder, 'database'));
  await rename(`${path}.part`, path);
  await syncFolder(folder);
  const finished = folder.slice(0, -UNFINISHED.length);
  await rename(folder, finished);
  await syncFolder(join(finished, '..'));
  return finished;
}

export async function writeDurably(path: string, text: string | Buffer, mode: number): Promise<void> {
  const handle = await open(path, 'w', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The given path is not a backup or cannot be read, so the state of the backup is unknown. */
export class BackupOutOfReach extends Error {}

const PARTS = ['database', 'files.gz', 'before.gz', 'named.gz', `${MANIFEST}.part`, 'secret', FILES];

/** Maps a missing file to null. @throws BackupOutOfReach with the system's reason */
const unlessAbsent = (from: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw new BackupOutOfReach(`${from} cannot be read (${error.message})`);
};

const withoutManifest = async (from: string): Promise<Error> => {
  const names = await readdir(from).catch(unlessAbsent(from));
  if (names?.some((found) => found.endsWith(UNFINISHED)) || (names && from.endsWith(UNFINISHED)))
    return new Error(`the backup in ${from} was not finished and is incomplete`);
  if (names && (DATED.test(basename(from)) || names.some((found) => PARTS.includes(found))))
    return new Error(
      `the backup in ${from} is incomplete: it has no ${MANIFEST}, without which nothing in it can be used`,
    );
  return new BackupOutOfReach(`there is no backup in ${from}`);
};

/**
 * Opens a backup. If the path is a backup location, opens its newest backup.
 * @throws Error with a one-sentence message if the backup is unfinished or incomplete; `BackupOutOfReach` if the path is not a
 *   backup
 */
export async function openBackup(from: string): Promise<{ store: string; folder: string; manifest: Manifest }> {
  const newest = (await listBackups(from)).finished.at(-1);
  if (newest) return openBackup(join(from, newest));
  const text = await readFile(join(from, MANIFEST), 'utf8').catch(unlessAbsent(join(from, MANIFEST)));
  if (text === null) throw await withoutManifest(from);
  const parsed = manifestSchema.safeParse(parseOrNull(text));
  if (!parsed.success) throw new Error(`the manifest in ${from} cannot be read: it is damaged or from another version`);
  return { store: join(from, '..'), folder: from, manifest: parsed.data };
}

const parseOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Passes bytes through, counting and hashing them. */
const measure = () => {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { meter, result: () => ({ bytes, sha256: hash.digest('hex') }) };
};

/** Writes a compressed part in constant memory. The hash covers the compressed bytes on disk. */
export async function writePart(
  folder: string,
  file: string,
  source: AsyncIterable<Uint8Array | string>,
): Promise<Content> {
  const { meter, result } = measure();
  const path = join(folder, file);
  await pipeline(source, createGzip({ level: LEVEL }), meter, createWriteStream(path, { mode: 0o600, flush: true }));
  return { file, ...result() };
}

/** @throws Error with a sentence that names the part, if the part does not match the manifest */
export async function checkPart(folder: string, part: Content): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(join(folder, part.file)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    throw new Error(`${join(folder, part.file)} cannot be read (${(error as Error).message})`, { cause: error });
  }
  if (bytes !== part.bytes || hash.digest('hex') !== part.sha256)
    throw new Error(`${join(folder, part.file)} is damaged: its content is not what was written`);
}

export function readPart(folder: string, part: { file: string }): Readable {
  // If either stream fails, the returned stream fails too, so the callback is not needed.
  return connect(createReadStream(join(folder, part.file)), createGunzip(), () => {});
}

/** Files listed in a backup, sorted by part. */
export async function* readFileList(folder: string, list: { file: string }): AsyncGenerator<KeptFile> {
  for await (const line of linesOf(readPart(folder, list))) {
    const [key = '', size = '', hash = ''] = line.split('\t');
    yield { key, size: Number(size), sha256: hash };
  }
}

export function lineOf({ key, size, sha256: hash }: KeptFile): string {
  return `${key}\t${size}\t${hash}\n`;
}

/** Removes backup folders. Each is renamed first, so that a half-deleted one no longer counts as a backup. */
export async function deleteBackups(store: string, names: readonly string[]): Promise<void> {
  for (const given of names) {
    const aside = join(store, `${randomUUID()}${UNFINISHED}`);
    await rename(join(store, given), aside);
    await rm(aside, { recursive: true, force: true });
  }
}
