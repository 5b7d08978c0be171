// New versions of an asset: started by its creator, reviewed file by file, shown on its page, downloaded and restored (UP-6).
import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ownUploadPath, resourcePath, reviewPath } from '#contract/paths.ts';
import { decide, waitForPreviews } from '#test/harness/approval.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { expectPageWidth } from './journey-steps.ts';
import { adminOf, newLeaker, newMember, newPicture, newTitle, sendFile } from './leaker-steps.ts';

const expectAccessible = async (page: Page): Promise<void> => {
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
};

test('a new version replaces a file, is reviewed, and the earlier one stays downloadable', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  // Refused, because nothing has changed yet.
  watch.allow(/409 \(Conflict\)/);
  const admin = await adminOf(browser, baseURL);
  const leaker = await newLeaker(page, admin);
  const sent = { id: randomUUID(), title: newTitle() };
  const first = await newPicture();
  await sendFile(page.request, leaker.account.username, sent, first);
  await waitForPreviews(page.request, sent.id);
  await decide(admin, sent.id, { status: 'APPROVED' });
  const reader = await browser.newContext({ baseURL });
  await newMember(reader.request);
  expect((await reader.request.post(`/api/users/${leaker.account.username}/follow`)).ok()).toBe(true);

  await page.goto(ownUploadPath(sent.id));
  await page.getByLabel('What changes').fill('A brighter plate.');
  await page.getByRole('button', { name: 'Start a new version' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${sent.title}, version 2` })).toBeVisible();
  await expect(page.getByText('No file has changed yet.')).toBeVisible();
  const versionId = page.url().split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('The files are the same as in the current version. Change some first.')).toBeVisible();

  // The same file isn't uploaded again, another one with its name replaces it.
  const field = page.getByLabel('Choose files').first();
  await field.setInputFiles(first);
  await expect(page.getByText('One of these files is already in this asset.')).toBeVisible();
  await field.setInputFiles(await newPicture());
  const changes = page.getByRole('list', { name: 'Changed files' });
  await expect(changes).toContainText('Replaced');
  await expect(changes).toContainText('Plate.png');
  await expectAccessible(page);
  await waitForPreviews(page.request, versionId);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(
    page.getByText("In review. Only you and our team can see it. We'll email you when it's approved."),
  ).toBeVisible();
  await page.goto('/leaker');
  await expect(page.getByRole('list', { name: 'Your uploads' })).toContainText('Version 2');

  const reviewer = await (await browser.newContext({ baseURL })).newPage();
  await signInByCall(reviewer.request, 'admin');
  await reviewer.goto(reviewPath(versionId));
  await expect(reviewer.getByText('A brighter plate.')).toBeVisible();
  await expect(reviewer.getByRole('list', { name: 'Changed files' })).toContainText('Plate.png');
  await expect(reviewer.getByText(/^Locked to you until/)).toBeVisible();
  await expectAccessible(reviewer);
  await reviewer.keyboard.press('a');
  await expect(reviewer.getByText(`${sent.title} is now APPROVED.`)).toBeVisible();

  const visitor = await reader.newPage();
  const news = visitor.getByRole('link', { name: `${leaker.account.username} updated ${sent.title}` });
  await expect(async () => {
    await visitor.goto('/notifications');
    await expect(news).toBeVisible({ timeout: 5000 });
  }).toPass();
  await news.click();
  await expect(visitor).toHaveURL(`${resourcePath(sent.id)}#versions`);
  const versions = visitor.getByRole('region', { name: 'Versions' });
  await expect(versions).toContainText('A brighter plate.');
  await expect(versions).toBeInViewport();
  await visitor.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(visitor);
  await expectPageWidth(visitor, 360);
  const [opened] = await Promise.all([
    reader.waitForEvent('page'),
    versions.getByRole('link', { name: 'Download version 1' }).click(),
  ]);
  await expect(opened).toHaveURL(/\/ad-page\?destination=.*selection%3Dv1/);

  await page.goto(ownUploadPath(sent.id));
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText('Back to version 1.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete version 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('list', { name: 'Versions' })).not.toContainText('A brighter plate.');
});
