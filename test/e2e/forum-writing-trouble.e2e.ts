// Problems while writing: very long text, failed picture uploads, double clicks.
import type { Locator, Page } from '@playwright/test';
import type { Thread } from '#contract/forum/api.ts';
import { composerOf, lastPlace, openOthersThread, postsOf } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

/** A picture that the site accepts. */
const drawPicture = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    canvas.getContext('2d')?.fillRect(8, 8, 40, 40);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
};

/** Inserts the whole text in one step, like pasting. `fill` would take time for every line of a long text. */
const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element: HTMLTextAreaElement, all) => {
    element.setRangeText(all, 0, element.value.length);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);

test('a text that is too long is flagged before sending, and the longest allowed one is posted', async ({
  page,
  browser,
}) => {
  const { path } = await openOthersThread(page, browser);
  const field = composerOf(page);
  const longest = 'grain and halation\n'.repeat(2700).slice(0, 49_999);
  await paste(field, `${longest}!!`);
  await expect(page.getByText('1 character over the limit')).toBeVisible();
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect(page.getByText('At most 50000 characters.')).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/At most 50000 characters\./);
  await paste(field, `${longest}!`);
  await expect(page.getByText('0 characters left')).toBeVisible();
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect(field).toHaveValue('');
  expect((await postsOf(page.request, path))[1]?.content).toHaveLength(50_000);
  // If the field grew as tall as its text, it would push the thread out of view.
  expect((await field.boundingBox())?.height).toBeLessThan(200);
});

test('a failed picture upload can be retried, and a running one cancelled', async ({ page, browser, watch }) => {
  watch.allow(/ERR_FAILED/);
  await openOthersThread(page, browser);
  const field = composerOf(page);
  await field.fill('Before\n');
  await page.route('**/api/forum/pictures', (route) => route.abort());
  const picture = { name: 'frame.png', mimeType: 'image/png', buffer: await drawPicture(page) };
  const chooser = page.getByLabel('Choose pictures');
  await chooser.setInputFiles(picture);
  const list = page.getByRole('list', { name: 'Pictures being uploaded' });
  await expect(list.getByRole('alert')).toHaveText(/could not be reached/);
  await page.unroute('**/api/forum/pictures');
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(field).toHaveValue(/^Before\n!\[frame\]\(\/public\/forum\/[^)]+\)\n$/);

  await field.fill('Without');
  await page.route('**/api/forum/pictures', () => {});
  await chooser.setInputFiles(picture);
  await expect(field).toHaveValue(/Uploading frame/);
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect(page.getByText('A picture is still uploading. Wait for it or cancel it.')).toBeVisible();
  await list.getByRole('button', { name: 'Cancel frame.png' }).click();
  await expect(list).toHaveCount(0);
  await expect(field).toHaveValue(/^Without\n?$/);
});

test('a quote is added below the typed text, and pressing twice posts once', async ({ page, browser }) => {
  const { path, author } = await openOthersThread(page, browser);
  const field = composerOf(page);
  await field.fill('My view:');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: `Quote ${author}` })
    .click();
  await expect(field).toHaveValue(`My view:\n\n@${author} wrote:\n\n> How do you do it?\n>\n> I tried a *blur*.\n\n`);
  await expect(field).toBeFocused();
  await page.keyboard.type('In layers.');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await expect(field).toHaveValue('');
  const reply = page.getByRole('article').last();
  await expect(reply.getByRole('blockquote')).toContainText('How do you do it?');
  await expect(reply.getByText('In layers.')).toBeVisible();
  expect(await postsOf(page.request, path)).toHaveLength(2);
});

test('a thread whose response was lost is found and not created twice', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|ERR_CONNECTION/);
  await registerByCall(page.request);
  const place = await lastPlace(page.request);
  await page.goto(`/community/${place.category.slug}/${place.subCategory.slug}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Create Thread' }).first().click();
  const window = page.getByRole('dialog', { name: 'Create Thread' });
  const title = `Once ${crypto.randomUUID().slice(0, 8)}`;
  await window.getByLabel('Title').fill(title);
  await window.getByLabel('Content').fill('And not twice.');
  await page.route('**/api/forum/threads', async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  await window.getByRole('button', { name: 'Create Thread' }).click();
  await expect(window.getByRole('alert')).toContainText('Failed to create thread. Please try again.');
  await window.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const threads = await (await page.request.get(`/api/forum/threads?categoryId=${place.id}`)).json();
  expect((threads as Thread[]).filter((thread) => thread.title === title)).toHaveLength(1);
});

test('an unfinished thread is kept as a draft or discarded', async ({ page }) => {
  await registerByCall(page.request);
  const place = await lastPlace(page.request);
  await page.goto(`/community/${place.category.slug}/${place.subCategory.slug}`);
  await page.waitForLoadState('networkidle');
  const open = page.getByRole('button', { name: 'Create Thread' }).first();
  const window = page.getByRole('dialog', { name: 'Create Thread' });
  await open.click();
  await window.getByLabel('Title').fill('Half a title');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep draft' }).click();
  await expect(window).toHaveCount(0);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await open.click();
  await expect(window.getByLabel('Title')).toHaveValue('Half a title');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(window).toHaveCount(0);
  await expect(open).toBeFocused();
  await open.click();
  await expect(window.getByLabel('Title')).toHaveValue('');
  await expect(window.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
});
