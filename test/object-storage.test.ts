// A whole site that stores its files in object storage: real processes, Swift's S3 API, and a proxy that can simulate faults.
import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cutAfter, sizeOf } from '#test/harness/cut-download.ts';
import { type FaultyFront, startFaultyFront } from '#test/harness/faulty-front.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { type Swift, startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { openUploadSite, type UploadSite } from '#test/harness/upload-site.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const isFull = process.env.SIZE === 'full';
const LIMIT_MS = isFull ? 600_000 : 120_000;
const LARGE_MIB = isFull ? 1024 : 12;
const SMALL_FILES = isFull ? 5000 : 80;
const whyNot = whyNoSwift();

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

describe.skipIf(whyNot !== null)(`a site with its files in S3${whyNot === null ? '' : `: ${whyNot}`}`, () => {
  let service: Swift;
  let front: FaultyFront;
  let site: UploadSite;
  let folder: string;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pack: { id: string; keys: string[] };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'helix-object-storage-'));
    [service, database] = await Promise.all([startSwift(), createDatabase()]);
    front = await startFaultyFront(service.port);
    const address = await service.makeBucket('site', front.url);
    site = await openUploadSite(database.connection, { WORKERS: '1', ...service.envOf(address) });
    pack = await site.addResource([
      { path: 'Pack/clip.mov', size: LARGE_MIB * MIB + 7 },
      { path: 'Pack/still.png', size: 300_000 },
      { path: 'Pack/empty.txt', content: Buffer.alloc(0) },
      ...Array.from({ length: SMALL_FILES }, (_, index) => ({
        path: `Pack/sounds/${index}.wav`,
        content: randomBytes(500 + (index % 977)),
      })),
    ]);
    await site.start();
  }, LIMIT_MS);
  afterEach(() => front?.setFault(null));
  afterAll(async () => {
    await site?.stop();
    await database?.drop();
    await front?.stop();
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(site.url(address), { method, headers: { cookie: site.readerCookie, ...headers }, redirect: 'manual' });
  const clip = async () => {
    const { sha256, size } = await site.db
      .selectFrom('resource_files')
      .select(['sha256', 'size'])
      .where('storage_key', '=', pack.keys[0] ?? '')
      .executeTakeFirstOrThrow();
    return { sha256, size: Number(size), address: await site.addressOf(pack.id, 'Pack/clip.mov') };
  };
  const downloadsOf = async (id: string): Promise<number> =>
    (await site.db.selectFrom('resources').select('downloads').where('id', '=', id).executeTakeFirstOrThrow())
      .downloads;

  it('sends a file complete, in ranges and resumed, and counts it once', { timeout: LIMIT_MS }, async () => {
    const { address, sha256, size } = await clip();
    const described = await get(address, {}, 'HEAD');
    expect(described.headers.get('content-length')).toBe(String(size));
    const whole = Buffer.from(await (await get(address)).arrayBuffer());
    expect(sha256Of(whole)).toBe(sha256);
    const etag = described.headers.get('etag') ?? '';
    const part = await get(address, { range: `bytes=${8 * MIB - 10}-${8 * MIB + 9}`, 'if-range': etag });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${8 * MIB - 10}-${8 * MIB + 9}/${size}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(8 * MIB - 10, 8 * MIB + 10))).toBe(true);
    expect((await get(address, { range: `bytes=${size}-` })).status).toBe(416);
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304);

    const path = join(folder, 'clip.mov');
    const download = { url: site.url(address), cookie: site.readerCookie, path, bytes: Math.round(size / 5) };
    expect(await cutAfter(download)).toBe('SIGKILL');
    expect(await cutAfter(download, site.kill)).toBe(18);
    await site.start();
    await run('curl', ['-sS', '-f', '-C', '-', '-H', `Cookie: ${site.readerCookie}`, '-o', path, site.url(address)]);
    expect(await hashOf(path)).toBe(sha256);
    expect(await downloadsOf(pack.id)).toBe(1);
  });

  it('sends a whole resource as a ZIP, interrupted and resumed', { timeout: LIMIT_MS }, async () => {
    const address = await site.addressOf(pack.id);
    site.forgetPeak();
    const { mib } = site.usage();
    const before = front.requests();
    const begun = performance.now();
    const answer = await get(address);
    const whole = Buffer.from(await answer.arrayBuffer());
    const seconds = (performance.now() - begun) / 1000;
    console.info(
      `ZIP of ${whole.length} bytes from S3: ${seconds.toFixed(2)} s, ${front.requests() - before} requests, from ${mib} to ${site.usage().peakMib} MiB`,
    );
    expect(whole.length).toBe(Number(answer.headers.get('content-length')));
    const path = join(folder, 'pack.zip');
    const download = { url: site.url(address), cookie: site.readerCookie, path, bytes: Math.round(whole.length / 5) };
    expect(await cutAfter(download)).toBe('SIGKILL');
    expect(await cutAfter(download)).toBe('SIGKILL');
    await run('curl', ['-sS', '-f', '-C', '-', '-H', `Cookie: ${site.readerCookie}`, '-o', path, site.url(address)]);
    expect(await hashOf(path)).toBe(sha256Of(whole));
    const { stdout } = await run('unzip', ['-tq', path], { maxBuffer: MIB });
    expect(stdout).toContain('No errors detected');
    const ends = await buffer((await get(address, { range: `bytes=${whole.length - 5000}-` })).body as ReadableStream);
    expect(ends.equals(whole.subarray(-5000))).toBe(true);
  });

  it('completes an upload whose server is killed on the way', { timeout: LIMIT_MS }, async () => {
    const resourceId = await site.addDraft();
    const [file, noted] = [join(folder, 'long.bin'), join(folder, 'address')];
    const bytes = randomBytes(LARGE_MIB * MIB + 3);
    writeFileSync(file, bytes);
    const script = join(import.meta.dirname, 'harness/tus-uploader.ts');
    const sender = spawn(
      process.execPath,
      [script, site.url(), site.cookie, resourceId, file, noted, String(3 * MIB)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(sender, 'exit');
    let said = '';
    let kills = 0;
    const mostKills = isFull ? 5 : 1;
    for await (const chunk of sender.stdout) {
      said += String(chunk);
      const accepted = Number(/.*accepted (\d+)/s.exec(said)?.[1] ?? 0);
      if (kills === mostKills || accepted < ((kills + 1) * bytes.length) / (mostKills + 2)) continue;
      kills += 1;
      await site.kill();
      await site.start();
    }
    expect(await ended).toEqual([0, null]);
    expect(kills).toBe(mostKills);

    const tus = site.tus();
    const path = new URL(readFileSync(noted, 'utf8')).pathname;
    expect((await tus.complete(site.sender, path)).status).toBe(201);
    await expect
      .poll(() => site.db.selectFrom('upload_sessions').select(['state', 'refusal']).execute(), { timeout: 60_000 })
      .toEqual([]);
    const stored = await site.db
      .selectFrom('resource_files')
      .select(['size', 'sha256', 'storage_key as key'])
      .where('resource_id', '=', resourceId)
      .execute();
    expect(stored).toMatchObject([{ sha256: sha256Of(bytes) }]);
    const key = stored[0]?.key ?? '';
    expect(sha256Of(await buffer(await site.storage.openRange(key, 0, bytes.length)))).toBe(sha256Of(bytes));
    await expect.poll(() => site.storage.partials.list()).toEqual([]);
  });

  it('starts with keys that may not list unfinished uploads', { timeout: LIMIT_MS }, async () => {
    await site.kill();
    front.setFault('refused', ({ url = '' }) => /[?&]uploads/.test(url));
    await site.start();
    const { address, sha256 } = await clip();
    expect(sha256Of(Buffer.from(await (await get(address)).arrayBuffer()))).toBe(sha256);
  });

  describe('when the service fails', { timeout: LIMIT_MS }, () => {
    it.each(['errors', 'nonsense'] as const)('(%s) reports it, and recovers on its own', async (fault) => {
      const { address, sha256 } = await clip();
      const zip = await site.addressOf(pack.id, 'Pack/sounds/');
      // For one minute after this download, the server does not check again whether the folder's files exist.
      expect((await (await get(zip)).arrayBuffer()).byteLength).toBeGreaterThan(0);
      front.setFault(fault);
      const ready = await get('/readyz');
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', trouble: 'storage' }]);
      for (const asked of [address, zip]) {
        const refused = await get(asked);
        expect(refused.status).toBe(503);
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE' });
      }
      const created = await site.tus().create(site.sender, 100, { resourceId: await site.addDraft(), path: 'a.bin' });
      expect([created.status, created.body.code]).toEqual([503, 'UNAVAILABLE']);
      expect(await site.db.selectFrom('upload_sessions').select('id').execute()).toEqual([]);
      // Requests that need no file work as usual.
      expect((await get('/api/resources?limit=1')).status).toBe(200);
      front.setFault(null);
      expect((await get('/readyz')).status).toBe(200);
      expect(sha256Of(Buffer.from(await (await get(address)).arrayBuffer()))).toBe(sha256);
    });

    it('(wrong bytes) never sends them as a complete file', async () => {
      const { address, size } = await clip();
      const zip = await site.addressOf(pack.id, 'Pack/sounds/');
      front.setFault('damaged', (request) => request.headers.range !== undefined);
      // This file is small enough to be checked before the headers are sent. The fault may be temporary, so clients may retry.
      const small = await get(await site.addressOf(pack.id, 'Pack/sounds/0.wav'));
      expect([small.status, small.headers.get('retry-after')]).toEqual([503, '5']);
      const path = join(folder, 'damaged.bin');
      for (const asked of [address, zip]) {
        rmSync(path, { force: true });
        const failed = run('curl', ['-sS', '-f', '-H', `Cookie: ${site.readerCookie}`, '-o', path, site.url(asked)]);
        // curl exits with 18 if the file is incomplete, 22 if the first bytes were already wrong, and 52 if no bytes arrived.
        expect([18, 22, 52]).toContain(await failed.catch((error: { code: number }) => error.code));
        expect(await sizeOf(path)).toBeLessThan(size);
      }
    });

    it('(errors on the way) keeps the acknowledged part of an upload, which resumes later', async () => {
      const tus = site.tus();
      const bytes = randomBytes(11 * MIB);
      const { headers } = await tus.create(site.sender, bytes.length, {
        resourceId: await site.addDraft(),
        path: 'b.bin',
      });
      const path = headers.get('location') ?? '';
      expect((await tus.patch(site.sender, path, 0, bytes.subarray(0, 5 * MIB))).status).toBe(204);
      front.setFault('errors', (request) => request.method === 'PUT');
      const refused = await tus.patch(site.sender, path, 5 * MIB, bytes.subarray(5 * MIB));
      expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
      front.setFault(null);
      expect((await tus.head(site.sender, path)).headers.get('upload-offset')).toBe(String(5 * MIB));
      expect((await tus.patch(site.sender, path, 5 * MIB, bytes.subarray(5 * MIB))).status).toBe(204);
      // Checks of completed uploads also wait for the service.
      front.setFault('errors');
      const id = path.split('/').at(-1) ?? '';
      const completed = await tus.complete(site.sender, path);
      expect(completed.status).toBe(503);
      front.setFault(null);
      expect((await tus.complete(site.sender, path)).status).toBe(201);
      const stored = () =>
        site.db.selectFrom('resource_files').select('sha256').where('storage_key', '=', `r/${id}/0`).execute();
      await expect.poll(stored, { timeout: 60_000 }).toEqual([{ sha256: sha256Of(bytes) }]);
    });
  });
});
