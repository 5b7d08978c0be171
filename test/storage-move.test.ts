// Moves the files of a running site from disk to object storage, following docs/operations.md: users keep downloading and
// uploading, the command is killed and restarted, and a damaged file is reported.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { cutAfter } from '#test/harness/cut-download.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { startTestApp } from '#test/harness/harness.ts';
import { environmentOf } from '#test/harness/installation.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { addResource } from '#test/harness/resources.ts';
import { expectOneSentence, runScript } from '#test/harness/run-script.ts';
import { startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { openUploadSite, type UploadSite } from '#test/harness/upload-site.ts';

const MIB = 1024 * 1024;
const SCRIPT = 'scripts/storage-move.ts';
const isFull = process.env.SIZE === 'full';
const SMALL_FILES = isFull ? 5000 : 60;
const LARGE_MIB = isFull ? 1024 : 9;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let service: Gcs;
let site: UploadSite;
let database: Awaited<ReturnType<typeof createDatabase>>;
let folder: string;
/** Environment of the site, which changes with each step. */
const env: Record<string, string> = { WORKERS: '1' };
let commandEnv: Record<string, string>;
let there: Storage;
let disk: Storage;
let pack: { id: string; keys: string[] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helix-move-'));
  [service, database] = await Promise.all([startGcs(), createDatabase()]);
  site = await openUploadSite(database.connection, env);
  pack = await site.addResource([
    { path: 'clip.mov', size: LARGE_MIB * MIB + 7 },
    ...Array.from({ length: SMALL_FILES }, (_, index) => ({
      path: `sounds/${index}.wav`,
      content: randomBytes(2000 + index),
    })),
  ]);
  await site.storage.put('t/0f9c2d3e-1111-4222-8333-444455556666/a-320.webp', Buffer.from('a picture'));
  const { host, port, user, database: name } = database.connection;
  commandEnv = {
    DATA_DIR: site.folder,
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    SECRET_KEY: 'not a secret, but long enough for tests',
  };
  there = await createStorage({ dataDir: folder, storage: service.setUp() });
  disk = createDiskStorage(join(site.folder, 'files'));
  await site.start();
}, 60_000);
afterAll(async () => {
  await site?.stop();
  await database?.drop();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const restart = async (changes: Record<string, string | null>): Promise<void> => {
  await site.kill();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  await site.start();
};
/** Runs the move command with the site's environment. */
const move = (...more: string[]) =>
  runScript(SCRIPT, { ...commandEnv, ...env }, ['disk', service.env.STORAGE_URL, ...more]);
const keysOf = async (storage: Storage): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.sort();
};
/** Starts the move command, kills it once the given number of files has arrived, and returns the signal that ended it. */
const moveAndKill = async (files: number): Promise<NodeJS.Signals | null> => {
  const child = spawn(process.execPath, [SCRIPT, 'disk', service.env.STORAGE_URL, '--at-once', '2'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'ignore',
    env: { ...process.env, ...commandEnv, ...env },
  });
  const ended = once(child, 'exit');
  await expect.poll(() => service.bucket.objects.size, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(files);
  child.kill('SIGKILL');
  return (await ended)[1];
};
const resourceFiles = (id: string) =>
  site.db
    .selectFrom('resource_files')
    .select(['path', 'sha256', 'storage_key as key'])
    .where('resource_id', '=', id)
    .execute();

it('moves a running site', { timeout: isFull ? 600_000 : 120_000 }, async () => {
  const content = randomBytes(3 * MIB);
  const draft = await site.addDraft();
  const begun = await site.tus().begin(site.sender, content.length, { resourceId: draft, path: 'began-before.bin' });
  await site.tus().patch(site.sender, begun, 0, content.subarray(0, MIB));

  // A damaged file that nobody has noticed yet.
  const bad = pack.keys[5] ?? '';
  const sound = readFileSync(site.pathOf(bad));
  writeFileSync(site.pathOf(bad), Buffer.concat([sound.subarray(0, -1), Buffer.from([(sound.at(-1) ?? 0) ^ 1])]));

  // Step 1: new files go to the service, and existing files are read from the disk.
  await restart({ ...service.env, STORAGE_URL_OLD: 'disk' });
  const path = join(folder, 'clip.mov');
  const url = site.url(await site.addressOf(pack.id, 'clip.mov'));
  const download = { url, cookie: site.readerCookie, path, bytes: 2 * MIB };
  expect(await cutAfter(download)).toBe('SIGKILL');
  expectOneSentence(await move('--delete'), /nothing is deleted as long as the site needs/);

  // Step 2: the move is killed half-way, during a download and an upload.
  const ready = service.bucket.objects.size;
  const cut = cutAfter(download);
  expect(await moveAndKill(ready + 20)).toBe('SIGKILL');
  expect(await cut).toBe('SIGKILL');
  const known = Number(
    (
      await site.db
        .selectFrom('moved_files')
        .select(site.db.fn.countAll().as('n'))
        // Count only completed moves; the other rows belong to moves that were only started.
        .where('size_there', '>=', 0)
        .executeTakeFirstOrThrow()
    ).n,
  );
  expect(known).toBeGreaterThanOrEqual(15);
  const offset = Number((await site.tus().head(site.sender, begun)).headers.get('upload-offset'));
  expect(offset).toBe(MIB);

  service.asked.length = 0;
  const [second] = await Promise.all([move(), site.tus().patch(site.sender, begun, offset, content.subarray(offset))]);
  expect(second.out).toContain('A pack to download: sounds/4.wav');
  expect(second.out).toContain('its content differs from what was uploaded');
  expect(second.code).toBe(1);
  // The disk is still needed, because one file exists nowhere else.
  expect(second.out).toMatch(/Nothing was deleted\.\n$/);
  expect(second.out).not.toContain('Remove STORAGE_URL_OLD');
  expect(await there.stat(bad)).toBeNull();
  const sent = service.asked.filter((line) => line.startsWith('PUT ')).length;
  expect(sent).toBeLessThan(SMALL_FILES + 5 - known + 5);

  // Complete the upload that began before the move, and begin another one.
  expect((await site.tus().complete(site.sender, begun)).status).toBeLessThan(300);
  const other = randomBytes(300_000);
  const after = await site.tus().begin(site.sender, other.length, { resourceId: draft, path: 'began-after.bin' });
  await site.tus().patch(site.sender, after, 0, other);
  expect((await site.tus().complete(site.sender, after)).status).toBeLessThan(300);
  await expect.poll(async () => (await resourceFiles(draft)).length, { timeout: 30_000 }).toBe(2);
  const uploaded = await resourceFiles(draft);
  const keyOf = (name: string): string => uploaded.find((file) => file.path === name)?.key ?? '';
  expect(await disk.stat(keyOf('began-before.bin'))).toMatchObject({ size: content.length });
  expect(await disk.stat(keyOf('began-after.bin'))).toBeNull();

  // After the damaged file is repaired, the next run moves the rest.
  writeFileSync(site.pathOf(bad), sound);
  const third = await move();
  expect(third.errors).toBe('');
  expect(third.out).toMatch(/; 2 of them were moved now\.\n/);
  expect(third.code).toBe(0);
  expect(third.out).toContain('Remove STORAGE_URL_OLD');
  expect(await there.sizes(await keysOf(disk))).toEqual(await disk.sizes(await keysOf(disk)));

  // Step 3: remove the disk from the configuration, then delete the files from the disk.
  await restart({ STORAGE_URL_OLD: null });
  const last = await move('--delete');
  expect(last.out).toContain(`${SMALL_FILES + 3} files were deleted from the folder`);
  expect(await keysOf(disk)).toEqual([]);
  while (
    (await cutAfter({
      ...download,
      url: site.url(await site.addressOf(pack.id, 'clip.mov')),
      bytes: Number.POSITIVE_INFINITY,
    })) !== 0
  );
  const files = await resourceFiles(pack.id);
  expect(sha256Of(readFileSync(path))).toBe(files.find((file) => file.path === 'clip.mov')?.sha256);
  const zip = await fetch(site.url(await site.addressOf(pack.id)), { headers: { cookie: site.readerCookie } });
  writeFileSync(join(folder, 'all.zip'), Buffer.from(await zip.arrayBuffer()));
  expect(execFileSync('unzip', ['-tq', join(folder, 'all.zip')]).toString()).toContain('No errors detected');
  for (const { key, sha256 } of [...files, ...uploaded]) {
    const file = await there.open(key);
    const bytes = Buffer.alloc(file.size);
    await file.read(bytes, 0);
    expect(sha256Of(bytes)).toBe(sha256);
  }
});

it.each([
  [[], /name the source and the target/],
  [['disk', 'ftp://somewhere'], /TO cannot be used: it must start with s3:\/\//],
  [['disk', 'gs://bucket'], /TO cannot be used: Google Cloud Storage needs an HMAC key/],
  // The message must not quote the URL, because it contains a secret.
  [
    ['s3://KEY:SECRET@bucket', 'disk'],
    /^(?!.*SECRET@)(?!.*KEY:).*FROM cannot be used: put credentials in STORAGE_KEY_ID and/,
  ],
  [['disk', 's3://bucket', '--delete'], /nothing is deleted as long as the site needs/],
])('refuses %j with one sentence', { timeout: 20_000 }, async (given, words) => {
  expectOneSentence(await runScript(SCRIPT, { ...commandEnv }, given), words);
});

it('stops if its lock is lost, because another run may start then', { timeout: 60_000 }, async () => {
  service.trouble({ kind: 'silence', times: 999 });
  const given = { ...commandEnv, STORAGE_KEY_ID: service.keys.keyId, STORAGE_SECRET: service.keys.secret };
  const ended = runScript(SCRIPT, given, ['disk', service.env.STORAGE_URL.replace('?', 'other?')]);
  const end = async (): Promise<number> => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = 712050 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(site.db);
    return rows.length;
  };
  await expect.poll(end, { timeout: 30_000, interval: 20 }).toBe(1);
  expectOneSentence(await ended, /the connection to the database was lost, and another run may have started/);
  service.calm();
});

it('detects the same storage under two URLs, and deletes nothing', { timeout: 60_000 }, async () => {
  const before = await keysOf(there);
  expect(before.length).toBeGreaterThan(SMALL_FILES);
  const same = service.env.STORAGE_URL.replace('127.0.0.1', 'localhost');
  const given = { ...commandEnv, ...service.env };
  expectOneSentence(
    await runScript(SCRIPT, given, [same, service.env.STORAGE_URL, '--delete']),
    /both are the same place/,
  );
  expect(await keysOf(there)).toEqual(before);
});

const whyNot = whyNoSwift();
it.skipIf(whyNot !== null)(
  `moves from a disk to S3${whyNot === null ? '' : `: ${whyNot}`}`,
  { timeout: 240_000 },
  async () => {
    const [test, swift] = await Promise.all([startTestApp(), startSwift()]);
    try {
      const leaker = await test.addPerson('leaker');
      const files = { 'large.bin': randomBytes(9 * MIB + 5), 'small.bin': randomBytes(500), 'empty.bin': '' };
      await addResource(test, { authorId: leaker.id, files });
      const address = await swift.makeBucket('moved');
      const given = { ...environmentOf(test), ...swift.envOf(address) };
      const moved = await runScript(SCRIPT, { ...given, STORAGE_URL_OLD: 'disk' }, ['disk', address]);
      expect(moved).toMatchObject({ code: 0, errors: '' });
      expect(moved.out).toMatch(/^3 files, .*; 3 of them were moved now\.$/m);
      const deleted = await runScript(SCRIPT, given, ['disk', address, '--delete']);
      expect(deleted).toMatchObject({ code: 0, errors: '' });
      expect(deleted.out).toMatch(/\n3 files were deleted from the folder .*; 0 remain there\.\n$/);
      expect(await keysOf(test.deps.storage)).toEqual([]);
      const config = readConfig({ DATA_DIR: folder, ...swift.envOf(address) }, '/srv/helix');
      const s3 = await createStorage(config);
      const rows = await test.db
        .selectFrom('resource_files')
        .select(['storage_key as key', 'size', 'sha256'])
        .execute();
      for (const { key, size, sha256 } of rows) {
        const bytes = await s3.readSmall([{ key, size }]);
        expect(sha256Of(bytes)).toBe(sha256);
      }
    } finally {
      await test.stop();
      await swift.stop();
    }
  },
);
