// Premium through Patreon, tested with the fake: linked, cancelled, declined, refunded, and combined with an admin's grant.
import type { APIRequestContext, Page } from '@playwright/test';
import type { Account } from '#contract/accounts/api.ts';
import type { OwnPremium } from '#contract/premium/api.ts';
import { demoCards } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const FAKE = `${process.env.FAKES_URL}/patreon/members`;

/** Completes the consent page as one of the fake's accounts. */
const consent = async (page: Page, who: string | RegExp, decision: 'Allow' | 'Deny' = 'Allow'): Promise<void> => {
  await page.getByRole('radio', { name: who }).check();
  await page.getByRole('button', { name: decision }).click();
};

const connect = async (page: Page, who: string | RegExp, decision: 'Allow' | 'Deny' = 'Allow'): Promise<void> => {
  await page.goto('/premium');
  await page.getByRole('main').getByRole('link', { name: 'Connect Patreon' }).click();
  await consent(page, who, decision);
  await expect(page).toHaveURL(/\/premium/);
};

const me = async (api: APIRequestContext): Promise<Account> => (await api.get('/api/auth/me')).json();
const own = async (api: APIRequestContext): Promise<OwnPremium> => (await api.get('/api/me/premium')).json();

/** Patreon id of the account that the user has linked. */
const patronOf = async (api: APIRequestContext): Promise<string> => {
  const { patreonUsername } = await me(api);
  const html = await (await fetch(FAKE)).text();
  const found = new RegExp(
    `<legend>${patreonUsername}: [^<]*</legend>\\s*<input type="hidden" name="patron" value="(\\d+)"`,
  );
  return found.exec(html)?.[1] ?? '';
};

/** Sets the state of a membership. If `event` is given, the fake also notifies the site. */
const make = async (patron: string, state: string, event = ''): Promise<void> => {
  const site = test.info().project.use.baseURL ?? '';
  const body = new URLSearchParams({ patron, state, event, site });
  const reply = await fetch(FAKE, { method: 'POST', body });
  expect(reply.status, await reply.clone().text()).toBe(200);
  if (event) expect(await reply.json()).toEqual({ status: 204 });
};

const premiumCard = async (api: APIRequestContext): Promise<string> => (await demoCards(api, 'premium'))[0]?.id ?? '';
const askPremium = async (api: APIRequestContext): Promise<number> =>
  (await api.get(`/api/resources/${await premiumCard(api)}/premium-download`)).status();
/** Polls for a change that must reach every process within five seconds. */
const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 5000 });

const cardOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Patreon' }) });
const disconnect = (api: APIRequestContext) => api.post('/api/auth/patreon/disconnect', { data: {} });

test('a paying patron gets Premium immediately, keeps it after cancelling, and loses it with a refund', async ({
  page,
}) => {
  const api = page.request;
  await registerByCall(api);
  expect(await askPremium(api)).toBe(403);
  await connect(page, /^Paula/);
  await expect(page.getByRole('heading', { name: 'You have Premium' })).toBeVisible();
  await expect(page.getByText(/^Through your Patreon membership\. Your next payment is due on/)).toBeVisible();
  // Members with Premium are not offered it again.
  await expect(page.getByRole('button', { name: /^(Subscribe via Patreon|Get Premium Now)$/ })).toHaveCount(0);
  await expect(page.getByText(/is charged now/)).toHaveCount(0);
  expect((await me(api)).role).toBe('PREMIUM');
  expect(await askPremium(api)).toBe(200);
  const patron = await patronOf(api);
  try {
    await page.goto('/dashboard');
    const card = cardOf(page);
    await expect(card.getByText('Premium', { exact: true })).toBeVisible();
    await expect(card.getByText('Connected as Paula Stern')).toBeVisible();
    await expect(card.getByText('Premium Member')).toBeVisible();
    await expect(card.getByRole('link', { name: 'Disconnect' })).toBeVisible();

    await page.goto(`/resources/${await premiumCard(api)}`);
    const download = page.waitForEvent('download');
    await page.getByRole('main').getByRole('link', { name: 'Download All' }).click();
    // Downloads the file directly, without the ad page.
    expect((await download).url()).toContain('/direct-download/');
    await (await download).cancel();

    await make(patron, 'cancelled', 'members:pledge:delete');
    await soon(async () => (await own(api)).membership?.state).toBe('cancelled');
    expect((await own(api)).isPremium).toBe(true);
    expect(await askPremium(api)).toBe(200);
    await page.goto('/dashboard');
    await expect(card.getByText('Premium Member')).toBeVisible();
    await expect(card.getByText(/^Cancelled: ends on/)).toBeVisible();
    await page.goto('/premium');
    await expect(
      page.getByText(/^Your Patreon membership has been cancelled\. You still have Premium until/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subscribe via Patreon' })).toBeVisible();

    await make(patron, 'refunded', 'members:pledge:update');
    await soon(() => askPremium(api)).toBe(403);
    expect((await me(api)).role).toBe('USER');
    await page.goto('/dashboard');
    await expect(card.getByText('Connected but not a patron')).toBeVisible();
    await expect(card.getByText('Your last payment was refunded.')).toBeVisible();
  } finally {
    await make(patron, 'active');
    await disconnect(api);
  }
});

test('a patron who has not paid sees a note, and gets Premium by checking again after paying', async ({ page }) => {
  const api = page.request;
  await registerByCall(api);
  await connect(page, 'New account');
  await expect(page.getByRole('heading', { name: 'Connected but not a patron' })).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText("We don't see a paid membership on Patreon yet.")).toBeVisible();
  await make(await patronOf(api), 'active');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'You have Premium' })).toBeVisible();
  await expect(page.locator('#plans')).toBeFocused();
  expect(await askPremium(api)).toBe(200);
});

