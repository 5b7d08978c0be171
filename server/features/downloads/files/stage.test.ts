// The file that a resource page shows first, and what the list of files says about each.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileListing, Stage } from '#contract/resources/api.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const FACTS = {
  clip: { kind: 'video', width: 1920, height: 1080, codec: 'h264', alpha: false },
  sound: { kind: 'sound', codec: 'mp3', channels: 2, sampleRate: 44_100 },
  look: { kind: 'look', size: 33, dimensions: 3 },
  picture: { kind: 'picture', width: 10, height: 10, alpha: false },
};
const DETAILS = {
  clip: { width: 2, height: 2, rate: null, seconds: null, isStacked: false, hasSound: false, stripUrl: null },
  sound: { seconds: 1, loudness: null, peak: null, peaks: '', averages: '' },
  look: { stillUrls: ['a', 'b'], encoding: 'rec709', madeFor: 'rec709', greyDrift: 0, banding: 'none' },
  picture: { width: 2, height: 2, hasAlpha: false },
};
const URLS = {
  clip: ['url'],
  sound: ['url'],
  look: ['smallUrl', 'tableUrl'],
  picture: ['url', 'smallUrl'],
};
type Kind = keyof typeof FACTS;

/** Adds a pack whose files have these kinds; `true` as the second value gives a file its preview, `'none'` a failed one. */
const addPack = async (
  given: Record<string, [Kind | null, (true | 'none')?]>,
  more: { status?: 'PENDING'; category?: string } = {},
) => {
  const files = Object.fromEntries(Object.keys(given).map((path) => [path, 'content']));
  const id = await addResource(test, { authorId: leaker.id, files, ...more });
  for (const [path, [kind, made]] of Object.entries(given)) {
    if (kind === null) continue;
    await sql`update resource_files set facts = ${JSON.stringify(FACTS[kind])}::jsonb
      where resource_id = ${id} and path = ${path}`.execute(test.db);
    if (!made) continue;
    const urls = made === 'none' ? [] : URLS[kind].map((name) => [name, `${randomUUID()}/0123456789abcdef-${name}`]);
    const details = { kind, ...DETAILS[kind], ...Object.fromEntries(urls) };
    await sql`insert into file_previews (file_id, kind, is_premium, keys, details, made_at)
      select f.id, ${made === 'none' ? 'none' : kind}, r.is_premium, ${urls.map(([, key]) => key)}::text[],
        ${JSON.stringify(made === 'none' ? {} : details)}::jsonb, now()
      from resource_files f join resources r on r.id = f.resource_id
      where resource_id = ${id} and path = ${path}`.execute(test.db);
  }
  // Jobs don't run in this test.
  await sql`select graphile_worker.add_job('previews.make-files', '{}', job_key => ${`file-previews:${id}`}::text)`.execute(
    test.db,
  );
  return id;
};
const ask = (id: string, query = '', by?: Person) => test.call({ url: `/api/resources/${id}/stage${query}` }, by);
const stageOf = async (id: string, query = '') => {
  const reply = await ask(id, query);
  expect(reply.statusCode, reply.body).toBe(200);
  const { file, state } = reply.json<Stage>();
  return [state, file?.name ?? null, file?.preview?.kind ?? null];
};

