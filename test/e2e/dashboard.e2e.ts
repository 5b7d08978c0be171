// The member dashboard: what a new member sees and can do there (product.md ME-3, ID-10).
import type { APIRequestContext, Page } from '@playwright/test';
import type { ResourceCard } from '#contract/resources/api.ts';
import { demoCards } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles } from './journey-steps.ts';
import { proveByCall, registerByCall } from './people.ts';

const save = async (api: APIRequestContext, cards: ResourceCard[]): Promise<void> => {
  for (const { id } of cards) expect((await api.post(`/api/uploads/${id}/save`)).status()).toBe(200);
};

const follow = async (api: APIRequestContext, author: string): Promise<void> =>
  expect((await api.post(`/api/users/${author}/follow`)).status()).toBe(200);

const statOf = (page: Page, label: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: label }).first();

const open = async (page: Page, address = '/dashboard'): Promise<void> => {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
};

/** Three resources from two categories; the last one is premium. */
const threeCards = async (api: APIRequestContext): Promise<[ResourceCard, ResourceCard, ResourceCard]> => {
  const [first, second] = await demoCards(api, 'free');
  const [premium] = await demoCards(api, 'premium');
  if (!first || !second || !premium) throw new Error('The site has too few resources');
  return [first, second, premium];
};

test('a new member sees where to start', async ({ page }) => {
  await registerByCall(page.request);
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Dashboard' })).toBeVisible();
  await expect(page.getByText('USER', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
  for (const label of ['Saved Items', 'Following', 'Downloads']) await expect(statOf(page, label)).toContainText('0');
  await expect(page.getByRole('heading', { name: 'No saved items yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Elements' })).toHaveAttribute('href', '/resources');
  await expect(page.getByRole('heading', { name: 'Not following any leakers yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Discover Leakers' })).toHaveAttribute('href', '/resources');
  for (const all of await page.getByRole('link', { name: 'View All' }).all())
    await expect(all).toHaveAttribute('href', '/resources');
  await page.getByRole('main').getByRole('link', { name: 'Downloads' }).click();
  await expect(page).toHaveURL('/downloads');
  await expect(page.getByRole('heading', { name: 'No downloads yet' })).toBeVisible();
});

test('saved items and followed creators are shown, newest first', async ({ page }) => {
  await registerByCall(page.request);
  const cards = await threeCards(page.request);
  await save(page.request, cards);
  await follow(page.request, cards[0].author);
  await open(page);
  await expect.poll(() => cardTitles(page)).toEqual(cards.map(({ title }) => title).reverse());
  await expect(statOf(page, 'Saved Items')).toContainText('3');
  await expect(statOf(page, 'Following')).toContainText('1');
  const leaker = page.getByRole('region', { name: 'Following' }).getByRole('listitem');
  await expect(leaker.getByText(/^\d+ assets$/)).toBeVisible();
  await expect(leaker.getByText(/^Last active /)).toBeVisible();
  await leaker.getByRole('link').click();
  await expect(page).toHaveURL(`/${cards[0].author}`);
});

test('saved items are filtered and searched through the address', async ({ page }) => {
  await registerByCall(page.request);
  const [first, second, premium] = await threeCards(page.request);
  await save(page.request, [first, second, premium]);
  await open(page);

  await page.getByRole('button', { name: 'Filter saved items' }).click();
  const filter = page.getByRole('navigation', { name: 'Saved item categories' });
  await filter.getByRole('link', { name: premium.category, exact: true }).click();
  await expect(page).toHaveURL(`/dashboard?category=${encodeURIComponent(premium.category)}`);
  await expect.poll(() => cardTitles(page)).toEqual([premium.title]);
  await filter.getByRole('link', { name: 'All' }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.getByRole('button', { name: 'Search saved items' }).click();
  const box = page.getByRole('searchbox', { name: 'Search saved items' });
  await expect(box).toBeFocused();
  await page.keyboard.type(first.title.toUpperCase());
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('search') === first.title.toUpperCase());
  await expect.poll(() => cardTitles(page)).toContain(first.title);
  await page.reload();
  await expect(box).toHaveValue(first.title.toUpperCase());

  await page.waitForLoadState('networkidle');
  await box.fill('zoetrope');
  await expect(page.getByRole('heading', { name: 'No matching saved items' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all saved items' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => cardTitles(page)).toHaveLength(3);
});

test('a saved item is removed by keyboard, and that can be undone', async ({ page }) => {
  await registerByCall(page.request);
  const [card, other] = await threeCards(page.request);
  await save(page.request, [card, other]);
  await open(page);
  const savedIds = async (): Promise<string[]> =>
    ((await (await page.request.get('/api/user/saved-items')).json()) as { id: string }[]).map(({ id }) => id);

  const taken = page.getByRole('article').filter({ hasText: card.title });
  await taken.getByRole('button', { name: `Remove ${card.title} from saved items` }).focus();
  await page.keyboard.press('Enter');
  await expect(taken.getByText('Removed from your saved items')).toBeVisible();
  await expect(statOf(page, 'Saved Items')).toContainText('1');
  await expect.poll(savedIds).toEqual([other.id]);

  await taken.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(taken.getByRole('button', { name: `Remove ${card.title} from saved items` })).toBeFocused();
  await expect(taken.getByText('Removed from your saved items')).toHaveCount(0);
  await expect.poll(savedIds).toEqual([card.id, other.id]);
  await expect(statOf(page, 'Saved Items')).toContainText('2');
});

test('a section that fails to load says so, the rest stays, and retrying loads it', async ({ page, watch }) => {
  watch.allow(/status of 500/, /status 500/);
  await registerByCall(page.request);
  const [card] = await threeCards(page.request);
  await save(page.request, [card]);
  await open(page, '/downloads');
  await page.route(/\/api\/user\/(saved-items|following)/, (route) => route.fulfill({ status: 500 }));
  await page.getByRole('banner').locator('summary:visible, button[aria-haspopup=menu]:visible').click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page.getByText('Failed to load saved items')).toBeVisible();
  await expect(page.getByText('Failed to load followed leakers')).toBeVisible();
  await expect(statOf(page, 'Saved Items')).toContainText('1');
  await page.unrouteAll();
  await page.getByRole('region', { name: 'Saved Items' }).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => cardTitles(page)).toEqual([card.title]);
  await expect(page.getByRole('heading', { name: 'Not following any leakers yet' })).toBeVisible();
});

test('an application waits for a verified email, then for a decision', async ({ page, watch }) => {
  watch.allow(/status of 403/);
  const { email } = await registerByCall(page.request);
  await open(page);
  const panel = page.getByRole('region', { name: 'Become a Leaker' });
  await panel.getByRole('button', { name: 'Apply Now' }).click();
  await expect(panel.getByText('Confirm your email first')).toBeVisible();
  await proveByCall(page.request, email);
  await open(page);
  await expect(panel.getByText('PENDING')).toBeVisible();
  await expect(panel.getByText('is in review')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Apply Now' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toHaveCount(0);
  await open(page, '/leaker');
  await expect(page.getByRole('heading', { level: 1, name: 'Leaker Dashboard' })).toBeVisible();
  await expect(panel.getByText('PENDING')).toBeVisible();
});
