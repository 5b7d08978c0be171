// Visitors' own words in the fonts of an asset.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { makeFont } from '#test/harness/font.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const addPack = async (more: { category?: string; status?: 'PENDING' } = {}): Promise<string> => {
  const id = await addResource(test, { authorId: leaker.id, files: { 'a.ttf': makeFont(), 'b.ttf': 'b' }, ...more });
  await test.db.updateTable('resource_files').set({ media_type: 'font/ttf' }).where('resource_id', '=', id).execute();
  return id;
};
const draw = (id: string, given: object = {}, by?: Person, app = test) =>
  app.call(
    {
      method: 'POST',
      url: `/api/resources/${id}/words`,
      payload: { file: 'a.ttf', text: 'Hello', size: 64, ...given },
    },
    by,
  );
const heightOf = async (body: Buffer) =>
  (await sharp(body).trim({ background: '#0000', threshold: 1 }).toBuffer({ resolveWithObject: true })).info.height;

it('are drawn in the wanted size, smaller in Premium fonts', { timeout: 30_000 }, async () => {
  const [free, premium] = [await addPack(), await addPack({ category: 'Premium' })];
  const reply = await draw(free);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(reply.headers['cache-control']).toBe('private, no-store');
  // Letters of this font are 0.7 em high; edges that are half covered count.
  for (const [height, body] of [
    [44.8, reply.rawPayload],
    [16.8, (await draw(free, { size: 24 })).rawPayload],
    [28, (await draw(premium)).rawPayload],
  ] as const)
    expect(Math.abs((await heightOf(body)) - height)).toBeLessThan(2);
});

it('are refused if they are too long, empty, invisible, or for another file', { timeout: 30_000 }, async () => {
  const id = await addPack();
  for (const given of [
    { text: 'a'.repeat(81) },
    { text: '  ' },
    { text: 'a\u0000b' },
    { size: 65 },
    { size: 1000 },
    { more: 1 },
  ])
    expect((await draw(id, given)).statusCode, JSON.stringify(given)).toBe(400);
  for (const file of ['c.ttf', '../a.ttf']) expect((await draw(id, { file })).json().code).toBe('FILE_NOT_FOUND');
  expect((await draw(id, { file: 'b.ttf' })).json().code).toBe('WORDS_NOT_DRAWN');
  await test.db.updateTable('resource_files').set({ media_type: 'image/png' }).where('resource_id', '=', id).execute();
  expect((await draw(id)).json().code).toBe('FILE_NOT_FOUND');
  const hidden = await addPack({ status: 'PENDING' });
  expect((await draw(hidden)).json().code).toBe('RESOURCE_NOT_FOUND');
  expect((await draw(hidden, {}, leaker)).statusCode).toBe(200);
});

it('are limited for each person and network, but not if they were drawn before', { timeout: 60_000 }, async () => {
  const strict = await startTestApp({ beside: test, limits: { fontWords: { ...standardLimits.fontWords, limit: 2 } } });
  try {
    const id = await addPack();
    const statuses: number[] = [];
    for (const text of ['a', 'a', 'b', 'c', 'a'])
      statuses.push((await draw(id, { text }, undefined, strict)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
    expect((await draw(id, { text: 'd' }, leaker, strict)).statusCode).toBe(200);
  } finally {
    await strict.stop();
  }
});
