import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { problemOf } from '#contract/problems.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { type Browser, openBrowser } from '#test/harness/tickets.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const large = randomBytes(5 * MIB + 321);
const name = 'Pack/Überblick 日本 “1”.mp4';

let test: TestApp;
let owner: Person;
let id: string;
let site: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix sending '));
  test = await startTestApp({ limits: { downloadStreams: 4 } });
  owner = await test.addPerson('leaker');
  const files = { [name]: large, 'Pack/read me.txt': 'Hello', 'Pack/READ ME.txt': 'Hello again', 'empty.txt': '' };
  id = await addResource(test, { authorId: owner.id, files });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  site = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A visitor with a ticket who downloads over a real connection. */
const holder = async (destination: string) => {
  const browser = openBrowser(test);
  const address = await browser.ticketFor(destination);
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(site + address, { method, headers: browser.headers(headers) });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  return { browser, address, get };
};

const objectPath = async (resourceId: string): Promise<string> => {
  const { storage_key } = await test.db
    .selectFrom('resource_files')
    .select('storage_key')
    .where('resource_id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return join(test.folder, 'files', 'objects', test.deps.storage.frontPath(storage_key) ?? '');
};

describe('one file', () => {
  it('is sent completely, under its own name, as an attachment', async () => {
    const { get } = await holder(directDownloadPath(id, name));
    const { status, headers, body } = await get();
    const digest = createHash('sha256').update(large).digest();
    expect([status, body.equals(large)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': String(large.length),
      'content-type': 'video/mp4',
      'content-disposition': expect.stringContaining(
        "filename*=UTF-8''%C3%9Cberblick%20%E6%97%A5%E6%9C%AC%20%E2%80%9C1%E2%80%9D.mp4",
      ),
      'accept-ranges': 'bytes',
      etag: `"${digest.toString('hex').slice(0, 32)}"`,
      'repr-digest': `sha-256=:${digest.toString('base64')}:`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-transform',
    });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Uberblick /);
  });

  it('supports range and conditional requests', async () => {
    const { get } = await holder(directDownloadPath(id, name));
    const { headers } = await get({}, 'HEAD');
    const etag = headers.get('etag') ?? '';
    expect(headers.get('content-length')).toBe(String(large.length));
    const part = await get({ range: 'bytes=100-199', 'if-range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${large.length}`]);
    expect(part.body.equals(large.subarray(100, 200))).toBe(true);
    expect((await get({ range: 'bytes=-5' })).body.equals(large.subarray(-5))).toBe(true);
    expect((await get({ range: 'bytes=100-199', 'if-range': '"another"' })).status).toBe(200);
    const beyond = await get({ range: `bytes=${large.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${large.length}`]);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ 'if-match': '"another"' })).status).toBe(412);
  });

  it('can be empty', async () => {
    const { get } = await holder(directDownloadPath(id, 'empty.txt'));
    const { status, headers, body } = await get();
    expect([status, headers.get('content-length'), body.length]).toEqual([200, '0', 0]);
  });

  it('is handed to the front server if there is one', async () => {
    const behind = await startTestApp({ env: { ACCEL_PREFIX: '/_protected/' } });
    try {
      const author = await behind.addPerson('leaker');
      const resource = await addResource(behind, { authorId: author.id });
      const browser = openBrowser(behind);
      const one = await browser.call(await browser.ticketFor(directDownloadPath(resource, 'readme.txt')));
      expect(one.headers['x-accel-redirect']).toMatch(/^\/_protected\/[0-9a-f]{2}\/[0-9a-f]{2}\/r~/);
      expect(one.headers['content-disposition']).toContain('readme.txt');
      const all = await browser.call(await browser.ticketFor(directDownloadPath(resource)));
      expect(all.headers['x-accel-redirect']).toBeUndefined();
      expect(all.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    } finally {
      await behind.stop();
    }
  });
});

