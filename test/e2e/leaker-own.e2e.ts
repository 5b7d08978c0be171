// Your own uploads: privacy, keyboard use, confirmation before deleting, and lost connections.
import { ownUploadPath, resourcePath } from '#contract/paths.ts';
import type { UploadLine } from '#contract/uploads/api.ts';
import { waitForPreviews } from '#test/harness/approval.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { expectFocusRing, untilSaid } from './journey-steps.ts';
import { adminOf, newLeaker, newPicture, newTitle, sendFile } from './leaker-steps.ts';
import { registerByCall } from './people.ts';

test("another person's pending upload is not found for leakers or visitors", async ({ page, browser, baseURL }) => {
  await newLeaker(page, await adminOf(browser, baseURL));
  const { request } = await browser.newContext({ baseURL });
  await signInByCall(request, 'leaker');
  const { uploads } = (await (await request.get('/api/leaker/uploads')).json()) as { uploads: UploadLine[] };
  expect(uploads.length).toBeGreaterThan(0);
  for (const { id } of uploads.slice(0, 2)) {
    expect((await page.goto(ownUploadPath(id)))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Resource Not Found' })).toBeVisible();
  }
  expect((await page.goto(ownUploadPath('draft')))?.status()).toBe(404);
  // Let pending requests finish before the session ends.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.goto(ownUploadPath(uploads[0]?.id ?? ''));
  await expect(page).toHaveURL(/\/login\?next=%2Fleaker%2Fuploads%2F/);
});

test('a file and a whole upload are deleted by keyboard alone', async ({ page, browser, baseURL }) => {
  const { account } = await newLeaker(page, await adminOf(browser, baseURL));
  const sent = { id: crypto.randomUUID(), title: newTitle() };
  await sendFile(page.request, account.username, sent, await newPicture());
  await sendFile(page.request, account.username, sent, { ...(await newPicture()), name: 'Second.png' });
  // Wait for processing, so that no request is pending when the upload is deleted.
  await waitForPreviews(page.request, sent.id);
  await page.goto(ownUploadPath(sent.id));
  await page.waitForLoadState('networkidle');

  const remove = page.getByRole('button', { name: 'Remove Second.png' });
  await remove.focus();
  await page.keyboard.press('Enter');
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await expectFocusRing(page);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Files' }).getByRole('button', { name: /^Remove / })).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete this upload' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this upload?' });
  await expect(
    question.getByText('Are you sure you want to delete this upload? This action cannot be undone.', { exact: true }),
  ).toBeVisible();
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Tab');
  const said = untilSaid(page, `${sent.title} was deleted.`);
  await page.keyboard.press('Enter');
  await said;
  await expect(page).toHaveURL('/leaker');
  await expect(page.getByRole('heading', { name: 'No uploads yet' })).toBeVisible();
  expect((await page.request.get(`/api/uploads/${sent.id}`)).status()).toBe(404);
});

test('a public upload can be restored after deletion, and the question says so', async ({ page }) => {
  await signInByCall(page.request, 'leaker');
  const answer = await page.request.get('/api/leaker/uploads', { params: { state: 'approved' } });
  const { uploads } = (await answer.json()) as { uploads: UploadLine[] };
  await page.goto(ownUploadPath(uploads[0]?.id ?? ''));
  await page.getByRole('button', { name: 'Delete this upload' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Are you sure you want to delete this upload? This action cannot be undone. An administrator can restore it for 30 days.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('To change the files, upload a new version')).toBeVisible();
});

test('details are validated, kept through a lost connection, and saved', async ({ page, browser, baseURL, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const { account } = await newLeaker(page, await adminOf(browser, baseURL));
  const sent = { id: crypto.randomUUID(), title: newTitle() };
  await sendFile(page.request, account.username, sent, await newPicture());
  // Until then, the page asks for the upload again and again.
  await waitForPreviews(page.request, sent.id);
  await page.goto(ownUploadPath(sent.id));
  await page.waitForLoadState('networkidle');
  const save = page.getByRole('button', { name: 'Save details' });
  await page.getByLabel('Title').fill('   ');
  await save.click();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill(`${sent.title}, fixed`);
  await page.route(`**/api/uploads/${sent.id}`, (route) => route.abort('internetdisconnected'));
  await save.click();
  await expect(page.getByText('The site could not be reached.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(`${sent.title}, fixed`);
  await page.unrouteAll();
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: `${sent.title}, fixed` })).toBeVisible();
  // On the public page, only the leaker sees that the upload awaits approval.
  await page.goto(resourcePath(sent.id));
  await expect(page.getByText('Awaiting approval: only you and the team can see this page.')).toBeVisible();
  await page.getByRole('link', { name: 'Manage this upload' }).click();
  await expect(page).toHaveURL(ownUploadPath(sent.id));
  const { request } = await browser.newContext({ baseURL });
  await registerByCall(request);
  expect((await request.get(`/api/resources/${sent.id}`)).status()).toBe(404);
});

test('a thumbnail must be an image', async ({ page, browser, baseURL }) => {
  const { account } = await newLeaker(page, await adminOf(browser, baseURL));
  const sent = { id: crypto.randomUUID(), title: newTitle() };
  await sendFile(page.request, account.username, sent, await newPicture());
  // Until then, the page asks for the upload again and again.
  await waitForPreviews(page.request, sent.id);
  await page.goto(ownUploadPath(sent.id));
  await page.waitForLoadState('networkidle');
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Change thumbnail' }).click();
    await (await chooser).setFiles(file);
  };
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(page.getByText('Please upload an image file for the thumbnail')).toBeVisible();
  await choose(await newPicture());
  await expect(page.getByText('Thumbnail updated.')).toBeVisible();
  const picture = page.getByRole('img', { name: `Thumbnail of ${sent.title}` });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
