// Files that change or disappear while being downloaded from a real server process: the client gets one version or a visibly
// broken download, never a mixture (product.md DL-6).
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DownloadSite, openDownloadSite } from '#test/harness/download-site.ts';
import { createDatabase } from '#test/harness/postgres.ts';

const run = promisify(execFile);
const MIB = 1024 * 1024;
/** Far larger than all buffers between server and client, so that a paused reader blocks the sender. */
const HELD_BYTES = 24 * MIB;
const TORN = 'sending a file failed';
const MISSING = 'a resource file is missing';

let folder: string;
let site: DownloadSite;
let dropDatabase: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix changes '));
  const database = await createDatabase();
  dropDatabase = database.drop;
  site = await openDownloadSite(database.connection);
  await site.start();
});

afterAll(async () => {
  await site.stop();
  await dropDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a download without reading its body. */
const open = (address: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(site.url(address), { headers: { cookie: site.cookie, ...headers }, agent: false }, resolve).on('error', reject);
  });

const take = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await open(address, headers);
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
};

const codeOf = (answer: { status: number | undefined; body: Buffer }) => [
  answer.status,
  JSON.parse(answer.body.toString()).code,
];

/** A resource with several files, the first of which takes a while to send. */
const addPack = () =>
  site.addResource([
    { path: 'a large.bin', size: HELD_BYTES },
    { path: 'b small.txt', content: Buffer.from('what it was') },
    { path: 'c larger.bin', content: randomBytes(200_000) },
  ]);

/** Replaces the content of a file under a new storage key, as an edit does. */
const change = async (id: string, path: string, content: Buffer): Promise<void> => {
  const key = `r/${id}/changed-${randomBytes(4).toString('hex')}`;
  const stored = await site.storage.put(key, content);
  await site.db
    .updateTable('resource_files')
    .set({ ...stored, storage_key: key, created_at: new Date() })
    .where('resource_id', '=', id)
    .where('path', '=', path)
    .execute();
};

const linesWith = (words: string): number => site.output().split(words).length - 1;

