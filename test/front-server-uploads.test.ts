// Uploads through a real nginx, configured as in docs/operations.md: not buffered, and larger than nginx's default size limit.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort, hasNginx, type Nginx, startNginx } from '#test/harness/nginx.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { openUploadSite, type UploadSite } from '#test/harness/upload-site.ts';

const MIB = 1024 * 1024;
const content = randomBytes(24 * MIB + 11);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasNginx())('uploads behind nginx', { timeout: 60_000 }, () => {
  let folder: string;
  let site: UploadSite;
  let nginx: Nginx;
  let dropDatabase: () => Promise<void>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helix-front-'));
    const database = await createDatabase();
    dropDatabase = database.drop;
    const port = String(await findFreePort());
    site = await openUploadSite(database.connection, { PORT: port, TRUST_PROXY: '127.0.0.1' });
    await site.start();
    nginx = await startNginx({ folder, sitePort: port, objects: join(site.folder, 'files/objects') });
  });

  afterAll(async () => {
    await nginx.stop();
    await site.stop();
    await dropDatabase();
    await rm(folder, { recursive: true, force: true });
  });

  // Sends the first half of a body, waits until the site has received it, then cuts the connection.
  const sendHalf = async (address: string): Promise<void> => {
    const half = content.length / 2;
    const outgoing = request(nginx.url(address), {
      method: 'PATCH',
      headers: {
        ...site.sender.headers,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': content.length,
      },
    });
    outgoing.on('error', () => {});
    outgoing.write(content.subarray(0, half));
    // If nginx buffered the body, none of it would have arrived yet.
    await expect
      .poll(async () => (await stat(site.partialOf(address))).size, { timeout: 15_000 })
      .toBeGreaterThan(half - 2 * MIB);
    outgoing.destroy();
  };

  it('passes resumable uploads through unbuffered, and they resume after a cut', async () => {
    const tus = site.tus(nginx.url('').replace(/\/$/, ''));
    const address = await tus.begin(site.sender, content.length, {
      resourceId: await site.addDraft(),
      path: 'long.bin',
    });
    expect(address).toMatch(/^\/api\/uploads\/sessions\/[0-9a-f-]{36}$/);
    await sendHalf(address);
    const offset = async () => Number((await tus.head(site.sender, address)).headers.get('upload-offset'));
    await expect.poll(offset, { timeout: 20_000 }).toBeGreaterThan(content.length / 2 - 2 * MIB);
    const from = await offset();
    const rest = await tus.patch(site.sender, address, from, content.subarray(from));
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(content.length)]);
    expect(sha256(await readFile(site.partialOf(address)))).toBe(sha256(content));
    expect((await tus.end(site.sender, address)).status).toBe(204);
  });

  it('lets form uploads exceed nginx’s default size limit', async () => {
    const resourceId = randomUUID();
    const form = new FormData();
    form.set('title', 'Grain, by a form');
    form.set('description', 'Sent through the front server.');
    form.set('file', new Blob([content]), 'grain.bin');
    const reply = await fetch(nginx.url(`/api/uploads/${site.sender.username}/${resourceId}/file`), {
      method: 'POST',
      headers: site.sender.headers,
      body: form,
    });
    expect([reply.status, await reply.json()]).toMatchObject([200, { resourceId, file: { size: content.length } }]);
  });
});
