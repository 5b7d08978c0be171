// File lists, checksums and publicly readable text files, up to the maximum number of files in a resource.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOLDER_ENTRIES_PER_PAGE, README_MAX_BYTES, TEXT_MAX_BYTES } from '#contract/downloads/limits.ts';
import { resourcePath } from '#contract/paths.ts';
import type { FileListing } from '#contract/resources/api.ts';
import { RESOURCE_FILES_MAX } from '#contract/uploads/limits.ts';
import { KEPT_PAGE_MAX_BYTES } from '#server/kit/http/page-cache.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

const run = promisify(execFile);

let test: TestApp;
let leaker: Person;
let small: string;
/** Id of a resource with half of its files in 100 folders below "Clips" and the other half at the root. */
let huge: string;
const HALF = RESOURCE_FILES_MAX / 2;

const files = {
  'b10.txt': 'ten',
  'b9.txt': 'nine',
  'Zeta/one.txt': 'one',
  'alpha/x/deep.txt': 'deep',
  'alpha/two.txt': 'two',
  'alpha 2/three.txt': 'three',
  alpha0: 'beside',
  'Über/日本/Ω.txt': 'far',
};

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
  small = await addResource(test, { authorId: leaker.id, files });
  huge = await addResource(test, { authorId: leaker.id, files: {} });
  for (let from = 1; from < RESOURCE_FILES_MAX; from += 10_000) {
    await sql`
    insert into resource_files (resource_id, path, size, sha256, crc32, storage_key)
    select ${huge}::uuid, case when n <= ${HALF} then 'Clips/Take ' || n % 100 || '/clip ' || n || '.mov' else 'sound ' || n || '.wav' end,
      n, repeat('0', 64), 0, 'none' from generate_series(${from}::int, ${from + 9999}::int) n`.execute(test.db);
  }
  await test.db
    .updateTable('resources')
    .set({ file_count: RESOURCE_FILES_MAX, file_size: (RESOURCE_FILES_MAX * (RESOURCE_FILES_MAX + 1)) / 2 })
    .where('id', '=', huge)
    .execute();
}, 120_000);
afterAll(() => test.stop());

const ask = (id: string, query: Record<string, string> = {}, person?: Person) =>
  test.call({ url: `/api/resources/${id}/files?${new URLSearchParams(query)}` }, person);
const list = async (id: string, query: Record<string, string> = {}): Promise<FileListing> => {
  const answer = await ask(id, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name);

describe('the files of a resource', () => {
  it('are all listed if no folder is given, folders first, in natural order', async () => {
    const answer = await ask(small);
    const { files: found, ...rest } = answer.json() as FileListing;
    expect(names(found)).toEqual([
      'alpha/x/deep.txt',
      'alpha/two.txt',
      'alpha 2/three.txt',
      'Über/日本/Ω.txt',
      'Zeta/one.txt',
      'alpha0',
      'b9.txt',
      'b10.txt',
    ]);
    expect(rest).toMatchObject({ folders: [], fileCount: 8, pagination: { total: 8, pages: 1, limit: 1000 } });
    expect(answer.headers['x-total-count']).toBe('8');
  });

  it('are listed one folder at a time, with totals of its subfolders', async () => {
    const root = await list(small, { folder: '' });
    expect(root.folders).toEqual([
      { name: 'alpha', items: 2, files: 2, size: 7 },
      { name: 'alpha 2', items: 1, files: 1, size: 5 },
      { name: 'Über', items: 1, files: 1, size: 3 },
      { name: 'Zeta', items: 1, files: 1, size: 3 },
    ]);
    expect(names(root.files)).toEqual(['alpha0', 'b9.txt', 'b10.txt']);
    expect([root.fileCount, root.size, root.pagination.total]).toEqual([8, 31, 7]);
    const alpha = await list(small, { folder: 'alpha' });
    expect([names(alpha.folders), names(alpha.files), alpha.fileCount]).toEqual([['alpha/x'], ['alpha/two.txt'], 2]);
    expect(names((await list(small, { folder: 'Über/日本' })).files)).toEqual(['Über/日本/Ω.txt']);
  });

  it('are paginated across folders and files', async () => {
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list(small, { folder: '', limit: '2', page })));
    expect(pages.map(({ folders, files: found }) => [...names(folders), ...names(found)])).toEqual([
      ['alpha', 'alpha 2'],
      ['Über', 'Zeta'],
      ['alpha0', 'b9.txt'],
      ['b10.txt'],
    ]);
    const odd = await list(small, { folder: '', limit: '3', page: '2' });
    expect([names(odd.folders), names(odd.files)]).toEqual([['Zeta'], ['alpha0', 'b9.txt']]);
    const beyond = await list(small, { folder: '', page: '9' });
    expect([beyond.folders, beyond.files, beyond.pagination.pages]).toEqual([[], [], 1]);
  });

  it.each([
    ['alph', 404],
    ['alpha/', 404],
    ['b9.txt', 404],
    ['alpha/two.txt', 404],
    ['..', 404],
    ['%', 404],
    ['a'.repeat(1001), 400],
    ['a\u0000', 400],
  ])('are not listed for the invalid folder %j', async (folder, status) => {
    expect((await ask(small, { folder })).statusCode).toBe(status);
  });

  it('can be searched by path everywhere or below a folder, and reversed', async () => {
    const found = await list(small, { search: 'ALPHA' });
    expect(names(found.files)).toEqual(['alpha/x/deep.txt', 'alpha/two.txt', 'alpha 2/three.txt', 'alpha0']);
    expect([found.folders, found.fileCount, found.size, found.pagination.total]).toEqual([[], 4, 18, 4]);
    expect(names((await list(small, { search: 'two', folder: 'alpha' })).files)).toEqual(['alpha/two.txt']);
    expect((await list(small, { search: '%' })).files).toEqual([]);
    const turned = names((await list(small, { sort: 'oldest' })).files);
    expect(turned).toEqual(names((await list(small)).files).reverse());
    expect(names((await list(small, { sort: 'oldest', limit: '1' })).files)).toEqual(['Über/日本/Ω.txt']);
  });

  it('are an empty root if there are none', async () => {
    const none = await addResource(test, { authorId: leaker.id, files: {} });
    expect(await list(none, { folder: '' })).toMatchObject({ files: [], folders: [], fileCount: 0, size: 0 });
  });
});