describe('a resource that changes during a download', () => {
  it('arrives as it was when the download started', async () => {
    const { id } = await addPack();
    const address = await site.addressOf(id);
    const before = await take(address);
    const running = await open(address);
    await change(id, 'b small.txt', Buffer.from('what it is!'));
    expect((await buffer(running)).equals(before.body)).toBe(true);
    const after = await take(await site.addressOf(id));
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.body.length).toBe(before.body.length);
    expect(after.body.equals(before.body)).toBe(false);
  });

  it.each([
    ['the ZIP', undefined],
    ['one file', 'a.bin'],
  ])('is not resumed with another version (%s)', async (kind, file) => {
    const first = randomBytes(300_000);
    const { id } = await site.addResource([{ path: 'a.bin', content: first }]);
    const address = await site.addressOf(id, file);
    const old = await take(address);
    await change(id, 'a.bin', randomBytes(300_000));
    const path = join(folder, `part of ${kind}`);
    const part = old.body.subarray(0, 100_000);
    await writeFile(path, part);
    const common = ['-sS', '-C', '-', '-H', `Cookie: ${site.cookie}`, '-o', path, site.url(address)];
    // curl's exit codes: 22 means an HTTP error, 33 means that the server does not support ranges.
    await expect(run('curl', ['-f', ...common])).rejects.toMatchObject({ code: 22 });
    await expect(run('curl', common)).rejects.toMatchObject({ code: 33 });
    expect((await readFile(path)).equals(part)).toBe(true);
    expect(codeOf(await take(address, { range: 'bytes=100000-' }))).toEqual([412, 'DOWNLOAD_CHANGED']);
    expect(codeOf(await take(address, { range: 'bytes=0-9' }))).toEqual([412, 'DOWNLOAD_CHANGED']);
    // A new link doesn't help either, unless the client starts over.
    const newLink = await site.addressOf(id, file);
    expect(codeOf(await take(newLink, { range: 'bytes=100000-' }))).toEqual([412, 'DOWNLOAD_CHANGED']);
    // With If-Range, the client gets the whole new version, and can resume the download of that version.
    const whole = await take(address, { range: 'bytes=100000-', 'if-range': old.headers.etag ?? '' });
    expect([whole.status, whole.body.equals(old.body)]).toEqual([200, false]);
    const rest = await take(address, { range: 'bytes=100000-', 'if-range': whole.headers.etag ?? '' });
    expect([rest.status, rest.body.equals(whole.body.subarray(100_000))]).toEqual([206, true]);
    expect((await take(address, { range: 'bytes=5-', 'if-match': whole.headers.etag ?? '' })).status).toBe(206);
    expect((await take(address, { range: 'bytes=5-', 'if-match': old.headers.etag ?? '' })).status).toBe(412);
    // A client that starts over, with the old or a new link, also gets the new version; it can then resume without If-Range.
    expect((await take(address)).body.equals(whole.body)).toBe(true);
    await rm(path);
    await writeFile(path, whole.body.subarray(0, 5));
    await run('curl', [...common.slice(0, -1), '-f', site.url(await site.addressOf(id, file))]);
    expect((await readFile(path)).equals(whole.body)).toBe(true);
    expect((await take(newLink, { range: 'bytes=100000-' })).body.equals(whole.body.subarray(100_000))).toBe(true);
  });

  it('is refused with an error page in a browser', async () => {
    const { id } = await site.addResource([{ path: 'a.bin', content: randomBytes(3000) }]);
    const address = await site.addressOf(id);
    await take(address);
    await change(id, 'a.bin', randomBytes(3000));
    const page = await take(address, { range: 'bytes=5-', accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([412, 'text/html; charset=utf-8']);
    expect(page.body.toString()).toContain('The files have changed since this download started.');
  });
});

describe('a stored file that breaks during a download', () => {
  it.each([
    ['is lost', 1, (path: string) => rm(path)],
    ['gets shorter', 2, (path: string) => truncate(path, 1000)],
    ['gets longer', 1, (path: string) => writeFile(path, 'a longer content than it was')],
    ['is large and gets longer', 2, (path: string) => truncate(path, 200_001)],
    ['gets shorter while it is read', 0, (path: string) => truncate(path, 16 * MIB)],
  ])('%s: the connection closes before the declared length, and one error is logged', async (_how, file, damage) => {
    const { id, keys } = await addPack();
    const address = await site.addressOf(id);
    const [torn, missing] = [linesWith(TORN), linesWith(MISSING)];
    const running = await open(address);
    const promised = Number(running.headers['content-length']);
    await damage(site.pathOf(keys[file] ?? ''));
    let received = 0;
    running.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    const outcome = await new Promise<string>((resolve) => {
      running.once('end', () => resolve('whole'));
      running.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message));
    });
    expect(outcome).toBe('ECONNRESET');
    expect(received).toBeLessThan(promised);
    await expect.poll(() => linesWith(TORN)).toBe(torn + 1);
    // A failed read makes the server check all files again before the next download, which it therefore refuses.
    expect(codeOf(await take(address))).toEqual([404, 'FILE_MISSING']);
    expect(codeOf(await take(address, { range: 'bytes=1000-' }))).toEqual([404, 'FILE_MISSING']);
    await expect.poll(() => linesWith(MISSING)).toBe(missing + 2);
    expect(linesWith(TORN)).toBe(torn + 1);
  });

  it('is refused immediately after a failure, and served once it is back', async () => {
    const { id, keys } = await addPack();
    const path = site.pathOf(keys[1] ?? '');
    const content = await readFile(path);
    await rm(path);
    const address = await site.addressOf(id);
    expect(codeOf(await take(address))).toEqual([404, 'FILE_MISSING']);
    await writeFile(path, content);
    expect((await stat(path)).size).toBe(content.length);
    const whole = await take(address);
    expect([whole.status, whole.body.length]).toEqual([200, Number(whole.headers['content-length'])]);
  });
});
