// Hostile text, ids, bodies and content types in everything that the forum reads and writes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Post, Thread } from '#contract/forum/api.ts';
import {
  EDIT_REASON_MAX_CHARACTERS,
  POST_MAX_CHARACTERS,
  THREAD_TITLE_MAX_CHARACTERS,
} from '#contract/forum/limits.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { bodyOf, encodeHostile, expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let ann: Person;
let categoryId: string;
let threadId: string;
let postId: string;
beforeAll(async () => {
  test = await startTestApp();
  ann = await test.addPerson();
  categoryId = (await addSubcategory(test)).id;
});
afterAll(() => test.stop());
beforeEach(async () => {
  const thread = await addThread(test, { subcategoryId: categoryId, authorId: ann.id });
  threadId = thread.id;
  postId = thread.postIds[0] ?? '';
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const JSON_TYPE = { 'content-type': 'application/json' };
const send = (method: Method, url: string, body?: object) =>
  test.call({ method, url, ...(body ? { payload: JSON.stringify(body), headers: JSON_TYPE } : {}) }, ann);

/** All content written in the forum, to prove that a request wrote nothing. */
const written = () =>
  Promise.all([
    test.db.selectFrom('forum_threads').selectAll().orderBy('id').execute(),
    test.db.selectFrom('forum_posts').selectAll().orderBy('id').execute(),
    test.db.selectFrom('forum_post_versions').selectAll().orderBy('post_id').orderBy('version').execute(),
    test.db.selectFrom('forum_reactions').selectAll().orderBy('id').execute(),
    test.db.selectFrom('forum_visits').selectAll().orderBy('thread_id').orderBy('user_id').execute(),
  ]);

const calls = (): [Method, string, Record<string, unknown>][] => [
  ['POST', '/api/forum/threads', { title: 'T', content: 'x', categoryId, tags: [] }],
  ['POST', '/api/forum/posts', { threadId, content: 'x' }],
  ['PUT', `/api/forum/posts/${postId}`, { content: 'x', editReason: 'y' }],
  ['POST', '/api/forum/reactions', { postId, type: 'like' }],
  ['PUT', `/api/forum/threads/${threadId}/seen`, { number: 1 }],
];

describe('text', () => {
  const texts = hostileCases.filter(({ how, kind }) => how === 'literal' && /^(text|markdown|search|tags)$/.test(kind));

  it('is stored unchanged, or rejected by field', async () => {
    let kept = 0;
    for (const { id, input } of texts) {
      const thread = { title: 'T', content: `Of ${id}`, categoryId, tags: [] as string[] };
      const tries = [
        ['title', await send('POST', '/api/forum/threads', { ...thread, title: input }), input.trim()],
        ['content', await send('POST', '/api/forum/threads', { ...thread, content: input }), input],
        ['content', await send('POST', '/api/forum/posts', { threadId, content: input }), input],
        ['content', await send('PUT', `/api/forum/posts/${postId}`, { content: input }), input],
        ['tags', await send('POST', '/api/forum/threads', { ...thread, tags: [input] }), [input.trim()]],
        [
          'editReason',
          await send('PUT', `/api/forum/posts/${postId}`, { content: `R ${id}`, editReason: input }),
          input.trim(),
        ],
      ] as const;
      for (const [field, reply, expected] of tries) {
        expectHarmless(reply, `${id} as ${field}`, input);
        if (reply.statusCode < 300) {
          expect(reply.json<Record<string, unknown>>()[field] ?? '', `${id} as ${field}`).toEqual(expected);
          kept += 1;
        } else {
          expect([reply.statusCode, reply.json()], `${id} as ${field}`).toMatchObject([400, { code: 'BAD_INPUT' }]);
          const [named = ''] = Object.keys(reply.json<{ fields: Record<string, string> }>().fields);
          expect(named.startsWith(field), `${id}: ${named}`).toBe(true);
        }
      }
    }
    expect(kept).toBeGreaterThan(200);
    const list = await send('GET', `/api/forum/threads/${categoryId}`);
    expect(list.statusCode).toBe(200);
  }, 60_000);

  it('is limited in characters and in bytes', async () => {
    const statusOf = async (...call: Parameters<typeof send>) => (await send(...call)).statusCode;
    const post = (content: string) => statusOf('POST', '/api/forum/posts', { threadId, content });
    // Each of these characters takes three bytes.
    expect(await post('字'.repeat(POST_MAX_CHARACTERS))).toBe(201);
    expect(await post('字'.repeat(POST_MAX_CHARACTERS + 1))).toBe(400);
    expect(await post('x'.repeat(190_000))).toBe(400);
    expect(await post('x'.repeat(210_000))).toBe(413);
    const thread = { content: 'x', categoryId };
    const title = 'x'.repeat(THREAD_TITLE_MAX_CHARACTERS);
    expect(await statusOf('POST', '/api/forum/threads', { ...thread, title })).toBe(201);
    expect(await statusOf('POST', '/api/forum/threads', { ...thread, title: `${title}x` })).toBe(400);
    const editReason = 'x'.repeat(EDIT_REASON_MAX_CHARACTERS + 1);
    expect(await statusOf('PUT', `/api/forum/posts/${postId}`, { content: 'y', editReason })).toBe(400);
  });

  it('in a title may be in any script, but contain no direction overrides or invisible characters', async () => {
    for (const title of ['\u202eevil', 'a\u2066b', '\u2028', '\u200b', '   '])
      expect((await send('POST', '/api/forum/threads', { title, content: 'x', categoryId })).statusCode).toBe(400);
    const title = 'Как сохранить тон кожи? 🎬';
    const made = await send('POST', '/api/forum/threads', { title, content: 'x', categoryId });
    expect(made.json<Thread>().title).toBe(title);
  });
});

describe('ids', () => {
  const places: [Method, (id: string) => string, object?][] = [
    ['GET', (id) => `/api/forum/threads/${id}`],
    ['GET', (id) => `/api/forum/posts/${id}`],
    ['GET', (id) => `/api/forum/posts/${id}/versions`],
    ['GET', (id) => `/api/forum/categories/${id}/colour`],
    ['GET', (id) => `/api/forum/categories/colour/${id}`],
    ['POST', (id) => `/api/forum/threads/${id}/view`],
    ['PUT', (id) => `/api/forum/threads/${id}/seen`, { number: 1 }],
    ['PUT', (id) => `/api/forum/posts/${id}`, { content: 'x' }],
    ['DELETE', (id) => `/api/forum/reactions/${id}`],
  ];

  it('in a URL give 400 or 404', async () => {
    const before = await written();
    for (const { id, input } of literals('id')) {
      for (const [method, address, body] of places) {
        const url = address(encodeHostile(input));
        if (new URL(url, 'http://localhost').pathname.split('/').length < url.split('/').length) continue;
        const reply = await send(method, url, body);
        expectHarmless(reply, `${id} ${method} ${url}`, input);
        expect([400, 404], `${method} ${url}`).toContain(reply.statusCode);
      }
    }
    expect(await written()).toEqual(before);
  });

  it('in a body or query give 400', async () => {
    const before = await written();
    for (const { id, input } of literals('id')) {
      const query = encodeHostile(input);
      for (const reply of [
        await send('POST', '/api/forum/threads', { title: 'T', content: 'x', categoryId: input }),
        await send('POST', '/api/forum/posts', { threadId: input, content: 'x' }),
        await send('POST', '/api/forum/reactions', { postId: input, type: 'like' }),
        await send('GET', `/api/forum/threads?categoryId=${query}`),
        await send('GET', `/api/forum/threads?categoryId=${categoryId}&before=${query}`),
        await send('GET', `/api/forum/threads?categoryId=${categoryId}&after=1-${query}`),
        await send('GET', `/api/forum/threads/${threadId}?page=${query}`),
      ]) {
        expectHarmless(reply, id, input);
        expect(reply.statusCode, id).toBe(400);
      }
    }
    expect(await written()).toEqual(before);
  });

  it('of another kind of object give 404', async () => {
    for (const [method, url, body] of [
      ['POST', '/api/forum/posts', { threadId: postId, content: 'x' }],
      ['POST', '/api/forum/reactions', { postId: threadId, type: 'like' }],
      ['POST', '/api/forum/threads', { title: 'T', content: 'x', categoryId: threadId }],
      ['PUT', `/api/forum/posts/${threadId}`, { content: 'x' }],
      ['DELETE', `/api/forum/reactions/${postId}`],
    ] as const)
      expect((await send(method, url, body)).statusCode, `${method} ${url}`).toBe(404);
  });
});

describe('bodies', () => {
  it.each(literals('json').map((found) => [`${found.id} ${found.label}`, found] as const))(
    '%s write nothing',
    async (_name, found) => {
      const before = await written();
      for (const [method, url] of calls()) {
        const reply = await test.call({ method, url, payload: bodyOf(found), headers: JSON_TYPE }, ann);
        expectHarmless(reply, `${found.id} ${method} ${url}`, found.input);
        expect([400, 413], reply.body).toContain(reply.statusCode);
      }
      expect(await written()).toEqual(before);
    },
  );

  it('of types other than JSON write nothing', async () => {
    const before = await written();
    // Spaces around the type are ignored.
    const types = literals('http', 'content-type').filter(({ input }) => input.trim() !== 'application/json');
    expect(types.length).toBeGreaterThan(4);
    for (const { id, input } of types) {
      for (const [method, url, body] of calls()) {
        const headers = { 'content-type': input };
        const reply = await test.call({ method, url, payload: JSON.stringify(body), headers }, ann);
        expectHarmless(reply, `${id} ${url}`, input);
        expect([400, 415], `${id} ${url}`).toContain(reply.statusCode);
      }
    }
    expect(await written()).toEqual(before);
  });

  it('with unknown fields or wrong types write nothing', async () => {
    const before = await written();
    const extras = [
      { authorId: ann.id },
      { id: postId },
      { number: 1.5 },
      { number: -1 },
      { number: '1' },
      { type: 'love' },
      { content: ['x'] },
      { content: null },
      { tags: 'x' },
      { isPinned: true },
      { html: '<b>x</b>' },
      { version: 0 },
    ];
    for (const [method, url, body] of calls()) {
      for (const extra of extras) {
        const [key = ''] = Object.keys(extra);
        // If an extra key is a real field of the endpoint, its value is invalid.
        const reply = await send(method, url, { ...body, ...extra });
        expect(reply.statusCode, `${method} ${url} ${key}`).toBe(400);
      }
    }
    expect(await written()).toEqual(before);
  });
});

describe('another user', () => {
  it('cannot edit a post or remove a reaction that is not theirs', async () => {
    const ben = await test.addPerson('admin');
    const liked = await send('POST', '/api/forum/reactions', { postId, type: 'like' });
    const { id } = liked.json<{ id: string }>();
    const edit = { method: 'PUT' as const, url: `/api/forum/posts/${postId}`, payload: { content: 'Mine now' } };
    expect((await test.call(edit, ben)).statusCode).toBe(403);
    expect((await test.call({ method: 'DELETE', url: `/api/forum/reactions/${id}` }, ben)).statusCode).toBe(404);
    const post = await send('GET', `/api/forum/posts/${postId}`);
    expect(post.json<{ post: Post }>().post).toMatchObject({ content: 'Post 1', likes: 1 });
  });
});
