// Screens for groups, subscriptions and extras in the admin settings.
import type { Page } from '@playwright/test';
import type { DiscordPosts } from '#contract/uploads/discord-posts.ts';
import { hold, type Screen } from './screen.ts';

const GROUPS = /\/api\/admin\/groups$/;
const ADS = /\/api\/admin\/ads$/;
const DISCORD = /\/api\/admin\/discord-posts$/;
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

const discordPosts: DiscordPosts = {
  isSet: true,
  isOn: true,
  webhookId: '1175391384561254440',
  goneAt: null,
  pausedUntil: '2036-11-02T10:00:00.000Z',
  lastSentAt: '2026-11-02T10:00:00.000Z',
  waiting: 3,
  uncertain: 1,
  refused: 2,
  isReachable: true,
  preview: {
    title: 'Soft light leaks',
    creator: 'leaker-demo',
    text: 'Twelve light leaks on black, ready to lay over your footage.',
    fields: [
      { name: 'Access', value: 'Premium' },
      { name: 'Type', value: 'overlay' },
      { name: 'Software', value: 'Premiere Pro' },
    ],
    isPremium: true,
    picture: '/public/Images/default-thumbnail.png',
    footer: 'Helix',
  },
  summary: {
    title: '24 new assets',
    creator: '',
    text: 'Soft light leaks by leaker-demo, Premium\nPaper grain by leaker-demo\nand 22 more',
    fields: [],
    isPremium: false,
    picture: null,
    footer: 'Helix',
  },
};

const answerDiscord =
  (changes: Partial<DiscordPosts> = {}) =>
  (page: Page): Promise<unknown> =>
    page.route(DISCORD, (route) => route.fulfill({ json: { ...discordPosts, ...changes } }));

/** The section on Discord, scrolled into view. */
const seeDiscord = async (page: Page, text: string): Promise<void> => {
  const section = page.getByRole('region', { name: 'Announcements on Discord' });
  await section.getByText(text).first().waitFor();
  await section.scrollIntoViewIfNeeded();
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
  {
    name: 'admin-extras-discord',
    path: path('extras'),
    as: 'admin',
    before: answerDiscord(),
    prepare: (page) => seeDiscord(page, '3 assets will be announced'),
  },
  {
    name: 'admin-extras-discord-gone',
    path: path('extras'),
    as: 'admin',
    before: answerDiscord({ isOn: false, goneAt: '2026-11-02T10:00:00.000Z', isReachable: false }),
    prepare: (page) => seeDiscord(page, 'Discord reported that the webhook was deleted'),
  },
  {
    name: 'admin-extras-discord-refused',
    path: path('extras'),
    as: 'admin',
    before: answerDiscord({ isSet: false, isOn: false, webhookId: null }),
    prepare: async (page) => {
      await seeDiscord(page, 'copy the webhook URL');
      const section = page.getByRole('region', { name: 'Announcements on Discord' });
      await section.getByLabel('Webhook URL').fill('https://example.com/hook');
      await section.getByRole('button', { name: 'Save' }).click();
      await section.getByText('Enter a webhook URL from Discord').waitFor();
    },
  },
  {
    name: 'admin-extras-discord-delete',
    path: path('extras'),
    as: 'admin',
    before: answerDiscord(),
    prepare: async (page) => {
      await seeDiscord(page, '3 assets will be announced');
      await press(page, 'Delete webhook');
    },
  },
  {
    name: 'admin-extras-discord-loading',
    path: path('extras'),
    as: 'admin',
    before: hold(DISCORD),
    isHeld: true,
    prepare: (page) => page.getByRole('main').getByText('Loading').first().waitFor(),
  },
  {
    name: 'admin-extras-discord-failed',
    path: path('extras'),
    as: 'admin',
    before: (page) => page.route(DISCORD, (route) => route.abort()),
    prepare: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    complaint: /ERR_FAILED/,
  },
];
