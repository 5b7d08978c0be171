// Collections (product.md ME-2): created, filled, reordered, hidden and deleted by their owner; readable by everyone else.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { collectionPath, resourcePath } from '#contract/paths.ts';
import { demoCards } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles } from './journey-steps.ts';
import { registerByCall } from './people.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Asset order' }).getByRole('listitem');
const titles = (page: Page) => rows(page).getByRole('link').allInnerTexts();

test('a collection is created from a resource, reordered and made private', async ({ page, browser, watch }) => {
  const { account } = await registerByCall(page.request);
  const cards = (await demoCards(page.request, 'free')).slice(0, 3);
  const [first, second, third] = cards;
  await page.goto(resourcePath(first?.id ?? ''));
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Add to collection' }).click();
  const window = page.getByRole('dialog', { name: 'Add to collection' });
  await expect(window.getByText('You have no collections yet. This will be your first.')).toBeVisible();
  await window.getByRole('button', { name: 'Create and add' }).click();
  await expect(window.getByText('Enter a name.')).toBeVisible();
  await window.getByLabel('Name').fill('Night drive');
  await window.getByLabel('Description').fill('For the tunnel scene.');
  await window.getByRole('button', { name: 'Create and add' }).click();
  await expect(window.getByRole('checkbox', { name: /Night drive/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to collection' })).toBeFocused();

  for (const card of [second, third]) {
    await page.goto(resourcePath(card?.id ?? ''));
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Add to collection' }).click();
    const box = window.getByRole('checkbox', { name: /Night drive/ });
    const put = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await box.click();
    expect((await put).status()).toBe(200);
    await expect(box).toBeChecked();
    await window.getByRole('button', { name: 'Done' }).click();
  }

  await page.goto(`/${account.username}?tab=collections`);
  await page.getByRole('main').getByRole('link', { name: 'Night drive' }).click();
  await expect(page).toHaveURL(/\/collections\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Night drive' })).toBeVisible();
  await expect.poll(() => cardTitles(page)).toEqual(cards.map(({ title }) => title));
  const address = new URL(page.url()).pathname;

  await page.getByRole('button', { name: 'Edit collection' }).click();
  await expect(rows(page)).toHaveCount(3);
  // When a row is moved with the keyboard, focus stays on its button.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  const down = page.getByRole('button', { name: `Move ${first?.title} down` });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(down).toBeFocused();
  expect((await saved).status()).toBe(200);
  expect(await titles(page)).toEqual([second?.title, first?.title, third?.title]);
  const again = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.keyboard.press('Enter');
  await again;
  await expect(page.getByRole('button', { name: `Move ${first?.title} up` })).toBeFocused();
  const order = [second?.title, third?.title, first?.title];
  expect(await titles(page)).toEqual(order);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);

  const visitor = await browser.newPage();
  await visitor.goto(address);
  await expect.poll(() => cardTitles(visitor)).toEqual(order);
  await expect(visitor.getByRole('button', { name: 'Edit collection' })).toHaveCount(0);

  await page.getByRole('button', { name: `Remove ${third?.title}` }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Name').fill('Night drive, cut');
  await page.getByRole('checkbox', { name: 'Public: anyone can see it' }).uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your changes were saved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Night drive, cut' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Private', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => cardTitles(page)).toEqual([second?.title, first?.title]);

  // The cached page is dropped shortly after the change.
  await expect.poll(async () => (await visitor.request.get(address)).status()).toBe(404);
  expect((await visitor.goto(address))?.status()).toBe(404);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Collection not found' })).toBeVisible();
  await visitor.goto(`/${account.username}?tab=collections`);
  await expect(visitor.getByRole('heading', { name: 'No collections yet' })).toBeVisible();
  await visitor.close();

  await page.getByRole('button', { name: 'Edit collection' }).click();
  await page.getByRole('button', { name: 'Delete collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(`/${account.username}?tab=collections`);
  await expect(page.getByRole('heading', { name: 'No collections yet' })).toBeVisible();
  watch.allow(/status of 404/);
  expect((await page.goto(address))?.status()).toBe(404);
});

test('a collection is created on the profile; a duplicate name is refused, and nothing typed is lost', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 409/);
  const { account } = await registerByCall(page.request);
  await page.goto(`/${account.username}?tab=collections`);
  await page.waitForLoadState('networkidle');
  for (const round of [1, 2]) {
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByLabel('Name').fill('Openers');
    await page.getByLabel('Description').fill('First seconds.');
    await page.getByRole('button', { name: 'Create collection' }).click();
    if (round === 1) await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByText('You already have a collection with this name.')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('First seconds.');
  await page.getByLabel('Name').fill('Openers, too');
  await page.getByRole('button', { name: 'Create collection' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
});

test('an unknown collection address says so', async ({ page }) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'nothing']) {
    expect((await page.goto(collectionPath(id)))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Collection not found' })).toBeVisible();
  }
});
