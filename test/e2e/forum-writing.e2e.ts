// Writing in the forum (product.md CO-1, CO-2): replies, new threads and edits, including over a bad connection.
import AxeBuilder from '@axe-core/playwright';
import { resourcePath } from '#contract/paths.ts';
import { demoCards } from '#test/harness/catalogue.ts';
import { beginThread, composerOf, lastPlace, lockThread, openOthersThread, postsOf } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

test('a reply is written by keyboard alone, with formatting, a mention and a preview, and sent once', async ({
  page,
  browser,
}) => {
  const { path, author } = await openOthersThread(page, browser);
  const field = composerOf(page);
  await field.focus();
  await page.keyboard.type('Try a ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('red');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' layer, ');
  await page.keyboard.press('Control+i');
  await page.keyboard.type('blurred');
  await expect(field).toHaveValue('Try a **red** layer, *blurred*');
  // Changes made with the toolbar can be undone like typed text.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(field).not.toHaveValue(/blurred\*$/);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue('Try a **red** layer, *blurred*');

  await page.keyboard.press('End');
  await page.keyboard.type(` @${author.slice(0, 6)}`);
  const option = page.getByRole('option', { name: author });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Try a **red** layer, *blurred* @${author} `);
  await expect(option).toHaveCount(0);

  // The toolbar is a single Tab stop before the field; arrow keys move between its buttons.
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('strong')).toHaveText('red');
  await expect(preview.getByRole('link', { name: `@${author}` })).toBeVisible();
  expect((await new AxeBuilder({ page }).include('form[aria-label="Post a Reply"]').analyze()).violations).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(field).toBeVisible();

  await field.focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').last().getByRole('strong')).toHaveText('red');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(page.getByText('Your reply was posted.')).toBeAttached();
  expect(await postsOf(page.request, path)).toHaveLength(2);
});

test('a reply whose response was lost is found in the thread and not posted twice', async ({
  page,
  browser,
  watch,
}) => {
  watch.allow(/ERR_FAILED|ERR_CONNECTION/);
  const { path } = await openOthersThread(page, browser);
  // The site receives the reply, but the response never reaches the page.
  await page.route('**/api/forum/posts', async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  const field = composerOf(page);
  await field.fill('Screen mode, 12 percent.');
  const press = page.getByRole('button', { name: 'Post reply' });
  await press.click();
  await expect(page.getByText(/it may have been posted/)).toBeVisible();
  await expect(field).toHaveValue('Screen mode, 12 percent.');
  await press.click();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(await postsOf(page.request, path)).toHaveLength(2);
});

test('when the thread is locked while writing, the page says so and keeps the text', async ({ page, browser }) => {
  const { path } = await openOthersThread(page, browser);
  const field = composerOf(page);
  await field.fill('One more thing.');
  await lockThread(browser, path);
  // The page learns about the lock from its socket or when it sends the reply. In both cases, the reply is kept but not posted.
  await expect(page.getByText('This thread is locked. You can still read it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post reply' })).toBeDisabled();
  await expect(field).toHaveValue('One more thing.');
  expect(await postsOf(page.request, path)).toHaveLength(1);
});

test('when the page missed the lock, the refusal is shown and the text is kept', async ({ page, browser, watch }) => {
  watch.allow(/status of 423/, /WebSocket|ERR_FAILED/);
  await page.route(/\/ws/, (route) => route.abort());
  await page.routeWebSocket(/\/ws/, (socket) => socket.close());
  const { path } = await openOthersThread(page, browser);
  const field = composerOf(page);
  await field.fill('One more thing.');
  await lockThread(browser, path);
  await field.press('Control+Enter');
  await expect(page.getByRole('alert')).toHaveText('This thread is locked. You can still read it.');
  await expect(field).toHaveValue('One more thing.');
  expect(await postsOf(page.request, path)).toHaveLength(1);
});

test('a thread with a pasted picture and code is created and can be read by a guest', async ({ page, browser }) => {
  await registerByCall(page.request);
  const place = await lastPlace(page.request);
  await page.goto(`/community/${place.category.slug}/${place.subCategory.slug}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Create Thread' }).first().click();
  const window = page.getByRole('dialog', { name: 'Create Thread' });
  await expect(window.getByLabel('Title')).toBeFocused();
  await window.getByRole('button', { name: 'Create Thread' }).click();
  await expect(window.getByText('Enter a title.')).toBeVisible();
  await expect(window.getByText('Write something first.')).toBeVisible();
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);

  const title = `Grain at 800T ${crypto.randomUUID().slice(0, 8)}`;
  await window.getByLabel('Title').fill(title);
  const content = window.getByLabel('Content');
  await content.fill('Before:\n');
  await content.press('End');
  await content.evaluate(async (field: HTMLTextAreaElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    canvas.getContext('2d')?.fillRect(40, 40, 200, 90);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const data = new DataTransfer();
    data.items.add(new File(blob ? [blob] : [], 'grain [800T].png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(content).toHaveValue(/^Before:\n!\[grain 800T\]\(\/public\/forum\/[^)]+\)\n$/);
  await content.press('Control+End');
  await window.getByRole('button', { name: 'Code', exact: true }).click();
  await page.keyboard.type('gain 0.60');
  await window.getByRole('textbox', { name: 'Tags' }).fill('grain');
  await page.keyboard.press('Enter');
  await expect(window.getByRole('button', { name: 'Remove tag grain' })).toBeVisible();

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Keep your draft?' });
  await expect(question.getByRole('button', { name: 'Keep writing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await window.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(
    new RegExp(`/community/${place.category.slug}/${place.subCategory.slug}/[0-9a-f-]{36}$`),
  );

  const guest = await browser.newPage();
  await guest.goto(page.url());
  const post = guest.getByRole('article').first();
  await expect(post.locator('pre')).toContainText('gain 0.60');
  const picture = post.getByRole('img', { name: 'grain 800T' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await guest.close();
});

test('an asset leads to a similar one and to a thread about it, and its creator is asked in a new thread', async ({
  page,
}) => {
  const [asset] = await demoCards(page.request, 'free');
  const path = resourcePath(asset?.id ?? '');
  await registerByCall(page.request);
  const title = `Trying it ${crypto.randomUUID().slice(0, 8)}`;
  const threadAddress = await beginThread(page.request, title, `How fast is [this](${path})?`);
  const place = await lastPlace(page.request);
  await page.context().clearCookies();

  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const part = (name: string) => page.getByRole('region', { name });
  const asking = `/community/${place.category.slug}/${place.subCategory.slug}?about=${asset?.id}`;
  const ask = part('Discussed in').getByRole('link', { name: `Ask ${asset?.author}` });
  await expect(ask).toHaveAttribute('href', `/login?next=${encodeURIComponent(asking)}`);
  await expect(part(`More by ${asset?.author}`).getByRole('link', { name: /^All \d+ uploads$/ })).toHaveAttribute(
    'href',
    `/${asset?.author}`,
  );
  const similar = part('Similar').getByRole('article').first().getByRole('link');
  const name = (await similar.textContent()) ?? '';
  await similar.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).not.toHaveURL(path);
  await page.goBack();
  await part('Discussed in').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(threadAddress);
  await page.getByRole('article').getByRole('link', { name: asset?.title }).click();
  await expect(page).toHaveURL(path);

  await registerByCall(page.request);
  await page.reload();
  await ask.click();
  const window = page.getByRole('dialog', { name: 'Create Thread' });
  await expect(window.getByLabel('Title')).toHaveValue(`About ${asset?.title}`);
  await expect(window.getByLabel('Content')).toHaveValue(`[${asset?.title}](${path})\n\n`);
  await window.getByLabel('Content').press('Control+End');
  await page.keyboard.type('Which codec is it?');
  await window.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `About ${asset?.title}` })).toBeVisible();
  const post = page.getByRole('article').first();
  await expect(post.getByText('Which codec is it?')).toBeVisible();
  await expect(post.locator('.asset-card')).toHaveAttribute('href', path);
  await page.goBack();
  await expect(page).toHaveURL(path);
});

test('a thread about an asset can be given up, and an unknown asset starts an empty thread', async ({
  page,
  watch,
}) => {
  watch.allow(/status of (400|404)/);
  await registerByCall(page.request);
  const { category, subCategory } = await lastPlace(page.request);
  const address = `/community/${category.slug}/${subCategory.slug}`;
  const window = page.getByRole('dialog', { name: 'Create Thread' });
  const [asset] = await demoCards(page.request, 'free');
  await page.goto(`${address}?about=${asset?.id}`);
  await expect(window.getByLabel('Title')).toHaveValue(`About ${asset?.title}`);
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(page).toHaveURL(address);
  for (const id of [crypto.randomUUID(), '<script>']) {
    await page.goto(`${address}?about=${encodeURIComponent(id)}`);
    await expect(window.getByLabel('Title')).toHaveValue('');
    await expect(window.getByLabel('Content')).toHaveValue('');
  }
});

test('a file that is not a picture is refused with a message, and the text stays', async ({ page, browser }) => {
  await openOthersThread(page, browser);
  await composerOf(page).fill('See this');
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  const list = page.getByRole('list', { name: 'Pictures being uploaded' });
  await expect(list.getByRole('alert')).toHaveText('Please upload an image file');
  await list.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(list).toHaveCount(0);
  await expect(composerOf(page)).toHaveValue('See this');
});

test('the first post is edited twice with a reason, and every version can be read', async ({ page }) => {
  await registerByCall(page.request);
  const path = await beginThread(page.request, 'Node order', 'First words.');
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const post = page.getByRole('article').first();
  for (const [content, reason] of [
    ['Second words.', 'fixed node 3'],
    ['Third **words**.', ''],
  ] as const) {
    await post.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit post' });
    await form.getByRole('textbox', { name: 'Edit post' }).fill(content);
    await form.getByLabel('Reason for the edit (optional)').fill(reason);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    if (reason) await expect(post.getByText(reason)).toBeVisible();
  }
  await expect(post.getByRole('strong')).toHaveText('words');
  await post.getByRole('button', { name: '(edited 2 times)' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of this post' }).getByRole('listitem');
  await expect(versions).toHaveCount(3);
  await expect(versions.nth(0)).toContainText('Current version');
  await expect(versions.nth(1)).toContainText('Reason: fixed node 3');
  await expect(versions.nth(2)).toContainText('First words.');
});

test('the question about discarding an edit takes focus once', async ({ page }) => {
  await registerByCall(page.request);
  await page.goto(await beginThread(page.request, 'Node order', 'First words.'));
  await page.waitForLoadState('networkidle');
  await page.getByRole('article').first().getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit post' });
  await form.getByRole('textbox', { name: 'Edit post' }).fill('Other words.');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  const reason = form.getByLabel('Reason for the edit (optional)');
  await reason.click();
  await page.keyboard.type('clearer');
  await expect(reason).toHaveValue('clearer');
  await expect(reason).toBeFocused();
});

test('editing a post that was changed in the meantime keeps both texts available', async ({ page, watch }) => {
  watch.allow(/status of 409/);
  await registerByCall(page.request);
  const path = await beginThread(page.request, 'Node order', 'First words.');
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.getByRole('article').first().getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit post' });
  const field = form.getByRole('textbox', { name: 'Edit post' });
  await field.fill('Mine.');
  const [first] = await postsOf(page.request, path);
  const answer = await page.request.put(`/api/forum/posts/${first?.id}`, { data: { content: 'Theirs.' } });
  expect(answer.status()).toBe(200);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('region', { name: 'The current post' })).toContainText('Theirs.');
  await expect(field).toHaveValue('Mine.');
  await form.getByRole('button', { name: 'Continue with my version' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect((await postsOf(page.request, path))[0]).toMatchObject({ content: 'Mine.', version: 3 });
});

test('a guest is sent to log in and returns to the list', async ({ page }) => {
  const place = await lastPlace(page.request);
  const path = `/community/${place.category.slug}/${place.subCategory.slug}`;
  await page.goto(path);
  const link = page.getByRole('link', { name: 'Create Thread' }).first();
  await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent(path)}`);
});
