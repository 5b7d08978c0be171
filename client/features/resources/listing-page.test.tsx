// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { listResources } from '#contract/resources/api.ts';
import ListingPage, { page } from './listing-page.tsx';

type Listing = ReplyOf<typeof listResources>;

const card = (number: number): Listing['resources'][number] => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  slug: null,
  title: `Overlay ${number}`,
  author: 'kettle',
  authorAvatar: '',
  editor: 'Premiere Pro',
  type: 'overlay',
  category: 'Free',
  isPremium: false,
  thumbnailUrl: '',
  thumbnailColor: null,
  mediaLabel: '',
  preview: null,
  views: 0,
  likes: 0,
  saves: 0,
  downloads: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
});

const listing = (shown: number, total: number, currentPage = 1): Listing => ({
  resources: Array.from({ length: shown }, (_, index) => card(index)),
  pagination: { total, pages: Math.ceil(total / 21), currentPage, limit: 21, atLeast: false },
  mendedSearch: null,
});

const editors = ['After Effects', 'Premiere Pro', 'DaVinci Resolve', 'CapCut', 'Blender', 'Vegas'].map(
  (name, index) => ({ name, count: 1840 - index }),
);

const types = [
  { name: 'LUT', count: 1322 },
  { name: 'sound effect', count: 618 },
  { name: 'music', count: 4 },
];

const standIn =
  (reply: Listing, countsFail: boolean): Transport =>
  async (_method, path, _input, fallback) => {
    if (path === '/api/resources') return reply;
    if (countsFail) throw new CallError(fallback, 500, null);
    return path === '/api/types' ? types : editors;
  };

const open = async (address: string, reply: Listing, countsFail = false) => {
  const context: AppContext = {
    transport: standIn(reply, countsFail),
    queryCache: createQueryCache(),
    site: {} as AppContext['site'],
    person: { current: null },
    origin: 'http://localhost',
  };
  const loader = async ({ request }: { request: Request }) => {
    await page.load?.({ context, params: {}, url: new URL(request.url) });
    return null;
  };
  const router = createMemoryRouter(
    [{ path: '/resources', element: <ListingPage />, loader, hydrateFallbackElement: <p>Loading</p> }],
    { initialEntries: [address] },
  );
  render(
    <AppContextProvider value={context}>
      <RouterProvider router={router} />
    </AppContextProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Editing Assets' });
  return router;
};

const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.textContent);

// jsdom has no matchMedia. This stub simulates a wide screen.
window.matchMedia = () => Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList;

afterEach(cleanup);

test('no results: shows the message, types, four editors, a request link and a way to clear every filter', async () => {
  await open('/resources?search=zoetrope&category=free', listing(0, 0));
  const heading = screen.getByRole('heading', { name: 'No resources found' });
  const box = heading.parentElement as HTMLElement;
  expect(names(box)).toEqual([
    'Request “zoetrope”',
    'Search without filters',
    'Clear search',
    ...['LUTs1,322', 'Sound effects618', 'Music4'],
    ...['AeAfter Effects', 'PrPremiere Pro', 'DrDaVinci Resolve', 'CcCapCut'],
  ]);
  expect(
    within(box)
      .getByRole('link', { name: /^Sound effects/ })
      .getAttribute('href'),
  ).toBe('/resources?type=sound+effect');
  expect(screen.getByRole('link', { name: 'Request “zoetrope”' }).getAttribute('href')).toBe('/request?name=zoetrope');
  expect(screen.getByRole('link', { name: 'Clear search' }).getAttribute('href')).toBe('/resources');
  expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
});

test('a page past the end links to the last one and keeps the filters', async () => {
  await open('/resources?category=free&page=9', listing(0, 43, 9));
  const link = await screen.findByRole('link', { name: 'Go to page 3' });
  expect(link.getAttribute('href')).toBe('/resources?category=free&page=3');
});

test('shows five editors with counts; the active one removes its filter', async () => {
  await open('/resources?editor=Premiere+Pro&sort=oldest', listing(21, 43));
  const chips = within(screen.getByRole('navigation', { name: 'Popular Editors' })).getAllByRole('link');
  expect(chips).toHaveLength(5);
  expect(chips[0]?.textContent).toContain('1,840');
  expect(chips[1]?.getAttribute('href')).toBe('/resources?sort=oldest');
  expect(chips[1]?.getAttribute('aria-current')).toBe('true');
});

const tiles = () => within(screen.getByRole('navigation', { name: 'Asset types' })).getAllByRole('link');

test('a tile for each type leads to all its assets and keeps only the sort order', async () => {
  await open('/resources?search=rain&category=free&type=lut&sort=likes&page=2', listing(21, 43, 2));
  expect(tiles().map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual([
    ['All1,944 assets', '/resources?sort=likes'],
    ['LUTs1,322 assets', '/resources?type=LUT&sort=likes'],
    ['Sound effects618 assets', '/resources?type=sound+effect&sort=likes'],
    ['Music4 assets', '/resources?type=music&sort=likes'],
  ]);
  expect(tiles().map((tile) => tile.getAttribute('aria-current'))).toEqual([null, 'true', null, null]);
});

test.each([
  ['/resources?sort=likes', 'true'],
  ['/resources?search=rain', null],
  ['/resources?category=free', null],
])('marks the tile of all assets on %s: %s', async (address, current) => {
  await open(address, listing(21, 43));
  expect(tiles()[0]?.getAttribute('aria-current')).toBe(current);
});

test('shows three names without counts and no tiles if the counts cannot be loaded', async () => {
  await open('/resources', listing(21, 43), true);
  expect(screen.queryByRole('navigation', { name: 'Asset types' })).toBeNull();
  const chips = screen.getByRole('navigation', { name: 'Popular Editors' });
  expect(names(chips)).toEqual(['AeAfter Effects', 'PrPremiere Pro', 'DrDaVinci Resolve']);
});

test('typing updates the URL after a delay, on page 1, replacing the history entry', async () => {
  const router = await open('/resources?category=free&page=2', listing(21, 43, 2));
  expect(screen.getByRole('status').textContent).toBe('Showing 22-42 of 43 assets');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' neon ' } });
  expect(router.state.location.search).toBe('?category=free&page=2');
  await expect.poll(() => router.state.location.search).toBe('?search=neon&category=free');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('/ focuses the search box, unless the user is typing in a field', async () => {
  await open('/resources', listing(21, 43));
  const box = screen.getByRole('searchbox');
  const sort = screen.getByRole('combobox', { name: 'Sort' });
  sort.focus();
  fireEvent.keyDown(sort, { key: '/' });
  expect(document.activeElement).toBe(sort);
  sort.blur();
  // The shortcut works only after the page's effects have run.
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(box);
  });
});
