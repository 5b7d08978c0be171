// Unread marks in a list of threads, for members.
import { subcategoryPath } from '#contract/paths.ts';
import { archivePlace, beginThread, newPlace } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

test('a member sees which threads have unread posts, opens the first one, and marks the list as read', async ({
  page,
  browser,
}) => {
  await registerByCall(page.request);
  // Threads of other journeys would become unread in between.
  const place = await newPlace(browser);
  const list = subcategoryPath(place);
  const writer = await browser.newContext();
  await registerByCall(writer.request);
  const title = 'A thread to be read';
  const threadId = (await beginThread(writer.request, title, 'The first post.', place)).split('/').at(-1);
  const post = (content: string) => writer.request.post('/api/forum/posts', { data: { threadId, content } });

  await page.goto(list);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('Unread', { exact: true })).toBeVisible();
  const seen = page.waitForResponse((answer) => answer.url().endsWith('/seen') && answer.request().method() === 'PUT');
  await row.getByRole('link', { name: title, exact: true }).click();
  await seen;
  await page.goto(list);
  await expect(page.getByText(/^Live/)).toBeVisible();
  await expect(row.getByText('Unread', { exact: true })).toHaveCount(0);

  await post('The second post.');
  await expect(row.getByText('Unread', { exact: true })).toBeVisible();
  const again = page.waitForResponse((answer) => answer.url().endsWith('/seen') && answer.request().method() === 'PUT');
  await row.getByRole('link', { name: `First unread post in ${title}` }).click();
  await expect(page).toHaveURL(/#post-2$/);
  await again;
  await page.goto(list);
  await expect(page.getByText(/^Live/)).toBeVisible();
  await post('The third post.');
  await expect(row.getByText('Unread', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^Live/)).toBeVisible();
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);

  const guest = await browser.newPage();
  await guest.goto(list);
  await expect(guest.getByText(/^Live/)).toBeVisible();
  await expect(guest.getByText('Unread', { exact: true })).toHaveCount(0);
  await guest.close();
  await writer.close();
  await archivePlace(browser, place);
});