describe('all files', () => {
  it('are sent as one ZIP of exact length that unzip, 7-Zip and Python accept', async () => {
    const { get } = await holder(directDownloadPath(id));
    const { status, headers, body } = await get();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(body.length),
      'content-disposition': `attachment; filename="Untitled pack - ${owner.username}.zip"`,
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    const path = join(folder, 'whole.zip');
    await writeFile(path, body);
    expect((await run('unzip', ['-t', path])).stdout).toContain('No errors detected');
    expect((await run('7zz', ['t', path])).stdout).toContain('Everything is Ok');
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist())';
    expect((await run('python3', ['-c', script, path])).stdout).toContain('Pack/read me (2).txt');
  });

  it('have the same bytes in any range', async () => {
    const { get } = await holder(directDownloadPath(id));
    const { body, headers } = await get();
    const etag = headers.get('etag') ?? '';
    for (let turn = 0; turn < 60; turn += 1) {
      const from =
        turn % 2 === 0 ? Math.floor(Math.random() * body.length) : body.length - Math.ceil(Math.random() * 900);
      const to = Math.min(body.length, from + 1 + Math.floor(Math.random() * (turn % 3 === 0 ? MIB : 300)));
      const part = await get({ range: `bytes=${from}-${to - 1}`, 'if-range': etag });
      expect(part.status).toBe(206);
      expect(part.body.equals(body.subarray(from, to)), `${from}-${to}`).toBe(true);
    }
    expect((await get({ range: `bytes=${body.length}-` })).status).toBe(416);
  });

  it('can be resumed by curl after it was killed', async () => {
    const files = { 'large.bin': randomBytes(24 * MIB), 'after.txt': 'after' };
    const resource = await addResource(test, { authorId: owner.id, files });
    const { get, browser, address } = await holder(directDownloadPath(resource));
    const { body } = await get();
    const path = join(folder, 'resumed.zip');
    const headers = Object.entries(browser.headers()).flatMap(([key, value]) => ['-H', `${key}: ${value}`]);
    const common = ['-sS', '-f', ...headers, '-o', path, site + address];
    const killed = spawn('curl', ['--limit-rate', '4M', ...common]);
    const gone = once(killed, 'exit');
    const kept = async () => (await stat(path).catch(() => ({ size: 0 }))).size;
    await expect.poll(kept, { timeout: 10_000 }).toBeGreaterThan(0);
    killed.kill('SIGKILL');
    expect(await gone).toEqual([null, 'SIGKILL']);
    expect(await kept()).toBeLessThan(body.length);
    await run('curl', ['-C', '-', ...common]);
    expect((await readFile(path)).equals(body)).toBe(true);
  });

  it('become a different ZIP when one of them changes, so an old part is not continued', async () => {
    const resource = await addResource(test, { authorId: owner.id, files: { 'a.txt': 'old', 'b.txt': 'b' } });
    const { get } = await holder(directDownloadPath(resource));
    const etag = (await get()).headers.get('etag') ?? '';
    const stored = await test.deps.storage.put('r/changed', Buffer.from('new'));
    await test.db
      .updateTable('resource_files')
      .set({ ...stored, storage_key: 'r/changed' })
      .where('resource_id', '=', resource)
      .where('path', '=', 'a.txt')
      .execute();
    const rest = await get({ range: 'bytes=10-', 'if-range': etag });
    expect(rest.status).toBe(200);
    expect(rest.headers.get('etag')).not.toBe(etag);
  });
});

describe('a file lost from the disk', () => {
  it.each([
    ['gone', undefined],
    ['gone', 'a.txt'],
    ['short', undefined],
    ['short', 'a.txt'],
  ])('(%s) is refused with a message when requested as %j', async (fault, file) => {
    const resource = await addResource(test, { authorId: owner.id, files: { 'a.txt': 'some content' } });
    const path = await objectPath(resource);
    if (fault === 'gone') await rm(path);
    else await truncate(path, 3);
    const { get } = await holder(directDownloadPath(resource, file));
    const answer = await get();
    expect([answer.status, JSON.parse(answer.body.toString()).code]).toEqual([404, 'FILE_MISSING']);
    expect(answer.headers.get('content-disposition')).toBeNull();
    const page = await get({ accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body.toString()).toContain(problemOf('FILE_MISSING').message);
    const { downloads } = await test.db
      .selectFrom('resources')
      .select('downloads')
      .where('id', '=', resource)
      .executeTakeFirstOrThrow();
    expect(downloads).toBe(0);
  });

  it('is reported as not found if it never existed', async () => {
    const { address, browser } = await holder(directDownloadPath(id, 'empty.txt'));
    const lost = await addResource(test, { authorId: owner.id, files: { 'a.txt': 'a' } });
    const offer = await browser.call(
      `/api/ad-offer?destination=${encodeURIComponent(directDownloadPath(lost, 'b.txt'))}`,
    );
    expect(offer.json()).toMatchObject({ code: 'FILE_NOT_FOUND' });
    await test.db.deleteFrom('resource_files').where('resource_id', '=', id).where('path', '=', 'empty.txt').execute();
    expect((await browser.call(address)).json()).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

describe('concurrent streams', () => {
  // Starts a download without reading any bytes.
  const hold = (address: string, browser: Browser): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      httpRequest(site + address, { headers: browser.headers(), agent: false }, (answer) => {
        answer.on('error', () => {});
        resolve(answer);
      })
        .on('error', reject)
        .end();
    });

  it('are limited to four per user, and freed when one ends', async () => {
    const resource = await addResource(test, { authorId: owner.id, files: { 'big.bin': Buffer.alloc(24 * MIB) } });
    const person = await test.addPerson();
    const browser = openBrowser(test);
    browser.signIn(person);
    const address = await browser.ticketFor(directDownloadPath(resource));
    const streams = await Promise.all([1, 2, 3, 4].map(() => hold(address, browser)));
    try {
      expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      const fifth = await browser.call(address);
      expect([fifth.statusCode, fifth.headers['retry-after'], fifth.json().code]).toEqual([
        429,
        '10',
        'TOO_MANY_REQUESTS',
      ]);
      expect((await browser.call(address, {}, 'HEAD')).statusCode).toBe(200);
      const other = openBrowser(test);
      other.signIn(await test.addPerson());
      expect((await other.call(await other.ticketFor(directDownloadPath(id, 'Pack/read me.txt')))).statusCode).toBe(
        200,
      );
      streams[0]?.destroy();
      await expect.poll(async () => (await browser.call(address, { range: 'bytes=0-9' })).statusCode).toBe(206);
    } finally {
      for (const stream of streams) stream.destroy();
    }
  });
});
