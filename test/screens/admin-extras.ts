// Screens for groups, subscriptions and extras in the admin settings.
import type { Page } from '@playwright/test';
import { hold, type Screen } from './screen.ts';

const GROUPS = /\/api\/admin\/groups$/;
const ADS = /\/api\/admin\/ads$/;
const path = (page: string) => `/admin/settings/${page}`;
const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor();
};

const ad = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Grain packs by Ana',
  text: 'Forty scans of real film.',
  action: 'See the packs',
  link: 'https://grain.example/packs',
  imageUrl: null,
  weight: 30,
  active: true,
  impressions: 48_120,
  clicks: 962,
  createdAt: '2026-11-02T10:00:00.000Z',
};

const groups = {
  badges: [{ name: 'OG', description: 'Here since the first month', tone: 'iris', holders: 12 }],
  roles: [
    { role: 'USER', people: 142_310 },
    { role: 'PREMIUM', people: 18_240 },
    { role: 'LEAKER', people: 4575 },
    { role: 'ADMIN', people: 12 },
  ],
  categories: [{ name: 'Free', resources: 51, isOffered: true }],
};

export const group = 'adminSettings';

export const adminExtrasScreens: Screen[] = [
  {
    name: 'admin-groups',
    path: path('groups'),
    as: 'admin',
    before: (page) => page.route(GROUPS, (route) => route.fulfill({ json: groups })),
    prepare: (page) => page.getByRole('button', { name: 'Delete OG' }).waitFor(),
  },
  {
    name: 'admin-groups-loading',
    path: path('groups'),
    as: 'admin',
    before: hold(GROUPS),
    isHeld: true,
    prepare: (page) => page.getByRole('main').getByText('Loading').first().waitFor(),
  },
  {
    name: 'admin-groups-failed',
    path: path('groups'),
    as: 'admin',
    before: (page) => page.route(GROUPS, (route) => route.abort()),
    prepare: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-groups-badge',
    path: path('groups'),
    as: 'admin',
    prepare: (page) => press(page, 'Add badge'),
  },
  {
    name: 'admin-groups-delete',
    path: path('groups'),
    as: 'admin',
    before: (page) => page.route(GROUPS, (route) => route.fulfill({ json: groups })),
    prepare: (page) => press(page, 'Delete OG'),
  },
  {
    name: 'admin-subscriptions',
    path: path('subscriptions'),
    as: 'admin',
    prepare: async (page) => {
      await page.getByText('Granted by an administrator').waitFor();
      await page.getByRole('button', { name: 'Add testimonial' }).click();
    },
  },
  {
    name: 'admin-extras',
    path: path('extras'),
    as: 'admin',
    before: (page) => page.route(ADS, (route) => route.fulfill({ json: [ad] })),
    prepare: (page) => page.getByRole('button', { name: 'Pause Grain packs by Ana' }).waitFor(),
  },
  {
    name: 'admin-extras-empty',
    path: path('extras'),
    as: 'admin',
    before: (page) => page.route(ADS, (route) => route.fulfill({ json: [] })),
    prepare: (page) => page.getByText('No advertisements yet.').waitFor(),
  },
  {
    name: 'admin-extras-ad',
    path: path('extras'),
    as: 'admin',
    prepare: (page) => press(page, 'Add advertisement'),
  },
  {
    name: 'admin-extras-announcement',
    path: path('extras'),
    as: 'admin',
    prepare: async (page) => {
      await press(page, 'Add announcement');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('This must not be empty.').waitFor();
    },
  },
];
