// Quality.md, "Nothing lost": a large upload while the server is killed and the network is cut, stalled and down.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { findFreePort } from '#test/harness/nginx.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { startTcpProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { hashOfFile, makeRandomFile, startSending } from './sender.ts';
import { createTally, isLarge, runsOf } from './tally.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = isLarge ? 2048 : 48;
/** Number of faults; each kind of fault is used in turn. */
const FAULTS = runsOf(5, 20);
const CHUNK_MIB = isLarge ? 32 : 4;

let test: TestApp;
let server: ServerProcess;
let proxy: TcpProxy;
let folder: string;
let leaker: Person;
let port: number;

const start = async (): Promise<void> => {
  server = await startServerProcess(test, { PORT: String(port), WORKERS: '1' });
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helix-cut-'));
  test = await startTestApp();
  await fillElements(test);
  leaker = await test.addPerson('leaker');
  port = await findFreePort();
  await start();
  proxy = await startTcpProxy({ port });
});
afterAll(async () => {
  await proxy?.stop();
  await server?.stop();
  await test?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Each entry breaks the connection in a different way. */
const faults: [string, () => Promise<void>][] = [
  ['the connection is cut', async () => proxy.cut()],
  [
    'the server is killed',
    async () => {
      await server.kill();
      await start();
    },
  ],
  [
    'the network stalls, then cuts',
    async () => {
      await proxy.setMood('silent');
      await sleep(500);
      proxy.cut();
      await proxy.setMood('pass');
    },
  ],
  [
    'the network is down for a while',
    async () => {
      await proxy.setMood('gone');
      await sleep(500);
      await proxy.setMood('pass');
    },
  ],
  [
    'every connection is reset at its first byte for a while',
    async () => {
      await proxy.setMood('reset');
      await sleep(500);
      await proxy.setMood('pass');
    },
  ],
];

it(`uploads ${SIZE_MIB} MiB intact despite ${FAULTS} faults`, { timeout: isLarge ? 1_800_000 : 60_000 }, async () => {
  const tally = createTally('cut-uploads');
  const file = join(folder, 'large.bin');
  const sha256 = makeRandomFile(file, SIZE_MIB);
  const size = SIZE_MIB * MIB;
  const resourceId = await addDraft(test, leaker.id);
  const site = () => `http://127.0.0.1:${proxy.port}`;
  const sending = startSending({ site, person: leaker, resourceId, file, size, chunkSize: CHUNK_MIB * MIB });
  const share = size / (FAULTS + 1);
  for (let count = 0; count < FAULTS; count += 1) {
    await sending.reaches(Math.min(share * (count + 0.2), size - 2 * share));
    const [, bring] = faults[count % faults.length] ?? [];
    // Trigger the fault in the middle of a chunk.
    await proxy.afterBytes((Math.random() * CHUNK_MIB * MIB) / 2, () => bring?.());
    tally.kill();
  }
  const address = new URL(await sending.done()).pathname;
  tally.acknowledge(sending.accepted());
  tally.lose(...sending.lost);
  // Some faults have no effect, because a break between two chunks does not interrupt anything.
  expect(sending.resumed.length).toBeGreaterThanOrEqual(FAULTS / 2);

  expect((await createTusCalls(server.url).complete(leaker, address)).status).toBe(201);
  const stored = () =>
    test.db
      .selectFrom('resource_files')
      .select(['size', 'sha256', 'storage_key as key'])
      .where('resource_id', '=', resourceId)
      .execute();
  await expect.poll(stored, { timeout: isLarge ? 300_000 : 30_000 }).toMatchObject([{ size, sha256 }]);
  const [found] = await stored();
  const path = await test.deps.storage.localPath(found?.key ?? '');
  if ((await hashOfFile(path ?? '')) !== sha256) tally.halve('the stored file differs from the one that was sent');
  for (const { id } of await test.deps.storage.partials.list()) tally.leave(`partial/${id}`);
  tally.settle();
});
