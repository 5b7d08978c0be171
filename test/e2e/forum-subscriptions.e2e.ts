// Subscribing to a thread, and the notification of a reply.
import { beginThread, composerOf } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

test('a member subscribes to a thread, is notified of a reply, and unsubscribes', async ({ page, browser }) => {
  await registerByCall(page.request);
  const writer = await browser.newContext();
  await registerByCall(writer.request);
  const path = await beginThread(writer.request, 'A thread to subscribe to', 'The first post.');
  const threadId = path.split('/').at(-1);
  const post = async (content: string) =>
    expect((await writer.request.post('/api/forum/posts', { data: { threadId, content } })).status()).toBe(201);
  const unread = async () => (await page.request.get('/api/notifications/unread')).json();

  await page.goto(path);
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
  await post('The second post.');
  await expect.poll(unread).toEqual({ unread: 1 });
  await page.goto('/notifications');
  await expect(page.getByText('replied in a subscribed thread')).toBeVisible();

  await page.goto(path);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
  await post('The third post.');
  expect(await unread()).toEqual({ unread: 1 });
  await writer.close();

  const guest = await browser.newPage();
  await guest.goto(path);
  await expect(guest.getByText(/^Live/)).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Subscribe', exact: true })).toHaveCount(0);
  await guest.close();
});

test('a reply subscribes, and the page shows it', async ({ page, browser }) => {
  await registerByCall(page.request);
  const writer = await browser.newContext();
  await registerByCall(writer.request);
  const path = await beginThread(writer.request, 'A thread to reply to', 'The first post.');
  await writer.close();
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
  await composerOf(page).fill('I have the same.');
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
});
