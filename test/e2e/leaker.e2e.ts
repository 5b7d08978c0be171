// A leaker's journey, from the application to growing statistics (product.md UP-1, UP-5, UP-8).
import { adPagePath, ownUploadPath, resourcePath } from '#contract/paths.ts';
import { decide, waitForPreviews } from '#test/harness/approval.ts';
import { readResource } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles, newUserAgent, savedPath } from './journey-steps.ts';
import {
  adminOf,
  approveApplication,
  newLeaker,
  newMember,
  newPicture,
  newTitle,
  sendFile,
  tileOf,
} from './leaker-steps.ts';

test('a member applies, and the leaker dashboard opens once they are approved', async ({ page, browser, baseURL }) => {
  const { account } = await newMember(page.request);
  await page.goto('/leaker');
  await expect(page.getByRole('heading', { name: 'Upload New Resource' })).toHaveCount(0);
  const panel = page.getByRole('region', { name: 'Become a Leaker' });
  await panel.getByRole('button', { name: 'Apply Now' }).click();
  await expect(panel.getByText('you can open the leaker dashboard')).toBeVisible();
  await approveApplication(await adminOf(browser, baseURL), account);

  await page.goto('/leaker');
  await expect(page.getByText('LEAKER', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Member since /)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: `/${account.username}` })).toBeVisible();
  await expect(tileOf(page, 'Total Uploads')).toHaveText('0');
  await expect(tileOf(page, 'Total Downloads')).toHaveText('0');
  await expect(tileOf(page, 'Storage Used')).toHaveText('0.00 MB');
  await expect(tileOf(page, 'Approval Rate')).toHaveText('0%');
  await expect(page.getByRole('heading', { name: 'No recent activity' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No uploads yet' })).toBeVisible();
  await expect(page.getByText('0 Bytes of 50.00 GB used')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Upload New Resource' })).toBeVisible();
});

test('a page open during the approval becomes the leaker dashboard', async ({ page, browser, baseURL }) => {
  const { account } = await newMember(page.request);
  expect((await page.request.post('/api/leaker/apply')).ok()).toBe(true);
  await page.goto('/leaker');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('PENDING', { exact: true })).toBeVisible();
  await approveApplication(await adminOf(browser, baseURL), account);
  // Another window detects the approval and notifies this one.
  await (await page.context().newPage()).goto('/resources');
  await expect(tileOf(page, 'Storage Used')).toHaveText('0.00 MB');
  await expect(page.getByRole('heading', { name: 'No recent activity' })).toBeVisible();
});

test('an upload is rejected, fixed, submitted again, approved, found and counted', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const admin = await adminOf(browser, baseURL);
  const { account } = await newLeaker(page, admin);
  const sent = { id: crypto.randomUUID(), title: newTitle() };
  await sendFile(page.request, account.username, sent, await newPicture());
  const spare = { ...(await newPicture()), name: 'Spare plates/Old.png' };
  await sendFile(page.request, account.username, sent, spare);

  await page.goto('/leaker');
  const uploads = page.getByRole('region', { name: 'Your uploads' });
  const line = uploads.getByRole('listitem').filter({ hasText: sent.title });
  await expect(line.getByText('Awaiting approval')).toBeVisible();
  await line.getByRole('link', { name: sent.title }).click();
  await expect(page).toHaveURL(ownUploadPath(sent.id));
  await expect(page.getByRole('heading', { level: 1, name: sent.title })).toBeVisible();
  // The page updates automatically while jobs process the files.
  await expect(page.getByText(/^(Creating previews|Previews are created once)/)).toHaveCount(0, { timeout: 90_000 });
  await waitForPreviews(page.request, sent.id);

  const reason = 'The old plates have someone else’s mark on them.';
  await decide(admin, sent.id, { status: 'REJECTED', reason });
  await page.goto('/leaker?state=rejected');
  await expect(line.getByText(`Reason: ${reason}`)).toBeVisible();
  await line.getByRole('link', { name: sent.title }).click();
  await expect(page.getByText('Why it was rejected')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();

  await page.getByRole('button', { name: 'Remove Old.png' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Old.png?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('region', { name: 'Files' }).getByText('1 file,')).toBeVisible();
  await page.getByLabel('Description').fill('Without the old plates.');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Your changes were saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit again' }).click();
  await expect(page.getByText('Awaiting approval', { exact: true })).toBeVisible();
  await expect(page.getByText('Why it was rejected')).toHaveCount(0);

  await waitForPreviews(page.request, sent.id);
  await decide(admin, sent.id, { status: 'APPROVED' });
  const visitor = await browser.newContext({ baseURL, userAgent: newUserAgent() });
  const listing = await visitor.newPage();
  await expect
    .poll(async () => {
      await listing.goto(`/resources?search=${encodeURIComponent(sent.title)}`);
      return await cardTitles(listing);
    })
    .toEqual([sent.title]);
  const picture = listing.getByRole('article').locator('img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await listing.goto(adPagePath(sent.id));
  const arrived = listing.waitForEvent('download');
  await listing.getByRole('link', { name: 'Skip & Download Now' }).click();
  await savedPath(await arrived);
  // A download counts from its first byte, but is recorded a moment later.
  await expect.poll(async () => (await readResource(page.request, sent.id)).downloads).toBe(1);
  await visitor.close();
  await page.goto('/leaker');
  await expect(tileOf(page, 'Total Uploads')).toHaveText('1');
  await expect(tileOf(page, 'Total Downloads')).toHaveText('1');
  await expect(tileOf(page, 'Approval Rate')).toHaveText('50%');
  await expect(line.getByText('Approved', { exact: true })).toBeVisible();

  const activity = page.getByRole('region', { name: 'Recent Activity' });
  const entries = activity.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem');
  const filter = activity.getByRole('navigation', { name: 'Activity type' });
  await filter.getByRole('link', { name: 'Approvals' }).click();
  await expect(page).toHaveURL('/leaker?activity=approvals');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText(sent.title);
  await filter.getByRole('link', { name: 'Downloads' }).click();
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText(`${sent.title} was downloaded`);
  await filter.getByRole('link', { name: 'All' }).click();
  await expect(page).toHaveURL('/leaker');
  await expect(entries.filter({ hasText: sent.title })).not.toHaveCount(0);
  await line.getByRole('link', { name: /Public page/ }).click();
  await expect(page).toHaveURL(resourcePath(sent.id));
});
