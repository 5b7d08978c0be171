// All pages by path. New pages are added here. The order doesn't matter, because the router ranks paths by specificity.
import { type RouteObject, redirect } from 'react-router';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { loadChunk, type PageModule } from '#client/kit/data/lazy-page.ts';
import { type Failure, isOwnAddress, type PageHandle } from '#client/kit/data/page.ts';
import { USERNAME_FORM } from '#contract/accounts/limits.ts';
import { SLUG_FORM } from '#contract/forum/limits.ts';
import { AppFailure } from './shell/app-failure.tsx';
import { guardOf } from './shell/guards.ts';
import { PageFrame } from './shell/page-frame.tsx';
import { Shell } from './shell/shell.tsx';

type Entry = {
  path: string;
  load: () => Promise<PageModule>;
  bare?: boolean;
  short?: boolean;
  forms?: Record<string, RegExp>;
};

const forumForms = { category: SLUG_FORM, subcategory: SLUG_FORM };

const pages: Entry[] = [
  {
    path: '/',
    load: () => import('#client/features/content/home/home-page.tsx'),
  },
  {
    path: '/resources',
    load: () => import('./features/resources/listing-page.tsx'),
  },
  {
    path: '/resources/:resourceId',
    load: () => import('./features/resources/resource-page.tsx'),
  },
  {
    path: '/elements',
    load: () => import('./features/resources/elements-page.tsx'),
  },
  {
    path: '/elements/:slug',
    load: () => import('./features/resources/element-page.tsx'),
  },
  {
    path: '/:username',
    load: () => import('./features/members/profile-page.tsx'),
    // Don't treat a request for a file at the root, such as /index.html, as a profile.
    forms: { username: USERNAME_FORM },
  },
  {
    path: '/collections/:id',
    load: () => import('#client/features/resources/collections/collection-page.tsx'),
  },
  { path: '/library', load: () => import('./features/resources/library/library-page.tsx') },
  {
    path: '/projects/:key',
    load: () => import('./features/resources/projects/project-page.tsx'),
  },
  { path: '/profile/:username', load: () => import('./features/members/profile-redirect-page.tsx') },
  { path: '/login', load: () => import('./features/accounts/login-page.tsx'), short: true },
  { path: '/forgot-password', load: () => import('./features/accounts/forgot-password-page.tsx'), short: true },
  { path: '/reset-password', load: () => import('./features/accounts/reset-password-page.tsx'), short: true },
  { path: '/verify-email', load: () => import('./features/accounts/verify-email-page.tsx'), short: true },
  { path: '/settings', load: () => import('#client/features/members/settings/settings-page.tsx') },
  { path: '/notifications', load: () => import('./features/notifications/notifications-page.tsx') },
  { path: '/unsubscribe', load: () => import('./features/notifications/unsubscribe-page.tsx'), short: true },
  { path: '/dashboard', load: () => import('./features/dashboard/dashboard-page.tsx') },
  { path: '/leaker', load: () => import('#client/features/uploads/dashboard/leaker-page.tsx') },
  { path: '/leaker/uploads/:id', load: () => import('./features/uploads/upload-page.tsx') },
  { path: '/admin', load: () => import('./features/admin/admin-page.tsx'), bare: true },
  {
    path: '/admin/settings',
    load: () => import('#client/features/admin/settings/settings-start-page.tsx'),
    bare: true,
  },
  {
    path: '/admin/settings/:page',
    load: () => import('#client/features/admin/settings/admin-settings-page.tsx'),
    bare: true,
  },
  { path: '/admin/reports', load: () => import('#client/features/admin/reports-page.tsx'), bare: true },
  { path: '/admin/audit', load: () => import('#client/features/admin/audit/audit-page.tsx'), bare: true },
  { path: '/admin/review/:id?', load: () => import('#client/features/admin/review-page.tsx'), bare: true },
  { path: '/admin/requests', load: () => import('#client/features/admin/requests-page.tsx'), bare: true },
  { path: '/toolbox', load: () => import('#client/features/admin/toolbox-page.tsx'), bare: true },
  { path: '/downloads', load: () => import('./features/downloads/history-page.tsx') },
  { path: '/receipt/:id', load: () => import('./features/downloads/receipts/receipt-page.tsx') },
  { path: '/ad-page', load: () => import('./features/downloads/ad-page.tsx'), short: true },
  { path: '/download/:id', load: () => import('./features/downloads/download-page.tsx'), short: true },
  ...['/api/*', '/download/*', '/public/*'].map((path) => ({
    path,
    load: () => import('./shell/processing-page.tsx'),
    short: true,
  })),
  ...['/terms', '/faq', '/privacy'].map((path) => ({
    path,
    load: () => import('#client/features/content/pages/text-page.tsx'),
  })),
  {
    path: '/report',
    load: () => import('./features/reports/report-page.tsx'),
    short: true,
  },
  {
    path: '/premium',
    load: () => import('./features/premium/premium-page.tsx'),
  },
  {
    path: '/request',
    load: () => import('./features/requests/request-page.tsx'),
  },
  {
    path: '/requests',
    load: () => import('./features/requests/board-page.tsx'),
  },
  {
    path: '/community',
    load: () => import('./features/forum/community-page.tsx'),
  },
  {
    path: '/community/reports',
    load: () => import('./features/reports/queue/queue-page.tsx'),
  },
  {
    path: '/community/search',
    load: () => import('./features/forum/search/search-page.tsx'),
  },
  {
    path: '/community/:category/:subcategory',
    load: () => import('./features/forum/subcategory-page.tsx'),
    forms: forumForms,
  },
  {
    path: '/community/:category/:subcategory/:threadId',
    load: () => import('./features/forum/thread-page.tsx'),
    forms: forumForms,
  },
  {
    path: '/community/:category/:subcategory/:threadId/:postId',
    load: () => import('./features/forum/post-page.tsx'),
    forms: forumForms,
  },
  {
    path: '/wiki',
    load: () => import('#client/features/content/wiki/wiki-page.tsx'),
  },
  {
    path: '/developers',
    load: () => import('./features/developers/developers-page.tsx'),
  },
  { path: '/_ui', load: () => import('./ui/gallery-page.tsx') },
  { path: '*', load: () => import('./shell/not-found-page.tsx'), short: true },
];

