import { expect, it } from 'vitest';
import { CallError } from '#client/kit/data/call.ts';
import { type CheckDeps, type CheckState, createCheck } from './check.ts';
import type { Folder, LocalFile } from './folder.ts';
import { hashFile } from './hash-file.ts';
import { HasherFailed } from './hashers.ts';

const PACK = { id: 'p1', title: 'Glow', author: 'mira', licence: 'CC0', isPremium: false, fileCount: 2, version: 1 };
const hashOf = (text: string) => hashFile(new Blob([text]), () => {});

const fileOf = (text: string, lastModified = 1): File => new File([text], 'x', { lastModified });
const local = (path: string, text: string): LocalFile => ({ path, open: async () => fileOf(text) });
const failing = (path: string, name: string): LocalFile => ({
  path,
  open: () => Promise.reject(Object.assign(new Error(name), { name })),
});

/** A check of a folder in memory. `known` are the texts that the site has; `kept` is what the browser remembers. */
const setUp = (
  files: LocalFile[],
  known: Record<string, string>,
  changes: Partial<CheckDeps> = {},
  folderChanges: Partial<Folder> = {},
) => {
  const states: CheckState[] = [];
  const sent: string[][] = [];
  const kept = new Map<string, { size: number; lastModified: number; sha256: string }>();
  const read: string[] = [];
  const deps: CheckDeps = {
    hashers: () => [
      {
        hash: async (file, onRead) => {
          read.push(await file.text());
          return hashFile(file, onRead);
        },
        setPaused: () => {},
        close: () => {},
      },
    ],
    lookUp: async (hashes) => {
      sent.push(hashes);
      const own = await Promise.all(
        Object.entries(known).map(async ([text, path]) => ({
          ...{ sha256: await hashOf(text), resourceId: PACK.id, path, version: PACK.version },
        })),
      );
      const found = own.filter(({ sha256 }) => hashes.includes(sha256));
      return { files: found, packs: found.length > 0 ? [PACK] : [] };
    },
    loadHashes: async () => new Map(kept),
    keepHashes: async (_, hashes) => {
      for (const [path, value] of hashes) kept.set(path, value);
    },
    exchangeLicences: async () => new Map(),
    wait: async () => {},
    now: () => 0,
    ...changes,
  };
  const folder = {
    name: 'Footage',
    files: async function* () {
      yield* files;
    },
    ...folderChanges,
  };
  const check = createCheck(folder, deps, (state) => states.push(state));
  return { check, sent, kept, read, deps, last: () => states.at(-1) };
};

/** A folder's handle, as far as its permission matters. */
const handleOf = (permission: () => PermissionState): FileSystemDirectoryHandle =>
  ({ queryPermission: async () => permission() }) as unknown as FileSystemDirectoryHandle;

it('finds files and their copies, and sends each hash once', async () => {
  const { check, sent, last } = setUp(
    [local('a.mov', 'one'), local('b/copy.mov', 'one'), local('c.mov', 'mine'), local('empty', '')],
    { one: 'clips/one.mov' },
  );
  await check.list();
  expect([last()?.phase, last()?.files, sent.length]).toEqual(['ready', 4, 0]);
  await check.run();
  expect(last()).toMatchObject({ phase: 'done', files: 4, done: 4, matched: 2, skipped: [] });
  expect(last()?.packs.map(({ files }) => files)).toEqual([
    [
      { local: 'a.mov', path: 'clips/one.mov', version: 1 },
      { local: 'b/copy.mov', path: 'clips/one.mov', version: 1 },
    ],
  ]);
  expect(sent.flat().sort()).toEqual([await hashOf('one'), await hashOf('mine')].sort());
});

it('sends at most 500 hashes at a time', async () => {
  const files = Array.from({ length: 1001 }, (_, index) => local(`${index}`, `text ${index}`));
  const { check, sent } = setUp(files, {});
  await check.list();
  await check.run();
  expect(sent.map(({ length }) => length)).toEqual([500, 500, 1]);
});

it('sends full requests while the site is slow', async () => {
  const files = Array.from({ length: 3000 }, (_, index) => local(`${index}`, `text ${index}`));
  const sent: number[] = [];
  const lookUp = async (hashes: string[]) => {
    sent.push(hashes.length);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { files: [], packs: [] };
  };
  const { check, last } = setUp(files, {}, { lookUp });
  await check.list();
  await check.run();
  expect([last()?.phase, sent]).toEqual(['done', [500, 500, 500, 500, 500, 500]]);
});

