// Runs the site with its files on disk, or in a storage service where no external program can open them. In both cases, uploads
// are checked, get previews and can be downloaded, and the storage overview and the sweep of abandoned uploads work.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, makeCube } from '#demo/files/cube.ts';
import { purgeUploadSessions } from '#server/features/uploads/sessions/jobs.ts';
import { StorageUnavailable } from '#server/kit/storage/errors.ts';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { writeZip } from '#test/harness/zip-writer.ts';
import { makePreviews } from './jobs.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let folder: string;
let leaker: Person;
const given: Record<string, Buffer> = {};

/** Starts the site with a storage backend; the returned function stops both. */
const startAt = async (env: Record<string, string>, stopService: () => Promise<void>) => {
  test = await startTestApp({ env });
  leaker = await test.addPerson('leaker');
  return async () => {
    await test.stop();
    await stopService();
  };
};
const places = {
  'this machine’s disk': () => startAt({}, async () => {}),
  S3: async () => {
    const swift = await startSwift();
    return await startAt(swift.envOf(await swift.makeBucket('previews')), swift.stop);
  },
  Google: async () => {
    const gcs = await startGcs();
    return await startAt(gcs.env, gcs.stop);
  },
};
const whyNoS3 = whyNoSwift();
const names = (Object.keys(places) as (keyof typeof places)[]).filter((name) => name !== 'S3' || whyNoS3 === null);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helix-remote-'));
  given['clip.mp4'] = media('-f lavfi -i testsrc2=s=640x360:r=24:d=2 -pix_fmt yuv420p -preset ultrafast', 'mp4');
  given['sound.wav'] = media('-f lavfi -i sine=f=440:d=1', 'wav');
  given['look.cube'] = Buffer.from(makeCube('Mono', LOOKS.mono, 17));
  given['pack.zip'] = writeZip([
    { name: 'a.txt', body: 'one' },
    { name: '../b.txt', body: 'two' },
  ]);
  for (const [name, background] of Object.entries({
    'one.png': '#c03020',
    'two.png': '#20c030',
    'three.png': '#3020c0',
  })) {
    given[name] = await sharp({ create: { width: 800, height: 450, channels: 3, background } })
      .png()
      .toBuffer();
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const media = (words: string, ending: string): Buffer => {
  const path = join(folder, `${randomUUID()}.${ending}`);
  execFileSync('ffmpeg', ['-v', 'error', ...words.split(' '), path]);
  return readFileSync(path);
};

const upload = async (names: readonly string[]): Promise<string> => {
  const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
  for (const path of names) {
    const body = given[path] ?? Buffer.alloc(0);
    await runCheck(test, await addArrival(test, { userId: leaker.id, resourceId, path, body }));
  }
  return resourceId;
};
const makeAll = async (resourceId: string) => {
  const signal = new AbortController().signal;
  await makePreviews.run({ resourceId }, test.deps, { log: test.deps.log, signal, attempt: 1, isLastAttempt: false });
  return await test.db.selectFrom('resources').selectAll().where('id', '=', resourceId).executeTakeFirstOrThrow();
};
const filesOf = async (id: string) =>
  await test.db
    .selectFrom('resource_files')
    .select(['path', 'facts', 'findings', 'sha256', 'storage_key as key'])
    .where('resource_id', '=', id)
    .orderBy('path')
    .execute();
/** Files that a job has left behind on this machine. */
const copies = (): string[] =>
  existsSync(join(test.folder, 'copies')) ? readdirSync(join(test.folder, 'copies')) : [];

describe.each(names)('files on %s', (name) => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await places[name]();
  }, 120_000);
  afterAll(() => stop(), 120_000);

  it('are checked, read and drawn, leaving no copies on this machine', {
    timeout: 120_000,
  }, async () => {
    const id = await upload(Object.keys(given));
    const row = await makeAll(id);
    expect(row).toMatchObject({ preview_state: 'READY', strip_kind: 'frames', preview_note: null });
    const files = await filesOf(id);
    expect(files.map(({ sha256, path }) => [path, sha256])).toEqual(
      Object.keys(given)
        .toSorted()
        .map((path) => [
          path,
          createHash('sha256')
            .update(given[path] ?? '')
            .digest('hex'),
        ]),
    );
    const kinds = Object.fromEntries(files.map(({ path, facts }) => [path, (facts as { kind?: string }).kind]));
    expect(kinds).toEqual({
      'clip.mp4': 'video',
      'look.cube': 'look',
      'one.png': 'picture',
      'pack.zip': undefined,
      'sound.wav': 'sound',
      'three.png': 'picture',
      'two.png': 'picture',
    });
    expect(JSON.stringify(files.find(({ path }) => path === 'pack.zip')?.findings)).toContain('unsafe');
    const thumbnail = await test.call({ url: `/public/thumbnails/${row.thumbnail_key}-640.webp` }, leaker);
    expect(thumbnail.statusCode).toBe(200);
    expect((await sharp(thumbnail.rawPayload).metadata()).width).toBe(640);
    expect(copies()).toEqual([]);
    expect(existsSync(join(test.folder, 'files'))).toBe(name.endsWith('disk'));
  });

  it.skipIf(name !== 'Google' && process.env.SIZE !== 'full')(
    'of every kind get previews',
    { timeout: 120_000 },
    async () => {
      expect(await makeAll(await upload(['sound.wav']))).toMatchObject({
        preview_state: 'READY',
        strip_kind: 'waveform',
      });
      expect(await makeAll(await upload(['look.cube']))).toMatchObject({ preview_state: 'READY', strip_kind: 'lut' });
      const pictures = await makeAll(await upload(['one.png', 'two.png', 'three.png']));
      expect(pictures).toMatchObject({ preview_state: 'READY', strip_kind: 'frames' });
      expect(copies()).toEqual([]);
    },
  );

  it('are sent individually and as a ZIP', { timeout: 120_000 }, async () => {
    const id = await upload(['clip.mp4', 'one.png', 'two.png']);
    await test.db.updateTable('resources').set({ status: 'APPROVED' }).where('id', '=', id).execute();
    const premium = await test.addPerson('premium');
    for (const query of ['', '?file=clip.mp4']) {
      const asked = await test.call({ url: `/api/resources/${id}/download-url${query}` }, premium);
      const reply = await test.call({ url: asked.json<{ downloadUrl: string }>().downloadUrl }, premium);
      expect(reply.statusCode).toBe(200);
      if (query !== '') expect(reply.rawPayload.equals(given['clip.mp4'] ?? Buffer.alloc(0))).toBe(true);
      else {
        const path = join(folder, 'all.zip');
        writeFileSync(path, reply.rawPayload);
        expect(execFileSync('unzip', ['-t', path]).toString()).toContain('No errors detected');
      }
    }
  });
});

