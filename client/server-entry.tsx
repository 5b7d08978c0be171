// Server-side rendering: matches a URL to a page, loads its data with direct calls and renders the whole document.
import { Writable } from 'node:stream';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { type Failure, isOwnAddress, type PageHandle } from '#client/kit/data/page.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { Account } from '#contract/accounts/api.ts';
import type { SiteFacts } from '#contract/content/home.ts';
import { type ProblemCode, problemOf } from '#contract/problems.ts';
import { App } from './app.tsx';
import { documentHtml } from './document.ts';
import { createRoutes } from './router.tsx';
import { sharedPages } from './shared-pages.ts';
import { ClosedScreen } from './shell/closed-screen.tsx';
import { isForSignedIn } from './shell/guards.ts';

type RenderRequest = {
  url: string;
  origin: string;
  theme: 'dark' | 'light' | 'system';
  headOnly: boolean;
  reader: 'visitor' | 'caller' | 'member';
  failure: Failure | null;
  call(method: string, path: string, input: { params?: unknown; query?: unknown }): Promise<unknown>;
  assets: {
    early: string;
    scripts: string[];
    styles: string[];
    signedInStyles: string[];
    pageStyles: Record<string, string[]>;
    preloads: string[];
    modules: Record<string, string[]>;
  };
};

const nothing: AppContext = {
  transport: async () => null,
  queryCache: createQueryCache(),
  person: { current: null },
  site: {
    siteName: '',
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
  origin: '',
};
const knownRoutes = createRoutes(nothing);

/** The page that matches a path, or null. The catch-all route is not counted as a match. */
export function matchPage(path: string) {
  const match = matchRoutes(knownRoutes, path)?.at(-1);
  if (!match || match.route.path === '*') return null;
  const handle = match.route.handle as PageHandle;
  if (!isOwnAddress(handle, match.params)) return null;
  const pattern = match.route.path ?? '';
  const shared = sharedPages[pattern];
  return {
    pattern,
    params: match.params as Record<string, string>,
    cached: shared !== undefined,
    members: shared?.members ?? null,
    queryKeys: shared?.queryKeys ?? [],
  };
}

const isProblem = (error: unknown): error is Error & { code: ProblemCode } =>
  error instanceof Error && error.name === 'Problem' && 'code' in error;

/** Transport that calls the API directly. Throws the same kind of errors as the browser's transport. */
const innerTransport =
  (call: RenderRequest['call']): Transport =>
  async (method, path, input) => {
    try {
      return await call(method, path, input);
    } catch (error) {
      if (!isProblem(error)) throw error;
      throw new CallError(error.message, problemOf(error.code).status, error.code);
    }
  };

const RENDER_LIMIT_MS = 10_000;

const renderBody = (element: React.ReactNode): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
      final: (done) => {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    let failed: unknown = null;
    const fail = (error: unknown): void => {
      clearTimeout(limit);
      reject(error);
    };
    const { pipe, abort } = renderToPipeableStream(element, {
      // Larger parts would be moved to the end, which needs an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        if (failed) return fail(failed);
        clearTimeout(limit);
        pipe(sink);
      },
      onShellError: fail,
      onError: (error) => {
        failed ??= error;
      },
    });
    // Cleared when rendering is done, because a pending timer would keep the whole tree in memory.
    const limit = setTimeout(() => abort(new Error('rendering took too long')), RENDER_LIMIT_MS).unref();
  });

/** Renders the maintenance page. It is not hydrated, because it only shows a message and a login link. */
export async function renderClosed({
  url,
  origin,
  theme,
  call,
  assets,
}: Pick<RenderRequest, 'url' | 'origin' | 'theme' | 'call' | 'assets'>): Promise<string> {
  const site = (await call('GET', '/api/site', {})) as SiteFacts;
  const context: AppContext = { ...nothing, queryCache: createQueryCache(), site, origin };
  return documentHtml({
    head: { title: `Back soon - ${site.siteName}`, canonical: null },
    status: problemOf('MAINTENANCE').status,
    site,
    url: new URL(origin),
    origin,
    theme,
    body: renderToStaticMarkup(
      <AppContextProvider value={context}>
        <ClosedScreen here={url} />
      </AppContextProvider>,
    ),
    state: {},
    assets: { scripts: [], styles: assets.styles, preloads: assets.preloads, modules: [] },
  });
}

/** Renders a page. Returns the whole document as `html`, or the target as `redirect` if the page redirects. */
export async function renderPage(request: RenderRequest) {
  const transport = innerTransport(request.call);
  const answers = createQueryCache();
  const site = (await request.call('GET', '/api/site', {})) as SiteFacts;
  // The browser finds out who they are.
  const isUnknown = request.reader === 'member';
  const me = request.reader === 'caller' ? ((await request.call('GET', '/api/auth/me', {})) as Account) : null;
  const context: AppContext = { transport, queryCache: answers, site, person: { current: me }, origin: request.origin };
  const routes = createRoutes(context);
  const handler = createStaticHandler(routes);
  const url = new URL(request.url, request.origin);
  const found = await handler.query(new Request(url));
  if (found instanceof Response) {
    return { status: found.status, html: '', redirect: found.headers.get('location') };
  }
  const thrown = Object.values(found.errors ?? {})[0];
  if (thrown instanceof Error) throw thrown;
  const match = found.matches.at(-1);
  if (request.failure && match) found.loaderData[match.route.id] = request.failure;
  const handle = match?.route.handle as PageHandle | undefined;
  const failure = (found.loaderData[match?.route.id ?? ''] ?? null) as Failure | null;
  const status = failure?.status ?? handle?.spec?.status ?? found.statusCode;
  const head = handle?.spec?.head({ context, params: (match?.params ?? {}) as Record<string, string>, url, failure });
  const body = request.headOnly
    ? ''
    : await renderBody(
        <App context={context} me={isUnknown ? undefined : me} theme={request.theme}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, found)}
            context={found}
            hydrate={false}
          />
        </App>,
      );
  const { early, scripts, preloads, modules } = request.assets;
  const source = sharedPages[match?.route.path ?? '']?.source ?? '';
  const more = isForSignedIn(match?.route.path ?? '') ? request.assets.signedInStyles : [];
  const own = request.assets.pageStyles[source] ?? [];
  const styles = [...request.assets.styles, ...more, ...own];
  const state = {
    site,
    ...(isUnknown ? {} : { me }),
    origin: request.origin,
    theme: request.theme,
    rendered: !request.headOnly,
    answers: answers.dehydrate(),
    loaderData: found.loaderData,
  };
  return {
    status,
    redirect: null,
    html: documentHtml({
      head,
      status,
      site,
      url,
      origin: request.origin,
      theme: request.theme,
      body,
      state,
      assets: { early, scripts, styles, preloads, modules: modules[source] ?? [] },
    }),
  };
}