const failureOf = (error: unknown): Failure | null =>
  error instanceof CallError && error.status >= 400 && error.status < 500
    ? { status: error.status, code: error.code, message: error.message }
    : null;

/** Result for a URL whose parameters have the wrong format for the page. */
const notFound: Failure = { status: 404, code: 'NOT_FOUND', message: 'Nothing was found at this URL.' };

const toRoute = (entry: Entry, context: AppContext): RouteObject => {
  const handle: PageHandle = { forms: {}, ...entry };
  return {
    id: entry.path,
    path: entry.path,
    handle,
    lazy: async () => {
      const module = await loadChunk(entry.load);
      handle.spec = module.page;
      const Page = module.default;
      return {
        loader: async ({ params, request }) => {
          const input = { context, params: params as Record<string, string>, url: new URL(request.url) };
          await context.person.asked;
          const away = guardOf(entry.path)(context.person.current, input.url.pathname + input.url.search);
          if (away) return redirect(away);
          if (!isOwnAddress(handle, params)) return notFound;
          try {
            const result = await module.page.load?.(input);
            if (result?.redirect) return redirect(result.redirect, result.permanent ? 301 : 302);
            return null;
          } catch (error) {
            const failure = failureOf(error);
            if (!failure) throw error;
            return failure;
          }
        },
        element: (
          <PageFrame>
            <Page />
          </PageFrame>
        ),
      };
    },
  };
};

/** Creates the route tree for an app context. There is one per browser and one per server render. */
export function createRoutes(context: AppContext): RouteObject[] {
  return [
    {
      id: 'shell',
      element: <Shell />,
      errorElement: <AppFailure />,
      // Hydration waits for the page's code, so this is only visible if the browser starts without server-rendered HTML.
      hydrateFallbackElement: <p className="sr-only">Loading</p>,
      // If a page's code fails to load, its own error element is not available, so the parent route shows the error.
      children: [
        {
          id: 'pages',
          errorElement: <AppFailure />,
          children: pages.map((entry) => toRoute(entry, context)),
        },
      ],
    },
  ];
}