it('fails as soon as a lookup fails, not after the last file', async () => {
  const files = Array.from({ length: 600 }, (_, index) => local(`${index}`, `text ${index}`));
  const close = Promise.withResolvers<never>();
  close.promise.catch(() => {});
  const slow = new CallError('The library check failed.', 503, null);
  let count = 0;
  const { check, last } = setUp(
    files,
    {},
    {
      lookUp: () => Promise.reject(slow),
      hashers: () => [
        {
          hash: (file, onRead) => {
            count += 1;
            return count > 500 ? close.promise : hashFile(file, onRead);
          },
          setPaused: () => {},
          close: () => close.reject(new Error('Closed')),
        },
      ],
    },
  );
  await check.list();
  await check.run();
  expect(last()).toMatchObject({ phase: 'failed', message: 'The library check failed.', skipped: [] });
  expect(count).toBeLessThanOrEqual(501);
});

it('asks for consent after the folder could only be listed again', async () => {
  let isAway = true;
  const { check, sent, read, last } = setUp(
    [],
    {},
    {},
    {
      handle: handleOf(() => (isAway ? 'prompt' : 'granted')),
      files: async function* (onSkipped) {
        onSkipped('locked/');
        yield local('a', 'one');
        if (isAway) throw Object.assign(new Error(), { name: 'NotAllowedError' });
        yield local('b', 'two');
      },
    },
  );
  await check.list();
  expect(last()?.phase).toBe('denied');
  isAway = false;
  await check.run();
  expect([last()?.phase, last()?.files, last()?.skipped, sent, read]).toEqual(['ready', 2, ['locked/'], [], []]);
  await check.run();
  expect([last()?.phase, read]).toEqual(['done', ['one', 'two']]);
});

it('fails if the files cannot be hashed at all', async () => {
  const { check, sent, last } = setUp(
    [local('a', 'one')],
    {},
    { hashers: () => [{ hash: () => Promise.reject(new HasherFailed()), setPaused: () => {}, close: () => {} }] },
  );
  await check.list();
  await check.run();
  expect(last()).toMatchObject({ phase: 'failed', message: new HasherFailed().message, skippedCount: 0 });
  expect(sent).toEqual([]);
});

it('counts all files that are left out, and lists the first 100', async () => {
  const files = Array.from({ length: 130 }, (_, index) => failing(`${index}`, 'NotReadableError'));
  const { check, last } = setUp(files, {});
  await check.list();
  await check.run();
  expect([last()?.phase, last()?.skippedCount, last()?.skipped.length]).toEqual(['done', 130, 100]);
});

it('checks 100,000 files of 500 GB, paused and resumed on the way', { timeout: 60_000 }, async () => {
  const BYTES = 5_000_000;
  const [FILES, PAUSED_AT] = [100_000, 40_000];
  const file = { size: BYTES, lastModified: 1 } as File;
  let count = 0;
  const { check, sent, kept, last } = setUp(
    Array.from({ length: FILES }, (_, index) => ({ path: `${index}.mov`, open: async () => file })),
    {},
    {
      lookUp: async (hashes) => {
        sent.push(hashes);
        return { files: [], packs: [] };
      },
      hashers: () => [
        {
          hash: async (_, onRead) => {
            count += 1;
            if (count === PAUSED_AT) check.pause();
            onRead(BYTES);
            return count.toString(16).padStart(64, '0');
          },
          setPaused: () => {},
          close: () => {},
        },
      ],
    },
  );
  await check.list();
  const run = check.run();
  await expect.poll(() => last()?.phase, { timeout: 30_000 }).toBe('paused');
  expect(count).toBe(PAUSED_AT);
  check.resume();
  await run;
  expect(last()).toMatchObject({ phase: 'done', files: FILES, done: FILES, bytes: FILES * BYTES });
  expect([sent.length, new Set(sent.flat()).size, kept.size]).toEqual([FILES / 500, FILES, FILES]);
});

it('reads only what an earlier check has not read', async () => {
  const first = setUp([local('a', 'one')], {});
  await first.check.list();
  await first.check.run();
  const changed: LocalFile = { path: 'a', open: async () => fileOf('two', 2) };
  for (const [file, expected] of [
    [local('a', 'one'), []],
    [changed, ['two']],
  ] as const) {
    const next = setUp([file], { one: 'one.mov' }, { loadHashes: async () => new Map(first.kept) });
    await next.check.list();
    await next.check.run();
    expect(next.read).toEqual(expected);
  }
});

it('reads a file again that changes while it is read, and leaves it out if it keeps changing', async () => {
  const times = { settles: [1, 2, 2, 2], restless: [1, 2, 3, 4] };
  const files = (['settles', 'restless'] as const).map((path) => ({
    path,
    open: async () => fileOf('text', times[path].shift()),
  }));
  const { check, kept, last } = setUp(files, {});
  await check.list();
  await check.run();
  expect(last()).toMatchObject({ phase: 'done', skipped: ['restless'], done: 2 });
  expect([...kept.keys()]).toEqual(['settles']);
});

