import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adPagePath, directDownloadPath, downloadPath } from '#contract/paths.ts';
import { problemOf } from '#contract/problems.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { type Browser, openBrowser } from '#test/harness/tickets.ts';
import { purgeSelections } from './jobs.ts';

const run = promisify(execFile);
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const DAY = 86_400_000;

// Includes names that sort next to the folders, whatever the collation.
const files = {
  'Clips/one.mov': 'one',
  'Clips/two.mov': 'two',
  'Clips/In Betweens/three.mov': 'three',
  'Clips 2/one.mov': 'another one',
  'Clips.txt': 'beside',
  Clips0: 'behind',
  'clips/one.mov': 'small letters',
  'Überblick/日本.txt': 'far',
  'readme.txt': 'Read me',
};

let test: TestApp;
let owner: Person;
let id: string;
let premiumId: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix selections '));
  test = await startTestApp();
  owner = await test.addPerson('leaker', { username: 'okapi' });
  id = await addResource(test, { authorId: owner.id, title: 'Night / Day: "LUTs"', files });
  premiumId = await addResource(test, { authorId: owner.id, files, category: 'Premium' });
});

afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

const signedIn = (person: Person) => {
  const browser = openBrowser(test);
  browser.signIn(person);
  return browser;
};

const ask = (paths: unknown, { resource = id, browser = openBrowser(test) } = {}) =>
  test.call({
    method: 'POST',
    url: `/api/resources/${resource}/selections`,
    headers: { 'content-type': 'application/json', ...browser.headers() },
    payload: typeof paths === 'string' ? paths : JSON.stringify({ paths }),
  });

const choose = async (paths: string[], resource = id): Promise<string> => {
  const answer = await ask(paths, { resource });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().selection;
};

const rows = async (): Promise<number> =>
  (await test.db.selectFrom('download_selections').select('id').execute()).length;

/** Contents of an archive's entries by name, extracted with unzip. */
const entriesOf = async (zip: Buffer): Promise<Record<string, string>> => {
  const path = join(folder, `${crypto.randomUUID()}.zip`);
  await writeFile(path, zip);
  expect((await run('unzip', ['-t', path])).stdout).toContain('No errors detected');
  const names = (await run('unzip', ['-Z1', path])).stdout.trim().split('\n').sort();
  const contents = names.map(async (name) => [name, (await run('unzip', ['-p', path, name])).stdout] as const);
  return Object.fromEntries(await Promise.all(contents));
};

/** Downloads as a visitor, via the ad page. */
const fetchAll = async (destination: string, browser: Browser = openBrowser(test)) => {
  const answer = await browser.call(await browser.ticketFor(destination));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};

const outcome = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

describe('a folder', () => {
  it('is sent as one ZIP that starts with the folder itself', async () => {
    const answer = await fetchAll(directDownloadPath(id, 'Clips/'));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=Clips.zip',
      'content-length': String(answer.rawPayload.length),
    });
    expect(await entriesOf(answer.rawPayload)).toEqual({
      'Clips/In Betweens/three.mov': 'three',
      'Clips/one.mov': 'one',
      'Clips/two.mov': 'two',
    });
    const inner = await fetchAll(directDownloadPath(id, 'Clips/In Betweens/'));
    expect(inner.headers['content-disposition']).toBe('attachment; filename="In Betweens.zip"');
    expect(await entriesOf(inner.rawPayload)).toEqual({ 'In Betweens/three.mov': 'three' });
    const far = await fetchAll(directDownloadPath(id, 'Überblick/'));
    expect(far.headers['content-disposition']).toContain("filename*=UTF-8''%C3%9Cberblick.zip");
  });

  it('uses the ad page and its file names like other downloads', async () => {
    const browser = openBrowser(test);
    const query = `?file=${encodeURIComponent('Clips/')}`;
    const { downloadUrl } = (await browser.call(`/api/resources/${id}/download-url${query}`)).json();
    expect(downloadUrl).toBe(downloadPath(id, 'Clips/'));
    const led = await browser.call(directDownloadPath(id, 'Clips/'), NAVIGATION);
    expect(led.headers.location).toBe(adPagePath(id, 'Clips/'));
    expect(new URL(adPagePath(id, 'Clips/'), 'http://x').searchParams.get('filename')).toBe('Clips.zip');
  });

  it.each(['Clip/', 'Clips//', '/', '', 'readme.txt/', 'Clips/../', '../', 'CLIPS/', '%/', '_lips/', 'Clips', 'a\\'])(
    'is not found for %j',
    async (file) => {
      for (const url of [
        `/api/resources/${id}/download-url?file=${encodeURIComponent(file)}`,
        `/api/ad-offer?${new URLSearchParams({ destination: directDownloadPath(id, file) })}`,
      ]) {
        expect(outcome(await openBrowser(test).call(url))).toEqual([404, 'FILE_NOT_FOUND']);
      }
      expect(outcome(await ask([file, 'readme.txt']))).toEqual(
        file === '' ? [400, 'BAD_INPUT'] : [404, 'FILE_NOT_FOUND'],
      );
    },
  );
});

