// The browser's start: takes over the page that the server drew, with the data that came in it.
import './app.css';
import { type DehydratedState, hydrate, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Account } from '#contract/accounts.ts';
import type { SiteFacts } from '#contract/site.ts';
import { App } from './app.tsx';
import { httpTransport } from './kit/call.ts';
import { createQueries } from './kit/query.ts';
import type { Services } from './kit/services.ts';
import type { Theme } from './kit/theme.tsx';
import { createRoutes } from './router.tsx';

type PageState = {
  site: SiteFacts;
  me: Account | null;
  origin: string;
  theme: Theme;
  rendered: boolean;
  queries: DehydratedState;
  loaderData: Record<string, unknown>;
};

/** Loads the code of the page that is open, so that the first render equals the server's. */
const resolveLazy = async (routes: RouteObject[]): Promise<void> => {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = await route.lazy();
      Object.assign(route, { ...loaded, lazy: undefined });
    }),
  );
};

const start = async (): Promise<void> => {
  const root = document.getElementById('app');
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
  if (!root) return;
  const queries = createQueries();
  // A visitor's page may come from the server's cache; what was current when it was sent counts as fresh from now on.
  const now = Date.now();
  for (const query of state.queries.queries) query.state.dataUpdatedAt = now;
  hydrate(queries, state.queries);
  const services: Services = {
    transport: httpTransport(state.site.apiUrl),
    queries,
    site: state.site,
    origin: state.origin,
  };
  const routes = createRoutes(services);
  await resolveLazy(routes);
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: state.loaderData } });
  const app = (
    <QueryClientProvider client={queries}>
      <App services={services} me={state.me} theme={state.theme}>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>
  );
  if (state.rendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
};

void start();
