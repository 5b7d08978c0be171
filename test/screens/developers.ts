// The API page, and the personal tokens in the settings.
import type { Page } from '@playwright/test';
import type { PersonalToken } from '#contract/accounts/personal-tokens.ts';
import { TOKENS_MAX } from '#contract/accounts/token-limits.ts';
import { type Screen, UNKNOWN_ID } from './screen.ts';

const TOKENS = /\/api\/me\/tokens$/;

const token = (index: number, changes: Partial<PersonalToken> = {}): PersonalToken => ({
  id: UNKNOWN_ID.replace(/.{4}$/, String(1000 + index)),
  name: `Backup of the edit suite ${index}`,
  scopes: ['read', 'downloads'],
  createdAt: '2026-11-02T09:30:00.000Z',
  lastUsedAt: null,
  expiresAt: '2099-01-31T09:30:00.000Z',
  ...changes,
});

/** Mocks the tokens that the settings page fetches when it is opened from another page. */
const giveTokens = (tokens: PersonalToken[]) => (page: Page) =>
  page.route(TOKENS, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { tokens } }) : route.fallback(),
  );

const toSettings = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('link', { name: 'settings', exact: true }).click();
  await page.getByRole('heading', { name: 'Personal access tokens' }).scrollIntoViewIfNeeded();
};

const openForm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('form', { name: 'New token' }).waitFor();
};

const made = { ...token(1), token: `helix_${'Ab3-'.repeat(10)}xyz` };

export const developerScreens: Screen[] = [
  { name: 'developers', path: '/developers' },
  {
    name: 'developers-unfolded',
    path: '/developers',
    prepare: (page) => page.locator('.api-group > summary').first().click(),
  },
  { name: 'developers-group', path: '/developers?group=forum' },
  { name: 'developers-long-group', path: '/developers?group=administration#listUsers' },
  { name: 'developers-search', path: '/developers?search=thread' },
  { name: 'developers-nothing', path: '/developers?search=zoetrope' },
  { name: 'developers-unknown', path: '/developers?group=none', status: 404, complaint: /status of 404/ },
  {
    name: 'settings-tokens',
    path: '/developers',
    as: 'member',
    before: giveTokens([
      token(1, { name: 'n'.repeat(60), scopes: ['read', 'library', 'downloads', 'uploads', 'forum', 'requests'] }),
      token(2, { lastUsedAt: '2026-11-20T09:30:00.000Z', expiresAt: '2026-01-31T09:30:00.000Z' }),
    ]),
    prepare: toSettings,
  },
  {
    name: 'settings-tokens-full',
    path: '/developers',
    as: 'member',
    before: giveTokens(Array.from({ length: TOKENS_MAX }, (_, index) => token(index))),
    prepare: toSettings,
  },
  {
    name: 'settings-tokens-failed',
    path: '/developers',
    as: 'member',
    before: (page) => page.route(TOKENS, (route) => route.abort()),
    prepare: async (page) => {
      await toSettings(page);
      await page.getByText('Your tokens could not be loaded.').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  { name: 'settings-token-form', path: '/settings', as: 'member', prepare: openForm },
  {
    name: 'settings-token-refused',
    path: '/settings',
    as: 'member',
    prepare: async (page) => {
      await openForm(page);
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText('Choose what the token can do.').waitFor();
    },
  },
  {
    name: 'settings-token-made',
    path: '/settings',
    as: 'member',
    before: (page) =>
      page.route(TOKENS, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 201, json: made }) : route.fallback(),
      ),
    prepare: async (page) => {
      await openForm(page);
      await page.getByLabel('Name', { exact: true }).fill(made.name);
      await page.getByRole('checkbox', { name: /^Read/ }).check();
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText(made.token).waitFor();
    },
  },
  {
    name: 'settings-token-question',
    path: '/developers',
    as: 'member',
    before: giveTokens([token(1)]),
    prepare: async (page) => {
      await toSettings(page);
      await page.getByRole('button', { name: 'Delete Backup of the edit suite 1' }).click();
      await page.getByRole('dialog', { name: 'Delete Backup of the edit suite 1?' }).waitFor();
    },
  },
];
