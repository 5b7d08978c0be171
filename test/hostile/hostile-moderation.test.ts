// Hostile text, ids and bodies in forum administration.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSubcategory, addThread, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { allMails } from '#test/harness/mailbox.ts';
import { bodyOf, encodeHostile, expectHarmless, hostileCases } from './hostile-inputs.ts';

let test: TestApp;
let admin: Person;
let author: Person;
let place: TestSubcategory;
beforeAll(async () => {
  test = await startTestApp();
  [admin, author] = [await test.addPerson('admin'), await test.addPerson()];
  place = await addSubcategory(test);
});
afterAll(() => test.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload: string | Buffer) =>
  test.call({ method, url, payload, headers: JSON_TYPE }, admin);

const texts = hostileCases.filter(({ how }) => how === 'literal');

it('a reason is rejected, or appears unchanged in the thread, audit log and email', async () => {
  const { id: threadId, postIds } = await addThread(test, {
    subcategoryId: place.id,
    authorId: author.id,
    posts: texts.length + 1,
  });
  let kept = 0;
  for (const [index, { id: about, input }] of texts.entries()) {
    const postId = postIds[index + 1] ?? '';
    const reply = await send('DELETE', `/api/forum/posts/${postId}`, JSON.stringify({ reason: input }));
    expectHarmless(reply, about, input);
    if (reply.statusCode !== 204) continue;
    kept += 1;
    const shown = await test.call({ method: 'GET', url: `/api/forum/posts/${postId}` });
    expect(shown.json().post, about).toMatchObject({ isDeleted: true, deleteReason: input, html: '' });
    const { after } = await test.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', postId)
      .executeTakeFirstOrThrow();
    expect(after, about).toEqual({ reason: input });
  }
  expect(kept).toBeGreaterThan(20);
  const mails = await allMails(test);
  expect(mails).toHaveLength(kept);
  for (const { subject, html } of mails) {
    expect(subject).toBe('Your post was removed');
    expect(html).not.toMatch(/<(?:script|img|iframe|svg|object|form)\b/i);
  }
  expect((await test.call({ method: 'GET', url: `/api/forum/threads/${threadId}` })).statusCode).toBe(200);
}, 120_000);

it('names and descriptions of categories are stored unchanged or rejected by field', async () => {
  let kept = 0;
  for (const { id: about, input } of texts) {
    for (const [url, field] of [
      [`categories/${place.categoryId}`, 'name'],
      [`categories/${place.categoryId}`, 'slug'],
      [`subcategories/${place.id}`, 'description'],
      [`subcategories/${place.id}`, 'icon'],
    ] as const) {
      const reply = await send('PATCH', `/api/admin/forum/${url}`, JSON.stringify({ [field]: input }));
      expectHarmless(reply, `${about} as ${field}`, input);
      if (reply.statusCode !== 200) continue;
      kept += 1;
      expect(reply.json<Record<string, string>>()[field], about).toBe(input.trim());
    }
    const index = await test.call({ method: 'GET', url: '/api/forum/categories' });
    expect(index.statusCode, about).toBe(200);
  }
  expect(kept).toBeGreaterThan(20);
}, 120_000);

const calls: [Method, string, string][] = [
  ['PATCH', '/api/forum/threads/', ''],
  ['DELETE', '/api/forum/threads/', ''],
  ['DELETE', '/api/forum/posts/', ''],
  ['PATCH', '/api/admin/forum/categories/', ''],
  ['POST', '/api/admin/forum/categories/', '/subcategories'],
  ['PATCH', '/api/admin/forum/subcategories/', ''],
];

it('ids in other formats are rejected', async () => {
  for (const { id: about, input } of hostileCases.filter(({ kind, how }) => kind === 'id' && how === 'literal')) {
    for (const [method, before, behind] of calls) {
      const reply = await send(method, before + encodeHostile(input) + behind, JSON.stringify({}));
      expectHarmless(reply, `${about} to ${method} ${before}`, input);
      expect(reply.statusCode, `${about} to ${method} ${before}`).toBeGreaterThanOrEqual(400);
    }
    const order = { categories: [{ id: input, subCategories: [] }] };
    expectHarmless(await send('PUT', '/api/admin/forum/order', JSON.stringify(order)), about, input);
  }
}, 60_000);

it('invalid JSON bodies are rejected', async () => {
  const { id, postIds } = await addThread(test, { subcategoryId: place.id, authorId: author.id, posts: 2 });
  const targets: [Method, string][] = [
    ['PATCH', `/api/forum/threads/${id}`],
    ['DELETE', `/api/forum/threads/${id}`],
    ['DELETE', `/api/forum/posts/${postIds[1]}`],
    ['POST', '/api/admin/forum/categories'],
    ['PUT', '/api/admin/forum/order'],
  ];
  for (const found of hostileCases.filter(({ kind }) => kind === 'json')) {
    for (const [method, url] of targets) {
      const reply = await send(method, url, bodyOf(found));
      expectHarmless(reply, `${found.id} to ${method} ${url}`, found.input);
      expect(reply.statusCode, `${found.id} to ${method} ${url}`).toBeGreaterThanOrEqual(400);
    }
  }
}, 60_000);
