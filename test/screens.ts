// Every screen and named state of the product, for the pictures (`npm run shots`) and for the accessibility journeys.
import type { Page } from '@playwright/test';

export type DemoAccount = 'member' | 'premium' | 'leaker' | 'admin';

export type Screen = {
  name: string;
  path: string;
  /** Signed in as a demo account. */
  as?: DemoAccount;
  /** Brings the page into the state, after it has loaded. */
  prepare?(page: Page): Promise<void>;
  /** Status that the page answers with; 200 unless given. */
  status?: number;
};

const openFirst = async (page: Page, category: string): Promise<void> => {
  await page.goto(`/resources?category=${category}`);
  await page.locator('main article h2 a, main article h3 a').first().click();
  await page.waitForURL(/\/resources\/[0-9a-f-]{36}/);
};

const openFolder = async (page: Page): Promise<void> => {
  await page.goto('/elements');
  await page.locator('main article a').first().click();
  await page.waitForURL(/\/elements\/.+/);
  await page
    .getByRole('link', { name: /resource page|full resource|open the resource|details/i })
    .first()
    .click();
  await page.waitForURL(/\/resources\/[0-9a-f-]{36}/);
};

export const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'listing', path: '/resources' },
  { name: 'listing-page-2', path: '/resources?page=2' },
  { name: 'listing-premium', path: '/resources?category=premium&sort=oldest' },
  { name: 'listing-empty', path: '/resources?search=zoetrope' },
  { name: 'listing-refused', path: '/resources?sort=sideways', status: 400 },
  { name: 'resource-free', path: '/resources', prepare: (page) => openFirst(page, 'free') },
  { name: 'resource-premium', path: '/resources', prepare: (page) => openFirst(page, 'premium') },
  { name: 'resource-premium-member', path: '/resources', as: 'premium', prepare: (page) => openFirst(page, 'premium') },
  { name: 'resource-files', path: '/elements', prepare: openFolder },
  { name: 'resource-unknown', path: '/resources/00000000-0000-4000-8000-000000000000', status: 404 },
  { name: 'elements', path: '/elements' },
  { name: 'element-unknown', path: '/elements/no-such-element', status: 404 },
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    prepare: async (page) => {
      await page.getByLabel(/e-?mail/i).fill('nobody@demo.example');
      await page.getByLabel(/password/i).fill('not the password');
      await page
        .getByRole('main')
        .getByRole('button', { name: /log in|login|sign in/i })
        .click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'home-admin', path: '/', as: 'admin' },
  { name: 'ad-page-refused', path: '/ad-page?destination=https://other.example/x', status: 400 },
  { name: 'not-found', path: '/no-such-page/at-all', status: 404 },
  { name: 'processing', path: '/download/unknown/path', status: 404 },
  { name: 'unopened', path: '/premium', status: 404 },
];
