// Tests migration between storage backends: every file is verified, no file is wrongly counted as migrated, and interrupted runs
// can be resumed.
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createS3Storage } from '#server/kit/storage/s3/s3.ts';
import { readStorageUrl, type S3SetUp } from '#server/kit/storage/settings.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { type Swift, startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { isWhole, moveAll } from './actions.ts';
import type { Move, Progress } from './move.ts';
import { SamePlace } from './places.ts';
import { noteMoved } from './queries.ts';
import { deleteMoved } from './removing.ts';

let test: TestApp;
let service: Gcs;
let from: Storage;
let to: Storage;
let move: Move;
let seen: Progress[];
let resourceId: string;
let round = 0;

beforeAll(async () => {
  test = await startTestApp();
  service = await startGcs();
});
afterAll(async () => {
  await service.stop();
  await test.stop();
});
beforeEach(async () => {
  round += 1;
  from = createDiskStorage(`${test.folder}/round-${round}`);
  to = createS3Storage(service.setUp(`round-${round}/`), { answerMs: 1000 });
  await from.ready();
  service.calm();
  seen = [];
  move = {
    db: test.db,
    now: test.deps.now,
    route: { from, to },
    name: `round ${round}`,
    atOnce: 3,
    siteHasLeft: false,
    onProgress: (progress) => void seen.push({ ...progress }),
  };
  await test.db.deleteFrom('resource_files').execute();
  const author = await test.addPerson('leaker');
  const { id } = await test.db
    .insertInto('resources')
    .values({ author_id: author.id, title: 'Pack', category: 'Free', editor: 'Blender', type: 'overlay' })
    .returning('id')
    .executeTakeFirstOrThrow();
  resourceId = id;
});

const addFile = async (size: number, path = `${randomUUID()}.mov`, storage = from): Promise<string> => {
  const key = `r/${randomUUID()}/0`;
  const { sha256, crc32 } = await storage.put(key, randomBytes(size));
  await test.db
    .insertInto('resource_files')
    .values({ resource_id: resourceId, path, size, sha256, crc32, storage_key: key })
    .execute();
  return key;
};
const addPicture = async (text: string): Promise<string> => {
  const key = `t/${randomUUID()}/a-320.webp`;
  await from.put(key, Buffer.from(text));
  return key;
};
const pathOf = async (key: string): Promise<string> => (await from.localPath(key)) ?? '';
const bytesOf = async (storage: Storage, key: string): Promise<Buffer> => {
  const file = await storage.open(key);
  const bytes = Buffer.alloc(file.size);
  await file.read(bytes, 0);
  await file.close();
  return bytes;
};
const uploads = (): number => service.asked.filter((line) => line.startsWith('PUT ')).length;

