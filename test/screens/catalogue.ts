// Screens that anyone can browse: home, listing, resource, elements, downloads, and missing pages.
import type { APIRequestContext, Page } from '@playwright/test';
import { adPagePath, directDownloadPath, downloadPath, elementPath, resourcePath } from '#contract/paths.ts';
import { folderOf, freeResourceAt, listCards } from '#test/harness/catalogue.ts';
import { type Address, freeId, freePage, hold, openMenu, PLACE, type Screen, UNKNOWN_ID } from './screen.ts';

const premiumId = async (api: APIRequestContext): Promise<string> => {
  const [card] = await listCards(api, { category: 'premium' });
  if (!card) throw new Error('The site has no premium resource');
  return card.id;
};

const slug = async (api: APIRequestContext): Promise<string> => {
  const cards = await listCards(api);
  return cards.find((card) => card.slug !== null)?.slug ?? '';
};

const premiumPage: Address = async (api) => resourcePath(await premiumId(api));

const folderPage: Address = async (api) => {
  const { card, files } = await freeResourceAt(api, PLACE);
  return `${resourcePath(card.id)}?folder=${encodeURIComponent(folderOf(files))}`;
};

const choosePill = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Premium' }).click();

/** Opens the filter column on wide screens, or the filter sheet on phones. */
const openFilters = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('heading', { level: 2, name: 'Filters' }).waitFor();
};

const openValues = async (page: Page): Promise<void> => {
  await openFilters(page);
  await page.getByRole('heading', { level: 3, name: 'Editor' }).waitFor();
};

/** Shows a card's preview. Reduced motion disables previews, so it is turned off until the preview appears. */
const scrubCard = (kind: 'frames' | 'lut' | 'waveform') => async (page: Page) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const card = page.locator(`.card[data-preview=${kind}]`).first();
  await card.hover();
  await card.locator('.scrub img').first().waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
};

export const catalogueScreens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-menu', path: '/', as: 'admin', prepare: openMenu },
  { name: 'listing', path: '/resources' },
  { name: 'listing-page-2', path: '/resources?page=2' },
  { name: 'listing-search', path: '/resources?search=lut&category=free' },
  { name: 'listing-premium', path: '/resources?category=premium&sort=oldest' },
  { name: 'listing-editor', path: '/resources?editor=Premiere%20Pro' },
  { name: 'listing-empty', path: '/resources?search=zoetrope' },
  { name: 'listing-past-end', path: '/resources?page=900' },
  { name: 'listing-refused', path: '/resources?sort=sideways', status: 400 },
  {
    name: 'listing-filters',
    path: '/resources?category=free',
    opensAtEachWidth: true,
    prepare: async (page) => {
      await openValues(page);
      const folded = page.locator('details:has(.facet) summary');
      if ((await folded.count()) > 0) await folded.first().click();
    },
  },
  { name: 'listing-filters-plain', path: '/resources?editor=After%20Effects&filters=open' },
  {
    name: 'listing-filters-loading',
    path: '/resources',
    opensAtEachWidth: true,
    before: hold(/\/api\/resources\/facets/),
    prepare: openFilters,
  },
  {
    name: 'listing-filters-failed',
    path: '/resources',
    opensAtEachWidth: true,
    before: (page) => page.route(/\/api\/resources\/facets/, (route) => route.abort()),
    prepare: async (page) => {
      await openFilters(page);
      await page.getByText('The filters could not be loaded.').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'listing-chips',
    path: '/resources?search=a&category=free&tag=4k&editor=After%20Effects&fps=25&alpha=yes&loop=yes&sort=trending',
    opensAtEachWidth: true,
    prepare: openValues,
  },
  { name: 'listing-card-frames', path: '/resources', prepare: scrubCard('frames') },
  { name: 'listing-card-look', path: '/resources?type=LUT', prepare: scrubCard('lut') },
  { name: 'listing-card-sound', path: '/resources?type=sound+effect', prepare: scrubCard('waveform') },
  { name: 'listing-chips-closed', path: '/resources?tag=4k&editor=After%20Effects&fps=25&alpha=yes&sort=likes' },
  { name: 'listing-corrected', path: '/resources?search=glich' },
  {
    name: 'listing-loading',
    path: '/resources',
    before: hold(/\/api\/resources\?/),
    prepare: async (page) => {
      await choosePill(page);
      await page.getByText('Loading assets').waitFor();
    },
  },
  {
    name: 'listing-failed',
    path: '/resources',
    before: (page) => page.route(/\/api\/resources\?/, (route) => route.abort()),
    prepare: async (page) => {
      await choosePill(page);
      await page.getByRole('heading', { name: 'Error' }).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  { name: 'resource-free', path: freePage },
  { name: 'resource-folder', path: folderPage },
  {
    name: 'resource-selected',
    path: freePage,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Files' }).getByRole('listitem').getByRole('checkbox').first().click();
      await page
        .getByRole('region', { name: 'Selected files' })
        .getByText(/^[1-9]\d* files?,/)
        .waitFor();
    },
  },
  {
    name: 'resource-checksums',
    path: freePage,
    prepare: (page) => page.getByText('Check your download').click(),
  },
  { name: 'resource-premium', path: premiumPage },
  { name: 'resource-premium-member', path: premiumPage, as: 'member' },
  { name: 'resource-premium-premium', path: premiumPage, as: 'premium' },
  { name: 'resource-unknown', path: resourcePath(UNKNOWN_ID), status: 404 },
  { name: 'elements', path: '/elements' },
  { name: 'element', path: async (api) => elementPath(await slug(api)) },
  { name: 'element-files', path: async (api) => `${elementPath(await slug(api))}?folder=` },
  { name: 'element-unknown', path: elementPath('no-such-element'), status: 404 },
  {
    name: 'download',
    path: async (api) => downloadPath(await freeId(api)),
    // The page redirects automatically; holding back the ad offer prevents that.
    before: hold(/\/api\/ad-offer/),
    prepare: (page) => page.getByText('You will be redirected to view ads before downloading.').waitFor(),
  },
  { name: 'download-premium', path: async (api) => downloadPath(await premiumId(api)), status: 401 },
  { name: 'download-unknown', path: downloadPath(UNKNOWN_ID), status: 404 },
  {
    name: 'download-refused',
    path: async (api) => `${directDownloadPath(await freeId(api))}?ticket=tampered`,
    status: 403,
  },
  { name: 'ad-page', path: async (api) => adPagePath(await freeId(api)) },
  { name: 'ad-page-refused', path: '/ad-page?destination=https://other.example/x', status: 400 },
  { name: 'not-found', path: '/no-such-page/at-all', status: 404 },
  { name: 'processing', path: '/download/unknown/path', status: 404 },
  // The broken pictures on this page are intentional examples.
  { name: 'gallery', path: '/_ui', complaint: /missing\.(png|avif)|status of 404/ },
];
