// Backup and restore hold only a small part of a file in memory, with both disk and object storage. Runs only with SIZE=full.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { hashStored } from '#server/kit/backup/backup-files.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { emptyInstallation, environmentOf, type TestInstallation } from '#test/harness/installation.ts';

const LIMIT_MS = 1_200_000;
const MIB = 1024 * 1024;
/** File size on disk, in MiB. */
const LARGE = 2048;
/** File size in object storage, in MiB; smaller because the fake service keeps all objects in memory. */
const LARGE_THERE = 512;
/** Peak memory allowed, in MiB. Node with the command's code takes about 150; the rest allows for uncollected buffers. */
const MOST_MIB = 350;
const KEY = 't/0123/4567-320.webp';
const project = fileURLToPath(new URL('..', import.meta.url));

let test: TestApp;
let gcs: Gcs;
let folder: string;
const installations: TestInstallation[] = [];

function* bytes(mib: number): Generator<Buffer> {
  for (let at = 0; at < mib; at++) yield Buffer.alloc(MIB, at % 251);
}
const hashOf = (mib: number): string => {
  const hash = createHash('sha256');
  for (const chunk of bytes(mib)) hash.update(chunk);
  return hash.digest('hex');
};

/** Runs a command until it exits. @returns its peak memory, in MiB */
const peakOf = async (script: string, env: Record<string, string>, args: string[]): Promise<number> => {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  let peak = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024));
    } catch {
      // The process has exited.
    }
  }, 20);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(look);
  expect(code).toBe(0);
  return peak;
};

const storageOf = (env: Record<string, string>) => createStorage(readConfig(env, '/srv/helix'));

describe.skipIf(process.env.SIZE !== 'full')('a large file', { timeout: LIMIT_MS }, () => {
  beforeAll(async () => {
    [test, gcs] = await Promise.all([startTestApp(), startGcs()]);
    folder = mkdtempSync(join(tmpdir(), 'helix-backups-'));
  }, LIMIT_MS);
  afterAll(async () => {
    await gcs?.stop();
    for (const made of installations) await made.remove();
    await test?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const backUp = async (env: Record<string, string>, ...args: string[]): Promise<void> => {
    const peak = await peakOf('scripts/backup.ts', env, args);
    console.info(`backup${env.STORAGE_URL ? ' from a service' : ''}: ${peak} MiB at most`);
    expect(peak).toBeLessThan(MOST_MIB);
  };
  const bringInto = async (elsewhere: Record<string, string>, ...args: string[]): Promise<Record<string, string>> => {
    const target = await emptyInstallation();
    installations.push(target);
    const env = { ...target.env, ...elsewhere };
    const peak = await peakOf('scripts/restore.ts', env, args);
    console.info(`restore${elsewhere.STORAGE_URL ? ' to a service' : ''}: ${peak} MiB at most`);
    expect(peak).toBeLessThan(MOST_MIB);
    return env;
  };

  it(`of ${LARGE} MiB is backed up from a disk and restored to a disk`, async () => {
    const store = join(folder, 'disk');
    await test.deps.storage.put(KEY, Readable.from(bytes(LARGE)));
    await backUp(environmentOf(test), store);
    const env = await bringInto({}, store);
    expect(await hashStored(await storageOf(env), KEY)).toEqual({ size: LARGE * MIB, sha256: hashOf(LARGE) });
  });

  it(`of ${LARGE_THERE} MiB is backed up from and restored to Google Cloud Storage`, async () => {
    const [from, to] = [gcs.env, { ...gcs.env, STORAGE_URL: gcs.storageUrl('restored') }];
    await backUp(environmentOf(test), join(folder, 'rows'), '--database');
    const env = await bringInto(from, join(folder, 'rows'));
    await (await storageOf(env)).put(KEY, Readable.from(bytes(LARGE_THERE)));
    const store = join(folder, 'service');
    await backUp(env, store);
    const restored = await bringInto(to, store);
    const there = await hashStored(await storageOf(restored), KEY);
    expect(there).toEqual({ size: LARGE_THERE * MIB, sha256: hashOf(LARGE_THERE) });
  });
});
