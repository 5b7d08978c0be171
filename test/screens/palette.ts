// Screens for the command palette and the list of keys.
import type { Page } from '@playwright/test';
import type { SiteHits } from '#contract/content/palette.ts';
import { hold, type Screen, untilKeysWork } from './screen.ts';

const SEARCH = /\/api\/search\?/;
const PICTURE = '/public/Images/default-thumbnail.png';

const asset = (place: number, title: string, type: string, author: string): SiteHits['assets'][number] => ({
  id: `00000000-0000-4000-8000-00000000000${place}`,
  ...{ title, type, author },
  isPremium: false,
  thumbnailUrl: PICTURE,
  thumbnailColor: '#35272b',
});

const found: SiteHits = {
  assets: [
    asset(1, 'Ridgeline Film LUTs', 'LUT', 'okapi'),
    asset(2, 'Night Bus Rides', 'Plate', 'mira'),
    asset(3, 'Ride Cymbals, Dry', 'Sound', 'vesper'),
  ],
  people: [{ username: 'ridley', uploads: 14 }],
  threads: [
    {
      id: '00000000-0000-4000-8000-000000000009',
      title: 'Halation on the Ridgeline pack',
      replies: 31,
      category: { name: 'Post-production', slug: 'post-production' },
      subCategory: { name: 'Colour', slug: 'colour' },
    },
  ],
  corrected: null,
};

/** Answers with samples, because the demo's assets change. */
const withHits = (page: Page) => page.route(SEARCH, (route) => route.fulfill({ json: found }));
const withNone = (page: Page) =>
  page.route(SEARCH, (route) => route.fulfill({ json: { assets: [], people: [], threads: [], corrected: null } }));

const open = async (page: Page): Promise<void> => {
  await untilKeysWork(page);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
};

const type = (text: string, result: string) => async (page: Page) => {
  await open(page);
  await page.keyboard.insertText(text);
  await page.getByRole('option', { name: result }).waitFor();
};

export const paletteScreens: Screen[] = [
  { name: 'palette', path: '/terms', prepare: open },
  { name: 'palette-member', path: '/terms', as: 'member', prepare: open },
  { name: 'palette-admin', path: '/admin', as: 'admin', prepare: open },
  { name: 'palette-toolbox', path: '/toolbox', as: 'admin', prepare: open },
  { name: 'palette-results', path: '/', before: withHits, prepare: type('rid', 'Ridgeline Film LUTs') },
  {
    name: 'palette-only-assets',
    path: '/terms',
    before: withHits,
    prepare: async (page) => {
      await type('rid', 'Ridgeline Film LUTs')(page);
      await page.keyboard.press('Tab');
      await page.getByRole('combobox', { name: /only assets/ }).waitFor();
    },
  },
  {
    name: 'palette-searching',
    path: '/terms',
    before: hold(SEARCH),
    prepare: async (page) => {
      await type('rid', 'Request')(page);
      await page.locator('[role=listbox][aria-busy=true]').waitFor();
    },
  },
  {
    name: 'palette-nothing',
    path: '/terms',
    before: withNone,
    prepare: async (page) => {
      await type('zoetrope', 'Request')(page);
      await page.getByText('Nothing found. Check the spelling or use fewer words.').waitFor();
    },
  },
  {
    name: 'palette-failed',
    path: '/terms',
    before: (page) => page.route(SEARCH, (route) => route.abort()),
    prepare: async (page) => {
      await type('rid', 'Request')(page);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'keys',
    path: '/terms',
    prepare: async (page) => {
      await untilKeysWork(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
];