describe('on a storage service', () => {
  let service: Gcs;
  beforeAll(async () => {
    service = await startGcs();
    test = await startTestApp({ env: service.env });
    leaker = await test.addPerson('leaker');
  });
  afterEach(() => service.calm());
  afterAll(async () => {
    await test.stop();
    await service.stop();
  });

  it('lost files are reported, but read again if the service was only unavailable', {
    timeout: 120_000,
  }, async () => {
    const id = await upload(['one.png', 'two.png']);
    service.trouble({ kind: 'status', status: 503, method: 'GET', path: 'objects', times: 999 });
    await expect(makeAll(id)).rejects.toThrow(StorageUnavailable);
    service.calm();
    const [one] = await filesOf(id);
    await test.deps.storage.delete(one?.key ?? '');
    expect((await makeAll(id)).preview_note).toBe('“one.png” could not be read.');
    expect(copies()).toEqual([]);
  });

  it('the overview shows a service without a size limit, and this machine’s disk', async () => {
    const admin = await test.addPerson('admin');
    const about = (await test.call({ url: '/api/admin/about' }, admin)).json();
    expect(about.storage).toEqual({ kind: 'gcs', free: null, total: null });
    const { diskStats } = (await test.call({ url: '/api/admin/server-stats' }, admin)).json();
    expect(diskStats.total).toBeGreaterThan(0);
    expect(diskStats.used + diskStats.free).toBe(diskStats.total);
  });

  it('the sweep removes bytes that belong to no upload and keeps the rest', async () => {
    const { partials } = test.deps.storage;
    const lost = randomUUID();
    await partials.begin(lost);
    const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
    test.moveClock(2 * DAY_MS);
    const kept = await addArrival(test, { userId: leaker.id, resourceId, body: 'still here' });
    await purgeUploadSessions.run({}, test.deps, {
      log: test.deps.log,
      signal: new AbortController().signal,
      attempt: 1,
      isLastAttempt: false,
    });
    expect((await partials.list()).map(({ id }) => id)).toEqual([kept]);
    expect(await partials.size(lost)).toBeNull();
    test.moveClock(-2 * DAY_MS);
  });
});
