// Resource requests in the admin panel. They are mocked, so the demo's own requests remain unchanged.
import type { Page } from '@playwright/test';
import type { AdminRequest } from '#contract/requests/api.ts';
import { hold, type Screen, UNKNOWN_ID } from './screen.ts';

const LIST = /\/api\/admin\/requests\?|\/api\/admin\/requests$/;

const request = (number: number, changes: Partial<AdminRequest> = {}): AdminRequest => ({
  id: UNKNOWN_ID.replace(/..$/, String(10 + number)),
  resourceName: 'Film grain for night shoots',
  resourceLink: 'https://shop.example/packs/night-grain',
  ogData: { title: 'Night Grain: 24 scans of pushed film', image: null, price: '24.00 EUR', description: null },
  status: 'Pending',
  note: '',
  resource: null,
  requester: 'member-demo',
  requesterId: UNKNOWN_ID,
  votes: 12,
  premiumVotes: 3,
  told: 7,
  isPremium: true,
  voted: false,
  tells: false,
  own: false,
  createdAt: '2026-11-20T09:30:00.000Z',
  decidedAt: null,
  ...changes,
});

const requests: AdminRequest[] = [
  request(1),
  request(2, {
    resourceName: 'Paper rip transitions',
    resourceLink: 'https://paper.example/rips',
    ogData: null,
    status: 'Searching',
    isPremium: false,
    premiumVotes: 0,
    votes: 1,
    told: 1,
    requester: null,
    requesterId: null,
  }),
  request(3, {
    resourceName: 'Analog light leaks',
    status: 'Fulfilled',
    note: 'Shared by its maker.',
    resource: { id: UNKNOWN_ID, title: 'Amber leaks' },
    decidedAt: '2026-11-21T10:00:00.000Z',
    told: 0,
  }),
  request(4, {
    resourceName: 'A film, whole',
    status: 'Rejected',
    note: 'This is no editing asset.',
    votes: 2,
    premiumVotes: 1,
  }),
];

const giveRequests = (rows: AdminRequest[]) => (page: Page) =>
  page.route(LIST, (route) => {
    const total = rows.length;
    const pagination = { total, pages: total ? 1 : 0, currentPage: 1, limit: 10, atLeast: false };
    return route.fulfill({ json: { requests: rows, pagination } });
  });

const openWindow = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Review ${name}` }).click();
  await page.getByRole('dialog').getByLabel('New status').waitFor();
};

const path = '/admin/requests';

export const group = 'adminContent';

export const adminRequestScreens: Screen[] = [
  {
    name: 'admin-requests',
    path,
    as: 'admin',
    before: giveRequests(requests),
    prepare: (page) => page.getByText('Paper rip transitions', { exact: true }).waitFor(),
  },
  {
    name: 'admin-requests-empty',
    path,
    as: 'admin',
    before: giveRequests([]),
    prepare: (page) => page.getByText('No requests found.').waitFor(),
  },
  {
    name: 'admin-requests-loading',
    path,
    as: 'admin',
    before: hold(LIST),
    isHeld: true,
    prepare: (page) => page.getByText('Loading').first().waitFor(),
  },
  {
    name: 'admin-requests-failed',
    path,
    as: 'admin',
    before: (page) => page.route(LIST, (route) => route.abort()),
    prepare: (page) => page.getByText('Failed to fetch dashboard data').waitFor(),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-request-decide',
    path,
    as: 'admin',
    before: giveRequests(requests),
    prepare: openWindow('Paper rip transitions'),
  },
  {
    name: 'admin-request-fulfil',
    path,
    as: 'admin',
    before: giveRequests(requests),
    prepare: async (page) => {
      await openWindow('Film grain for night shoots')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('New status').selectOption('Fulfilled');
      await dialog.getByRole('searchbox').fill('grain');
      await dialog.getByRole('radio').first().check();
    },
  },
  {
    name: 'admin-request-incomplete',
    path,
    as: 'admin',
    before: giveRequests(requests),
    prepare: async (page) => {
      await openWindow('Film grain for night shoots')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('New status').selectOption('Fulfilled');
      await dialog.getByRole('button', { name: 'Save decision' }).click();
      await dialog.getByText('Choose an asset.').waitFor();
    },
  },
  {
    name: 'admin-request-remove',
    path,
    as: 'admin',
    before: giveRequests(requests),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Remove A film, whole' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
