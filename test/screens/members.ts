// Screens for profiles, collections, and what members save.
import type { APIRequestContext, Page } from '@playwright/test';
import { collectionPath } from '#contract/paths.ts';
import { freePage, type Screen, UNKNOWN_ID } from './screen.ts';

/** Path of the demo member's first public collection. */
const collectionPage = async (api: APIRequestContext): Promise<string> => {
  const answer = await api.get('/api/users/member-demo/collections');
  const [first] = (await answer.json()) as { id: string }[];
  return collectionPath(first?.id ?? '');
};

const openPicker = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add to collection' }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
};

export const memberScreens: Screen[] = [
  {
    name: 'resource-marks',
    path: freePage,
    as: 'premium',
    prepare: async (page) => {
      const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
      if ((await save.getAttribute('aria-pressed')) === 'false') await save.click();
      await page.getByRole('main').locator('[aria-pressed=true]').first().waitFor();
    },
  },
  { name: 'resource-collections', path: freePage, as: 'member', prepare: openPicker },
  {
    name: 'resource-new-collection',
    path: freePage,
    as: 'member',
    prepare: async (page) => {
      await openPicker(page);
      await page.getByRole('button', { name: 'New collection' }).click();
      await page.getByRole('button', { name: 'Create and add' }).click();
      await page.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'resource-collections-failed',
    path: freePage,
    as: 'member',
    before: (page) => page.route('**/api/user/collections?*', (route) => route.abort()),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add to collection' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  { name: 'profile', path: '/mira' },
  {
    name: 'profile-member',
    path: '/mira',
    as: 'member',
    prepare: (page) => page.getByRole('main').getByRole('article').first().hover(),
  },
  { name: 'profile-own', path: '/leaker-demo', as: 'leaker' },
  { name: 'profile-bare', path: '/admin-demo' },
  { name: 'profile-search', path: '/mira?search=neon' },
  { name: 'profile-empty', path: '/mira?search=zoetrope' },
  { name: 'profile-past-end', path: '/mira?page=90' },
  { name: 'profile-about', path: '/mira?tab=about' },
  { name: 'profile-collections', path: '/mira?tab=collections' },
  { name: 'profile-collections-own', path: '/member-demo?tab=collections', as: 'member' },
  { name: 'profile-collections-none', path: '/admin-demo?tab=collections' },
  {
    name: 'profile-loading',
    path: '/mira',
    // Never answer this request.
    before: (page) => page.route(/\/api\/users\/mira\/uploads/, () => {}),
    prepare: async (page) => {
      await page.getByRole('main').getByRole('searchbox').fill('neon');
      await page.getByText('Loading resources').waitFor();
    },
  },
  { name: 'profile-refused', path: '/mira?page=first', status: 400 },
  { name: 'profile-unknown', path: '/nobody-has-this-name', status: 404 },
  { name: 'profile-no-name', path: '/no-name.txt', status: 404 },
  { name: 'collection', path: collectionPage },
  {
    name: 'collection-edit',
    path: collectionPage,
    as: 'member',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit collection' }).click();
      await page.getByRole('button', { name: 'Delete collection' }).waitFor();
    },
  },
  {
    name: 'collection-delete',
    path: collectionPage,
    as: 'member',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit collection' }).click();
      await page.getByRole('button', { name: 'Delete collection' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'collection-unknown', path: collectionPath(UNKNOWN_ID), status: 404 },
];
