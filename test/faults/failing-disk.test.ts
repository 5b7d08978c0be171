// Quality.md, "Nothing lost": strace makes system calls of the server fail. Data that is not durable is never acknowledged, and
// uploads rejected because of a fault succeed as soon as the disk works again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeForm } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { isTried } from '#test/repository/left-out.ts';
import { createTally, runsOf } from './tally.ts';

const ROUNDS = runsOf(1, 10);

/** Whether processes can be traced on this machine. */
const canTrace = isTried(
  'Failing disks are',
  spawnSync('strace', ['-o', '/dev/null', '-e', 'trace=none', 'true']).status === 0,
  'strace, and permission to trace other processes',
);

let test: TestApp;
let server: ServerProcess;
let leaker: Person;
const tally = createTally('failing-disk');

beforeAll(async () => {
  test = await startTestApp();
  await fillElements(test);
  leaker = await test.addPerson('leaker');
  if (canTrace) server = await startServerProcess(test, { WORKERS: '1', LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await server?.stop();
  await test?.stop();
});

/** Makes these system calls fail in the server. Resolves, once every thread is traced, to a function that ends the fault. */
const inject = async (calls: string, error: string): Promise<() => Promise<void>> => {
  const words = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`];
  const strace: ChildProcess = spawn('strace', [...words, '-p', String(server.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    strace.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const threads = readdirSync(`/proc/${server.pid}/task`).length;
      if ((said.match(/attached/g)?.length ?? 0) > 0 && new RegExp(`with ${threads} threads|attached with`).test(said))
        resolve();
    });
    strace.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
  return async () => {
    const gone = once(strace, 'exit');
    strace.kill('SIGINT');
    await gone;
  };
};

const sendForm = async (method: string, path: string, ...parts: Parameters<typeof encodeForm>): Promise<number> => {
  const { payload, headers } = await encodeForm(...parts);
  const body = new Uint8Array(payload);
  return (await fetch(server.url + path, { method, headers: { ...headers, ...leaker.headers }, body })).status;
};
const picture = () =>
  new Uint8Array(readFileSync(fileURLToPath(new URL('../../dist/images/default-avatar.png', import.meta.url))));
const incoming = (): string[] => readdirSync(join(test.folder, 'files/incoming'));

it.skipIf(!canTrace).each([
  ['fdatasync', 'EIO', 'a file’s content cannot be made durable'],
  ['fsync', 'EIO', 'a file’s name cannot be made durable'],
  ['pwrite64', 'EIO', 'a chunk cannot be written'],
  ['pwrite64', 'ENOSPC', 'there is no space for a chunk'],
  ['ftruncate', 'EIO', 'a file cannot be truncated'],
  ['rename,renameat,renameat2', 'EIO', 'a file cannot be moved into place'],
])('%s fails with %s: %s', { timeout: 60_000 + ROUNDS * 20_000 }, async (calls, error) => {
  const tus = createTusCalls(server.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    const draft = await addDraft(test, leaker.id);
    const content = randomBytes(1_300_000);
    const address = await tus.begin(leaker, content.length, { resourceId: draft, path: 'a.bin' });
    const first = 300_000;
    expect((await tus.patch(leaker, address, 0, new Uint8Array(content.subarray(0, first)))).status).toBe(204);
    const other = await tus.begin(leaker, 5000, { resourceId: draft, path: 'b.bin' });
    const small = randomBytes(5000);
    expect((await tus.patch(leaker, other, 0, new Uint8Array(small))).status).toBe(204);
    tally.acknowledge(2);

    const restore = await inject(calls, error);
    tally.kill();
    let form = 0;
    let avatar = 0;
    let begun = 0;
    try {
      const piece = await tus.patch(leaker, address, first, new Uint8Array(content.subarray(first)));
      const offset = Number((await tus.head(leaker, address)).headers.get('upload-offset'));
      const isDurable = !['fdatasync', 'pwrite64'].includes(calls);
      if (!isDurable) expect(piece.status).toBe(error === 'ENOSPC' ? 507 : 500);
      if (!isDurable && offset !== first) tally.halve(`${offset} bytes are acknowledged, ${first} are durable`);
      // The file is moved by a job, which retries.
      expect((await tus.complete(leaker, other)).status).toBe(201);
      begun = (await tus.create(leaker, 10, { resourceId: draft, path: 'c.bin' })).status;
      form = await sendForm(
        'POST',
        `/api/uploads/${leaker.username}/${draft}/file`,
        ['title', 'A'],
        ['description', 'B'],
        ['file', new Uint8Array(randomBytes(9000)), 'form.bin'],
      );
      avatar = await sendForm('PUT', '/api/users/profile', ['avatar', picture()]);
    } finally {
      await restore();
    }
    if (['fdatasync', 'pwrite64'].includes(calls)) expect(form).toBeGreaterThanOrEqual(500);
    if (['fsync', 'fdatasync', 'rename,renameat,renameat2'].includes(calls)) expect(avatar).toBeGreaterThanOrEqual(500);
    if (calls === 'fsync') expect(begun).toBeGreaterThanOrEqual(500);
    expect(server.isAlive()).toBe(true);
    tally.leave(...incoming());

    const at = Number((await tus.head(leaker, address)).headers.get('upload-offset'));
    if (at < first) tally.lose(`${first} bytes were acknowledged, ${at} are stored`);
    if (at < content.length)
      expect((await tus.patch(leaker, address, at, new Uint8Array(content.subarray(at)))).status).toBe(204);
    expect((await tus.complete(leaker, address)).status).toBe(201);
    const wanted: Record<string, string> = {};
    for (const [path, body] of Object.entries({ 'a.bin': content, 'b.bin': small }))
      wanted[path] = createHash('sha256').update(body).digest('hex');
    if (form === 200) wanted['form.bin'] = expect.any(String) as unknown as string;
    const stored = async () => {
      const rows = await test.db
        .selectFrom('resource_files')
        .select(['path', 'sha256'])
        .where('resource_id', '=', draft)
        .execute();
      return Object.fromEntries(rows.map(({ path, sha256 }) => [path, sha256]));
    };
    await expect.poll(stored, { timeout: 30_000 }).toEqual(wanted);
  }
});

it.skipIf(!canTrace)('counts', () => tally.settle());
