// A long upload during which the server and the client are killed: the stored file is identical to the original.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { openUploadSite, type UploadSite } from '#test/harness/upload-site.ts';

const MIB = 1024 * 1024;
const isFull = process.env.SIZE === 'full';
const SIZE_MIB = isFull ? 2048 : 64;
const CHUNK_MIB = isFull ? 64 : 4;

let site: UploadSite;
let folder: string;
let resourceId: string;
let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helix-resume-'));
  database = await createDatabase();
  site = await openUploadSite(database.connection, { WORKERS: '1' });
  resourceId = await site.addDraft();
  await site.start();
}, 60_000);

afterAll(async () => {
  await site?.stop();
  await database?.drop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Creates a file of random data in which each MiB is different; returns its SHA-256. */
const makeFile = (path: string): string => {
  const hash = createHash('sha256');
  const handle = openSync(path, 'wx');
  for (let count = 0; count < SIZE_MIB; count += 1) {
    const piece = randomBytes(MIB);
    hash.update(piece);
    writeSync(handle, piece);
  }
  closeSync(handle);
  return hash.digest('hex');
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

type Sender = {
  process: ChildProcess;
  /** Number of bytes that the server has acknowledged to the client. */
  accepted(): number;
  /** Resolves when the given number of bytes is acknowledged; null waits until the upload is complete. */
  reaches(bytes: number | null): Promise<void>;
};

const startSender = (file: string, noted: string): Sender => {
  const script = fileURLToPath(new URL('./harness/tus-uploader.ts', import.meta.url));
  const values = [site.url(), site.cookie, resourceId, file, noted, String(CHUNK_MIB * MIB)];
  const child = spawn(process.execPath, [script, ...values], { stdio: ['ignore', 'pipe', 'inherit'] });
  let accepted = 0;
  let isDone = false;
  const said = new EventEmitter();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'done') isDone = true;
    else accepted = Number(line.split(' ')[1]);
    said.emit('more');
  });
  child.once('exit', () => said.emit('more'));
  return {
    process: child,
    accepted: () => accepted,
    async reaches(bytes) {
      while (bytes === null ? !isDone : accepted < bytes) {
        if (child.exitCode !== null) throw new Error(`the sender ended with ${child.exitCode} at ${accepted}`);
        await once(said, 'more');
      }
    },
  };
};

it('survives three server kills and a client kill', { timeout: isFull ? 900_000 : 120_000 }, async () => {
  const file = join(folder, 'long.bin');
  const noted = join(folder, 'address');
  const sha256 = makeFile(file);
  const eighth = (SIZE_MIB / 8) * MIB;

  let sender = startSender(file, noted);
  const gone = once(sender.process, 'exit');
  await sender.reaches(eighth);
  sender.process.kill('SIGKILL');
  await gone;

  sender = startSender(file, noted);
  for (const kills of [2, 4, 6]) {
    await sender.reaches(kills * eighth);
    // Kill the server while the next chunk is being sent.
    await site.kill();
    expect(sender.accepted()).toBeLessThan(SIZE_MIB * MIB);
    await site.start();
  }
  await sender.reaches(null);

  const tus = site.tus();
  const path = new URL(readFileSync(noted, 'utf8')).pathname;
  expect((await tus.head(site.sender, path)).headers.get('upload-offset')).toBe(String(SIZE_MIB * MIB));
  expect(await hashOf(site.partialOf(path))).toBe(sha256);

  const completed = await tus.complete(site.sender, path);
  expect(completed.status).toBe(201);
  await expect
    .poll(() => site.db.selectFrom('upload_sessions').select(['state', 'refusal']).execute(), { timeout: 60_000 })
    .toEqual([]);
  const stored = await site.db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'storage_key as key'])
    .where('resource_id', '=', resourceId)
    .execute();
  expect(stored).toMatchObject([{ path: 'long.bin', size: SIZE_MIB * MIB, sha256 }]);
  expect(await hashOf(site.pathOf(stored[0]?.key ?? ''))).toBe(sha256);
});
