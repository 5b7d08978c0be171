// Tests of the messages between the creator of an upload and its reviewers.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { UPLOAD_MESSAGE_MAX_CHARACTERS, UPLOAD_MESSAGES_MAX } from '#contract/uploads/limits.ts';
import type { UploadMessages } from '#contract/uploads/messages.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { notificationsOf } from '#test/harness/notifications.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let admin: Person;
let leaker: Person;
let id: string;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());
beforeEach(async () => {
  [admin, leaker] = [await test.addPerson('admin'), await test.addPerson('leaker')];
  id = await addResource(test, { authorId: leaker.id, status: 'PENDING', title: 'Ink Bloom' });
});

const write = (text: string, by: Person) =>
  test.call({ method: 'POST', url: `/api/uploads/${id}/messages`, payload: { text } }, by);
const read = (by: Person) => test.call({ method: 'GET', url: `/api/uploads/${id}/messages` }, by);

it('shows a question and its answer to both, who are notified', async () => {
  expect((await write(' Who made\nInk_09? ', admin)).statusCode).toBe(201);
  expect(await notificationsOf(test, leaker)).toMatchObject([
    {
      kind: 'upload-message',
      title: `${admin.username} wrote to you about Ink Bloom`,
      line: 'Who made Ink_09?',
      href: `/leaker/uploads/${id}`,
    },
  ]);
  await write('I did.', leaker);
  expect(await notificationsOf(test, admin)).toMatchObject([
    { title: `${leaker.username} wrote about Ink Bloom`, line: 'I did.', href: `/admin/review/${id}` },
  ]);
  expect((await read(leaker)).json<UploadMessages>()).toMatchObject({
    messages: [
      { text: 'Who made\nInk_09?', author: admin.username, isByReviewer: true },
      { text: 'I did.', author: leaker.username, isByReviewer: false },
    ],
    isFull: false,
  });
});

it('notifies no administrator who has nothing to do with the upload, and none who has lost the role', async () => {
  const [stranger, former] = [await test.addPerson('admin'), await test.addPerson('admin')];
  await write('A question.', former);
  await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', former.id).execute();
  await write('An answer.', leaker);
  expect(await notificationsOf(test, stranger)).toEqual([]);
  expect(await notificationsOf(test, former)).toEqual([]);
});

it('disappears from the bell with the upload', async () => {
  await write('A question.', admin);
  await test.call({ method: 'DELETE', url: `/api/admin/uploads/${id}` }, admin);
  expect(await notificationsOf(test, leaker)).toEqual([]);
});

it('is nothing for anyone else', async () => {
  await write('A question.', admin);
  const stranger = await test.addPerson('leaker');
  expect((await read(stranger)).statusCode).toBe(404);
  expect((await write('Me too.', stranger)).statusCode).toBe(404);
});

it('is bounded in length and number, also when many arrive at the same time', async () => {
  expect((await write('   ', leaker)).statusCode).toBe(400);
  expect((await write('x'.repeat(UPLOAD_MESSAGE_MAX_CHARACTERS + 1), leaker)).statusCode).toBe(400);
  const row = { resource_id: id, author_id: leaker.id, by_reviewer: false, text: '-', created_at: new Date() };
  await test.db
    .insertInto('upload_messages')
    .values(Array.from({ length: UPLOAD_MESSAGES_MAX - 2 }, () => row))
    .execute();
  const replies = await Promise.all([1, 2, 3, 4].map((count) => write(`Number ${count}`, admin)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409]);
  expect((await read(leaker)).json<UploadMessages>()).toMatchObject({ isFull: true });
});
