// Project bins (spec row LE-6): notes and status for each asset, credits as files, and a private link.
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { collectionPath, resourcePath } from '#contract/paths.ts';
import { demoCards } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { savedPath } from './journey-steps.ts';
import { registerByCall } from './people.ts';

test('a collection becomes a project bin with notes, credits and a private link', async ({ page, browser }) => {
  await registerByCall(page.request);
  const [first, second] = await demoCards(page.request, 'free');
  if (!first || !second) throw new Error('the site has too few assets');
  const made = await page.request.post('/api/collections', { data: { name: 'Night drive', isPublic: false } });
  const { id } = (await made.json()) as { id: string };
  for (const card of [first, second]) await page.request.put(`/api/collections/${id}/items/${card.id}`, { data: {} });

  await page.goto(collectionPath(id));
  await page.getByRole('button', { name: 'Edit collection' }).click();
  await page.getByRole('button', { name: 'Use as a project bin' }).click();
  await expect(page).toHaveURL(/\/projects\/[\w-]{22}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Night drive' })).toBeVisible();
  const put = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  const status = put();
  await page.getByLabel(`Status of ${first.title}`).selectOption('Used');
  await status;
  const note = put();
  await page.getByLabel(`Note for ${first.title}`).fill('Over the tunnel, 00:14');
  await page.keyboard.press('Tab');
  await note;
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save credits as text' }).click();
  const credits = readFileSync(await savedPath(await saving), 'utf8');
  expect(credits).toContain(`"${first.title}" by ${first.author}, `);
  expect(credits).toContain(resourcePath(first.id));
  expect(credits).not.toContain(second.title);

  const reader = await browser.newPage();
  const open = new URL(page.url()).pathname;
  await reader.goto(open);
  await expect(reader.getByText('Over the tunnel, 00:14')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await reader.emulateMedia({ media: 'print' });
  await expect(reader.getByRole('banner')).toBeHidden();
  await expect(reader.getByText('Over the tunnel, 00:14')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Save table as CSV' })).toBeHidden();

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Change link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change link' }).click();
  await expect(page).not.toHaveURL(open);
  expect((await reader.goto(open))?.status()).toBe(404);
  await expect(reader.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await reader.close();
});