it('stops when the access is revoked, and continues once it is back', async () => {
  let isOpen = true;
  const guarded: LocalFile = {
    path: 'b',
    open: () =>
      isOpen ? Promise.resolve(fileOf('two')) : Promise.reject(Object.assign(new Error(), { name: 'NotAllowedError' })),
  };
  const handle = handleOf(() => (isOpen ? 'granted' : 'prompt'));
  const { check, read, last } = setUp([local('a', 'one'), guarded], { two: 'two.mov' }, {}, { handle });
  await check.list();
  isOpen = false;
  await check.run();
  expect(last()).toMatchObject({ phase: 'denied', done: 1 });
  isOpen = true;
  await check.run();
  expect(last()).toMatchObject({ phase: 'done', done: 2, matched: 1 });
  expect(read).toEqual(['one', 'two']);
});

it.each(['NotReadableError', 'NotAllowedError'])('leaves out a file that fails with %s', async (name) => {
  const handle = handleOf(() => 'granted');
  const { check, last } = setUp([failing('locked', name), local('a', 'one')], {}, {}, { handle });
  await check.list();
  await check.run();
  expect(last()).toMatchObject({ phase: 'done', skipped: ['locked'], done: 2 });
});

it('can be continued right after the access was revoked, even while a large file is read', async () => {
  let isOpen = true;
  const guarded: LocalFile = {
    path: 'b',
    open: () => (isOpen ? local('b', 'two').open() : failing('b', 'NotAllowedError').open()),
  };
  const large = Promise.withResolvers<never>();
  large.promise.catch(() => {});
  let isLarge = true;
  const hasher = {
    hash: (file: File, onRead: (bytes: number) => void) => (isLarge ? large.promise : hashFile(file, onRead)),
    setPaused: () => {},
    close: () => large.reject(Object.assign(new Error(), { name: 'Closed' })),
  };
  const { check, last } = setUp(
    [local('large', 'one'), guarded],
    {},
    { hashers: () => [hasher, hasher] },
    { handle: handleOf(() => (isOpen ? 'granted' : 'prompt')) },
  );
  await check.list();
  isOpen = false;
  await check.run();
  expect(last()).toMatchObject({ phase: 'denied', skippedCount: 0 });
  [isOpen, isLarge] = [true, false];
  await check.run();
  expect([last()?.phase, [...check.hashes.keys()].sort()]).toEqual(['done', ['b', 'large']]);
});

it('waits as long as the rate limit says, then sends the same hashes', async () => {
  const waits: number[] = [];
  const tries: string[][] = [];
  const { check, last } = setUp(
    [local('a', 'one')],
    {},
    {
      wait: async (seconds) => {
        waits.push(seconds);
      },
      lookUp: async (hashes) => {
        tries.push(hashes);
        if (tries.length === 1) throw new CallError('Slow down', 429, 'TOO_MANY_REQUESTS', {}, 7);
        return { files: [], packs: [] };
      },
    },
  );
  await check.list();
  await check.run();
  expect([last()?.phase, waits, tries[0]]).toEqual(['done', [7], tries[1]]);
});

it('keeps what it has read when a lookup fails, and sends it on the next attempt', async () => {
  let isAway = true;
  const { check, read, last } = setUp(
    [local('a', 'one')],
    {},
    {
      lookUp: async () => {
        if (isAway) throw new CallError('The library check failed.', 503, null);
        return { files: [], packs: [] };
      },
    },
  );
  await check.list();
  await check.run();
  expect(last()).toMatchObject({ phase: 'failed', message: 'The library check failed.' });
  isAway = false;
  await check.run();
  expect([last()?.phase, read]).toEqual(['done', ['one']]);
});

it('pauses between files and resumes', async () => {
  const files = [local('a', 'one'), local('b', 'two'), local('c', 'three')];
  const { check, read, last } = setUp(files, {}, {});
  await check.list();
  const running = check.run();
  check.pause();
  await expect.poll(() => read.length).toBeLessThanOrEqual(1);
  expect(last()?.phase).toBe('paused');
  const readWhenPaused = read.length;
  expect(readWhenPaused).toBeLessThan(3);
  check.resume();
  await running;
  expect([last()?.phase, read.length]).toEqual(['done', 3]);
});

it('says which licences changed since the last check', async () => {
  const { check, last } = setUp(
    [local('a', 'one')],
    { one: 'one.mov' },
    {
      exchangeLicences: async (licences) => {
        expect([...licences]).toEqual([['p1', 'CC0']]);
        return new Map([['p1', 'CC BY 4.0']]);
      },
    },
  );
  await check.list();
  await check.run();
  expect(last()?.packs[0]?.licenceBefore).toBe('CC BY 4.0');
});

it('knows when an asset is complete, even if it has more files than a check sees', async () => {
  const { check, last } = setUp([local('a', 'one')], { one: 'one.mov' });
  await check.list();
  await check.run();
  expect(last()?.packs[0]?.complete).toBeUndefined();
  check.addSaved('b', { size: 3, lastModified: 1, sha256: await hashOf('two') }, PACK, 'two.mov');
  check.setComplete(PACK, 2);
  expect(last()?.packs).toMatchObject([{ complete: 2, files: [{ path: 'one.mov' }, { path: 'two.mov', version: 1 }] }]);
});
