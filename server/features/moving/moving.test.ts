// Files from a disk to a service: each compared, none taken for moved that is not, and a run that was ended is gone on with.
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Gcs, startGcs } from '../../../test/gcs.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { startSwift, whyNoSwift } from '../../../test/swift.ts';
import type { Storage } from '../../kit/storage.ts';
import { createDiskStorage } from '../../kit/storage-disk.ts';
import { createGcsStorage } from '../../kit/storage-gcs.ts';
import { createS3Storage } from '../../kit/storage-s3.ts';
import { readStorageUrl, type S3SetUp } from '../../kit/storage-set-up.ts';
import { deleteMoved, isWhole, type Move, moveAll, type Progress } from './actions.ts';

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
  to = createGcsStorage(service.setUp(`round-${round}/`), { answerMs: 1000 });
  await from.ready();
  service.calm();
  seen = [];
  move = {
    db: test.db,
    now: test.deps.now,
    route: { from, to },
    name: `round ${round}`,
    atOnce: 3,
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
const uploads = (): number => service.asked.filter((line) => line.startsWith('POST /upload')).length;

describe('moving', () => {
  it('brings everything over, tells how far it is, and does nothing twice', async () => {
    const keys = [await addFile(9_000_000), await addFile(0), await addFile(17), await addPicture('a picture')];
    const nothing = { damaged: [], lost: [], arriving: 0, isSettled: true };
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
    // Whether they are still there is asked, nothing is read.
    expect(service.asked.length).toBeLessThanOrEqual(4);

    await to.delete(keys[2] ?? '');
    expect(await moveAll(move)).toMatchObject({ files: 4, moved: 1 });
    expect(await to.sizes(keys)).toEqual(await from.sizes(keys));
  });

  it('takes what comes meanwhile', async () => {
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

  it('says so when more comes with every pass', async () => {
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

  it('names a damaged file, and does not count it as moved', async () => {
    const [changed, short] = [await addFile(1000, 'bad/changed.mov'), await addFile(1000, 'bad/short.mov')];
    const good = await addFile(1000);
    await writeFile(await pathOf(changed), randomBytes(1000));
    await writeFile(await pathOf(short), randomBytes(999));
    const outcome = await moveAll(move);
    expect(outcome).toMatchObject({ files: 1, moved: 1, lost: [] });
    expect(outcome.damaged.toSorted((a, b) => (a.path ?? '').localeCompare(b.path ?? ''))).toEqual([
      { key: changed, path: 'Pack: bad/changed.mov', reason: 'its bytes are not those that were uploaded' },
      { key: short, path: 'Pack: bad/short.mov', reason: 'it has 999 bytes, not 1000' },
    ]);
    expect(await to.sizes([changed, short, good])).toEqual([null, null, 1000]);
    expect(await deleteMoved(move)).toEqual({ removed: 1, left: 2 });
  });

  it('goes on after it was ended, without sending anything again', async () => {
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

  it('believes nothing that lies there already', async () => {
    const [same, other] = [await addFile(1000), await addFile(1000)];
    await to.put(same, await bytesOf(from, same));
    await to.put(other, randomBytes(1000));
    const [picture, anew] = [await addPicture('the same'), await addPicture('of before')];
    await to.put(picture, Buffer.from('the same'));
    await to.put(anew, Buffer.from('made anew by the site'));
    expect(await moveAll(move)).toMatchObject({ files: 4, moved: 1, damaged: [] });
    expect(await bytesOf(to, other)).toEqual(await bytesOf(from, other));
    expect((await bytesOf(to, anew)).toString()).toBe('made anew by the site');
    expect(await deleteMoved(move)).toEqual({ removed: 4, left: 0 });
  });

  it('leaves nothing behind of a file that is removed while it is brought over', async () => {
    const key = await addFile(3_000_000);
    const racing = {
      ...move,
      onProgress: ({ sentBytes }: Progress) => {
        if (sentBytes >= 2_000_000) void from.delete(key);
      },
    };
    await moveAll(racing);
    expect(await to.stat(key)).toBeNull();
  });

  it('leaves nothing behind of a file that is removed after a run was killed on it', async () => {
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
    // What a row names is never removed, wherever it lies.
    expect(await to.sizes([key, named, kept])).toEqual([null, 100, 100]);
  });

  it('says which files are nowhere, and how many uploads are on their way', async () => {
    const gone = await addFile(10, 'gone.mov');
    await from.delete(gone);
    await addFile(11, 'stored there.mov', to);
    await from.partials.begin(randomUUID());
    expect(await moveAll(move)).toEqual({
      files: 0,
      bytes: 0,
      moved: 0,
      damaged: [],
      lost: [{ key: gone, path: 'Pack: gone.mov', reason: 'it is in neither of the two storages' }],
      arriving: 1,
      isSettled: true,
    });
  });

  it('stands a service that is away for a moment, or damages what it is given', { timeout: 30_000 }, async () => {
    const key = await addFile(5000);
    service.trouble({ kind: 'status', status: 503, method: 'POST', path: 'upload', times: 4 });
    service.trouble({ kind: 'wrong bytes', method: 'GET', path: 'alt=media', times: 1 });
    expect(await moveAll({ ...move, pausesMs: [0, 0] })).toMatchObject({ files: 1, moved: 1 });
    expect(await bytesOf(to, key)).toEqual(await bytesOf(from, key));
  });
});

const whyNot = whyNoSwift();
it.skipIf(whyNot !== null)(
  `moves between services${whyNot === null ? '' : `: ${whyNot}`}`,
  { timeout: 60_000 },
  async () => {
    const swift = await startSwift();
    try {
      const s3 = createS3Storage(readStorageUrl(await swift.makeBucket('moved'), swift.keys) as S3SetUp);
      const keys = [
        await addFile(9_000_000, 'large.mov', to),
        await addFile(0, 'empty.mov', to),
        await addFile(17, 'small.mov', to),
      ];
      await to.put('t/0f9c2d3e-1111-4222-8333-444455556666/b-320.webp', Buffer.from('a picture'));
      const route = { from: to, to: s3 };
      expect(await moveAll({ ...move, route })).toMatchObject({
        files: 4,
        bytes: 9_000_026,
        moved: 4,
        damaged: [],
        lost: [],
      });
      for (const key of keys) expect((await bytesOf(s3, key)).equals(await bytesOf(to, key))).toBe(true);
      expect(await deleteMoved({ ...move, route })).toEqual({ removed: 4, left: 0 });
      expect(await to.sizes(keys)).toEqual([null, null, null]);
    } finally {
      await swift.stop();
    }
  },
);

describe('removing what was moved', () => {
  it('removes nothing whose other copy is not there any more', async () => {
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