describe('moving', () => {
  it('migrates everything, reports progress and repeats nothing', async () => {
    const keys = [await addFile(9_000_000), await addFile(0), await addFile(17), await addPicture('a picture')];
    const nothing = { damaged: [], tooLarge: [], lost: [], arriving: 0, isSettled: true };
    expect(await moveAll(move)).toEqual({ files: 4, bytes: 9_000_026, moved: 4, ...nothing });
    expect((await to.sizes(keys)).toSorted()).toEqual([0, 17, 9, 9_000_000].toSorted());
    expect(await from.sizes(keys)).toEqual(await to.sizes(keys));
    for (const { files, allFiles, bytes, allBytes } of seen) {
      expect(files).toBeLessThanOrEqual(allFiles);
      expect(bytes).toBeLessThanOrEqual(allBytes);
    }
    expect(seen.some(({ files }) => files === 4)).toBe(true);

    service.asked.length = 0;
    expect(await moveAll(move)).toMatchObject({ files: 4, moved: 0 });
    expect(uploads()).toBe(0);
    // The run only checks that the two storage backends differ and that the files still exist; it does not read any content.
    expect(service.asked.length).toBeLessThanOrEqual(5);

    await to.delete(keys[2] ?? '');
    expect(await moveAll(move)).toMatchObject({ files: 4, moved: 1 });
    expect(await to.sizes(keys)).toEqual(await from.sizes(keys));
  });

  it('includes files added during the run', async () => {
    await addFile(10);
    let late = '';
    const busy: Storage = {
      ...to,
      async put(...given) {
        late ||= await addFile(20);
        return await to.put(...given);
      },
    };
    const outcome = await moveAll({ ...move, route: { from, to: busy } });
    expect(outcome).toMatchObject({ files: 2, bytes: 30, moved: 2 });
    expect(await to.stat(late)).toMatchObject({ size: 20 });
  });

  it('reports when every pass finds more files', async () => {
    await addFile(10);
    const busy: Storage = {
      ...to,
      async put(...given) {
        await addFile(20);
        return await to.put(...given);
      },
    };
    const outcome = await moveAll({ ...move, route: { from, to: busy } });
    expect([outcome.isSettled, isWhole(outcome)]).toEqual([false, false]);
    const later = await moveAll(move);
    expect(isWhole(later)).toBe(true);
    expect(isWhole({ ...later, arriving: 1 })).toBe(false);
  });

  it('names damaged files and does not count them as migrated', async () => {
    const [changed, short] = [await addFile(1000, 'bad/changed.mov'), await addFile(1000, 'bad/short.mov')];
    const good = await addFile(1000);
    await writeFile(await pathOf(changed), randomBytes(1000));
    await writeFile(await pathOf(short), randomBytes(999));
    const outcome = await moveAll(move);
    expect(outcome).toMatchObject({ files: 1, moved: 1, lost: [] });
    expect(outcome.damaged.toSorted((a, b) => (a.path ?? '').localeCompare(b.path ?? ''))).toEqual([
      { key: changed, path: 'Pack: bad/changed.mov', reason: 'its content differs from what was uploaded' },
      { key: short, path: 'Pack: bad/short.mov', reason: 'it has 999 bytes, not 1000' },
    ]);
    expect(await to.sizes([changed, short, good])).toEqual([null, null, 1000]);
    expect(await deleteMoved(move)).toEqual({ removed: 1, left: 2 });
  });

  it('continues after an interruption without sending anything twice', async () => {
    const keys: string[] = [];
    for (let index = 0; index < 8; index += 1) keys.push(await addFile(1000 + index));
    const ended = {
      ...move,
      atOnce: 1,
      onProgress: ({ files }: Progress) => {
        if (files === 5) throw new Error('killed');
      },
    };
    await expect(moveAll(ended)).rejects.toThrow('killed');
    service.asked.length = 0;
    expect(await moveAll(move)).toMatchObject({ files: 8, moved: 3 });
    expect(uploads()).toBe(3);
    expect(await to.sizes(keys)).toEqual(keys.map((_, index) => 1000 + index));
  });

  it('does not trust files that are already there', async () => {
    const [same, other] = [await addFile(1000), await addFile(1000)];
    await to.put(same, await bytesOf(from, same));
    await to.put(other, randomBytes(1000));
    const [picture, changed] = [await addPicture('the same'), await addPicture('old bytes')];
    await to.put(picture, Buffer.from('the same'));
    await to.put(changed, Buffer.from('rendered by the site.'));
    expect(await moveAll(move)).toMatchObject({ files: 4, moved: 1, damaged: [] });
    expect(await bytesOf(to, other)).toEqual(await bytesOf(from, other));
    expect((await bytesOf(to, changed)).toString()).toBe('rendered by the site.');
    expect(await deleteMoved(move)).toEqual({ removed: 4, left: 0 });
  });

  it('leaves nothing behind of a file deleted while it is copied', async () => {
    const key = await addFile(3_000_000);
    const racing: Storage = {
      ...to,
      async put(...given) {
        const stored = await to.put(...given);
        // Deletes in the same order as the site: first the row, then the file in both storage backends.
        await test.db.deleteFrom('resource_files').where('storage_key', '=', key).execute();
        await from.delete(key);
        return stored;
      },
    };
    await moveAll({ ...move, route: { from, to: racing } });
    expect(await to.stat(key)).toBeNull();
  });

  it('leaves nothing behind of a file deleted after a run was killed while copying it', async () => {
    const [key, named, kept] = [await addFile(100), await addFile(100), await addFile(100)];
    const killed: Storage = {
      ...to,
      async put(...given) {
        await to.put(...given);
        throw new Error('killed');
      },
    };
    await expect(moveAll({ ...move, route: { from, to: killed } })).rejects.toThrow('killed');
    await expect.poll(async () => await to.sizes([key, named, kept])).toEqual([100, 100, 100]);
    await test.db.deleteFrom('resource_files').where('storage_key', '=', key).execute();
    await from.delete(key);
    await from.delete(named);
    expect(await moveAll(move)).toMatchObject({ files: 1, lost: [] });
    // A file that a row refers to is never removed from either storage backend.
    expect(await to.sizes([key, named, kept])).toEqual([null, 100, 100]);
  });

  it('reports files that are nowhere, and the number of uploads in progress', async () => {
    const gone = await addFile(10, 'gone.mov');
    await from.delete(gone);
    await addFile(11, 'stored there.mov', to);
    await from.partials.begin(randomUUID());
    expect(await moveAll(move)).toEqual({
      files: 0,
      bytes: 0,
      moved: 0,
      damaged: [],
      tooLarge: [],
      lost: [{ key: gone, path: 'Pack: gone.mov', reason: 'it is in neither storage' }],
      arriving: 1,
      isSettled: true,
    });
  });

  it('tolerates a service that is briefly down or corrupts data', { timeout: 30_000 }, async () => {
    const key = await addFile(5000);
    service.trouble({ kind: 'status', status: 503, method: 'PUT', path: '/objects/', times: 4 });
    service.trouble({ kind: 'wrong bytes', method: 'GET', path: '/objects/r/', times: 1 });
    expect(await moveAll({ ...move, pausesMs: [0, 0] })).toMatchObject({ files: 1, moved: 1 });
    expect(await bytesOf(to, key)).toEqual(await bytesOf(from, key));
  });
});

