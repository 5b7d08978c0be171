// Like, save and follow (product.md DL-1): counters, browser storage, two windows, refused requests, guests.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { elementPath, resourcePath } from '#contract/paths.ts';
import type { ResourceCard } from '#contract/resources/api.ts';
import { listCards, readResource } from '#test/harness/catalogue.ts';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { type NewPerson, registerByCall } from './people.ts';

/** Resources of the demo are older; newer ones are uploads of other journeys, which would move the others. */
const DEMO_MS = 43_200_000;

/** The demo resource at the given index. Only one journey likes or saves each of these resources. */
const cardAt = async (api: APIRequestContext, place: number): Promise<ResourceCard> => {
  const cards = (await listCards(api, { category: 'free' })).filter(
    ({ slug, createdAt }) => slug === null && Date.now() - Date.parse(createdAt) > DEMO_MS,
  );
  const card = cards[place];
  if (!card) throw new Error(`The site has only ${cards.length} free resources`);
  return card;
};

const stored = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() =>
    Object.fromEntries(
      ['liked_resources', 'saved_resources', 'followed_creators'].map((key) => [
        key,
        JSON.parse(localStorage.getItem(key) ?? 'null') as string[],
      ]),
    ),
  );

const marksOf = async (api: APIRequestContext) => (await (await api.get('/api/user/marks')).json()) as object;

const button = (page: Page, name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true });

const countOf = (page: Page, label: string): Locator =>
  page.getByRole('main').locator('dl > div').filter({ hasText: label }).locator('dd').first();

const openAs = async (page: Page, path: string): Promise<NewPerson> => {
  const person = await registerByCall(page.request);
  const marks = page.waitForResponse('**/api/user/marks');
  await page.goto(path);
  await marks;
  return person;
};

test('a like and a save count once, are mirrored in storage, and can be undone', async ({ page }) => {
  const card = await cardAt(page.request, 3);
  const before = await readResource(page.request, card.id);
  await openAs(page, resourcePath(card.id));
  const like = button(page, 'Like');
  const save = button(page, 'Save');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(countOf(page, 'likes')).toHaveText(String(before.likes + 1));
  await save.click();
  await expect(countOf(page, 'saves')).toHaveText(String(before.saves + 1));
  expect(await stored(page)).toEqual({
    liked_resources: [card.id],
    saved_resources: [card.id],
    followed_creators: [],
  });
  await expect.poll(() => marksOf(page.request)).toEqual({ liked: [card.id], saved: [card.id], following: [] });

  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(countOf(page, 'likes')).toHaveText(String(before.likes + 1));
  await like.click();
  await save.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(countOf(page, 'likes')).toHaveText(String(before.likes));
  await expect(countOf(page, 'saves')).toHaveText(String(before.saves));
  expect(await stored(page)).toEqual({ liked_resources: [], saved_resources: [], followed_creators: [] });
});

test('after several presses, the last one counts', async ({ page }) => {
  const card = await cardAt(page.request, 4);
  await openAs(page, resourcePath(card.id));
  const like = button(page, 'Like');
  const answered = (method: string) =>
    page.waitForResponse((answer) => answer.url().endsWith('/like') && answer.request().method() === method);
  const answer = await holdCalls(page, '**/like');
  for (let press = 0; press < 4; press += 1) await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  const undone = answered('DELETE');
  answer();
  await undone;
  const done = answered('POST');
  await like.click();
  await done;
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => marksOf(page.request)).toMatchObject({ liked: [card.id] });
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('following updates the button, the creator’s follower count and the profile', async ({ page }) => {
  const card = await cardAt(page.request, 5);
  const { creator } = await readResource(page.request, card.id);
  await openAs(page, resourcePath(card.id));
  await button(page, 'Follow').click();
  await expect(button(page, 'Unfollow')).toBeVisible();
  // The Follow button is outlined, because the page's primary button is the one for downloading.
  await expect(button(page, 'Unfollow')).toHaveClass(/btn-outline/);
  await expect(page.getByText(`${creator.followers + 1} followers`)).toBeVisible();
  expect((await stored(page)).followed_creators).toEqual([creator.username]);
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`/${creator.username}`);
  await expect(countOf(page, 'followers')).toHaveText(String(creator.followers + 1));
  await page.reload();
  await button(page, 'Unfollow').click();
  await expect(button(page, 'Follow')).toBeVisible();
  await expect(countOf(page, 'followers')).toHaveText(String(creator.followers));
});

