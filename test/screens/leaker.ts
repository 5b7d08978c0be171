// Screens for a leaker's work: the dashboard, and their uploads in every state.
import type { APIRequestContext, Page } from '@playwright/test';
import { ownUploadPath, resourcePath } from '#contract/paths.ts';
import type { Demand } from '#contract/requests/demand.ts';
import type { OwnUpload, UploadDetails, UploadLine } from '#contract/uploads/api.ts';
import { type Address, hold, openMenu, type Screen, UNKNOWN_ID } from './screen.ts';

const LEAKER_CALLS = /\/api\/(leaker\/(uploads|activity|space|demand)|users\/stats)/;
const DEMAND = /\/api\/leaker\/demand/;

type State = 'draft' | 'pending' | 'approved' | 'rejected';

const listed = async (api: APIRequestContext, state: State): Promise<UploadLine[]> => {
  const answer = await api.get('/api/leaker/uploads', { params: { state } });
  return ((await answer.json()) as { uploads: UploadLine[] }).uploads;
};

const draft: UploadDetails = {
  title: 'Paper Grain, still without its files',
  description: 'Scanned at 1200 dpi, loops after four seconds.',
  category: 'Free',
  type: 'overlay',
  editor: 'DaVinci Resolve',
  editorMinVersion: null,
  tags: ['paper', 'grain'],
  licence: 'CC0',
  rightsDeclared: true,
  saleDeclared: false,
};

/** Id of the leaker's upload in the given state. The demo has one in every state except draft. A draft is created when needed. */
const idOf = async (api: APIRequestContext, state: State): Promise<string> => {
  const [known] = await listed(api, state);
  if (known) return known.id;
  if (state !== 'draft') throw new Error(`The demo leaker has no upload that is ${state}`);
  const answer = await api.post('/api/uploads', { data: draft });
  return ((await answer.json()) as OwnUpload).id;
};

const ownPage =
  (state: State): Address =>
  async (api) =>
    ownUploadPath(await idOf(api, state));

/** Navigates to the dashboard within the site to mock its requests. A page opened directly already contains its data. */
const goToDashboard = async (page: Page): Promise<void> => {
  await openMenu(page);
  await page
    .getByRole('menuitem', { name: 'Dashboard' })
    .or(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }))
    .click();
  await page.getByRole('heading', { level: 1, name: 'Leaker Dashboard' }).waitFor();
};

const noDemand: Demand = { searches: [], requests: [], editors: [], types: [] };

const someDemand: Demand = {
  searches: [
    { words: 'vhs tape glitch', people: 31, editor: 'After Effects', type: 'transition' },
    { words: 'anamorphic flare', people: 18, editor: null, type: 'overlay' },
    { words: 'kodak 2383', people: 7, editor: 'DaVinci Resolve', type: 'LUT' },
    { words: 'paper cut out stop motion', people: 5, editor: null, type: null },
  ],
  requests: [
    { id: UNKNOWN_ID, resourceName: 'Neon titles for Premiere', people: 24, editor: 'Premiere Pro', type: 'title' },
    { id: UNKNOWN_ID.replace('4', '5'), resourceName: 'Sakura petals', people: 6, editor: null, type: null },
  ],
  editors: ['After Effects', 'DaVinci Resolve', 'Premiere Pro'],
  types: ['LUT', 'transition', 'overlay', 'title'],
};

const answerDemand = (demand: Demand) => (page: Page) => page.route(DEMAND, (route) => route.fulfill({ json: demand }));

/** Scrolls to the radar, which is below the lists. */
const seeDemand = async (page: Page, text: string): Promise<void> => {
  await goToDashboard(page);
  const radar = page.getByRole('region', { name: 'Demand radar' });
  await radar.getByText(text).first().waitFor();
  await radar.scrollIntoViewIfNeeded();
};

/** Mocks the dashboard of a leaker who has not uploaded anything. */
const answerNothing = (page: Page): Promise<unknown> =>
  page.route(LEAKER_CALLS, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith('/activity')) return await route.fulfill({ json: [] });
    if (path.endsWith('/demand')) return await route.fulfill({ json: noDemand });
    if (path.endsWith('/uploads')) {
      return await route.fulfill({
        json: { uploads: [], pagination: { total: 0, pages: 0, currentPage: 1, limit: 10 } },
      });
    }
    if (path.endsWith('/space')) {
      return await route.fulfill({
        json: { used: 0, reserved: 0, quota: 53_687_091_200, maxFileBytes: 16_106_127_360, hasMediaTools: false },
      });
    }
    return await route.fulfill({ json: { totalUploads: 0, totalDownloads: 0, totalStorage: 0, approvalRate: 0 } });
  });

