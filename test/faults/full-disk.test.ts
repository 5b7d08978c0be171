// Quality.md, "Nothing lost": the disk for files is full. It is a tmpfs of a few MiB in the server's own mount namespace. This
// requires root, so the test is skipped for other users.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeForm } from '#test/harness/forms.ts';
import { addThread } from '#test/harness/forum-writing.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { canMount, fillDisk } from './full-disks.ts';
import { ask, demand } from './load.ts';
import { createTally, runsOf } from './tally.ts';

const FILLS = runsOf(1, 10);
const DISK_MIB = 24;
const MIB = 1024 * 1024;

let test: TestApp;
let server: ServerProcess;
let leaker: Person;
let member: Person;
let admin: Person;

beforeAll(async () => {
  test = await startTestApp();
  await fillElements(test);
  leaker = await test.addPerson('leaker');
  member = await test.addPerson('premium');
  admin = await test.addPerson('admin');
  if (!canMount) return;
  const mounting = `mount -t tmpfs -o size=${DISK_MIB}m tmpfs "$0" && exec "$@"`;
  const under = ['unshare', '--mount', 'sh', '-c', mounting, join(test.folder, 'files')];
  server = await startServerProcess(test, { WORKERS: '1', LOG_LEVEL: 'silent' }, { under });
});
afterAll(async () => {
  await server?.stop();
  await test?.stop();
});

/** A path on the small disk, as the server sees it. */
const onDisk = (...parts: string[]): string => join(`/proc/${server.pid}/root`, test.folder, 'files', ...parts);

const fill = (): string => fillDisk(onDisk('filler'));

const sendForm = async (
  method: string,
  path: string,
  parts: Parameters<typeof encodeForm>,
  person = leaker,
): Promise<number> => {
  const { payload, headers } = await encodeForm(...parts);
  const body = new Uint8Array(payload);
  return (await fetch(server.url + path, { method, headers: { ...headers, ...person.headers }, body })).status;
};

const picture = readFileSync(fileURLToPath(new URL('../../dist/images/default-avatar.png', import.meta.url)));

/** Sends a picture to every endpoint that stores one; returns their statuses. */
const sendPictures = async (ad: string): Promise<Record<string, number>> => {
  const calls: [string, string, string, Person][] = [
    ['PUT', '/api/users/profile', 'avatar', leaker],
    ['PUT', '/api/admin/settings/logo', 'logo', admin],
    ['PUT', `/api/admin/ads/${ad}/image`, 'image', admin],
    ['POST', '/api/forum/pictures', 'picture', member],
    ['POST', '/api/resource/image', 'image', leaker],
  ];
  const statuses: Record<string, number> = {};
  for (const [method, path, name, person] of calls)
    statuses[path] = await sendForm(method, path, [[name, new Uint8Array(picture)]], person);
  return statuses;
};

const storedAt = (resourceId: string, path: string) =>
  test.db
    .selectFrom('resource_files')
    .select(['sha256', 'size'])
    .where('resource_id', '=', resourceId)
    .where('path', '=', path)
    .executeTakeFirst();

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Checks that requests still work if they don't need the disk or only read from it. */
const expectTheRest = async (threadId: string, download: { id: string; content: Buffer }): Promise<void> => {
  const { url } = server;
  const json = { threadId, content: `On a full disk ${randomBytes(8).toString('hex')}` };
  demand(await ask(`${url}/api/forum/posts`, { method: 'POST', person: member, json }), 201);
  demand(await ask(`${url}/api/uploads/${download.id}/like`, { method: 'POST', person: member }), 200);
  demand(
    await ask(`${url}/api/auth/login`, { method: 'POST', json: { email: member.email, password: PASSWORD } }),
    200,
  );
  demand(await ask(`${url}/api/resources?search=pack`), 200);
  demand(await ask(`${url}/`, { headers: { accept: 'text/html' } }), 200);
  const asked = await ask(`${url}/api/resources/${download.id}/download-url?file=kept.bin`, { person: member });
  const { downloadUrl } = demand<{ downloadUrl: string }>(asked, 200);
  const sent = await fetch(new URL(downloadUrl, url), { headers: member.headers });
  expect(sha256Of(new Uint8Array(await sent.arrayBuffer()))).toBe(sha256Of(download.content));
};

