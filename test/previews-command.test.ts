// `npm run previews:make` makes missing previews, tries failed ones again, or makes all again.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { environmentOf } from '#test/harness/installation.ts';
import { addResource } from '#test/harness/resources.ts';
import { endOf, expectOneSentence, runScript } from '#test/harness/run-script.ts';

const SCRIPT = 'scripts/make-previews.ts';

let test: TestApp;
let leakerId: string;
let picture: Buffer;
beforeAll(async () => {
  test = await startTestApp();
  leakerId = (await test.addPerson('leaker')).id;
  picture = await sharp({ create: { width: 16, height: 9, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
});
afterAll(() => test.stop());

const run = (...args: string[]) => runScript(SCRIPT, environmentOf(test), args);

const addPack = async (files: Record<string, Buffer>, mediaType = 'image/png') => {
  const id = await addResource(test, { authorId: leakerId, files });
  await sql`update resource_files set media_type = ${mediaType} where resource_id = ${id}`.execute(test.db);
  return id;
};
const rowsOf = async (id: string) =>
  await test.db
    .selectFrom('file_previews')
    .innerJoin('resource_files', 'resource_files.id', 'file_id')
    .select(['path', 'kind', 'made_at as madeAt'])
    .where('resource_id', '=', id)
    .orderBy('path')
    .execute();

it('makes what is missing, then tries what failed, then makes all again', { timeout: 300_000 }, async () => {
  const pack = await addPack({ 'a.png': picture, 'b.png': Buffer.from('no picture') });
  const other = await addPack({ 'c.png': picture });
  const sound = await addPack({ 'd.wav': Buffer.from('no sound') }, 'audio/wav');
  const without = await runScript(SCRIPT, { ...environmentOf(test), FFMPEG_PATH: '/nowhere/ffmpeg' });
  expect(without).toMatchObject({ code: 0, errors: '' });
  expect(without.out).toMatch(
    /^ffmpeg was not found: clips and sounds wait until it is installed\.\n3 previews to make/,
  );
  expect(without.out).toMatch(/\n3 of 3 files\n2 previews were made\. 1 files cannot be shown\.\n$/);
  const first = await rowsOf(pack);
  expect(first.map(({ path, kind }) => [path, kind])).toEqual([
    ['a.png', 'picture'],
    ['b.png', 'none'],
  ]);
  expect(await rowsOf(sound)).toEqual([]);

  expect((await run()).out).toMatch(/^1 previews to make/);
  expect(await rowsOf(sound)).toMatchObject([{ kind: 'none' }]);
  expect(await run()).toMatchObject({ code: 0, out: 'No previews are missing.\n' });

  const failed = await run('--failed');
  expect(failed.out).toMatch(/^2 previews to make/);
  const second = await rowsOf(pack);
  expect(second[0]).toEqual(first[0]);
  expect(second[1]?.madeAt).not.toEqual(first[1]?.madeAt);

  const all = await run('--all');
  expect(all.out).toMatch(/\n4 of 4 files\n/);
  const since = /--since (\S+) in place of --all/.exec(all.out)?.[1] ?? '';
  expect((await rowsOf(other))[0]?.madeAt.getTime()).toBeGreaterThan(Date.parse(since));
  expect((await run('--since', since)).out).toBe('No previews are missing.\n');
});

it('stops when it is asked to, keeps what it made, and continues', { timeout: 300_000 }, async () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.png`, picture]));
  const id = await addPack(files);
  const env = { ...process.env, LOG_LEVEL: 'silent', NODE_ENV: 'production', ...environmentOf(test) };
  const child = spawn(process.execPath, [SCRIPT], { env, stdio: 'ignore' });
  const count = async () => (await rowsOf(id)).length;
  await expect.poll(count, { timeout: 60_000, interval: 100 }).toBeGreaterThan(0);
  child.kill('SIGINT');
  expect(await endOf(child)).toBe(1);
  const made = await rowsOf(id);
  expect(made.length).toBeLessThan(12);
  expect((await run()).out).toMatch(new RegExp(`^${12 - made.length} previews to make`));
  expect(await count()).toBe(12);
  expect(await rowsOf(id)).toEqual(expect.arrayContaining(made));
});

it('refuses what it does not understand', { timeout: 120_000 }, async () => {
  expectOneSentence(await run('--all', '--failed'), /use one of --failed, --all and --since/);
  expectOneSentence(await run('--since', 'yesterday'), /--since must be a time/);
  expectOneSentence(await run(`--${randomUUID()}`), /Unknown option/);
});