describe('a selection', () => {
  it('is the same for the same choice, regardless of order and duplicates', async () => {
    const before = await rows();
    const answer = await ask(['readme.txt', 'Clips/']);
    expect(answer.json()).toEqual({ selection: expect.stringMatching(/^[\w-]{43}$/), fileCount: 4, size: 18 });
    const again = await ask(['Clips/', 'Clips/two.mov', 'readme.txt', 'Clips/In Betweens/', 'Clips/']);
    expect(again.json()).toEqual(answer.json());
    expect(await rows()).toBe(before + 1);
    expect(await choose(['readme.txt', 'Clips/'], premiumId)).not.toBe(answer.json().selection);
    expect(await choose(['readme.txt', 'Clips.txt'])).not.toBe(answer.json().selection);
  });

  it('with exceptions contains the rest of the folders', async () => {
    const kept = async (body: object, resource = id) => {
      const answer = await ask(JSON.stringify(body), { resource });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    };
    const rest = await kept({ paths: ['Clips/'], except: ['Clips/In Betweens/'] });
    expect(rest).toEqual(await kept({ paths: ['Clips/one.mov', 'Clips/two.mov'] }));
    const nested = { paths: ['Clips/', 'Clips/In Betweens/three.mov'], except: ['Clips/In Betweens/'] };
    expect((await kept(nested)).fileCount).toBe(3);
    expect(await kept({ paths: ['Clips/'], except: ['readme.txt', 'gone.mov'] })).toEqual(
      await kept({ paths: ['Clips/'] }),
    );
    expect(await kept({ all: true, paths: [] })).toMatchObject({ fileCount: Object.keys(files).length });
    const most = await kept({ all: true, paths: [], except: ['Überblick/日本.txt', 'Clips/one.mov'] });
    expect(most.fileCount).toBe(Object.keys(files).length - 2);
    const whole = await fetchAll(directDownloadPath(id, undefined, most.selection));
    expect(Object.keys(await entriesOf(whole.rawPayload))).toEqual(
      Object.keys(files)
        .filter((name) => name !== 'Überblick/日本.txt' && name !== 'Clips/one.mov')
        .sort(),
    );
    const inside = { all: true, paths: ['Clips/one.mov'], except: ['Clips/'] };
    expect((await kept(inside)).fileCount).toBe(Object.keys(files).length - 2);
    expect(outcome(await ask(JSON.stringify({ all: true, paths: [], except: ['/'] })))).toEqual([
      404,
      'FILE_NOT_FOUND',
    ]);
    expect(outcome(await ask(JSON.stringify({ paths: [], except: ['Clips/'] })))).toEqual([400, 'BAD_INPUT']);
    const none = await ask(JSON.stringify({ paths: ['Clips 2/'], except: ['Clips 2/one.mov'] }));
    expect(outcome(none)).toEqual([404, 'FILE_NOT_FOUND']);
  });

  it('with exceptions in too many or too large folders is refused', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => [`all/${index}.mov`, ''] as const);
    const resource = await addResource(test, { authorId: owner.id, files: Object.fromEntries(many) });
    const answer = await ask(JSON.stringify({ paths: ['all/'], except: ['all/7.mov'] }), { resource });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { paths: expect.stringContaining('whole folders') },
    ]);
    const deep = Array.from({ length: 60 }, (_, index) => `all/${'x/'.repeat(index)}one.mov`);
    const far = await ask(JSON.stringify({ all: true, paths: [], except: deep }), { resource });
    expect([far.statusCode, far.json().fields]).toEqual([400, { paths: expect.stringContaining('whole folders') }]);
  });

  it('with one exception below many folders uses the index', async () => {
    const deep = await addResource(test, { authorId: owner.id, files: {} });
    const folders = Array.from({ length: 49 }, (_, level) => `d${level}/`).join('');
    for (let first = 0; first < 50_000; first += 10_000) {
      // The deepest folder has few files of its own, but its subfolder has many.
      await sql`insert into resource_files (resource_id, path, size, sha256, crc32, storage_key)
        select ${deep}, ${folders} || case when n < 500 then '' else 'more/' end || 'f' || n || '.mov', 10, repeat('a', 64), 1, 'deep/' || n
        from generate_series(${first}::int, ${first + 9999}::int) n`.execute(test.db);
    }
    const startedAt = performance.now();
    const answer = await ask(JSON.stringify({ all: true, paths: [], except: [`${folders}f5.mov`] }), {
      resource: deep,
    });
    expect(answer.json()).toMatchObject({ fileCount: 49_999 });
    // Takes tens of milliseconds on an idle machine.
    expect(performance.now() - startedAt).toBeLessThan(3000);
  }, 60_000);

  it('is sent as one ZIP with entries relative to the common folder', async () => {
    const selection = await choose(['readme.txt', 'Clips/', 'Überblick/日本.txt', 'Clips 2/one.mov']);
    const browser = openBrowser(test);
    const answer = await fetchAll(directDownloadPath(id, undefined, selection), browser);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="Night - Day- -LUTs- - okapi (selection).zip"',
      'content-length': String(answer.rawPayload.length),
    });
    expect(await entriesOf(answer.rawPayload)).toEqual({
      'Clips/In Betweens/three.mov': 'three',
      'Clips/one.mov': 'one',
      'Clips/two.mov': 'two',
      'Clips 2/one.mov': 'another one',
      'readme.txt': 'Read me',
      'Überblick/日本.txt': 'far',
    });
    const inFolder = await choose(['Clips/one.mov', 'Clips/In Betweens/']);
    expect(await entriesOf((await fetchAll(directDownloadPath(id, undefined, inFolder), browser)).rawPayload)).toEqual({
      'In Betweens/three.mov': 'three',
      'one.mov': 'one',
    });
  });

  it('of a thousand folders among very many files is measured with the index', async () => {
    const large = await addResource(test, { authorId: owner.id });
    for (let first = 0; first < 70_000; first += 10_000) {
      await sql`insert into resource_files (resource_id, path, size, sha256, crc32, storage_key)
        select ${large}, 'Take ' || n / 70 || '/' || n || '.mov', 10, repeat('a', 64), 1, 'large/' || n
        from generate_series(${first}::int, ${first + 9999}::int) n`.execute(test.db);
    }
    const startedAt = performance.now();
    const answer = await ask(
      Array.from({ length: 1000 }, (_, take) => `Take ${take}/`),
      { resource: large },
    );
    expect(answer.json()).toMatchObject({ fileCount: 70_000, size: 700_000 });
    // Takes tens of milliseconds on an idle machine.
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('can be resumed with the same bytes', async () => {
    const browser = openBrowser(test);
    const selection = await choose(['Clips.txt', 'Clips0']);
    const address = await browser.ticketFor(directDownloadPath(id, undefined, selection));
    const whole = await browser.call(address);
    const rest = await browser.call(address, { range: 'bytes=40-', 'if-range': String(whole.headers.etag) });
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(40))).toBe(true);
    expect(rest.headers.etag).toBe(whole.headers.etag);
  });

  it('of one file or folder is that file or folder', async () => {
    const browser = openBrowser(test);
    const file = await choose(['Clips/one.mov']);
    const address = await browser.ticketFor(directDownloadPath(id, undefined, file));
    expect(address).toContain(`${directDownloadPath(id, 'Clips/one.mov')}&ticket=`);
    const answer = await browser.call(address);
    expect([answer.body, answer.headers['content-disposition']]).toEqual(['one', 'attachment; filename=one.mov']);
    const whole = await choose(['Clips/', 'Clips/one.mov']);
    const { downloadUrl } = (await browser.call(`/api/resources/${id}/download-url?selection=${whole}`)).json();
    expect(downloadUrl).toBe(downloadPath(id, 'Clips/'));
  });

  it('is not found in other resources, and rejected if the id is malformed', async () => {
    const selection = await choose(['readme.txt', 'Clips/']);
    const browser = openBrowser(test);
    const other = await addResource(test, { authorId: owner.id, files });
    const at = (resource: string, text: string) =>
      browser.call(`/api/resources/${resource}/download-url?selection=${text}`);
    expect(outcome(await at(other, selection))).toEqual([404, 'FILE_NOT_FOUND']);
    expect(outcome(await at(id, 'A'.repeat(43)))).toEqual([404, 'FILE_NOT_FOUND']);
    for (const text of ['', 'A', 'A'.repeat(44), `${'A'.repeat(42)}%00`, '../..', `${selection}&file=readme.txt`]) {
      expect((await at(id, text)).statusCode, text).toBe(400);
    }
    const both = `${directDownloadPath(id, 'readme.txt')}&selection=${selection}`;
    expect(outcome(await browser.call(both))).toEqual([400, 'BAD_INPUT']);
    const offer = await browser.call(`/api/ad-offer?${new URLSearchParams({ destination: both })}`);
    expect(outcome(offer)).toEqual([400, 'DESTINATION_REFUSED']);
  });

  it('has tickets that are valid only for itself', async () => {
    const browser = openBrowser(test);
    const [one, two] = [await choose(['readme.txt', 'Clips/']), await choose(['readme.txt', 'Clips.txt'])];
    const ticket = (await browser.ticketFor(directDownloadPath(id, undefined, one))).split('ticket=')[1];
    for (const address of [
      `${directDownloadPath(id, undefined, two)}&ticket=${ticket}`,
      `${directDownloadPath(id)}?ticket=${ticket}`,
      `${directDownloadPath(id, 'readme.txt')}&ticket=${ticket}`,
      `${directDownloadPath(id, 'Clips/')}&ticket=${ticket}`,
      `${directDownloadPath(id, one)}&ticket=${ticket}`,
    ]) {
      expect(outcome(await browser.call(address)), address).toEqual([403, 'TICKET_REFUSED']);
    }
    const own = `${directDownloadPath(id, undefined, one)}&ticket=${ticket}`;
    expect(outcome(await openBrowser(test).call(own))).toEqual([403, 'TICKET_REFUSED']);
    expect((await browser.call(own)).statusCode).toBe(200);
  });

  it('is refused if any part of it is gone', async () => {
    const own = await addResource(test, { authorId: owner.id, files });
    const browser = openBrowser(test);
    const selection = await choose(['readme.txt', 'Clips/'], own);
    const address = await browser.ticketFor(directDownloadPath(own, undefined, selection));
    await test.db
      .deleteFrom('resource_files')
      .where('resource_id', '=', own)
      .where('path', '=', 'readme.txt')
      .execute();
    expect(outcome(await browser.call(address))).toEqual([404, 'FILE_NOT_FOUND']);
    const url = `/api/resources/${own}/download-url?selection=${selection}`;
    expect(outcome(await browser.call(url))).toEqual([404, 'FILE_NOT_FOUND']);
    const page = await browser.call(downloadPath(own, undefined, selection), NAVIGATION);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain(problemOf('FILE_NOT_FOUND').message);
  });

  it('counts as one download of its resource per day', async () => {
    const own = await addResource(test, { authorId: owner.id, files });
    const browser = openBrowser(test, 'Mozilla/5.0 (counted)');
    await fetchAll(directDownloadPath(own, undefined, await choose(['readme.txt', 'Clips/'], own)), browser);
    await fetchAll(directDownloadPath(own, 'Clips/'), browser);
    const { downloads } = await test.db
      .selectFrom('resources')
      .select('downloads')
      .where('id', '=', own)
      .executeTakeFirstOrThrow();
    expect(downloads).toBe(1);
  });
});

