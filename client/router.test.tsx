// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { pagePatterns } from '#contract/paths.ts';
import { App } from './app.tsx';
import { createRoutes } from './router.tsx';

const context: AppContext = {
  transport: async () => null,
  queryCache: createQueryCache(),
  site: {
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
  },
  person: { current: null },
  origin: 'http://localhost',
};

const find = (routes: RouteObject[], path: string): RouteObject | undefined => {
  for (const route of routes) {
    const found = route.path === path ? route : find(route.children ?? [], path);
    if (found) return found;
  }
  return undefined;
};

window.scrollTo = () => undefined;
afterEach(cleanup);

it("shows an error inside the shell if a page's code fails to load, and can navigate on", async () => {
  const routes = createRoutes(context);
  const broken = find(routes, '/login');
  expect(broken?.lazy).toBeTypeOf('function');
  Object.assign(broken ?? {}, {
    lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/a.js')),
  });
  const router = createMemoryRouter(routes, { initialEntries: ['/no/such/page'] });
  render(
    <App context={context} me={null} theme="dark">
      <RouterProvider router={router} />
    </App>,
  );
  await screen.findByRole('heading', { name: 'Page Not Found' });
  await act(() => router.navigate('/login'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unexpected Application Error!');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  await act(() => router.navigate('/no/such/page'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
});

it('has a page for every path in the route table', () => {
  const routes = createRoutes(context);
  expect(pagePatterns.filter((path) => find(routes, path) === undefined)).toEqual([]);
});