describe('the file to show first', () => {
  it('is the first clip, then sound, LUT and picture, in natural order', async () => {
    const given: Parameters<typeof addPack>[0] = {
      'a.png': ['picture', true],
      'b.cube': ['look', true],
      'c.wav': ['sound', true],
      'clip 10.mp4': ['clip', true],
      'clip 9.mp4': ['clip', true],
      'clip 1.mp4': ['clip'],
      'clip 2.mp4': ['clip', 'none'],
      'read.txt': [null],
    };
    const order = ['clip 9.mp4', 'clip 10.mp4', 'c.wav', 'b.cube', 'a.png'];
    for (const name of order) {
      expect((await stageOf(await addPack(given)))[1]).toBe(name);
      delete given[name];
    }
    expect(await stageOf(await addPack(given))).toEqual(['making', null, null]);
    delete given['clip 1.mp4'];
    expect(await stageOf(await addPack(given))).toEqual(['none', null, null]);
  });

  it('is a sound in a sound pack', async () => {
    const id = await addPack({ 'a.mp4': ['clip', true], 'c.wav': ['sound', true], 'b.wav': ['sound', true] });
    for (const type of ['sound effect', 'music', 'overlay']) {
      await test.db.updateTable('resources').set({ type }).where('id', '=', id).execute();
      expect((await stageOf(id))[1], type).toBe(type === 'overlay' ? 'a.mp4' : 'b.wav');
    }
  });

  it('is not said to be made once the queue has given it up', async () => {
    const id = await addPack({ 'a.mp4': ['clip'] });
    const setJob = (words: string) =>
      sql`update graphile_worker._private_jobs set ${sql.raw(words)} where key = ${`file-previews:${id}`}`.execute(
        test.db,
      );
    expect(await stageOf(id)).toEqual(['making', null, null]);
    await setJob('attempts = max_attempts, locked_at = now()');
    expect(await stageOf(id)).toEqual(['making', null, null]);
    await setJob('locked_at = null');
    expect(await stageOf(id)).toEqual(['none', null, null]);
    await setJob('attempts = 0');
    expect(await stageOf(id)).toEqual(['making', null, null]);
  });

  it('is the one asked for, with its own state', async () => {
    const id = await addPack({
      'a.mp4': ['clip', true],
      'b.mp4': ['clip'],
      'c.mp4': ['clip', 'none'],
      'd.txt': [null],
      'in/e.png': ['picture', true],
    });
    expect(await stageOf(id, '?file=in/e.png')).toEqual(['ready', 'in/e.png', 'picture']);
    expect(await stageOf(id, '?file=b.mp4')).toEqual(['making', 'b.mp4', null]);
    expect(await stageOf(id, '?file=c.mp4')).toEqual(['none', 'c.mp4', null]);
    expect(await stageOf(id, '?file=d.txt')).toEqual(['none', 'd.txt', null]);
    for (const file of ['gone.mp4', '../a.mp4'])
      expect(await stageOf(id, `?file=${file}`)).toEqual(['ready', 'a.mp4', 'clip']);
    expect((await ask(id, '?other=1')).statusCode).toBe(400);
  });

  it('is not told to anybody who may not see the resource', async () => {
    const id = await addPack({ 'a.mp4': ['clip', true] }, { status: 'PENDING' });
    expect((await ask(id)).json()).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect((await ask(id, '', await test.addPerson('leaker'))).statusCode).toBe(404);
    expect((await ask(id, '', leaker)).statusCode).toBe(200);
    expect((await ask(randomUUID())).statusCode).toBe(404);
  });
});

describe('the table of a LUT', () => {
  it('has an address only for people who may download the LUT', async () => {
    const table = async (id: string, by?: Person) => {
      const { file } = (await ask(id, '', by)).json<Stage>();
      return file?.preview?.kind === 'look' && file.preview.tableUrl !== null;
    };
    const free = await addPack({ 'a.cube': ['look', true] });
    const premium = await addPack({ 'a.cube': ['look', true] }, { category: 'Premium' });
    const people = [undefined, await test.addPerson('member'), await test.addPerson('premium'), leaker];
    expect(await Promise.all(people.map((by) => table(free, by)))).toEqual([true, true, true, true]);
    expect(await Promise.all(people.map((by) => table(premium, by)))).toEqual([false, false, true, true]);
  });
});

describe('the list of files', () => {
  it('says what is known about each file, with the address of its preview', async () => {
    const id = await addPack({
      'a.mp4': ['clip', true],
      'b.png': ['picture'],
      'c.txt': [null],
    });
    await sql`update resource_files set facts = '{"kind": "unreadable"}' where resource_id = ${id} and path = 'c.txt'`.execute(
      test.db,
    );
    for (const query of ['', '?folder=']) {
      const { files } = (await test.call({ url: `/api/resources/${id}/files${query}` })).json<FileListing>();
      expect(files).toMatchObject([
        { facts: FACTS.clip, preview: { kind: 'clip', url: expect.stringMatching(/^\/public\/previews\/.+-url$/) } },
        { facts: FACTS.picture, preview: null },
        { facts: null, preview: null },
      ]);
      expect(files[0]?.preview).toMatchObject({ stripUrl: null });
    }
  });
});
