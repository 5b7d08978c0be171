// Tests which searches are recorded for the demand radar, by two processes of the same site.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMAND_DAYS } from '#contract/requests/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { purgeUnmetSearches } from './jobs.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let test: TestApp;
let other: TestApp;
let member: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  member = await test.addPerson();
  const leaker = await test.addPerson('leaker');
  await addResource(test, { authorId: leaker.id, title: 'Smoke plumes', editor: 'Blender' });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});
afterEach(async () => {
  await flush();
  await test.db.deleteFrom('unmet_searches').execute();
});

type Asked = { address?: string; agent?: string; person?: Person; app?: TestApp; path?: string };

const search = async (query: Record<string, string>, asked: Asked = {}): Promise<void> => {
  const { address = '203.0.113.7', agent = BROWSER, person, app = test, path = '/api/resources' } = asked;
  const reply = await app.app.inject({
    method: 'GET',
    url: `${path}?${new URLSearchParams(query)}`,
    remoteAddress: address,
    headers: { 'user-agent': agent, ...person?.headers },
  });
  expect(reply.statusCode, reply.body).toBe(200);
};
const flush = async (): Promise<void> => {
  await test.app.unmetSearches.flush(true);
  await other.app.unmetSearches.flush(true);
};
const stored = () => test.db.selectFrom('unmet_searches').selectAll().orderBy('words').execute();
const wordsStored = async (): Promise<string[]> => {
  await flush();
  return (await stored()).map(({ words }) => words);
};

describe('a search that finds nothing', () => {
  it('is stored with its words, its filters and the day, and without its person', async () => {
    await search({ search: 'Zebra  Glitch!', editor: 'After Effects', type: 'LUT' });
    await flush();
    const [row] = await stored();
    expect(row).toMatchObject({ words: 'zebra glitch', editor: 'after effects', type: 'lut' });
    expect(row?.searched_on).toBe(new Date().toISOString().slice(0, 10));
    expect(row?.person).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(row)).not.toContain('203.0.113');
  });

  it('counts a person once, in every process', async () => {
    await search({ search: 'zebra' });
    await flush();
    await search({ search: 'zebra' }, { app: other });
    await search({ search: 'zebra' }, { address: '203.0.113.8', app: other });
    await search({ search: 'zebra' }, { person: member });
    await search({ search: 'zebra' }, { person: member, address: '203.0.113.9', app: other });
    expect(await wordsStored()).toEqual(['zebra', 'zebra', 'zebra']);
  });

  it('is written by two processes at the same time', async () => {
    const addresses = Array.from({ length: 12 }, (_, index) => `198.51.100.${index + 1}`);
    for (const [index, address] of addresses.entries())
      for (const app of [test, other]) await search({ search: `zebra ${index % 3}x` }, { address, app });
    await Promise.all([test.app.unmetSearches.flush(true), other.app.unmetSearches.flush(true)]);
    expect((await stored()).length).toBe(addresses.length);
  });

  it('keeps the filters of an earlier search without any', async () => {
    await search({ search: 'zebra', editor: 'Blender' });
    await flush();
    await search({ search: 'zebra' });
    await flush();
    expect((await stored()).map(({ editor }) => editor)).toEqual(['blender']);
  });

  it('counts as typed: the longest of the searches while someone is typing', async () => {
    for (const typed of ['zeb', 'zebra', 'zebra gli', 'zebra glitch', 'zebra glitc', 'zebra'])
      await search({ search: typed });
    expect(await wordsStored()).toEqual(['zebra glitch']);
  });

  it('with a filter stays, if the same words find something without it', async () => {
    await search({ search: 'smoke plumes', editor: 'CapCut' });
    await search({ search: 'smoke plumes' });
    await flush();
    expect((await stored()).map(({ words, editor }) => [words, editor])).toEqual([['smoke plumes', 'capcut']]);
  });

  it('is not counted if typing ends with a result', async () => {
    await search({ search: 'smoke plumes xq' });
    await search({ search: 'smoke plumes' });
    expect(await wordsStored()).toEqual([]);
  });

  it('waits until typing has stopped', async () => {
    await search({ search: 'zebra' });
    await test.app.unmetSearches.flush();
    expect(await stored()).toEqual([]);
    test.moveClock(11_000);
    await test.app.unmetSearches.flush();
    expect((await stored()).length).toBe(1);
  });
});

describe('no search is stored', () => {
  it('that finds something, also after a correction', async () => {
    await search({ search: 'smoke' });
    await search({ search: 'smkoe' }, { address: '203.0.113.8' });
    expect(await wordsStored()).toEqual([]);
  });

  it('of crawlers, programs and pages that many readers share', async () => {
    await search({ search: 'zebra' }, { agent: CRAWLER });
    await search({ search: 'zebra' }, { agent: 'curl/8.10' });
    await search({ search: 'zebra' }, { agent: '' });
    await search({ search: 'zebra' }, { path: '/resources' });
    await search({ search: 'zebra' }, { path: '/resources', person: member });
    expect(await wordsStored()).toEqual([]);
  });

  it('that looks like an email address or a link', async () => {
    await search({ search: 'ann@people.example' });
    await search({ search: 'https://shop.example/zebra' }, { address: '203.0.113.8' });
    expect(await wordsStored()).toEqual([]);
  });

  it('with a filter that may be why it finds nothing, or of a later page', async () => {
    await search({ search: 'zebra', licence: 'CC0' });
    await search({ search: 'zebra', page: '2' }, { address: '203.0.113.8' });
    expect(await wordsStored()).toEqual([]);
  });

  it('beyond twenty of a person in an hour', async () => {
    for (let index = 0; index < 25; index += 1)
      await search({ search: `${'abcdefghijklmnopqrstuvwxy'[index]}qx zebra` }, { address: '203.0.113.20' });
    expect((await wordsStored()).length).toBe(20);
  });
});

it('deletes searches after the days that are counted', async () => {
  await search({ search: 'zebra' }, { address: '203.0.113.21' });
  await search({ search: 'giraffe' }, { address: '203.0.113.21' });
  await flush();
  const old = new Date(Date.now() - (DEMAND_DAYS + 1) * 86_400_000).toISOString().slice(0, 10);
  await test.db.updateTable('unmet_searches').set({ searched_on: old }).where('words', '=', 'zebra').execute();
  const { signal } = new AbortController();
  const helpers = { log: test.deps.log, signal, attempt: 1, isLastAttempt: false };
  await purgeUnmetSearches.run({}, test.deps, helpers);
  expect((await stored()).map(({ words }) => words)).toEqual(['giraffe']);
});
