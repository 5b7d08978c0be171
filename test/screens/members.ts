// Screens for profiles, collections, and what members save.
import type { APIRequestContext, Page } from '@playwright/test';
import { collectionPath, LIBRARY_PATH, PROJECTS_PATH } from '#contract/paths.ts';
import { freeId, freePage, type Screen, UNKNOWN_ID } from './screen.ts';

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

/** Private link of the demo member's first collection. Opening a project that is open already changes nothing. */
const projectPage = async (api: APIRequestContext): Promise<string> => {
  const answer = await api.get('/api/users/member-demo/collections');
  const [first] = (await answer.json()) as { id: string }[];
  const opened = await api.put(`/api/collections/${first?.id}/project`, { data: {} });
  return `${PROJECTS_PATH}/${((await opened.json()) as { key: string }).key}`;
};

/** The library check with an asset to save. */
const assetToSave = async (api: APIRequestContext): Promise<string> => `${LIBRARY_PATH}?asset=${await freeId(api)}`;

/** Checks a folder in the origin private file system, and compares it with the asset. */
const checkFolder = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Footage', { create: true });
    const file = await (await folder.getFileHandle('holiday.mov', { create: true })).createWritable();
    await file.write('My own film');
    await file.close();
    Object.assign(window, { showDirectoryPicker: async () => folder });
  });
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await page.getByRole('button', { name: 'Check 1 file' }).click();
  await page.getByRole('button', { name: /^Compare / }).click();
  await page.getByRole('button', { name: /^Save \d+ files? into the folder$/ }).waitFor();
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
  { name: 'library', path: LIBRARY_PATH, as: 'member' },
  { name: 'library-checked', path: assetToSave, as: 'premium', prepare: checkFolder },
  {
    name: 'project',
    path: projectPage,
    as: 'member',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
      await page
        .getByLabel(/^Note for /)
        .first()
        .waitFor();
    },
  },
  { name: 'collection-unknown', path: collectionPath(UNKNOWN_ID), status: 404 },
];
