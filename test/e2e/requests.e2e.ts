// Members request missing assets, vote for other people's requests, and are notified of the outcome (product.md RQ).
import { resourcePath } from '#contract/paths.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { mailTo, registerByCall } from './people.ts';
import { askByCall, newLink, newName, registerProven } from './requests-steps.ts';

/** Index of a resource that other journeys leave unchanged. */
const PLACE = 14;

test('a guest fills in the form, logs in, and sends what they typed', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const { email, password } = await registerByCall(elsewhere.request);
  await elsewhere.close();
  const [name, link] = [newName('Dusk shots'), newLink()];
  await page.goto('/request');
  await page.getByLabel('Resource Name').fill(name);
  await page.getByLabel('Resource Link').fill(link);
  await page.getByRole('link', { name: 'Log in to request' }).click();
  await expect(page).toHaveURL('/login?next=%2Frequest');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL('/request');
  await expect(page.getByLabel('Resource Name')).toHaveValue(name);
  await expect(page.getByLabel('Resource Link')).toHaveValue(link);
  await page.getByRole('button', { name: 'Submit request' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Request Submitted' })).toBeFocused();
  await expect(main.getByText('Dusk sessions', { exact: true })).toBeVisible();
  await expect(main.getByText('24.00 EUR')).toBeVisible();
  // This site re-encodes and serves the picture.
  const picture = main.locator('img[src^="/api/image-proxy"]');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await main.getByRole('link', { name: 'See it on the board' }).click();
  await expect(page).toHaveURL('/requests?mine=true');
  const row = main.getByRole('article').filter({ hasText: name });
  await expect(row.getByText('Yours')).toBeVisible();
  await expect(row.getByText('Pending')).toBeVisible();
});

test('a duplicate request counts as a vote, and the second person can be notified', async ({ page, browser }) => {
  const first = await browser.newContext();
  await registerByCall(first.request);
  const [name, link] = [newName('Grain'), newLink('title')];
  await askByCall(first.request, name, link);
  await registerByCall(page.request);
  await page.goto('/request');
  await page.getByLabel('Resource Name').fill(`${name} pack`);
  // Another URL of the same page, as someone else might have copied it.
  await page.getByLabel('Resource Link').fill(`${link.replace('shop', 'SHOP')}&utm_source=mail#reviews`);
  await page.getByRole('button', { name: 'Submit request' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Resource Already Requested' })).toBeFocused();
  await expect(main.getByText('This resource has already been requested by someone.')).toBeVisible();
  await expect(main.getByText('2 votes')).toBeVisible();
  await expect(main.getByText('We added your vote.')).toBeVisible();
  // The browser does not store the request as the user's own, because someone else made it.
  expect(await page.evaluate(() => localStorage.getItem('prevRequests') ?? '')).not.toContain('shop.example');
  await main.getByRole('button', { name: 'Request something else' }).click();
  await expect(page.getByLabel('Resource Name')).toHaveValue(`${name} pack`);
  await first.close();
});

test('while typing a name, similar requests are listed beside it and can be voted for', async ({ page, browser }) => {
  const other = await browser.newContext();
  await registerByCall(other.request);
  const name = newName('Velvet curtain wipes');
  await askByCall(other.request, name);
  await other.close();
  await registerByCall(page.request);
  await page.goto('/request');
  const field = page.getByLabel('Resource Name');
  await field.fill(name);
  await expect(page.getByRole('heading', { name: 'Already requested?' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Found: ' })).toContainText('similar request');
  await expect(field).toBeFocused();
  const hit = page.getByRole('listitem').filter({ hasText: name });
  await hit.getByRole('button', { name: `Vote for ${name}` }).click();
  await expect(hit.getByRole('button', { name: 'Voted' })).toContainText('2');
  await expect(field).toHaveValue(name);
});

test('a vote is cast, followed by email and taken back; requests by Premium members come first', async ({
  page,
  browser,
}) => {
  const word = newName('Lantern').replace(' ', '');
  const [member, premium] = [await browser.newContext(), await browser.newContext()];
  await registerByCall(member.request);
  await signInByCall(premium.request, 'premium');
  const plain = await askByCall(member.request, `${word} flicker`, newLink('title'));
  await askByCall(premium.request, `${word} glow`);
  await registerProven(page.request);
  await page.goto(`/requests?search=${word}`);
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(`${word} glow`);
  await expect(rows.first().getByText('Premium', { exact: true })).toBeVisible();
  const row = rows.filter({ hasText: plain.resourceName });
  // These headings explain why the list is not sorted by votes alone.
  const groups = page.getByRole('main').getByText(/^Open requests from/);
  await expect(groups).toHaveText(['Open requests from Premium members', 'Open requests from all other members']);
  await expect(page.getByText('A vote from a Premium member counts as three votes.')).toBeVisible();
  // The linked page has no picture.
  await expect(row.locator('.request-picture')).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Notify me' })).toHaveCount(0);
  await row.getByRole('button', { name: `Vote for ${plain.resourceName}` }).click();
  await expect(row.getByRole('button', { name: 'Voted' })).toContainText('2');
  // Waits for the response to this click. The response to the vote may still be pending.
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('tells') ?? false);
  await row.getByRole('button', { name: 'Notify me' }).click();
  expect((await saved).status()).toBe(200);
  await expect(row.getByRole('button', { name: 'Notify me' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(row.getByRole('button', { name: 'Notify me' })).toHaveAttribute('aria-pressed', 'true');
  const back = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await row.getByRole('button', { name: 'Voted' }).click();
  expect((await back).status()).toBe(200);
  await expect(row.getByRole('button', { name: 'Vote for' })).toContainText('1');
  await member.close();
  await premium.close();
});

test('a picture that fails to load leaves no empty box on the board', async ({ page, watch }) => {
  watch.allow(/status (of )?404/);
  await page.route(/\/api\/requests\?/, async (route) => {
    const board = (await (await route.fetch()).json()) as { requests: ResourceRequest[] };
    const ogData = { title: null, description: null, price: null, image: '/api/image-proxy?url=gone' };
    const json = { ...board, requests: board.requests.map((request) => ({ ...request, ogData })) };
    await route.fulfill({ json });
  });
  await page.route(/\/api\/image-proxy/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/requests');
  await page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'Newest' }).click();
  const row = page.getByRole('main').getByRole('article').first();
  await expect(row.locator('.request-picture')).toBeAttached();
  await expect(row.locator('.request-picture')).toBeHidden();
  const [words, vote] = [row.getByRole('heading'), row.locator('.vote')];
  const gap = async () => ((await words.boundingBox())?.x ?? NaN) - ((await vote.boundingBox())?.x ?? NaN);
  await expect.poll(gap).toBeLessThan(100);
});

test('an admin fulfils a request; its author and voters get an email, and the board links to the asset', async ({
  page,
  browser,
}) => {
  const { card } = await freeResourceAt(page.request, PLACE);
  const [asker, voter, office] = [await browser.newContext(), await browser.newContext(), await browser.newContext()];
  const who = await registerProven(asker.request);
  const joins = await registerProven(voter.request);
  const { id, resourceName } = await askByCall(asker.request, newName('Ink bloom'));
  const vote = await voter.request.post(`/api/requests/${id}/votes`, { data: { tells: true } });
  expect(vote.status()).toBe(200);
  await signInByCall(office.request, 'admin');
  const decided = await office.request.put(`/api/admin/requests/${id}/status`, {
    data: { status: 'Fulfilled', was: 'Pending', resourceId: card.id, note: 'Shared by its maker.' },
  });
  expect(decided.status(), await decided.text()).toBe(200);
  for (const { email } of [who, joins]) expect(await mailTo(email, /Shared by its maker/)).toContain(resourceName);
  await page.goto(`/requests?search=${encodeURIComponent(resourceName)}`);
  const row = page.getByRole('main').getByRole('article').filter({ hasText: resourceName });
  await expect(row.getByText('Fulfilled')).toBeVisible();
  await expect(row.getByText('Shared by its maker.')).toBeVisible();
  await row.getByRole('link', { name: card.title }).click();
  await expect(page).toHaveURL(resourcePath(card.id));
  for (const context of [asker, voter, office]) await context.close();
});

test('a guest who votes is sent to log in and returns to the same place on the board', async ({ page, browser }) => {
  const other = await browser.newContext();
  await registerByCall(other.request);
  const { resourceName } = await askByCall(other.request, newName('Halation'));
  await other.close();
  const address = `/requests?search=${encodeURIComponent(resourceName)}`;
  await page.goto(address);
  const vote = page.getByRole('main').getByRole('link', { name: `Vote for ${resourceName}` });
  const next = new URL((await vote.getAttribute('href')) ?? '', page.url()).searchParams.get('next');
  expect(new URL(next ?? '', page.url()).searchParams.get('search')).toBe(resourceName);
  const original = page.getByRole('main').getByRole('link', { name: /^shop\.example/ });
  expect((await original.getAttribute('rel'))?.split(' ')).toEqual(
    expect.arrayContaining(['nofollow', 'noopener', 'ugc']),
  );
});

test('the form is filled in, refused at one field, and sent by keyboard alone', async ({ page, watch }) => {
  watch.allow(/status of 400/);
  await registerByCall(page.request);
  await page.goto('/request');
  await page.getByLabel('Resource Name').focus();
  await page.keyboard.type(newName('Super 8 burns'));
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Resource Link')).toBeFocused();
  await page.keyboard.type('https://mega.nz/file/abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Links to file hosts and cracked copies are not allowed.')).toBeVisible();
  await expect(page.getByLabel('Resource Link')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(newLink('bare'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Request Submitted' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'See it on the board' })).toBeFocused();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the board can be read, searched, filtered and sorted, and the form says that it needs scripts', async ({
    page,
    browser,
  }) => {
    const other = await browser.newContext();
    await registerByCall(other.request);
    const { resourceName } = await askByCall(other.request, newName('Paper rips'));
    await other.close();
    const main = page.getByRole('main');
    await page.goto('/requests');
    await main.getByRole('searchbox').fill(resourceName);
    await main.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/\/requests\?search=Paper/);
    await expect(main.getByRole('heading', { name: resourceName })).toBeVisible();
    await main.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Rejected' }).click();
    await expect(page).toHaveURL(/status=Rejected/);
    await expect(main.getByRole('heading', { name: 'No requests found' })).toBeVisible();
    await page.goBack();
    await main.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'Newest' }).click();
    await expect(page).toHaveURL(/search=Paper.*sort=newest|sort=newest.*search=Paper/);
    await expect(main.getByRole('heading', { name: resourceName })).toBeVisible();
    await page.goto('/request');
    await expect(page.locator('noscript p')).toContainText('This form needs JavaScript');
  });
});