/** Mocks uploads in progress for the draft, and navigates within the site, so that the page requests the draft again. */
const openUnderWay = async (page: Page): Promise<void> => {
  const known = (await (
    await page.request.get(`/api/uploads/${await idOf(page.request, 'draft')}`)
  ).json()) as OwnUpload;
  const session = { isBundle: false, received: 0, modifiedAt: null, step: null, checked: 0, refusal: null };
  const underWay: OwnUpload = {
    ...known,
    sessions: [
      {
        ...session,
        id: UNKNOWN_ID,
        path: 'Grain/Paper_Grain_4K.mov',
        size: 2_480_000_000,
        received: 2_480_000_000,
        state: 'CHECKING',
        step: 'reading',
        checked: 1_116_000_000,
      },
      {
        ...session,
        id: UNKNOWN_ID.replace('4', '5'),
        path: 'Grain/bonus.zip',
        size: 42_374,
        received: 42_374,
        state: 'REFUSED',
        refusal: 'This archive would unpack to far more than it may.',
      },
    ],
    preview: { state: 'MAKING', note: null, made: 0, total: 0 },
    findings: [
      { code: 'other-kind', path: 'Grain/readme.png', sentence: 'This file is named as a picture but is plain text.' },
    ],
  };
  await page.route(`**/api/uploads/${known.id}`, (route) => route.fulfill({ json: underWay }));
  await page.route(`**/api/uploads/${known.id}/progress`, (route) => route.fulfill({ json: underWay }));
  await page.getByRole('main').getByRole('link', { name: known.title }).click();
  await page.getByRole('progressbar').first().waitFor();
};

const openDelete = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Delete this upload' }).click();
  await page.getByRole('dialog').waitFor();
};

export const leakerScreens: Screen[] = [
  { name: 'leaker', path: '/leaker', as: 'leaker' },
  { name: 'leaker-admin', path: '/leaker', as: 'admin' },
  { name: 'leaker-apply', path: '/leaker', as: 'premium' },
  { name: 'leaker-filtered', path: '/leaker?activity=approvals&state=rejected', as: 'leaker' },
  { name: 'leaker-past-end', path: '/leaker?page=900', as: 'leaker' },
  {
    name: 'leaker-empty',
    path: '/downloads',
    as: 'leaker',
    before: answerNothing,
    prepare: async (page) => {
      await goToDashboard(page);
      await page.getByText('No recent activity').waitFor();
    },
  },
  {
    name: 'leaker-failed',
    path: '/downloads',
    as: 'leaker',
    before: (page) => page.route(LEAKER_CALLS, (route) => route.abort()),
    prepare: async (page) => {
      await goToDashboard(page);
      await page.getByText('Your uploads could not be loaded.').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'leaker-loading',
    path: '/leaker',
    as: 'leaker',
    before: hold(/\/api\/leaker\/uploads\?/),
    prepare: async (page) => {
      await page.getByRole('navigation', { name: 'Upload status' }).getByRole('link', { name: 'Rejected' }).click();
      await page.getByRole('region', { name: 'Your uploads' }).locator('.skeleton').first().waitFor();
    },
  },
  {
    name: 'leaker-demand',
    path: '/downloads',
    as: 'leaker',
    before: answerDemand(someDemand),
    prepare: (page) => seeDemand(page, 'vhs tape glitch'),
  },
  {
    name: 'leaker-demand-filtered',
    path: '/downloads',
    as: 'leaker',
    before: answerDemand({ ...someDemand, searches: [], requests: [] }),
    prepare: async (page) => {
      await seeDemand(page, 'All types');
      await page.getByRole('navigation', { name: 'Type in demand' }).getByRole('link', { name: 'LUT' }).click();
      await page.getByRole('heading', { name: 'Nothing with these filters' }).waitFor();
    },
  },
  {
    name: 'leaker-demand-empty',
    path: '/downloads',
    as: 'leaker',
    before: answerDemand(noDemand),
    prepare: (page) => seeDemand(page, 'No demand to show yet'),
  },
  {
    name: 'leaker-demand-failed',
    path: '/downloads',
    as: 'leaker',
    before: (page) => page.route(DEMAND, (route) => route.abort()),
    prepare: (page) => seeDemand(page, 'The demand radar could not be loaded.'),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'leaker-demand-loading',
    path: '/downloads',
    as: 'leaker',
    before: answerDemand(someDemand),
    prepare: async (page) => {
      await seeDemand(page, 'vhs tape glitch');
      await page.unroute(DEMAND);
      await hold(DEMAND)(page);
      await page.getByRole('navigation', { name: 'Type in demand' }).getByRole('link', { name: 'LUT' }).click();
      await page.getByRole('region', { name: 'Demand radar' }).locator('.skeleton').first().waitFor();
    },
  },
  {
    name: 'leaker-started',
    path: '/leaker?start=Vhs+tape+glitch&startType=transition&startEditor=After+Effects#upload',
    as: 'leaker',
    prepare: (page) => page.getByLabel('Title').first().waitFor(),
  },
  { name: 'upload-draft', path: ownPage('draft'), as: 'leaker' },
  { name: 'upload-pending', path: ownPage('pending'), as: 'leaker' },
  { name: 'upload-rejected', path: ownPage('rejected'), as: 'leaker' },
  { name: 'upload-approved', path: ownPage('approved'), as: 'leaker' },
  {
    name: 'upload-under-way',
    path: '/leaker?state=draft',
    as: 'leaker',
    before: (page) => idOf(page.request, 'draft'),
    prepare: openUnderWay,
  },
  { name: 'upload-delete', path: ownPage('approved'), as: 'leaker', prepare: openDelete },
  {
    name: 'upload-remove-file',
    path: ownPage('pending'),
    as: 'leaker',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'upload-unknown', path: ownUploadPath(UNKNOWN_ID), as: 'leaker', status: 404 },
  { name: 'upload-of-another', path: ownUploadPath(UNKNOWN_ID), as: 'member', status: 404 },
  {
    name: 'resource-rejected',
    path: async (api) => resourcePath(await idOf(api, 'rejected')),
    as: 'leaker',
    prepare: (page) => page.getByRole('link', { name: 'Manage this upload' }).waitFor(),
  },
];