describe('a resource of 100,000 files', () => {
  it('lists and renders one page of one folder', async () => {
    const answer = await ask(huge, { folder: '' });
    const root = answer.json() as FileListing;
    expect(root.folders).toEqual([{ name: 'Clips', items: 100, files: HALF, size: (HALF * (HALF + 1)) / 2 }]);
    expect(root.files).toHaveLength(FOLDER_ENTRIES_PER_PAGE - 1);
    expect(root.files[0]?.name).toBe(`sound ${HALF + 1}.wav`);
    expect(root.pagination).toMatchObject({ total: HALF + 1, pages: HALF / 100 + 1 });
    expect(answer.rawPayload.length).toBeLessThan(60_000);
    const last = await list(huge, { folder: '', page: String(root.pagination.pages) });
    expect(names(last.files)).toEqual([`sound ${RESOURCE_FILES_MAX}.wav`]);
    const all = await ask(huge);
    expect(all.json().files).toHaveLength(1000);
    expect(all.headers['x-total-count']).toBe(String(RESOURCE_FILES_MAX));
    expect(all.rawPayload.length).toBeLessThan(500_000);
    const page = await test.call({ url: resourcePath(huge), headers: { accept: 'text/html' } });
    expect(page.body).toContain('Clips');
    expect(page.rawPayload.length).toBeLessThan(KEPT_PAGE_MAX_BYTES / 2);
  });

  it('lists every file exactly once over its pages of 1,000', async () => {
    const seen = new Set<string>();
    for (let page = 1; page <= RESOURCE_FILES_MAX / 1000; page += 1) {
      for (const { name } of (await list(huge, { page: String(page) })).files) seen.add(name);
    }
    expect(seen.size).toBe(RESOURCE_FILES_MAX);
  }, 60_000);

  it('is listed 40 times concurrently for one visitor without blocking others', async () => {
    const busy = await startTestApp({ beside: test, limits: { largeListings: standardLimits.largeListings } });
    try {
      const get = (url: string, remoteAddress: string) => busy.call({ url, remoteAddress });
      const latePage = (page: number) => `/api/resources/${huge}/files?folder=&page=${page}`;
      let isOver = false;
      const flood = Array.from({ length: 40 }, (_, index) => get(latePage(HALF / 100 - index), '192.0.2.1'));
      const answering = Promise.all(flood).finally(() => {
        isOver = true;
      });
      const listing = get(latePage(400), '192.0.2.2');
      const others = new Set<number>();
      while (!isOver) {
        for (const url of [`/api/resources/${huge}`, `/api/resources/${small}/files?folder=`]) {
          others.add((await get(url, '192.0.2.3')).statusCode);
        }
      }
      expect([...others]).toEqual([200]);
      expect((await listing).statusCode).toBe(200);
      const answers = await answering;
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(standardLimits.largeListings);
      expect(refused).toHaveLength(40 - standardLimits.largeListings);
      expect(refused[0]?.headers['retry-after']).toBe('5');
      expect((await get(latePage(1), '192.0.2.1')).statusCode).toBe(200);
    } finally {
      await busy.stop();
    }
  }, 60_000);

  it('streams its checksums', async () => {
    const answer = await test.call({ url: `/api/resources/${huge}/sha256sums` });
    const lines = answer.body.trimEnd().split('\n');
    expect(lines).toHaveLength(RESOURCE_FILES_MAX);
    expect(new Set(lines).size).toBe(RESOURCE_FILES_MAX);
  }, 60_000);
});

