import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSubcategory } from '../../../test/forum.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

it('smoke', async () => {
  const { id, address } = await addSubcategory(test);
  const ann = await test.addPerson();
  const made = await test.call(
    {
      method: 'POST',
      url: '/api/forum/threads',
      payload: { title: 'Hello', content: 'First **words**', categoryId: id, tags: [] },
    },
    ann,
  );
  expect(made.json()).toMatchObject({ title: 'Hello', postCount: 1 });
  const threadId = made.json().id;
  const replied = await test.call(
    { method: 'POST', url: '/api/forum/posts', payload: { threadId, content: 'Second' } },
    ann,
  );
  expect(replied.json()).toMatchObject({ number: 2, html: '<p>Second</p>\n' });
  const postId = replied.json().id;
  const liked = await test.call(
    { method: 'POST', url: '/api/forum/reactions', payload: { postId, type: 'like' } },
    ann,
  );
  expect([liked.statusCode, liked.json()]).toMatchObject([201, { likes: 1 }]);
  const again = await test.call(
    { method: 'POST', url: '/api/forum/reactions', payload: { postId, type: 'like' } },
    ann,
  );
  expect([again.statusCode, again.json()]).toEqual([200, liked.json()]);
  const thread = await test.call({ method: 'GET', url: `/api/forum/threads/${threadId}` }, ann);
  console.log(JSON.stringify(thread.json(), null, 1));
  const list = await test.call({ method: 'GET', url: `/api/forum/categories/${address}` });
  console.log(JSON.stringify(list.json(), null, 1));
  const bare = await test.call({ method: 'GET', url: `/api/forum/threads/${id}` });
  expect(bare.json()).toHaveLength(1);
  const index = await test.call({ method: 'GET', url: '/api/forum/categories' });
  console.log(JSON.stringify(index.json(), null, 1));
  const del = await test.call({ method: 'DELETE', url: `/api/forum/reactions/${liked.json().id}` }, ann);
  expect(del.statusCode).toBe(204);
  const first = thread.json().posts[0].id;
  const edited = await test.call(
    { method: 'PUT', url: `/api/forum/posts/${first}`, payload: { content: 'Other', editReason: 'why', version: 1 } },
    ann,
  );
  expect(edited.json()).toMatchObject({ version: 2 });
  const seen = await test.call(
    { method: 'PUT', url: `/api/forum/threads/${threadId}/seen`, payload: { number: 9 } },
    ann,
  );
  expect(seen.statusCode).toBe(204);
  const versions = await test.call({ method: 'GET', url: `/api/forum/posts/${first}/versions` }, ann);
  console.log(versions.json());
  const one = await test.call({ method: 'GET', url: `/api/forum/posts/${first}` });
  console.log(one.json());
  const view = await test.call({ method: 'POST', url: `/api/forum/threads/${threadId}/view` });
  expect(view.statusCode).toBe(204);
  await test.app.threadViews.flush();
  expect((await test.call({ method: 'GET', url: `/api/forum/threads/${randomUUID()}` })).json()).toMatchObject({
    code: 'THREAD_NOT_FOUND',
  });
});
