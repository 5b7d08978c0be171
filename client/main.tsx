// Browser entry point. Hydrates the server-rendered page with the data embedded in it.
import './app.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { httpTransport } from '#client/kit/data/call.ts';
import type { PageHandle } from '#client/kit/data/page.ts';
import { createQueryCache, type DehydratedCache } from '#client/kit/data/query-cache.ts';
import type { Account } from '#contract/accounts/api.ts';
import type { SiteFacts } from '#contract/content/home.ts';
import { App } from './app.tsx';
import { watchExpiry } from './kit/expiry.ts';
import type { Theme } from './kit/theme.tsx';
import { createRoutes } from './router.tsx';

type PageState = {
  site: SiteFacts;
  /** Missing if the page was rendered for any logged-in user. */
  me?: Account | null;
  origin: string;
  theme: Theme;
  rendered: boolean;
  answers: DehydratedCache;
  loaderData: Record<string, unknown>;
};

/** Loads the current page's code, so that the first render matches the server's. */
const resolveLazy = async (routes: RouteObject[]): Promise<void> => {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = await route.lazy();
      Object.assign(route, { ...loaded, lazy: undefined });
      await (route.handle as PageHandle | undefined)?.spec?.prepare?.(new URL(window.location.href));
    }),
  );
};

/**
 * Whether a field may have been changed before scripts ran. Properties that a field lacks are undefined, so they count as
 * unchanged. The value of a checkbox is not typed, and without one it differs from its default.
 */
const isTouched = (field: Partial<HTMLInputElement & HTMLOptionElement>): boolean =>
  (field.type !== 'checkbox' && field.value !== (field.defaultValue ?? field.value)) ||
  field.checked !== field.defaultChecked ||
  field.selected !== field.defaultSelected;

// zod reads this when a form's code loads. Otherwise it would try to use eval, which the CSP blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const start = async (): Promise<void> => {
  const root = document.getElementById('app');
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
  if (!root) return;
  const answers = createQueryCache();
  answers.hydrate(state.answers);
  const person: AppContext['person'] = { current: state.me ?? null };
  const context: AppContext = {
    transport: watchExpiry(httpTransport(state.site.apiUrl), person),
    queryCache: answers,
    person,
    site: state.site,
    origin: state.origin,
  };
  // The host check is only needed, and therefore only loaded, if a separate API host is configured.
  if (!state.site.apiUrl.startsWith('/')) {
    const { wayToSite } = await import('./kit/own-hosts.ts');
    const away = wayToSite(context, window.location.href);
    if (away) return window.location.replace(away);
  }
  const routes = createRoutes(context);
  await resolveLazy(routes);
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: state.loaderData } });
  const keepTyped = [...root.querySelectorAll('input,textarea,option')].some(isTouched)
    ? (await import('./kit/early-typing.ts').catch(() => null))?.keepEarlyTyping(root)
    : null;
  // From here on, React handles clicks on buttons.
  const press = globalThis.takePresses?.();
  const onReady = (): void => {
    keepTyped?.();
    press?.();
  };
  const app = (
    <App context={context} me={state.me} theme={state.theme} onReady={onReady}>
      <RouterProvider router={router} />
    </App>
  );
  // A transition is done in slices of a few milliseconds, so the page answers between them.
  if (state.rendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
};

void start();