describe('the page of a resource', () => {
  const open = (query: string) =>
    test.call({ url: `${resourcePath(small)}${query}`, headers: { accept: 'text/html' } });

  it.each([
    ['?folder=nowhere', ''],
    ['?folder=alpha&page=2', '?folder=alpha'],
    ['?folder=alpha/', '?folder=alpha'],
    ['?folder=alpha//&page=01', '?folder=alpha'],
    ['?folder=', ''],
    ['?page=1', ''],
    ['?page=999999', ''],
    ['?page=x', ''],
    [`?folder=${'a'.repeat(1001)}`, ''],
    ['?folder=%00', ''],
  ])('has one canonical URL: %s redirects to %s', async (query, there) => {
    const answer = await open(query);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${resourcePath(small)}${there}`]);
  });

  it('shows only the folder in its URL', async () => {
    const { statusCode, body } = await open('?folder=alpha&utm_source=x');
    expect(statusCode).toBe(200);
    expect(body).toContain('two.txt');
    expect(body).not.toContain('three.txt');
  });

  it('caches one copy of each folder page for visitors', async () => {
    const openPage = (page: string) =>
      test.call({ url: `${resourcePath(huge)}${page}`, headers: { accept: 'text/html' } });
    const first = await openPage('');
    const second = await openPage('?page=2');
    expect(first.body).toContain(`sound ${HALF + 1}.wav`);
    expect(second.body).toContain(`sound ${HALF + FOLDER_ENTRIES_PER_PAGE}.wav`);
    expect(second.body).not.toContain(`sound ${HALF + 1}.wav`);
  });
});

describe('checksums', () => {
  it('can be verified by sha256sum, in every folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helix sums '));
    const own = { 'one two.txt': '1', 'back\\slash.txt': '2', 'plain.txt': '3' };
    const id = await addResource(test, { authorId: leaker.id, files: own });
    for (const [path, body] of Object.entries(own)) await writeFile(join(folder, path), body);
    const answer = await test.call({ url: `/api/resources/${id}/sha256sums` });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename=SHA256SUMS',
    });
    await writeFile(join(folder, 'SHA256SUMS'), answer.body);
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder });
    expect(stdout.match(/: OK$/gm)).toHaveLength(3);
    await rm(folder, { recursive: true });
    const sums = (await test.call({ url: `/api/resources/${small}/sha256sums` })).body;
    expect(sums.trim().split('\n')).toHaveLength(Object.keys(files).length);
  });
});

describe('the checksums of a resource', () => {
  it('are sent again only if the files changed', async () => {
    const id = await addResource(test, { authorId: leaker.id, files });
    const get = (headers: Record<string, string> = {}) =>
      test.call({ url: `/api/resources/${id}/sha256sums`, headers });
    const etag = String((await get()).headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const same = await get({ 'if-none-match': etag });
    expect([same.statusCode, same.body, same.headers['cache-control']]).toEqual([304, '', 'private, no-cache']);
    await test.db.deleteFrom('resource_files').where('resource_id', '=', id).where('path', '=', 'alpha0').execute();
    const changed = await get({ 'if-none-match': etag });
    expect([changed.statusCode, changed.body.includes('alpha0')]).toEqual([200, false]);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it('can be downloaded 10 times a minute per network or user', async () => {
    const strict = await startTestApp({ beside: test, limits: { checksums: standardLimits.checksums } });
    strict.moveClock(60_000 - (strict.deps.now().getTime() % 60_000));
    try {
      const get = (person?: Person) => strict.call({ url: `/api/resources/${small}/sha256sums` }, person);
      const statuses: number[] = [];
      for (let turn = 0; turn < 11; turn += 1) statuses.push((await get()).statusCode);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
      expect((await get(leaker)).statusCode).toBe(200);
      strict.moveClock(60_000);
      expect((await get()).statusCode).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('the README and licence of a locked pack', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const pack = {
    'README.txt': 'Drag the files onto your timeline.',
    'Docs/LICENCE.md': '# Für alle',
    'clip.mov': 'secret',
    'README.zip': 'secret',
    'LICENSE.txt/clip.mov': 'secret',
    'Hidden/readme': png,
    'Long/README.md': 'x'.repeat(README_MAX_BYTES + 1),
  };
  let locked: string;

  beforeAll(async () => {
    locked = await addResource(test, { authorId: leaker.id, category: 'Premium', files: pack });
  });

  const read = (file: string, person?: Person, id = locked) =>
    test.call({ url: `/api/resources/${id}/text?${new URLSearchParams({ file })}` }, person);

  it('can be read by anyone, as text that no browser executes', async () => {
    for (const person of [undefined, await test.addPerson('member'), await test.addPerson('premium')]) {
      expect((await read('README.txt', person)).body).toBe('Drag the files onto your timeline.');
    }
    const answer = await read('Docs/LICENCE.md');
    expect([answer.statusCode, answer.body]).toEqual([200, '# Für alle']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it.each([
    'clip.mov',
    'README.zip',
    'LICENSE.txt/clip.mov',
    'Hidden/readme',
    'Long/README.md',
    'gone/README',
    'Docs/',
  ])('do not unlock %s', async (file) => {
    const answer = await read(file);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'README_NOT_FOUND']);
    expect(answer.body).not.toContain('secret');
  });

  it('are the only ones: other texts can be read by those who may download them', async () => {
    const texts = {
      'captions.srt': 'application/x-subrip',
      'long.csv': 'text/plain',
      'script.jsx': 'text/plain',
      'odd.txt': 'image/png',
      'fake.json': 'application/json',
    };
    const files = { ...texts, 'long.csv': 'é'.repeat(TEXT_MAX_BYTES), 'fake.json': png };
    const reads = async (id: string, person?: Person) => {
      const found: Record<string, number | string> = {};
      for (const file of Object.keys(texts)) {
        const answer = await read(file, person, id);
        found[file] = answer.statusCode === 200 ? answer.body.slice(0, 99) : answer.statusCode;
        expect(answer.headers['x-truncated']).toBe(
          file === 'long.csv' && answer.statusCode === 200 ? 'true' : undefined,
        );
        if (file === 'long.csv' && answer.statusCode === 200) expect(answer.body).toBe('é'.repeat(TEXT_MAX_BYTES / 2));
      }
      const { files: listed } = (await test.call({ url: `/api/resources/${id}/files` }, person)).json<FileListing>();
      return { found, urls: listed.filter(({ textUrl }) => textUrl !== null).map(({ name }) => name) };
    };
    const open = {
      found: {
        'captions.srt': 'application/x-subrip',
        'long.csv': 'é'.repeat(99),
        'script.jsx': 'text/plain',
        'odd.txt': 404,
        'fake.json': 404,
      },
      urls: ['captions.srt', 'fake.json', 'long.csv', 'script.jsx'],
    };
    const closed = { found: Object.fromEntries(Object.keys(texts).map((name) => [name, 404])), urls: [] };
    for (const category of ['Free', 'Premium']) {
      const id = await addResource(test, { authorId: leaker.id, category, files });
      for (const [path, type] of Object.entries(texts))
        await test.db
          .updateTable('resource_files')
          .set({ media_type: type })
          .where('resource_id', '=', id)
          .where('path', '=', path)
          .execute();
      const mayNot = category === 'Free' ? open : closed;
      expect(await reads(id)).toEqual(mayNot);
      for (const role of ['member', 'leaker'] as const)
        expect(await reads(id, await test.addPerson(role))).toEqual(mayNot);
      for (const person of [leaker, await test.addPerson('premium'), await test.addPerson('admin')])
        expect(await reads(id, person)).toEqual(open);
    }
  });

  it('are not opened at a size of two gigabytes', async () => {
    await test.db
      .insertInto('resource_files')
      .values({
        resource_id: locked,
        path: 'Big/README.txt',
        size: 2 * 1024 ** 3,
        sha256: '0'.repeat(64),
        crc32: 0,
        storage_key: 'none',
      })
      .execute();
    expect((await read('Big/README.txt')).statusCode).toBe(404);
  });

  it('are the only files with a text URL in the list', async () => {
    const { files: found } = await list(locked);
    const open = found.filter(({ textUrl }) => textUrl !== null);
    // The list includes "Hidden/readme", because the site only finds out that a file is not text when it reads the file.
    expect(names(open).sort()).toEqual(['Docs/LICENCE.md', 'Hidden/readme', 'README.txt']);
    const answer = await test.call({ url: open.find(({ name }) => name === 'README.txt')?.textUrl ?? '' });
    expect(answer.statusCode).toBe(200);
    const page = await test.call({ url: resourcePath(locked), headers: { accept: 'text/html' } });
    expect(page.body).toContain('aria-label="Read README.txt"');
    expect(page.body).not.toContain('Download README.zip');
  });

  it('are not found by users who may not see the resource', async () => {
    const pending = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: pack });
    for (const url of [`/api/resources/${pending}/text?file=README.txt`, `/api/resources/${pending}/sha256sums`]) {
      expect((await test.call({ url })).statusCode).toBe(404);
      expect((await test.call({ url }, leaker)).statusCode).toBe(200);
    }
  });
});
