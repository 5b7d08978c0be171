// Downloads from a real site behind a real nginx, configured as in docs/operations.md (product.md DL-7).
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutAfter, sizeOf } from '#test/harness/cut-download.ts';
import { type DownloadSite, openDownloadSite } from '#test/harness/download-site.ts';
import { findFreePort, hasNginx, type Nginx, startNginx } from '#test/harness/nginx.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { handshake } from '#test/harness/socket-clients.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const clip = randomBytes(12 * MIB + 77);
const name = 'Pack/Überblick 日本 “1”.mp4';

describe.skipIf(!hasNginx())('behind nginx', { timeout: 60_000 }, () => {
  let folder: string;
  let site: DownloadSite;
  let nginx: Nginx;
  let id: string;
  let key: string;
  let dropDatabase: () => Promise<void>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helix-front-'));
    const database = await createDatabase();
    dropDatabase = database.drop;
    const port = String(await findFreePort());
    site = await openDownloadSite(database.connection, {
      PORT: port,
      ACCEL_PREFIX: '/_protected/',
      TRUST_PROXY: '127.0.0.1',
    });
    await site.start();
    nginx = await startNginx({ folder, sitePort: port, objects: join(site.folder, 'files/objects') });
    const made = await site.addResource([
      { path: name, content: clip },
      { path: 'Pack/readme.txt', content: Buffer.from('Read this.') },
    ]);
    id = made.id;
    key = made.keys[0] ?? '';
  });

  afterAll(async () => {
    await nginx.stop();
    await site.stop();
    await dropDatabase();
    await rm(folder, { recursive: true, force: true });
  });

  const get = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(nginx.url(address), { headers: { cookie: site.cookie, ...headers } });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };

  const downloadsOf = async (resource: string): Promise<number> => {
    const row = await site.db.selectFrom('resources').select('downloads').where('id', '=', resource).executeTakeFirst();
    return row?.downloads ?? -1;
  };

  it('sockets and polling work', async () => {
    expect((await handshake(nginx.url(''))).status).toBe(101);
    expect((await handshake(nginx.url(''), { origin: 'https://evil.example' })).status).toBe(403);
    expect((await get('/ws/?EIO=4&transport=polling')).status).toBe(200);
  });

  it('a file is complete, has its own name, counts once and is sent by nginx', async () => {
    const before = await downloadsOf(id);
    const answer = await get(await site.addressOf(id, name), { 'accept-encoding': 'gzip' });
    expect([answer.status, answer.body.equals(clip)]).toEqual([200, true]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': String(clip.length),
      'content-type': 'video/mp4',
      'content-disposition': expect.stringContaining(
        "filename*=UTF-8''%C3%9Cberblick%20%E6%97%A5%E6%9C%AC%20%E2%80%9C1%E2%80%9D.mp4",
      ),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-transform',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'repr-digest': `sha-256=:${createHash('sha256').update(clip).digest('base64')}:`,
      // nginx builds this ETag from the modification time and size; the site's own ETag is based on the content.
      etag: expect.stringMatching(/^"[0-9a-f]+-[0-9a-f]+"$/),
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('x-accel-redirect')).toBeNull();
    await expect.poll(() => downloadsOf(id)).toBe(before + 1);
    await get(await site.addressOf(id, 'Pack/readme.txt'));
    expect(await downloadsOf(id)).toBe(before + 1);
  });

  it('range and conditional requests for a file work', async () => {
    const address = await site.addressOf(id, name);
    const part = await get(address, { range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${clip.length}`]);
    expect(part.body.equals(clip.subarray(1000, 2000))).toBe(true);
    const etag = part.headers.get('etag') ?? '';
    expect((await get(address, { range: 'bytes=5-9', 'if-range': etag })).status).toBe(206);
    expect((await get(address, { range: 'bytes=5-9', 'if-range': '"old"' })).status).toBe(200);
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304);
    const beyond = await get(address, { range: `bytes=${clip.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${clip.length}`]);
  });

  it('files cannot be fetched without one’s own ticket', async () => {
    const address = await site.addressOf(id, name);
    const stored = `/_protected/${site.storage.frontPath(key)}`;
    for (const path of [stored, stored.replace('_protected', '%5fprotected'), `/x/..${stored}`]) {
      expect((await get(path)).status, path).toBe(404);
    }
    const program = await get(`/direct-download/${id}?file=${encodeURIComponent(name)}`);
    expect([program.status, JSON.parse(program.body.toString()).code]).toEqual([403, 'TICKET_REFUSED']);
    expect((await get(address, { cookie: '' })).status).toBe(403);
    expect((await get(`${address}x`)).status).toBe(403);
  });

  it('permissions are checked again for every range', async () => {
    const made = await site.addResource([{ path: 'a.bin', content: randomBytes(500) }]);
    const address = await site.addressOf(made.id, 'a.bin');
    expect((await get(address, { range: 'bytes=0-99' })).status).toBe(206);
    const change = (values: { category: string } | { deleted_at: Date }) =>
      site.db.updateTable('resources').set(values).where('id', '=', made.id).execute();
    await change({ category: 'Premium' });
    expect((await get(address, { range: 'bytes=100-' })).status).toBe(206);
    expect((await get(address, { range: 'bytes=100-', cookie: '' })).status).toBe(401);
    await change({ deleted_at: new Date() });
    const hidden = await get(address, { range: 'bytes=100-' });
    expect([hidden.status, JSON.parse(hidden.body.toString()).code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it.each([
    ['a file', name],
    ['a ZIP', undefined],
  ])('%s is identical after three interruptions', async (kind, file) => {
    const address = await site.addressOf(id, file);
    const whole = await get(address);
    const path = join(folder, `cut ${kind}`);
    const common = ['-sS', '-f', '-C', '-', '-H', `Cookie: ${site.cookie}`, '-o', path, nginx.url(address)];
    for (let cuts = 0; cuts < 3; cuts += 1) {
      const bytes = Math.round(whole.body.length / 10);
      expect(await cutAfter({ url: nginx.url(address), cookie: site.cookie, path, bytes })).toBe('SIGKILL');
      expect(await sizeOf(path)).toBeLessThan(whole.body.length);
    }
    await run('curl', common);
    expect((await readFile(path)).equals(whole.body)).toBe(true);
  });

  it('a ZIP keeps its exact length and ETag, and is not compressed', async () => {
    const address = await site.addressOf(id);
    const { status, headers, body } = await get(address, { 'accept-encoding': 'gzip, br' });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(body.length),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    expect(headers.get('content-encoding')).toBeNull();
    const path = join(folder, 'whole.zip');
    await run('curl', ['-sS', '-f', '-H', `Cookie: ${site.cookie}`, '-o', path, nginx.url(address)]);
    expect((await run('unzip', ['-tq', path])).stdout).toContain('No errors detected');
    const end = await get(address, { range: 'bytes=-22', 'if-range': headers.get('etag') ?? '' });
    expect([end.status, end.body.equals(body.subarray(-22))]).toEqual([206, true]);
    expect((await get(address, { range: `bytes=${body.length}-` })).status).toBe(416);
  });

  it('a range of a changed file never returns the new content', async () => {
    const made = await site.addResource([{ path: 'a.bin', content: randomBytes(500) }]);
    const address = await site.addressOf(made.id, 'a.bin');
    const old = await get(address, { range: 'bytes=0-99' });
    expect(old.status).toBe(206);
    const content = randomBytes(500);
    // Size and modification time are unchanged, so nginx gives both versions the same ETag.
    const path = site.pathOf(made.keys[0] ?? '');
    const { mtime } = await stat(path);
    const stored = await site.storage.put(made.keys[0] ?? '', content);
    await utimes(path, mtime, mtime);
    await site.db.updateTable('resource_files').set(stored).where('resource_id', '=', made.id).execute();
    const blind = await get(address, { range: 'bytes=100-' });
    expect([blind.status, JSON.parse(blind.body.toString()).code]).toEqual([412, 'DOWNLOAD_CHANGED']);
    const careful = await get(address, { range: 'bytes=100-', 'if-range': old.headers.get('etag') ?? '' });
    expect([careful.status, careful.body.equals(content)]).toEqual([200, true]);
    const retry = await get(await site.addressOf(made.id, 'a.bin'));
    expect([retry.status, retry.body.equals(content)]).toEqual([200, true]);
  });

  it('a file missing on disk gives a clear error', async () => {
    const made = await site.addResource([{ path: 'a.bin', content: randomBytes(500) }]);
    const address = await site.addressOf(made.id, 'a.bin');
    await rm(site.pathOf(made.keys[0] ?? ''));
    const answer = await get(address);
    expect([answer.status, JSON.parse(answer.body.toString()).code]).toEqual([404, 'FILE_MISSING']);
  });
});