const whyNot = whyNoSwift();
describe.skipIf(whyNot !== null)(`with S3${whyNot === null ? '' : `: ${whyNot}`}`, () => {
  let swift: Swift;
  let bucket: S3SetUp;

  beforeAll(async () => {
    swift = await startSwift();
    bucket = readStorageUrl(await swift.makeBucket('moved'), swift.keys) as S3SetUp;
  }, 60_000);
  afterAll(() => swift.stop());

  it.each([
    ['disk', 's3'],
    ['s3', 'disk'],
    ['s3', 'gcs'],
    ['gcs', 's3'],
    ['gcs', 'disk'],
  ] as const)('migrates from %s to %s', { timeout: 120_000 }, async (one, other) => {
    const s3 = createS3Storage({ ...bucket, prefix: `${one}-${other}/` });
    const places = { disk: from, gcs: to, s3 };
    const route = { from: places[one], to: places[other] };
    const keys = [
      await addFile(9_000_000, 'large.mov', route.from),
      await addFile(0, 'empty.mov', route.from),
      await addFile(17, 'small.mov', route.from),
      't/0f9c2d3e-1111-4222-8333-444455556666/b-320.webp',
    ];
    await route.from.put(keys[3] ?? '', Buffer.from('a picture'));
    const contents = await Promise.all(keys.map((key) => bytesOf(route.from, key)));
    const nothing = { damaged: [], tooLarge: [], lost: [], arriving: 0, isSettled: true };
    const outcome = await moveAll({ ...move, route });
    expect(outcome).toEqual({ files: 4, bytes: 9_000_026, moved: 4, ...nothing });
    for (const [index, key] of keys.entries())
      expect((await bytesOf(route.to, key)).equals(contents[index] ?? Buffer.alloc(0))).toBe(true);
    expect(await deleteMoved({ ...move, route, siteHasLeft: true })).toEqual({ removed: 4, left: 0 });
    expect(await route.from.sizes(keys)).toEqual([null, null, null, null]);
    expect(await route.to.sizes(keys)).toEqual([9_000_000, 0, 17, 9]);
  });
});