test('cards are liked and saved in place, by pointer and by keyboard', async ({ page }) => {
  // Packs of other journeys have no likes, and may disappear.
  for (const [index, path] of ['/resources?category=premium&sort=likes', '/', '/mira'].entries()) {
    const person = await openAs(page, path);
    const card = page.getByRole('main').getByRole('article').nth(index);
    const like = card.getByRole('button', { name: /^Like / });
    await expect(like).toHaveCSS('opacity', '1');
    await card.hover();
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(path);
    await card.getByRole('link').first().focus();
    await page.keyboard.press('Tab');
    await expect(like).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(card.getByRole('button', { name: /^Save / })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => marksOf(page.request)).toMatchObject({ liked: [expect.any(String)] });
    expect(await stored(page)).toMatchObject({ saved_resources: [expect.any(String)] });
    expect(person.account.username).not.toBe('');
    await page.context().clearCookies();
  }
});

test('a built-in element is liked and saved like any resource', async ({ page }) => {
  const [card] = (await (await page.request.get('/api/elements')).json()) as ResourceCard[];
  await openAs(page, elementPath(card?.slug ?? ''));
  await button(page, 'Like').click();
  await expect(page.getByText(new RegExp(`^${(card?.likes ?? 0) + 1} stars?$`))).toBeVisible();
  await button(page, 'Save').click();
  await expect(button(page, 'Save')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => marksOf(page.request)).toMatchObject({ saved: [card?.id] });
  await button(page, 'Like').click();
  await expect(page.getByText(new RegExp(`^${card?.likes} stars?$`))).toBeVisible();
});

test('two windows of one person stay in sync, and logging out leaves nothing behind', async ({ page, context }) => {
  const card = await cardAt(page.request, 6);
  await openAs(page, resourcePath(card.id));
  const other = await context.newPage();
  const marks = other.waitForResponse('**/api/user/marks');
  await other.goto(resourcePath(card.id));
  await marks;
  await expect(button(other, 'Save')).toHaveAttribute('aria-pressed', 'false');
  await button(page, 'Save').click();
  await expect(button(other, 'Save')).toHaveAttribute('aria-pressed', 'true');
  await other.close();
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a refused mark is undone and says why', async ({ page, watch }) => {
  watch.allow(/status of 5\d\d/, /status 5\d\d/, /ERR_INTERNET_DISCONNECTED/);
  const card = await cardAt(page.request, 7);
  await openAs(page, resourcePath(card.id));
  const like = button(page, 'Like');
  const notes = page.getByRole('region', { name: 'Notifications' });
  const message = 'This part of the site is being repaired.';
  await page.route('**/like', (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: 'UNAVAILABLE', message } }),
  );
  await like.click();
  await expect(notes.getByText(message)).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(countOf(page, 'likes')).toHaveText(String(card.likes));
  await page.unrouteAll();
  await page.route('**/like', (route) => route.abort('internetdisconnected'));
  await like.click();
  await expect(notes.getByText('The like could not be saved. Please try again.')).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  expect((await stored(page)).liked_resources).toEqual([]);
});

test('a guest is asked to log in and returns to the resource', async ({ page, request }) => {
  const person = await registerByCall(request);
  const card = await cardAt(page.request, 8);
  await page.goto(resourcePath(card.id));
  for (const name of [/^Like/, /^Save/, /^Follow/])
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute(
      'href',
      `/login?next=${encodeURIComponent(resourcePath(card.id))}`,
    );
  await page.getByRole('main').getByRole('link', { name: /^Save/ }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log in|login|sign in/i })
    .click();
  await page.waitForURL(resourcePath(card.id));
  await button(page, 'Save').click();
  await expect(button(page, 'Save')).toHaveAttribute('aria-pressed', 'true');
  expect(await stored(page)).toMatchObject({ saved_resources: [card.id] });
});