it.skipIf(!canMount)(
  `rejects uploads ${FILLS} times while everything else works, and recovers without a restart`,
  { timeout: 60_000 + FILLS * 10_000 },
  async () => {
    const tally = createTally('full-disk');
    const tus = createTusCalls(server.url);
    const thread = await addThread(test, member);
    const resourceId = await addDraft(test, leaker.id);
    const kept = randomBytes(100_000);
    const keptAt = await tus.begin(leaker, kept.length, { resourceId, path: 'kept.bin' });
    await tus.patch(leaker, keptAt, 0, new Uint8Array(kept));
    await tus.complete(leaker, keptAt);
    await expect.poll(() => storedAt(resourceId, 'kept.bin')).toBeDefined();
    await test.db
      .updateTable('resources')
      .set({ status: 'APPROVED', submitted_at: new Date() })
      .where('id', '=', resourceId)
      .execute();
    const { id: ad } = await test.db
      .insertInto('ad_creatives')
      .values({
        title: 'An ad',
        action: 'Go',
        link: 'https://a.example',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();

    for (let count = 0; count < FILLS; count += 1) {
      const draft = await addDraft(test, leaker.id);
      const content = randomBytes(3 * MIB);
      const pieces = [content.subarray(0, MIB), content.subarray(MIB)].map((piece) => new Uint8Array(piece));
      const [first = new Uint8Array(), rest = new Uint8Array()] = pieces;
      const address = await tus.begin(leaker, content.length, { resourceId: draft, path: 'large.bin' });
      expect((await tus.patch(leaker, address, 0, first)).status).toBe(204);
      const bundle = await tus.begin(leaker, 60_000, { resourceId: draft, bundle: '2' });
      const small = randomBytes(60_000);
      expect((await tus.patch(leaker, bundle, 0, new Uint8Array(small))).status).toBe(204);
      tally.acknowledge(2);

      const filler = fill();
      tally.kill();
      const files = [
        { path: 'a.bin', size: 20_000 },
        { path: 'b.bin', size: 40_000 },
      ];
      // Uploads that were fully received are accepted. They are stored once there is space.
      expect((await tus.complete(leaker, bundle, files)).status).toBe(201);
      const refused = await tus.patch(leaker, address, MIB, rest);
      expect([refused.status, refused.body.code]).toEqual([507, 'STORAGE_FULL']);
      const offset = (await tus.head(leaker, address)).headers.get('upload-offset');
      if (offset !== String(MIB)) tally.lose(`${MIB} bytes were acknowledged, ${offset} are stored`);
      const begun = await tus.create(leaker, 1000, { resourceId: draft, path: 'more.bin' });
      expect([begun.status, begun.body.code]).toEqual([507, 'STORAGE_FULL']);
      const form: Parameters<typeof encodeForm> = [
        ['title', 'A pack'],
        ['description', 'Of files'],
        ['file', new Uint8Array(randomBytes(500_000)), 'form.bin'],
      ];
      expect(await sendForm('POST', `/api/uploads/${leaker.username}/${draft}/file`, form)).toBe(507);
      for (const [path, status] of Object.entries(await sendPictures(ad))) expect(status, path).toBe(507);
      await expectTheRest(thread.id, { id: resourceId, content: kept });
      const known = [address, bundle].map((one) => one.split('/').at(-1) ?? '');
      const halves = readdirSync(onDisk('partial')).filter((name) => !known.includes(name));
      tally.halve(...halves, ...readdirSync(onDisk('incoming')).map((name) => `incoming/${name}`));
      if (statSync(onDisk('partial', known[0] ?? '')).size !== MIB) tally.halve('part of a rejected chunk');

      rmSync(filler);
      expect((await tus.patch(leaker, address, MIB, rest)).status).toBe(204);
      expect((await tus.complete(leaker, address)).status).toBe(201);
      const wanted: [string, Uint8Array][] = [
        ['large.bin', content],
        ['a.bin', small.subarray(0, 20_000)],
        ['b.bin', small.subarray(20_000)],
      ];
      for (const [path, bytes] of wanted)
        await expect
          .poll(() => storedAt(draft, path), { timeout: 20_000 })
          .toEqual({ size: bytes.length, sha256: sha256Of(bytes) });
      for (const [path, status] of Object.entries(await sendPictures(ad))) expect(status, path).toBeOneOf([200, 201]);
      // Free space for the next round.
      const stored = await test.db
        .selectFrom('resource_files')
        .select('storage_key as key')
        .where('resource_id', '=', draft)
        .execute();
      for (const { key } of stored) rmSync(onDisk('objects', test.deps.storage.frontPath(key) ?? ''));
    }
    expect(readdirSync(onDisk('partial'))).toEqual([]);
    tally.leave(...readdirSync(onDisk('incoming')));
    tally.settle();
  },
);