test('a declined payment keeps Premium for a while, and the card says what to do', async ({ page }) => {
  const api = page.request;
  await registerByCall(api);
  await connect(page, 'New account');
  const patron = await patronOf(api);
  await make(patron, 'active', 'members:pledge:create');
  await soon(async () => (await own(api)).isPremium).toBe(true);
  await make(patron, 'declined', 'members:pledge:update');
  await soon(async () => (await own(api)).membership?.state).toBe('declined');
  await page.goto('/dashboard');
  await expect(cardOf(page).getByText('Premium Member')).toBeVisible();
  await expect(cardOf(page).getByText(/^Payment declined\. Update your payment details on Patreon by/)).toBeVisible();
  await page.goto('/premium');
  await expect(page.getByText(/^Your last payment was declined\. You still have Premium until/)).toBeVisible();
});

test('denying consent at Patreon shows that nothing was linked', async ({ page }) => {
  await registerByCall(page.request);
  await connect(page, 'New account', 'Deny');
  await expect(page.getByRole('alert')).toContainText('Patreon was not linked because you cancelled.');
  await expect(page.getByRole('link', { name: 'Connect Patreon' })).toBeVisible();
});

test('an admin’s grant and a Patreon membership coexist, and neither ends the other', async ({ page, browser }) => {
  const api = page.request;
  const { account } = await registerByCall(api);
  const baseURL = test.info().project.use.baseURL;
  const admins = await browser.newContext(baseURL ? { baseURL } : {});
  await signInByCall(admins.request, 'admin');
  const toggle = async (isPremium: boolean) => {
    const reply = await admins.request.put(`/api/admin/users/${account.id}/premium`, { data: { isPremium } });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  const sources = async () => (await own(api)).sources.map(({ source }) => source).sort();

  await toggle(true);
  expect(await sources()).toEqual(['admin']);
  await page.goto('/dashboard');
  await expect(cardOf(page).getByText('Premium Member')).toBeVisible();
  await expect(cardOf(page).getByRole('link', { name: 'Connect Patreon' })).toBeVisible();

  await cardOf(page).getByRole('link', { name: 'Connect Patreon' }).click();
  await consent(page, 'New account');
  await expect(page).toHaveURL('/dashboard');
  const patron = await patronOf(api);
  await make(patron, 'active', 'members:pledge:create');
  await soon(sources).toEqual(['admin', 'patreon']);
  await page.goto('/premium');
  await expect(page.getByText('Granted by an administrator, with no end date.')).toBeVisible();
  await expect(page.getByText(/^Through your Patreon membership\./)).toBeVisible();

  await make(patron, 'refunded', 'members:pledge:update');
  await soon(sources).toEqual(['admin']);
  expect(await askPremium(api)).toBe(200);
  await make(patron, 'active', 'members:pledge:create');
  await soon(sources).toEqual(['admin', 'patreon']);
  await toggle(false);
  await soon(sources).toEqual(['patreon']);
  expect(await askPremium(api)).toBe(200);
  await make(patron, 'refunded', 'members:pledge:update');
  await soon(() => askPremium(api)).toBe(403);
  await admins.close();
});