describe('one place with two addresses', () => {
  it('is detected, and nothing is removed', async () => {
    const setUp = service.setUp(`round-${round}/`);
    expect(setUp.endpoint).toContain('127.0.0.1');
    const same = createS3Storage({ ...setUp, endpoint: setUp.endpoint?.replace('127.0.0.1', 'localhost') ?? null });
    const key = await addFile(100, 'a.mov', to);
    const route = { from: to, to: same };
    await expect(moveAll({ ...move, route })).rejects.toThrow(SamePlace);
    // Simulates an earlier run that did not check whether both storage backends are the same.
    const row = { key, size: 100, sizeThere: 100, now: test.deps.now() };
    await noteMoved(test.db, move.name, row);
    await expect(deleteMoved({ ...move, route, siteHasLeft: true })).rejects.toThrow(SamePlace);
    const kept = await Array.fromAsync(to.list());
    expect(kept).toEqual([{ key, size: 100 }]);
  });

  it('is probed without leaving anything behind, even by a killed run', async () => {
    const key = await addFile(100);
    const probe = `probe/${randomUUID()}`;
    await from.put(probe, Buffer.from('left by a killed run'));
    service.trouble({ kind: 'status', status: 403, method: 'HEAD', path: 'probe', times: 1 });
    await expect(moveAll(move)).rejects.toThrow();
    expect((await Array.fromAsync(from.list())).map((entry) => entry.key).toSorted()).toEqual([probe, key].toSorted());
    expect(await moveAll(move)).toMatchObject({ files: 1, moved: 1 });
    expect(await to.stat(probe)).toBeNull();
    expect(await deleteMoved({ ...move, siteHasLeft: true })).toEqual({ removed: 1, left: 0 });
    expect(await Array.fromAsync(from.list())).toEqual([]);
  });
});

describe('files that users delete once the site uses only the new storage', () => {
  it('are not copied back, and are removed from the old storage', async () => {
    const [gone, kept, missing, picture] = [
      await addFile(10),
      await addFile(11),
      await addFile(12),
      await addPicture('p'),
    ];
    await moveAll(move);
    await test.db.deleteFrom('resource_files').where('storage_key', '=', gone).execute();
    for (const key of [gone, missing, picture]) await to.delete(key);
    const later = { ...move, siteHasLeft: true };
    const outcome = await moveAll(later);
    // Files that a resource still uses cannot have been deleted by a user, so they are copied again.
    expect(outcome).toMatchObject({ files: 2, moved: 1, lost: [] });
    expect(isWhole(outcome)).toBe(true);
    expect(await to.sizes([gone, kept, missing, picture])).toEqual([null, 11, 12, null]);
    // Unlike an upload, a picture missing from the new storage is not assumed to have been deleted by a user, so it is kept.
    expect(await deleteMoved(later)).toEqual({ removed: 3, left: 1 });
    expect(await from.sizes([gone, kept, missing, picture])).toEqual([null, null, null, 1]);
  });

  it('are copied again while the site still uses the old storage: the new one must have lost them', async () => {
    const keys = [await addFile(10), await addPicture('a picture')];
    await moveAll(move);
    for (const key of keys) await to.delete(key);
    expect(await moveAll(move)).toMatchObject({ files: 2, moved: 2 });
    expect(await to.sizes(keys)).toEqual([10, 9]);
  });
});

