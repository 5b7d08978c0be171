// @vitest-environment jsdom
// The command palette in the shell: its states, keys and what screen readers get.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { SiteHits } from '#contract/content/palette.ts';
import { App } from '../app.tsx';
import { Shell } from './shell.tsx';

const hits: SiteHits = {
  assets: [
    {
      id: '11111111-1111-4111-8111-111111111111',
      title: 'Ridgeline Film LUTs',
      type: 'LUT',
      author: 'okapi',
      isPremium: false,
      thumbnailUrl: '/a.webp',
      thumbnailColor: '#222222',
    },
  ],
  people: [{ username: 'ridley', uploads: 1 }],
  threads: [],
  corrected: null,
};

const site = {
  siteName: 'Helix',
  siteDescription: '',
  chatInviteUrl: null,
  apiUrl: '/api',
  demo: false,
  maintenance: false,
  logo: null,
  accentColor: null,
  registrationOpen: true,
  categories: [],
  providers: [],
};

/** Opens a page of the shell; `answer` is called for each search. */
const openPage = (answer: (text: string) => Promise<SiteHits>, { bare = false } = {}) => {
  const asked: string[] = [];
  const transport: Transport = async (_method, path, input) => {
    if (path !== '/api/search') throw new CallError('offline', 0, null);
    const text = input.query?.text ?? '';
    asked.push(text);
    return answer(text);
  };
  const router = createMemoryRouter([
    {
      element: <Shell />,
      children: [
        { path: '/', element: <input aria-label="Field of the page" />, handle: { bare } },
        { path: '*', element: <h1>Another page</h1> },
      ],
    },
  ]);
  render(
    <App
      context={{
        transport,
        queryCache: createQueryCache(),
        site,
        person: { current: null },
        origin: 'http://localhost',
      }}
      me={null}
      theme="dark"
    >
      <RouterProvider router={router} />
    </App>,
  );
  return { router, asked };
};

/** Presses Ctrl+K until the code that listens is there. */
const openPalette = async (): Promise<HTMLInputElement> => {
  await waitFor(() => {
    if (!screen.queryByRole('dialog')) fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Search and commands' });
};

const type = (field: HTMLInputElement, text: string) => fireEvent.change(field, { target: { value: text } });
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent?.replace(/Enter$/, ''));
const chosen = () => screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');
const status = () => within(screen.getByRole('dialog')).getByRole('status').textContent;

window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
// jsdom has no matchMedia. This stub simulates a wide screen.
window.matchMedia = () => Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList;

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the palette', () => {
  it('shows pages and actions before anything is typed, without asking the server', async () => {
    const { asked } = openPage(async () => hits);
    await openPalette();
    expect(names()).toEqual(expect.arrayContaining(['Home, page', 'Log in', 'Light theme, appearance']));
    expect(chosen()?.id).toBe(screen.getByRole('combobox').getAttribute('aria-activedescendant'));
    expect(asked).toEqual([]);
  });

  it('shows results in groups, counts them, and opens one by arrows and Enter', async () => {
    const { router, asked } = openPage(async () => hits);
    const field = await openPalette();
    type(field, 'rid');
    await screen.findByRole('option', { name: /Ridgeline/ });
    expect(asked).toEqual(['rid']);
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Assets',
      'People and threads',
      'Do',
    ]);
    expect(chosen()?.textContent).toContain('Ridgeline Film LUTs, LUT by okapi');
    expect(chosen()?.querySelector('mark')?.textContent).toBe('Rid');
    await waitFor(() => expect(status()).toBe('2 results'));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(chosen()?.textContent).toContain('ridley, 1 upload');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/ridley'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await openPalette();
    expect(screen.getAllByRole('group')[0]?.getAttribute('aria-label')).toBe('Recent');
    expect(names()[0]).toBe('ridley, 1 upload');
  });

  it('keeps only one kind after Tab, and all again after Backspace in an empty field', async () => {
    openPage(async () => hits);
    const field = await openPalette();
    type(field, 'rid');
    await screen.findByRole('option', { name: /Ridgeline/ });
    fireEvent.keyDown(field, { key: 'Tab' });
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Assets']);
    expect(field.getAttribute('aria-label')).toBe('Search and commands, only assets');
    type(field, '');
    fireEvent.keyDown(field, { key: 'Backspace' });
    expect(field.getAttribute('aria-label')).toBe('Search and commands');
  });

  it('keeps pages and actions while the server is asked, and says when nothing was found', async () => {
    let reply = (_found: SiteHits): void => {};
    const { asked } = openPage(
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    const field = await openPalette();
    type(field, 'zoetrope');
    await waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true'));
    expect(names()).toContain('Request “zoetrope”, ask creators for it');
    expect(screen.queryByText(/^Nothing found/)).toBeNull();
    await waitFor(() => expect(asked).toEqual(['zoetrope']));
    reply({ assets: [], people: [], threads: [], corrected: null });
    await screen.findByText('Nothing found. Check the spelling or use fewer words.');
    await waitFor(() => expect(status()).toBe('No results'));
  });

  it('says why a search failed, and repeats it on request or when the browser is online again', async () => {
    let isAway = true;
    const { asked } = openPage(async () => {
      if (isAway) throw new CallError('The search failed. Check your connection and try again.', 0, null);
      return hits;
    });
    const field = await openPalette();
    type(field, 'rid');
    const again = await screen.findByRole('button', { name: 'Try again' });
    await waitFor(() => expect(status()).toBe('The search failed. Check your connection and try again.'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.click(again);
    await waitFor(() => expect(status()).toBe("You're offline, so only pages, settings and actions can be found."));
    isAway = false;
    vi.restoreAllMocks();
    fireEvent(window, new Event('online'));
    await screen.findByRole('option', { name: /Ridgeline/ });
    expect(asked).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('returns the focus when it closes, and switches the theme', async () => {
    openPage(async () => hits);
    const page = screen.getByLabelText('Field of the page');
    page.focus();
    const field = await openPalette();
    await waitFor(() => expect(document.activeElement).toBe(field));
    type(field, 'light');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('light'));
    await waitFor(() => expect(document.activeElement).toBe(page));
  });

  it('opens on pages without the header', async () => {
    openPage(async () => hits, { bare: true });
    expect(screen.queryByRole('banner')).toBeNull();
    await openPalette();
    expect(screen.queryByRole('button', { name: /search and commands/ })).toBeNull();
  });
});

describe('the list of keys', () => {
  const press = () => fireEvent.keyDown(document.body, { key: '?' });

  it('opens with ?, except in a field or when single characters are off', async () => {
    openPage(async () => hits);
    await screen.findByRole('button', { name: /search and commands/ });
    fireEvent.keyDown(screen.getByLabelText('Field of the page'), { key: '?' });
    expect(screen.queryByRole('dialog')).toBeNull();
    press();
    const dialog = await screen.findByRole('dialog', { name: 'Keys' });
    within(dialog).getByText('Search and commands; on a Mac, ⌘ K');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /single letters/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens from the palette', async () => {
    openPage(async () => hits);
    const field = await openPalette();
    fireEvent.keyDown(field, { key: '?' });
    await screen.findByRole('dialog', { name: 'Keys' });
  });
});