describe('a selection of a premium resource', () => {
  it('can be requested by anyone, but downloaded only with Premium', async () => {
    const selection = await choose(['readme.txt', 'Clips/'], premiumId);
    const url = `/api/resources/${premiumId}/download-url?selection=${selection}`;
    expect(outcome(await openBrowser(test).call(url))).toEqual([401, 'PREMIUM_SIGN_IN']);
    expect(outcome(await signedIn(await test.addPerson()).call(url))).toEqual([403, 'PREMIUM_REQUIRED']);
    for (const browser of [signedIn(await test.addPerson('premium')), signedIn(owner)]) {
      const { downloadUrl } = (await browser.call(url)).json();
      expect(downloadUrl).toContain(`${directDownloadPath(premiumId, undefined, selection)}&ticket=`);
      expect(Object.keys(await entriesOf((await browser.call(downloadUrl)).rawPayload))).toHaveLength(4);
      const premium = `/api/resources/${premiumId}/premium-file-download`;
      const { directUrl } = (await browser.call(`${premium}?selection=${selection}`)).json();
      expect((await browser.call(directUrl)).headers['content-type']).toBe('application/zip');
      expect((await browser.call(premium)).statusCode).toBe(400);
      expect((await browser.call(`${premium}?selection=${selection}&file=readme.txt`)).statusCode).toBe(400);
    }
  });
});