describe('pictures that the site regenerates under the same key', () => {
  it('are kept as regenerated in the new storage during a run', async () => {
    const key = await addPicture('old bytes');
    let isMade = false;
    const busy: Storage = {
      ...from,
      async open(asked) {
        const file = await from.open(asked);
        if (!isMade) await to.put(key, Buffer.from('rendered by the site.'));
        isMade = true;
        return file;
      },
    };
    expect(await moveAll({ ...move, route: { from: busy, to } })).toMatchObject({ files: 1, moved: 0 });
    expect((await bytesOf(to, key)).toString()).toBe('rendered by the site.');
  });

  it('are copied again when regenerated in the old storage, but never over newer ones', async () => {
    const [old, newer] = [await addPicture('old bytes'), await addPicture('old bytes')];
    await moveAll(move);
    await from.put(old, Buffer.from('rendered again.'));
    await from.put(newer, Buffer.from('rendered again.'));
    await to.put(newer, Buffer.from('and once more by the site'));
    expect(await moveAll(move)).toMatchObject({ files: 2, moved: 1 });
    expect((await bytesOf(to, old)).toString()).toBe('rendered again.');
    expect((await bytesOf(to, newer)).toString()).toBe('and once more by the site');
    expect(await deleteMoved({ ...move, siteHasLeft: true })).toEqual({ removed: 2, left: 0 });
  });
});

describe('next to another run, after losing the lock', () => {
  it('does not remove a copy that the other run has seen and relies on', async () => {
    const [file, picture] = [await addFile(3_000_000), await addPicture('a picture')];
    const other: Storage = {
      ...to,
      async put(key, ...given) {
        const stored = await to.put(key, ...given);
        await from.delete(key);
        return stored;
      },
    };
    await moveAll({ ...move, route: { from, to: other } });
    expect(await to.sizes([file, picture])).toEqual([3_000_000, 9]);
  });

  it('stops in the middle of a file and removes nothing more', async () => {
    const [first, large] = [await addFile(10), await addFile(9_000_000)];
    const lost = new AbortController();
    const ended = {
      ...move,
      atOnce: 1,
      signal: lost.signal,
      onProgress: ({ sentBytes }: Progress) => {
        if (sentBytes >= 2_000_000) lost.abort(new Error('the lock is lost'));
      },
    };
    await expect(moveAll(ended)).rejects.toThrow('the lock is lost');
    expect(await to.stat(large)).toBeNull();
    await moveAll(move);
    await expect(deleteMoved({ ...ended, siteHasLeft: true })).rejects.toThrow('the lock is lost');
    expect(await from.sizes([first, large])).toEqual([10, 9_000_000]);
  });
});

it('continues after a file that the new storage rejects, and reports it', async () => {
  const [large, small] = [await addFile(5000, 'Big/large.mov'), await addFile(17)];
  const narrow: Storage = { ...to, put: (key, source) => to.put(key, source, { maxBytes: 1000 }) };
  const outcome = await moveAll({ ...move, route: { from, to: narrow } });
  expect(outcome).toMatchObject({ files: 1, moved: 1, damaged: [], lost: [] });
  expect(outcome.tooLarge).toEqual([
    { key: large, path: 'Pack: Big/large.mov', reason: 'its 5000 bytes exceed the limit of the new storage' },
  ]);
  expect(isWhole(outcome)).toBe(false);
  expect(await to.sizes([large, small])).toEqual([null, 17]);
});

describe('removing migrated files', () => {
  it('removes nothing whose copy no longer exists', async () => {
    const [kept, removed] = [await addFile(10), await addFile(10)];
    await moveAll(move);
    await to.delete(kept);
    expect(await deleteMoved(move)).toEqual({ removed: 1, left: 1 });
    expect(await from.sizes([kept, removed])).toEqual([10, null]);
    expect(await test.db.selectFrom('moved_files').select('key').where('route', '=', move.name).execute()).toHaveLength(
      2,
    );
    await from.delete(kept);
    expect(await deleteMoved(move)).toEqual({ removed: 0, left: 0 });
    expect(await test.db.selectFrom('moved_files').select('key').where('route', '=', move.name).execute()).toEqual([]);
  });
});
