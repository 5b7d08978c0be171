// Download All from a real server process (product.md DL-6): interrupting, resuming, sizes beyond 32 bits, and memory use. With
// `SIZE=full`, one archive has 5 GiB and an entry larger than 4 GiB, and another has 70,000 entries.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutAfter, sizeOf } from '#test/harness/cut-download.ts';
import { type DownloadSite, type MadeFile, openDownloadSite } from '#test/harness/download-site.ts';
import { createDatabase } from '#test/harness/postgres.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const isFull = process.env.SIZE === 'full';
const LIMIT_MS = isFull ? 2_400_000 : 120_000;
const MANY = isFull ? 70_000 : 2000;

const large: MadeFile[] = [
  { path: 'Pack/clip.mov', size: (isFull ? 4300 : 24) * MIB + 7 },
  { path: 'Pack/a readme.txt', content: Buffer.from('Read this.') },
  { path: 'Pack/second clip.mov', size: (isFull ? 820 : 5) * MIB + 11 },
  { path: 'Pack/Grüße 日本.txt', content: Buffer.from('Grüße') },
];
const many: MadeFile[] = Array.from({ length: MANY }, (_, index) => ({
  path: `Sounds/${index % 97}/hit ${index}.wav`,
  content: Buffer.alloc(600 + (index % 1077), `${index} `),
}));

let folder: string;
let site: DownloadSite;
let dropDatabase: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix download all '));
  const database = await createDatabase();
  dropDatabase = database.drop;
  site = await openDownloadSite(database.connection);
  await site.start();
}, LIMIT_MS);

afterAll(async () => {
  await site.stop();
  await dropDatabase();
  await rm(folder, { recursive: true, force: true });
}, LIMIT_MS);

const digestOf = async (stream: Readable): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
};

const open = (address: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(site.url(address), { headers: { cookie: site.cookie, ...headers }, agent: false }, resolve).on('error', reject);
  });

/** Downloads the whole archive in one request; returns the declared length and the hash. */
const takeWhole = async (address: string) => {
  const answer = await open(address);
  expect(answer.statusCode).toBe(200);
  return { size: Number(answer.headers['content-length']), sha256: await digestOf(answer) };
};

const curlTo = (path: string, address: string, ...more: string[]) =>
  spawn('curl', ['-sS', '-f', '-H', `Cookie: ${site.cookie}`, '-o', path, ...more, site.url(address)], {
    stdio: 'ignore',
  });

/** Tests an archive with unzip, 7-Zip and Python, and checks the number of files that 7-Zip reports. */
const checkArchive = async (path: string, files: number): Promise<void> => {
  const options = { maxBuffer: 64 * MIB };
  const [unzip, sevenZip, python] = await Promise.all([
    run('unzip', ['-tq', path], options),
    run('7zz', ['t', path], options),
    run('python3', ['-c', 'import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', path], options),
  ]);
  expect(unzip.stdout).toContain('No errors detected');
  expect(sevenZip.stdout).toContain('Everything is Ok');
  expect(sevenZip.stdout).toContain(`Files: ${files}`);
  expect(python.stdout.trim()).toBe('None');
};

describe('a resource as one ZIP', { timeout: LIMIT_MS }, () => {
  it('is identical after the client was killed four times and the server once', async () => {
    const { id } = await site.addResource(large);
    const address = await site.addressOf(id);
    site.forgetPeak();
    const begun = Date.now();
    const whole = await takeWhole(address);
    const seconds = (Date.now() - begun) / 1000;
    console.info(`ZIP of ${whole.size} bytes: ${seconds} s with its hash, ${site.usage().peakMib} MiB at most`);
    const path = join(folder, 'resumed.zip');
    const download = { url: site.url(address), cookie: site.cookie, path, bytes: Math.round(whole.size / 10) };
    for (let cuts = 0; cuts < 4; cuts += 1) {
      const before = await sizeOf(path);
      expect(await cutAfter(download)).toBe('SIGKILL');
      expect(await sizeOf(path)).toBeGreaterThanOrEqual(before + download.bytes);
      expect(await sizeOf(path)).toBeLessThan(whole.size);
    }
    // curl exits with code 18 if it receives fewer bytes than declared.
    expect(await cutAfter(download, site.kill)).toBe(18);
    expect(await sizeOf(path)).toBeLessThan(whole.size);
    await site.start();
    expect(await once(curlTo(path, address, '-C', '-'), 'exit')).toEqual([0, null]);
    expect(await sizeOf(path)).toBe(whole.size);
    expect(await digestOf(createReadStream(path))).toBe(whole.sha256);
    await checkArchive(path, large.length);
    await rm(path);
  });

  it(`may have ${MANY} entries without delaying other requests`, async () => {
    const { id } = await site.addResource(many);
    const address = await site.addressOf(id);
    site.forgetPeak();
    const before = site.usage();
    const begun = performance.now();
    const answer = await open(address);
    const firstByteMs = Math.round(performance.now() - begun);
    const path = join(folder, 'many.zip');
    answer.destroy();
    const curl = once(curlTo(path, address), 'exit');
    const waits: number[] = [];
    let done = false;
    void curl.then(() => {
      done = true;
    });
    while (!done) {
      const asked = performance.now();
      expect((await fetch(site.url('/healthz'))).status).toBe(200);
      waits.push(performance.now() - asked);
    }
    expect(await curl).toEqual([0, null]);
    const after = site.usage();
    const again = performance.now();
    (await open(address, { range: 'bytes=5000-' })).destroy();
    const inMs = (value: number): number => Math.round(value);
    console.info(
      `ZIP of ${MANY} files: first byte ${firstByteMs} ms, of a later part ${inMs(performance.now() - again)} ms, ` +
        `complete ${inMs(again - begun)} ms, ${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} CPU s, ` +
        `${after.peakMib} MiB at most (${before.mib} before), others waited at most ${inMs(Math.max(...waits))} ms`,
    );
    const { size, sha256 } = await takeWhole(address);
    expect(await sizeOf(path)).toBe(size);
    expect(await digestOf(createReadStream(path))).toBe(sha256);
    await checkArchive(path, MANY);
    await rm(path);
  });
});
