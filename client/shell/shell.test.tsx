// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { Account, PresentedRole } from '#contract/accounts/api.ts';
import { App } from '../app.tsx';
import { wordsOf } from './app-failure.tsx';
import { directRefusal } from './direct-refusal.tsx';
import { screenOf } from './failure-screen.tsx';
import { Shell } from './shell.tsx';

const ID = '11111111-1111-4111-8111-111111111111';

const account = (role: PresentedRole): Account => ({
  id: '1',
  username: 'mira',
  email: 'mira@example.com',
  role,
  isPremium: role === 'PREMIUM',
  patreonUsername: null,
  discordUsername: null,
  bio: '',
  avatar: '/api/users/mira/avatar',
  banner: '',
  displayName: null,
  badges: [],
  followers: 0,
  following: 0,
  totalLikes: 0,
  verified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const open = (me: Account | null, { path = '/', chatInviteUrl = null as string | null, demo = false } = {}) => {
  const answers = createQueryCache();
  const calls: string[] = [];
  const transport: Transport = async (method, address) => {
    calls.push(`${method} ${address}`);
    throw new CallError('offline', 0, null);
  };
  const site = {
    siteName: 'Helix',
    siteDescription: '',
    chatInviteUrl,
    apiUrl: '/api',
    demo,
    maintenance: false,
    logo: null,
    accentColor: null,
    registrationOpen: true,
    categories: [],
    providers: [],
  };
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        children: [
          { path: '/', element: <Link to="/other">go</Link> },
          { path: '*', element: <h1>Another page</h1> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(
    <App
      context={{ transport, queryCache: answers, site, person: { current: me }, origin: 'http://localhost' }}
      me={me}
      theme="dark"
    >
      <RouterProvider router={router} />
    </App>,
  );
  return { router, calls };
};

const addresses = (inside: HTMLElement): string[] =>
  within(inside)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

const header = () => screen.getByRole('banner');

window.scrollTo = () => undefined;
// jsdom has no matchMedia. This stub simulates a wide screen.
window.matchMedia = () => Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList;
// Offline, so that the bell opens no connection.
vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
afterEach(cleanup);

describe('the header', () => {
  it('shows the five top links in order to everyone', () => {
    open(null);
    expect(addresses(screen.getByRole('navigation', { name: 'Main' }))).toEqual([
      'Elements /resources',
      'Community /community',
      'Request /request',
      'Premium /premium',
      'Wiki /wiki',
    ]);
  });

  it('shows visitors the login link and no user menu', () => {
    open(null);
    expect(addresses(header())).toContain('Login /login');
    expect(screen.queryByRole('button', { name: /Account menu/ })).toBeNull();
  });

  const dashboards = { ADMIN: 'Admin /admin', LEAKER: 'Dashboard /leaker', USER: 'Dashboard /dashboard' };
  it.each([
    ['ADMIN', dashboards.ADMIN],
    ['LEAKER', dashboards.LEAKER],
    ['USER', dashboards.USER],
    ['PREMIUM', dashboards.USER],
  ] as const)('gives %s the menu for that role', async (role, own) => {
    open(account(role));
    fireEvent.click(screen.getByRole('button', { name: 'Account menu, mira' }));
    const menu = await screen.findByRole('menu');
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')].filter(Boolean).join(' '))).toEqual([
      'Profile /mira',
      'Resources /resources',
      'Premium /premium',
      'Wiki /wiki',
      own,
      'Logout',
    ]);
    const sheet = addresses(await screen.findByRole('navigation', { name: 'Menu', hidden: true }));
    expect(sheet).toEqual(expect.arrayContaining(['Profile /mira', own, '3D /resources?category=3d']));
    for (const other of Object.values(dashboards)) if (other !== own) expect(sheet).not.toContain(other);
    expect(addresses(header())).not.toContain('Login /login');
  });

  it('logs out even if the call fails, and opens the login page', async () => {
    const { router, calls } = open(account('USER'));
    await screen.findByRole('button', { name: 'Notifications' });
    fireEvent.click(screen.getByRole('button', { name: 'Account menu, mira' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'), { timeout: 10_000 });
    expect(router.state.location.search).toBe('?logout=failed');
    const expected = ['GET /api/notifications/unread', 'GET /api/user/marks', 'POST /api/auth/logout'];
    await vi.waitFor(() => expect([...new Set(calls)].sort()).toEqual(expected), { timeout: 10_000 });
    expect(addresses(header())).toContain('Login /login');
  });
});

describe('the shell', () => {
  it.each([
    ['/resources', 'Elements'],
    ['/elements', 'Elements'],
    ['/elements/whip-pan', 'Elements'],
    ['/wiki', 'Wiki'],
    ['/elementsmith', undefined],
  ])('marks the top link for %s', (path, label) => {
    open(null, { path });
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    const marked = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map(({ textContent }) => textContent)).toEqual(label ? [label] : []);
  });

  it('moves the focus to the heading of a page opened by a link', async () => {
    open(null);
    fireEvent.click(screen.getByRole('link', { name: 'go' }));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { level: 1 }));
  });

  it('has only footer links to existing pages, and a chat link only with an invite', () => {
    open(null);
    const footer = screen.getByRole('contentinfo');
    for (const link of addresses(footer)) expect(link).toMatch(/ \/[a-z]*$/);
    cleanup();
    open(null, { chatInviteUrl: 'https://chat.example/helix' });
    expect(addresses(screen.getByRole('contentinfo'))).toContain('Community chat https://chat.example/helix');
  });

  it('shows the demo label only for demo content', () => {
    open(null);
    expect(screen.queryByText('Demo content')).toBeNull();
    cleanup();
    open(null, { demo: true });
    expect(screen.getAllByText('Demo content').length).toBeGreaterThan(0);
  });
});

describe('failures', () => {
  it.each([
    ['RESOURCE_NOT_FOUND', '/resources/x', 'Resource Not Found', '/resources'],
    ['RESOURCE_NOT_FOUND', '/elements/x', 'Resource not found', '/elements'],
    ['PROFILE_NOT_FOUND', '/mira', 'Profile Not Found', '/resources'],
    ['TOO_MANY_REQUESTS', '/resources', 'Error', '/resources'],
  ])('show %s at %s as "%s"', (code, path, title, back) => {
    const screenOfFailure = screenOf({ code, message: 'The sentence.' }, path);
    expect([screenOfFailure.title, screenOfFailure.back.to]).toEqual([title, back]);
    expect(screenOfFailure.message === 'The sentence.').toBe(title === 'Error');
  });

  it.each([
    ['TICKET_REFUSED', `/direct-download/${ID}`, 'Error', `/resources/${ID}`],
    ['PREMIUM_SIGN_IN', `/direct-download/${ID}`, 'Login required', `/login?next=/resources/${ID}`],
    ['PREMIUM_REQUIRED', `/direct-download/${ID}`, 'Premium resource', '/premium'],
  ])('show %s at %s as "%s" with the reason', (code, path, title, to) => {
    const refusal = directRefusal({ code, message: 'The sentence.' }, path);
    expect(refusal).toMatchObject({ title, message: 'The sentence.', back: { to } });
  });

  it.each([
    ['TICKET_REFUSED', '/direct-download/elsewhere'],
    ['RESOURCE_NOT_FOUND', `/direct-download/${ID}`],
    ['NOT_FOUND', `/direct-download/${ID}`],
  ])('use the shared screen for %s at %s', (code, path) => {
    expect(directRefusal({ code, message: 'The sentence.' }, path)).toBeNull();
  });

  it.each([
    [new CallError('Failed to load data', 0, null), 'Error', 'Try again'],
    [new TypeError('Failed to fetch dynamically imported module: http://x/a.js'), /^Unexpected/, 'Try again'],
    [new Error('This page took too long to load.'), /^Unexpected/, 'Try again'],
    [new TypeError('secret of line 3'), /^Unexpected/, 'Reload'],
    ['thrown text', /^Unexpected/, 'Reload'],
  ])('have a title and a retry button for: %s', (error, title, retry) => {
    const words = wordsOf(error);
    expect(words.title).toMatch(title);
    expect(words.retry).toBe(retry);
    expect(words.message).not.toContain('secret');
  });
});