describe('an invalid selection', () => {
  const bodies: [string, unknown, number][] = [
    ['an empty list', [], 400],
    ['an empty path', ['readme.txt', ''], 400],
    ['NUL', ['readme.txt\0'], 400],
    ['a lone surrogate', ['\ud800'], 400],
    ['an overlong path', ['a'.repeat(1001)], 400],
    ['1,001 paths', Array.from({ length: 1001 }, () => 'readme.txt'), 400],
    ['numbers', [1], 400],
    ['lists', [['readme.txt']], 400],
    ['not a list', 'readme.txt', 400],
    ['an unknown key', '{"paths":["readme.txt"],"role":"ADMIN"}', 400],
    ['the prototype', '{"paths":["readme.txt"],"__proto__":{"polluted":1}}', 400],
    ['nothing', '', 400],
    ['traversal', ['../readme.txt'], 404],
    ['traversal inside', ['Clips/../readme.txt'], 404],
    ['an absolute path', ['/etc/passwd'], 404],
    ['a backslash', ['Clips\\one.mov'], 404],
    ['an encoded path', ['Clips%2Fone.mov'], 404],
    ['a missing file next to its folder', ['Clips/', 'Clips/none.mov'], 404],
    ['a pattern', ['%'], 404],
    ['more than 64 kB', Array.from({ length: 900 }, () => 'a'.repeat(80)), 413],
  ];

  it.each(bodies)('is rejected: %s', async (_name, paths, status) => {
    const before = await rows();
    const answer = await ask(paths);
    expect(answer.statusCode, answer.body).toBe(status);
    expect(await rows()).toBe(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('is explained if there are too many paths', async () => {
    const paths = Array.from({ length: 1001 }, (_, index) => `${index}.txt`);
    expect((await ask(paths)).json()).toMatchObject({ fields: { paths: expect.stringContaining('whole folders') } });
    expect(outcome(await ask(paths.slice(1)))).toEqual([404, 'FILE_NOT_FOUND']);
  });

  it('is anything from a resource that is hidden or unknown', async () => {
    const hidden = await addResource(test, { authorId: owner.id, files, status: 'PENDING' });
    expect(outcome(await ask(['readme.txt'], { resource: hidden }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const own = await ask(['readme.txt'], { resource: hidden, browser: signedIn(owner) });
    expect(own.statusCode).toBe(200);
    const unknown = crypto.randomUUID();
    expect(outcome(await ask(['readme.txt'], { resource: unknown }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

describe('limits of selections', () => {
  it('keep a selection for seven days after its last use', async () => {
    const late = await startTestApp();
    try {
      const author = await late.addPerson('leaker');
      const resource = await addResource(late, { authorId: author.id, files });
      const url = `/api/resources/${resource}/selections`;
      const make = async (paths: string[]): Promise<string> => {
        const answer = await late.call({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ paths }),
        });
        return answer.json().selection;
      };
      const [used, unused] = [await make(['readme.txt', 'Clips/']), await make(['readme.txt', 'Clips.txt'])];
      const use = (selection: string) =>
        late.call({ method: 'GET', url: `/api/resources/${resource}/download-url?selection=${selection}` });
      late.moveClock(4 * DAY);
      expect((await use(used)).statusCode).toBe(200);
      late.moveClock(3 * DAY + 1000);
      const helpers = { log: late.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
      await purgeSelections.run({}, late.deps, helpers);
      expect((await use(used)).statusCode).toBe(200);
      expect((await use(unused)).json()).toMatchObject({ code: 'FILE_NOT_FOUND' });
    } finally {
      await late.stop();
    }
  });

  it('allow 30 per network in ten minutes', async () => {
    const strict = await startTestApp({ limits: { selections: standardLimits.selections } });
    strict.moveClock(DAY - (strict.deps.now().getTime() % DAY));
    try {
      const author = await strict.addPerson('leaker');
      const resource = await addResource(strict, { authorId: author.id, files });
      const make = (headers: Record<string, string> = {}) =>
        strict.call({
          method: 'POST',
          url: `/api/resources/${resource}/selections`,
          headers: { 'content-type': 'application/json', ...headers },
          payload: '{"paths":["readme.txt"]}',
        });
      const statuses: number[] = [];
      for (let turn = 0; turn < 31; turn += 1) statuses.push((await make()).statusCode);
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
      expect(Number((await make()).headers['retry-after'])).toBeGreaterThan(500);
      expect((await make(author.headers)).statusCode).toBe(200);
      strict.moveClock(600_000);
      expect((await make()).statusCode).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});
