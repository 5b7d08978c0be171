// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { AuthProvider } from '#client/kit/session.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { PastDownload } from '#contract/resources/bookmarks.ts';
import HistoryPage, { page } from './history-page.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const person = { id: '1', username: 'kettle', role: 'USER', isPremium: false } as Account;

const past = (title: string, change: Partial<PastDownload> = {}): PastDownload => ({
  id: title,
  resourceId: '00000000-0000-4000-8000-000000000001',
  title,
  imageUrl: '',
  author: 'mira',
  file: null,
  downloadedAt: '2026-11-02T10:00:00.000Z',
  available: true,
  updatedSince: false,
  ...change,
});

const open = async (address: string, downloads: PastDownload[], pages: number) => {
  const asked: unknown[] = [];
  const context: AppContext = {
    transport: async (_method, _path, input) => {
      asked.push(input.query);
      const currentPage = Number(input.query?.page ?? 1);
      return { downloads, pagination: { total: downloads.length, pages, currentPage, limit: 20 } };
    },
    queryCache: createQueryCache(),
    site: {} as AppContext['site'],
    person: { current: person },
    origin: 'http://localhost',
  };
  const loader = async ({ request }: { request: Request }) => {
    await page.load?.({ context, params: {}, url: new URL(request.url) });
    return null;
  };
  const router = createMemoryRouter(
    [{ path: '/downloads', element: <HistoryPage />, loader, HydrateFallback: Blank }],
    {
      initialEntries: [address],
    },
  );
  render(
    <AppContextProvider value={context}>
      <AuthProvider initial={person}>
        <RouterProvider router={router} />
      </AuthProvider>
    </AppContextProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Your downloads' });
  return asked;
};

const Blank = () => null;

const rowOf = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement);

test('each download shows its file and any update, and can be downloaded again', async () => {
  await open('/downloads', [past('Whole'), past('One', { file: 'Stills/One.png', updatedSince: true })], 1);
  expect(rowOf('Whole').getByText(/As one ZIP/)).toBeTruthy();
  expect(rowOf('Whole').queryByText('Updated since you got it')).toBeNull();
  expect(rowOf('Whole').getByRole('link', { name: 'Download again: Whole' }).getAttribute('href')).toBe(
    '/download/00000000-0000-4000-8000-000000000001',
  );
  expect(rowOf('One').getByText('Updated since you got it')).toBeTruthy();
  expect(rowOf('One').getByRole('link', { name: 'Download again: Stills/One.png' }).getAttribute('href')).toBe(
    '/download/00000000-0000-4000-8000-000000000001?file=Stills%2FOne.png',
  );
});

test('an unavailable asset stays listed, without dead links', async () => {
  await open('/downloads', [past('Gone', { available: false, updatedSince: true })], 1);
  expect(rowOf('Gone').getByText('No longer available')).toBeTruthy();
  expect(rowOf('Gone').queryByText('Updated since you got it')).toBeNull();
  expect(rowOf('Gone').queryByRole('link', { name: /^Download|^Gone$/ })).toBeNull();
});

test('reads the page from the URL and falls back to the first', async () => {
  expect(await open('/downloads?page=2', [past('Second')], 3)).toEqual([{ limit: '20', page: '2' }]);
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  cleanup();
  expect(await open('/downloads?page=-1', [past('First')], 1)).toEqual([{ limit: '20' }]);
});

test('shows empty states for no downloads and for a page past the last', async () => {
  await open('/downloads', [], 0);
  expect(screen.getByRole('heading', { name: 'No downloads yet' })).toBeTruthy();
  cleanup();
  await open('/downloads?page=9', [], 2);
  expect(screen.getByRole('link', { name: 'Go to page 2' }).getAttribute('href')).toBe('/downloads?page=2');
});
