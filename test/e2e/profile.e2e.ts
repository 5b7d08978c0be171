// Public profiles (product.md ME-1): reading, searching, former usernames, unknown usernames, and use without JavaScript.
import AxeBuilder from '@axe-core/playwright';
import { listCards } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles } from './journey-steps.ts';
import { registerByCall } from './people.ts';

const SEARCH = 'Search uploads, editors, keywords...';

type Upload = { title: string; views: number; isPremium: boolean };

test('a profile is rendered by the server and makes no further calls', async ({ page, watch }) => {
  const { uploads } = (await (await page.request.get('/api/users/mira/uploads')).json()) as { uploads: Upload[] };
  const answer = await page.goto('/mira');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Mira' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(watch.calls()).toEqual([]);
  const main = page.getByRole('main');
  await expect(main.getByText('@mira', { exact: true })).toBeVisible();
  const badges = main.getByRole('list', { name: 'Badges' });
  await expect(badges.getByText('PRO', { exact: true })).toBeVisible();
  await expect(badges.getByText('Verified Creator')).toBeVisible();
  for (const label of ['followers', 'following', 'total likes']) await expect(main.getByText(label)).toBeVisible();
  await expect(main.getByText(`Showing 1-${uploads.length} of ${uploads.length} resources`)).toBeVisible();
  await expect.poll(() => cardTitles(page)).toEqual(uploads.map(({ title }) => title));
  const card = main.getByRole('article').filter({ hasText: uploads[0]?.title });
  await expect(card.getByText('by mira')).toBeVisible();
  // Premium is shown as a tag on the picture and as a badge below; Free is shown only as the badge.
  const [first] = uploads;
  await expect(card.getByText(first?.isPremium ? 'Premium' : 'Free')).toHaveCount(first?.isPremium ? 2 : 1);
  await expect(card.getByText(/ views$/)).toBeAttached();

  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/mira?tab=about');
  await expect(main.getByText('Member since')).toBeVisible();
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Collections' }).click();
  await expect(page).toHaveURL('/mira?tab=collections');
});

for (const width of [1440, 390])
  test(`at ${width} px Follow is a button beside the name, only as wide as its text`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/mira');
    const main = page.getByRole('main');
    const follow = await main.getByRole('link', { name: 'Follow (log in first)' }).boundingBox();
    const name = await main.getByRole('heading', { level: 1 }).boundingBox();
    expect(follow?.width).toBeLessThan(120);
    expect((follow?.x ?? NaN) - (name?.x ?? NaN) - (name?.width ?? NaN)).toBeLessThan(40);
  });

test('typing updates the address, finds words and editors, and can be cleared', async ({ page }) => {
  await page.goto('/mira?page=2');
  await expect(page.getByRole('heading', { name: 'This page is empty' })).toBeVisible();
  await page.goto('/mira');
  await page.waitForLoadState('networkidle');
  const box = page.getByPlaceholder(SEARCH);
  await box.fill('neon');
  await expect(page).toHaveURL('/mira?search=neon');
  await expect.poll(() => cardTitles(page)).toEqual(['Neon Alley Glow']);
  await box.fill('CAPCUT');
  await expect(page).toHaveURL('/mira?search=CAPCUT');
  await expect.poll(() => cardTitles(page)).toEqual(['Rain City Bokeh', 'Lyric Caption Styles']);
  await box.fill('zoetrope');
  await expect(page.getByRole('heading', { name: 'No resources found' })).toBeVisible();
  await expect(page.getByText('No uploads match your search criteria.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/mira');
  await expect(box).toHaveValue('');
  await box.fill('neon');
  await expect(page).toHaveURL('/mira?search=neon');
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/mira');
});

test('a card on a profile opens the resource, whose author links back', async ({ page }) => {
  await page.goto('/mira');
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL('/mira');
  await expect(page.getByRole('heading', { level: 1, name: 'Mira' })).toBeFocused();
});

test('a name in another spelling and a former name redirect to the person', async ({ page, request }) => {
  const { account } = await registerByCall(request);
  const former = account.username;
  const next = `n${crypto.randomUUID().slice(0, 8)}`;
  await page.goto(`/${former.toUpperCase()}?tab=about`);
  await expect(page).toHaveURL(`/${former}?tab=about`);
  const renamed = await request.put('/api/users/profile', { multipart: { username: next } });
  expect(renamed.status(), await renamed.text()).toBe(200);
  // The cached page is dropped when the database announces the change, shortly after the response.
  await expect(async () => {
    await page.goto(`/${former}?tab=about`);
    await expect(page).toHaveURL(`/${next}?tab=about`, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(next);
  // Change the name back. Browsers that cached the redirect must not end up in a redirect loop.
  const back = await request.put('/api/users/profile', { multipart: { username: former } });
  expect(back.status(), await back.text()).toBe(200);
  await expect(async () => {
    await page.goto(`/${former}`);
    await expect(page).toHaveURL(`/${former}`, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText(`${former} has not shared anything yet.`)).toBeVisible();
});

test('an unknown name says so and links on; a file name is not a profile', async ({ page }) => {
  expect((await page.goto('/nobody-has-this-name'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible();
  await expect(page.getByText("The profile you're looking for doesn't exist or has been removed.")).toBeVisible();
  await page.getByRole('link', { name: 'Search assets for this name' }).click();
  await expect(page).toHaveURL('/resources?search=nobody-has-this-name');
  expect((await page.goto('/index.html'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
});

test('owners can edit their profile but not follow themselves', async ({ page }) => {
  const { account } = await registerByCall(page.request);
  await page.goto(`/${account.username}`);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Follow', { exact: true })).toHaveCount(0);
  await expect(page.getByText('You have not shared anything yet.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const next = `e${crypto.randomUUID().slice(0, 8)}`;
  const window = page.getByRole('dialog', { name: 'Edit Profile' });
  await window.getByLabel('Username').fill(next);
  await window.getByLabel('Bio').fill('Cuts trailers in Porto.');
  await window.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(`/${next}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(next);
  await expect(window).toBeHidden();
  await expect(page.getByRole('main').getByText('Cuts trailers in Porto.')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a profile is complete and its search is a form', async ({ page }) => {
    const cards = await listCards(page.request, { search: 'neon alley' });
    await page.goto('/mira');
    await expect(page.getByRole('heading', { level: 1, name: 'Mira' })).toBeVisible();
    await expect.poll(async () => (await cardTitles(page)).length).toBeGreaterThan(5);
    const search = page.getByPlaceholder(SEARCH);
    await search.fill('neon alley');
    await search.press('Enter');
    await expect(page).toHaveURL('/mira?search=neon+alley');
    await expect.poll(() => cardTitles(page)).toEqual([cards[0]?.title]);
    await expect(page.getByRole('link', { name: /^Follow/ })).toHaveAttribute('href', '/login?next=%2Fmira');
  });
});

test('a profile with cards that can be liked has no accessibility faults', async ({ page }) => {
  await registerByCall(page.request);
  await page.goto('/mira');
  await expect(page.getByRole('button', { name: /^Like / }).first()).toBeAttached();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});
