// If scripts load slowly, input and clicks on the server-rendered page take effect once they have loaded.
import type { Browser, Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { demoCards, readResource } from '#test/harness/catalogue.ts';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

/** Opens a separate page, because every step on the shared page waits until the scripts have loaded. */
const openLate = async (browser: Browser, signedIn = false): Promise<{ page: Page; arrive: () => void }> => {
  const page = await browser.newPage();
  if (signedIn) await registerByCall(page.request);
  return { page, arrive: await holdCalls(page, /\/assets\/.*\.js$/) };
};

for (const [place, path] of [
  ['the listing', '/resources'],
  ['the wiki', '/wiki'],
  ['the request board', '/requests'],
] as const) {
  test(`text typed into the search of ${place} before scripts load is searched for`, async ({ browser }) => {
    const { page, arrive } = await openLate(browser);
    await page.goto(path, { waitUntil: 'commit' });
    const box = page.getByRole('main').getByRole('searchbox');
    await box.fill('neon');
    arrive();
    await expect(page).toHaveURL(`${path}?search=neon`);
    await expect(box).toHaveValue('neon');
    await box.fill('film');
    await box.press('Enter');
    await expect(page).toHaveURL(`${path}?search=film`);
    await page.close();
  });
}

test('text typed into the search of a profile before scripts load stays and is searched for', async ({ browser }) => {
  const { page, arrive } = await openLate(browser);
  const { author = '' } = (await demoCards(page.request, 'free'))[0] ?? {};
  await page.goto(`/${author}`, { waitUntil: 'commit' });
  const box = page.getByRole('main').getByRole('searchbox');
  await box.fill('zzz');
  arrive();
  await expect(page).toHaveURL(`/${author}?search=zzz`);
  await expect(box).toHaveValue('zzz');
  await page.close();
});

test('pressing Enter in a search before scripts load submits the form', async ({ browser }) => {
  const { page, arrive } = await openLate(browser);
  await page.goto('/resources', { waitUntil: 'commit' });
  const box = page.getByRole('main').getByRole('searchbox');
  await box.fill('neon');
  await box.press('Enter');
  await expect(page).toHaveURL('/resources?search=neon');
  arrive();
  await expect(box).toHaveValue('neon');
  await page.close();
});

test('a name typed into the settings before scripts load is kept and can be saved', async ({ browser }) => {
  const { page, arrive } = await openLate(browser, true);
  await page.goto('/settings', { waitUntil: 'commit' });
  const name = page.getByLabel('Display name');
  await name.fill('Typed early');
  arrive();
  const form = page.locator('form').filter({ has: name });
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await form.getByRole('button', { name: 'Save' }).click();
  await saved;
  await page.reload();
  await expect(name).toHaveValue('Typed early');
  await page.close();
});

test('Like, Save and Follow pressed before scripts load count once each', async ({ browser }) => {
  const { page, arrive } = await openLate(browser, true);
  const card = (await demoCards(page.request, 'free'))[25];
  if (!card) throw new Error('The site has too few free resources');
  const before = await readResource(page.request, card.id);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(resourcePath(card.id), { waitUntil: 'commit' });
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await button('Like').click();
  // The page doesn't react yet, so people click again.
  await button('Like').click();
  await button('Save').click();
  await button('Follow').click();
  expect(calls).toEqual([]);
  arrive();
  await expect(button('Like')).toHaveAttribute('aria-pressed', 'true');
  await expect(button('Save')).toHaveAttribute('aria-pressed', 'true');
  await expect(button('Unfollow')).toBeVisible();
  await expect
    .poll(async () => (await page.request.get('/api/user/marks')).json())
    .toEqual({ liked: [card.id], saved: [card.id], following: [card.author] });
  expect(calls).toHaveLength(3);
  expect((await readResource(page.request, card.id)).likes).toBe(before.likes + 1);
  await page.close();
});

test('a menu pressed before scripts load opens once they have', async ({ browser }) => {
  const { page, arrive } = await openLate(browser, true);
  await page.goto('/resources', { waitUntil: 'commit' });
  await page.getByRole('banner').locator('[aria-haspopup=menu]').click();
  arrive();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.close();
});
