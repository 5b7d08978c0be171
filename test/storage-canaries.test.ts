// Secrets of the object storage never appear in the logs or metrics of a process whose storage fails, nor in the output of the
// commands that move files, back up and restore.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { type Fault, type FaultyFront, startFaultyFront } from '#test/harness/faulty-front.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { emptyInstallation, environmentOf } from '#test/harness/installation.ts';
import { findFreePort } from '#test/harness/nginx.ts';
import { addResource } from '#test/harness/resources.ts';
import { runScript } from '#test/harness/run-script.ts';
import { fillElements, startServerProcess } from '#test/harness/server-process.ts';
import { startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';

const LIMIT_MS = 240_000;
const isFull = process.env.SIZE === 'full';
/** Swift is only used with SIZE=full, because it takes a while to start. */
const whyNoS3 = isFull ? whyNoSwift() : 'SIZE is not full';

/** Faults to simulate. After some of them, the site retries an operation several times before it fails. */
const FAULTS: Fault[] = isFull ? ['errors', 'refused', 'nonsense', 'damaged', 'cut'] : ['errors', 'damaged'];

/** Secrets that occur in `written`: unchanged, URL-encoded, or only their first 24 characters. */
const findIn = (written: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), secret.slice(0, 24)].some((form) => written.includes(form)),
  );

let test: TestApp;
let google: Gcs;
let pack: string;

beforeAll(async () => {
  google = await startGcs();
  test = await startTestApp({ env: google.env });
  await fillElements(test);
  const leaker = await test.addPerson('leaker');
  pack = await addResource(test, {
    authorId: leaker.id,
    files: { 'a.bin': randomBytes(3000), 'b.bin': randomBytes(90_000) },
  });
}, LIMIT_MS);
afterAll(async () => {
  await test?.stop();
  await google?.stop();
}, LIMIT_MS);

/** Runs a site through every storage fault; returns its output and metrics, and the links that it signed. */
const meetFaults = async (
  env: Record<string, string>,
  front: FaultyFront,
): Promise<{ written: string; links: string[] }> => {
  const opsPort = await findFreePort();
  const [leaker, premium] = [await test.addPerson('leaker'), await test.addPerson('premium')];
  const server = await startServerProcess(test, {
    ...env,
    WORKERS: '1',
    LOG_LEVEL: 'debug',
    OPS_PORT: String(opsPort),
  });
  const tus = createTusCalls(server.url);
  const links: string[] = [];
  const get = (path: string) =>
    fetch(new URL(path, server.url), { headers: premium.headers, redirect: 'manual' }).then(async (reply) => {
      links.push(
        ...(reply.headers.get('location') ?? '').split('&').filter((part) => /[Ss]ignature=|Credential=/.test(part)),
      );
      return reply;
    });
  const download = async (query: string): Promise<void> => {
    const asked = await get(`/api/resources/${pack}/download-url${query}`);
    const { downloadUrl } = (await asked.json()) as { downloadUrl?: string };
    if (downloadUrl) await (await get(downloadUrl)).arrayBuffer().catch(() => {});
  };
  try {
    await download('?file=a.bin');
    for (const fault of FAULTS) {
      const resourceId = await addDraft(test, leaker.id);
      const address = await tus.begin(leaker, 3000, { resourceId, path: 'c.bin' });
      front.setFault(fault);
      const form = new FormData();
      form.set('avatar', new Blob([readFileSync('dist/images/default-avatar.png')]), 'a.png');
      await Promise.all([
        get('/readyz'),
        download('?file=a.bin'),
        download(''),
        tus.patch(leaker, address, 0, new Uint8Array(3000)),
        tus.create(leaker, 10, { resourceId, path: 'd.bin' }),
        fetch(`${server.url}/api/users/profile`, { method: 'PUT', body: form, headers: leaker.headers }),
      ]);
      front.setFault(null);
    }
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    expect(metrics).toContain('kind="unavailable"');
    await expect.poll(server.output, { timeout: 30_000 }).toContain('not ready: storage');
    return { written: server.output() + metrics, links };
  } finally {
    front.setFault(null);
    await server.stop();
  }
};

describe('a site with failing storage logs none of its secrets', { timeout: LIMIT_MS }, () => {
  it('Google: its key and signatures', async () => {
    const front = await startFaultyFront(Number(new URL(google.url).port));
    try {
      const address = `${google.env.STORAGE_URL.replace(google.url, front.url)}&links=60`;
      const { written, links } = await meetFaults({ ...google.env, STORAGE_URL: address }, front);
      expect(links.length).toBeGreaterThan(1);
      const signed = links.filter((part) => !part.includes('Credential'));
      expect(findIn(written, [google.keys.secret, ...signed])).toEqual([]);
    } finally {
      await front.stop();
    }
  });

  it.skipIf(whyNoS3 !== null)(
    `S3: its secret key and signatures${whyNoS3 === null ? '' : `: ${whyNoS3}`}`,
    async () => {
      const swift = await startSwift();
      const front = await startFaultyFront(swift.port);
      try {
        const env = swift.envOf(`${await swift.makeBucket('canaries', front.url)}&links=60`);
        // Store the same files in this service too.
        const storage = await createStorage(readConfig({ DATA_DIR: test.folder, ...env }, '/srv/helix'));
        const rows = await test.db.selectFrom('resource_files').select(['storage_key as key', 'size']).execute();
        for (const { key, size } of rows) await storage.put(key, await test.deps.storage.openRange(key, 0, size));
        const { written, links } = await meetFaults(env, front);
        expect(links.length).toBeGreaterThan(1);
        expect(findIn(written, [swift.keys.secret, ...links.filter((part) => !part.includes('Credential'))])).toEqual(
          [],
        );
      } finally {
        await front.stop();
        await swift.stop();
      }
    },
  );
});

describe('commands with failing storage print none of its secrets', { timeout: LIMIT_MS }, () => {
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    // Remove references to avatars, which are stored in the other service and missing here.
    await test.db.updateTable('users').set({ avatar: null }).execute();
    folder = mkdtempSync(join(tmpdir(), 'helix-canaries-'));
    env = { ...environmentOf(test), ...google.env, LOG_LEVEL: 'debug' };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const said = async (script: string, given: Record<string, string>, args: string[], code: number): Promise<string> => {
    const ended = await runScript(`scripts/${script}.ts`, given, args);
    expect(ended, `${ended.out}${ended.errors}`).toMatchObject({ code });
    const written = ended.out + ended.errors;
    expect(findIn(written, [google.keys.secret])).toEqual([]);
    return written;
  };

  it('storage:move, to an unreachable service, and from one that refuses access', async () => {
    const gone = `s3://files?endpoint=http://127.0.0.1:${await findFreePort()}`;
    expect(await said('storage-move', env, [google.env.STORAGE_URL, gone], 1)).toMatch(/The files were not moved: /);
    google.trouble({ kind: 'status', status: 403, times: 999 });
    expect(await said('storage-move', env, [google.env.STORAGE_URL, 'disk'], 1)).toMatch(/The files were not moved: /);
    google.calm();
  });

  it('backup and restore, from and to a service that refuses access', async () => {
    const target = await emptyInstallation();
    try {
      await said('backup', env, [join(folder, 'good')], 0);
      google.trouble({ kind: 'status', status: 403, times: 999 });
      await said('backup', env, [join(folder, 'bad')], 1);
      await said('restore', { ...env, ...target.env }, [join(folder, 'good')], 1);
    } finally {
      google.calm();
      await target.remove();
    }
  });
});
