// Quality.md, "Nothing lost": SIGTERM while uploads, downloads and sockets are open and users are posting.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addThread } from '#test/harness/forum-writing.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { findFreePort } from '#test/harness/nginx.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { connected, ended, openReader } from '#test/harness/socket-clients.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { type Act, ask, demand, startLoad } from './load.ts';
import { createTally, isLarge, runsOf } from './tally.ts';

const STOPS = runsOf(1, 5);
const [UPLOADS, DOWNLOADS, SOCKETS] = isLarge ? [20, 50, 500] : [6, 12, 100];
const OUT_WITHIN_MS = 30_000;
const MIB = 1024 * 1024;
const FILE_MIB = 12;
const UPLOAD_BYTES = 8 * MIB;

let test: TestApp;
let server: ServerProcess;
let port: number;
let leaker: Person;
let reader: Person;

const start = async (): Promise<void> => {
  server = await startServerProcess(test, { PORT: String(port), LOG_LEVEL: 'silent' });
};
beforeAll(async () => {
  test = await startTestApp();
  await fillElements(test);
  leaker = await test.addPerson('leaker');
  reader = await test.addPerson('premium');
  port = await findFreePort();
  await start();
});
afterAll(async () => {
  await server?.stop();
  await test?.stop();
});

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Sends an upload in small steps, like a slow connection. Resolves to the acknowledged offset, or 0 if there was no response. */
const dribble = (address: string, content: Buffer): Promise<number> =>
  new Promise((resolve) => {
    const sending = request(`${server.url}${address}`, {
      method: 'PATCH',
      headers: {
        ...leaker.headers,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': content.length,
      },
    });
    let at = 0;
    const timer = setInterval(() => {
      sending.write(content.subarray(at, at + 64 * 1024));
      at += 64 * 1024;
      if (at >= content.length) clearInterval(timer);
    }, 25);
    const end = (offset: number): void => {
      clearInterval(timer);
      sending.destroy();
      resolve(offset);
    };
    sending.on('response', ({ headers }) => end(Number(headers['upload-offset'] ?? 0)));
    sending.on('error', () => end(0));
  });

type Download = { path: string; bytes: Buffer; etag: string; isWhole: boolean };

/** Reads a download slowly. If the connection breaks, what was received so far is kept. */
const read = async (path: string, headers: Record<string, string> = {}, pauseMs = 8): Promise<Download> => {
  const reply = await fetch(server.url + path, { headers: { ...reader.headers, ...headers } });
  const etag = reply.headers.get('etag') ?? '';
  const expected = Number(reply.headers.get('content-length'));
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of reply.body ?? []) {
      pieces.push(piece);
      await sleep(pauseMs);
    }
  } catch {}
  const bytes = Buffer.concat(pieces);
  return { path, bytes, etag, isWhole: bytes.length === expected };
};

it(`loses nothing in ${STOPS} stops, and each ends in time`, { timeout: STOPS * 120_000 }, async () => {
  const tally = createTally('stop-under-load');
  const thread = await addThread(test, reader);
  const content = randomBytes(FILE_MIB * MIB);
  const resource = await addResource(test, {
    authorId: leaker.id,
    files: { 'large.bin': content, 'small.txt': 'Hello' },
  });
  const post: Act = async () => {
    const json = { threadId: thread.id, content: randomUUID() };
    return demand<{ id: string }>(
      await ask(`${server.url}/api/forum/posts`, { method: 'POST', person: reader, json }),
      201,
    ).id;
  };
  const urlOf = async (query: string): Promise<string> => {
    const asked = await ask(`${server.url}/api/resources/${resource}/download-url${query}`, { person: reader });
    return demand<{ downloadUrl: string }>(asked, 200).downloadUrl;
  };
  // Content that every download is compared with, read before the server is stopped for the first time.
  const whole = await read(await urlOf(''), {}, 0);
  expect(whole.isWhole && whole.bytes.length > content.length).toBe(true);
  const sums = { zip: sha256Of(whole.bytes), file: sha256Of(content) };
  for (let stop = 0; stop < STOPS; stop += 1) {
    const draft = await addDraft(test, leaker.id);
    const tus = createTusCalls(server.url);
    const bodies = Array.from({ length: UPLOADS }, () => randomBytes(UPLOAD_BYTES));
    const addresses: string[] = [];
    for (const [index, body] of bodies.entries())
      addresses.push(await tus.begin(leaker, body.length, { resourceId: draft, path: `${index}.bin` }));
    const paths: string[] = [];
    for (let index = 0; index < DOWNLOADS; index += 1)
      paths.push(await urlOf(index % 3 === 0 ? '' : '?file=large.bin'));
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => connected(openReader(server.url))));
    const ends = sockets.map(ended);
    const load = startLoad({ post });
    const uploads = addresses.map((address, index) => dribble(address, bodies[index] ?? Buffer.alloc(0)));
    // Some downloads are too slow to finish in time, so they are cut and then resumed.
    const downloads = paths.map((path, index) => read(path, {}, isLarge && index % 5 === 0 ? 2000 : 8));
    await load.reaches(5);
    await sleep(600);

    const ms = await server.stop();
    tally.kill();
    expect(server.exit()).toBe(0);
    expect(ms).toBeLessThan(OUT_WITHIN_MS);
    console.info(`stopped after ${Math.round(ms)} ms`);
    await start();
    await load.stop();
    expect(load.strange).toEqual([]);

    const written = await test.db.selectFrom('forum_posts').select('id').where('thread_id', '=', thread.id).execute();
    const known = new Set(written.map(({ id }) => id));
    tally.acknowledge(load.acknowledged.post.length);
    tally.lose(...load.acknowledged.post.filter((id) => !known.has(id)).map((id) => `post ${id}`));

    let kept = 0;
    for (const [index, accepted] of (await Promise.all(uploads)).entries()) {
      const address = addresses[index] ?? '';
      const body = bodies[index] ?? Buffer.alloc(0);
      const offset = Number((await tus.head(leaker, address)).headers.get('upload-offset'));
      if (offset < accepted) tally.lose(`upload ${index}: ${accepted} bytes were acknowledged, ${offset} are stored`);
      kept += offset;
      const rest = await tus.patch(leaker, address, offset, new Uint8Array(body.subarray(offset)));
      expect(rest.status).toBe(204);
      const partial = await test.deps.storage.partials.open(address.split('/').at(-1) ?? '');
      const found = Buffer.alloc(body.length);
      await partial.read(found, 0);
      await partial.close();
      if (!found.equals(body)) tally.halve(`upload ${index} differs from what was sent`);
      else tally.acknowledge();
      await tus.end(leaker, address);
    }
    // Bytes that slow connections sent before the server stopped are kept.
    expect(kept).toBeGreaterThan(UPLOADS * 256 * 1024);

    let cut = 0;
    for (const { path, bytes, etag, isWhole } of await Promise.all(downloads)) {
      let all = bytes;
      if (!isWhole) {
        cut += 1;
        const rest = await read(path, { range: `bytes=${bytes.length}-`, 'if-range': etag }, 0);
        all = Buffer.concat([bytes, rest.bytes]);
      }
      if (sha256Of(all) === (path.includes('file=') ? sums.file : sums.zip)) tally.acknowledge();
      else tally.halve(`the download ${path} has changed`);
    }
    console.info(`${cut} of ${DOWNLOADS} downloads were cut and resumed`);
    expect([...new Set(await Promise.all(ends))]).toEqual(['transport close']);
  }
  tally.settle();
});
