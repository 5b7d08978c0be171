// Sends the site's pages, rendered on the server with their data. Public pages come from a cache with a short lifetime.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { chooseEncoding } from '#server/kit/http/encoding.ts';
import { type CachedPage, type PageCache, packForOne, packPage } from '#server/kit/http/page-cache.ts';
import { asProblem, Problem } from '#server/kit/http/problem.ts';
import { isUnchanged } from '#server/kit/http/range.ts';
import { anybody, type Caller, callerOf } from './serve.ts';
import { hasOwnChange, hasPremiumCookie } from './session-cookies.ts';
import { mayUsePremium, type Viewer } from './viewer.ts';

export type Theme = 'dark' | 'light' | 'system';

/** Interface of the built client, `dist/server/server-entry.js`. */
export type PageRenderer = {
  /** Finds the page at a path; null if no page matches. */
  matchPage(path: string): {
    pattern: string;
    params: Record<string, string>;
    cached: boolean;
    /** Which logged-in users share the cached page. */
    members: 'all' | 'without-premium' | null;
    queryKeys: string[];
  } | null;
  renderPage(request: RenderRequest): Promise<RenderedPage>;
  /** Renders the maintenance page, which is the same for every path and has no scripts. */
  renderClosed(request: Pick<RenderRequest, 'url' | 'origin' | 'theme' | 'call' | 'assets'>): Promise<string>;
};

export type RenderRequest = {
  url: string;
  origin: string;
  theme: Theme;
  /** Renders only the head and the data, and leaves the rest to the browser. Used if too many pages are being rendered. */
  headOnly: boolean;
  call(method: string, path: string, input: { params?: unknown; query?: unknown }): Promise<unknown>;
  /** Who reads the page: a visitor, the caller, or any logged-in user, whose data the page must not contain. */
  reader: 'visitor' | 'caller' | 'member';
  /** An error to show instead of a page, for paths that are not pages. */
  failure: { status: number; code: string; message: string } | null;
  /**
   * `early`: the script that records clicks on buttons until hydration.
   * `signedInStyles`: used in addition to `styles` by pages that require a login.
   * `pageStyles`: each page's own style sheets, by its source file.
   * `modules`: the scripts needed to hydrate each page, by its source file. The key '' is for pages without a source file.
   */
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

export type RenderedPage = { status: number; html: string; redirect: string | null };

const MAX_RENDERS = 24;

const themeOf = (request: FastifyRequest): Theme => {
  const theme = request.cookies.theme;
  return theme === 'light' || theme === 'system' ? theme : 'dark';
};

/** A page, or the URL that it redirects to. */
type FoundPage = CachedPage & { redirect?: string | null };
type Match = ReturnType<PageRenderer['matchPage']>;
type Made = {
  match: Match;
  page: FoundPage;
  /** Whether others get the same page. */
  isShared: boolean;
  visitorOf(request: FastifyRequest): string;
  drawsMissing: boolean;
};

type Address = { url: URL; match: Match; cacheKey: string };

/** Maximum number of URLs in the cache, and the maximum length in characters of a cached URL. */
const ADDRESSES_KEPT = 1000;
const LONGEST_ADDRESS_KEPT = 500;

/** Caches which page each URL matches, because matching costs more than sending a cached page. */
const createAddressReader = (renderer: PageRenderer) => {
  const known = new LRUCache<string, Address>({ max: ADDRESSES_KEPT });
  return (address: string): Address => {
    const kept = known.get(address);
    if (kept) return kept;
    const url = new URL(address, 'http://page.invalid');
    const match = renderer.matchPage(url.pathname);
    const read = { url, match, cacheKey: match ? cacheKeyOf(url, match.queryKeys) : '' };
    if (address.length <= LONGEST_ADDRESS_KEPT) known.set(address, read);
    return read;
  };
};

/** The part of the URL that a page depends on, so that variants with `?utm_source=` and the like share one cached page. */
const cacheKeyOf = (url: URL, queryKeys: string[]): string => {
  const query = new URLSearchParams();
  for (const key of queryKeys) {
    const value = url.searchParams.get(key);
    // Keep empty values: `?folder=` opens the list of files, while a URL without it does not.
    if (value !== null) query.set(key, value);
  }
  return `${url.pathname}?${query}`;
};

const isForMember = ({ members }: Pick<NonNullable<Match>, 'members'>, viewer: Viewer): boolean =>
  members === 'all' || (members === 'without-premium' && !mayUsePremium(viewer));

type PageDeps = {
  renderer: PageRenderer;
  assets: RenderRequest['assets'];
  cache: PageCache;
  origin(): string;
  now(): Date;
  call(method: string, path: string, input: object, caller: Caller): Promise<unknown>;
  /** The cookie that is set when a visitor closes the announcement bar, and whether it is for the current announcement. */
  closedLine: { cookie: string; isClosed(value: string | undefined): boolean | Promise<boolean> };
  /** Called for every page sent with status 200, including cached ones, to count views. */
  onPage(page: { pattern: string; params: Record<string, string>; visitor(): string }): void;
  log: { error(fields: object, message: string): void };
};

const encodingOf = ({ headers }: FastifyRequest) => chooseEncoding(headers['accept-encoding']);

/** Compresses a page for this request only. */
const packFor = (request: FastifyRequest) => (status: number, html: string) =>
  packForOne(status, html, encodingOf(request));

/** Creates the handler for all GET requests that match no endpoint and no file. */
export function createPageHandler(deps: PageDeps) {
  let rendering = 0;
  const readAddress = createAddressReader(deps.renderer);

  const render = async (
    url: URL,
    theme: Theme,
    caller: Caller,
    { failure = null, forMembers = false }: { failure?: RenderRequest['failure']; forMembers?: boolean } = {},
  ) => {
    const headOnly = rendering >= MAX_RENDERS;
    const request: RenderRequest = {
      url: url.pathname + url.search,
      origin: deps.origin(),
      theme,
      headOnly,
      call: (method, path, input) => deps.call(method, path, input, caller),
      reader: forMembers ? 'member' : caller.viewer ? 'caller' : 'visitor',
      failure,
      assets: deps.assets,
    };
    rendering += 1;
    try {
      return { ...(await deps.renderer.renderPage(request)), whole: !headOnly };
    } catch (error) {
      // Rendering in the browser would not help with an expected error or an unavailable database, because it would fail in the
      // same way.
      const known = asProblem(error);
      if (known) throw known;
      deps.log.error({ err: error, path: url.pathname }, 'a page could not be rendered');
      return { ...(await deps.renderer.renderPage({ ...request, headOnly: true })), whole: false };
    } finally {
      rendering -= 1;
    }
  };

  const packEach = (status: number, html: string) => packPage(status, html, deps.now().getTime());

  const pack = async (
    url: URL,
    theme: Theme,
    caller: Caller,
    { packing = packEach, forMembers = false }: { packing?: typeof packEach; forMembers?: boolean } = {},
  ): Promise<FoundPage> => {
    const page = await render(url, theme, caller, { forMembers });
    const packed = await packing(page.status, page.html);
    // Redirecting URLs are not cached, because their number is unlimited and they would displace pages.
    return { ...packed, whole: page.whole && page.redirect === null, redirect: page.redirect };
  };

  const sendFailure = async (
    request: FastifyRequest,
    reply: FastifyReply,
    failure: NonNullable<RenderRequest['failure']>,
  ) => {
    const url = new URL(request.url, 'http://page.invalid');
    const rendered = await render(
      url,
      themeOf(request),
      callerOf(request, reply, () => 'page'),
      { failure },
    );
    return sendPage(request, reply, await packFor(request)(failure.status, rendered.html), false);
  };

  // Sends the maintenance page, which is never cached.
  const sendClosed = async (request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> => {
    const html = await deps.renderer.renderClosed({
      url: request.url,
      origin: deps.origin(),
      theme: themeOf(request),
      call: (method, path, input) => deps.call(method, path, input, anybody),
      assets: deps.assets,
    });
    return sendPage(request, reply, await packFor(request)(status, html), false);
  };

  const sendMade = (
    request: FastifyRequest,
    reply: FastifyReply,
    { match, page, isShared, visitorOf, drawsMissing }: Made,
  ): FastifyReply => {
    // What has moved may move back, and a browser that kept both redirects would be sent in circles.
    if (page.redirect)
      return reply
        .header('cache-control', 'private, no-cache')
        .redirect(page.redirect, page.status === 301 ? 301 : 302);
    if (page.status === 404 && !drawsMissing) throw new Problem('NOT_FOUND');
    if (page.status === 200 && match && request.method === 'GET') {
      deps.onPage({ pattern: match.pattern, params: match.params, visitor: () => visitorOf(request) });
    }
    return sendPage(request, reply, page, isShared);
  };

  // Sends the page at the requested path. Returns a promise only if it has to wait, for example to render the page.
  const sendMatched = (
    request: FastifyRequest,
    reply: FastifyReply,
    visitorOf: (request: FastifyRequest) => string,
    // False for programs that request a file: if the path is unknown, they get an error instead of a page (row SH-5).
    drawsMissing = true,
  ): Promise<FastifyReply> | undefined => {
    const { url, match, cacheKey } = readAddress(request.url);
    const theme = themeOf(request);
    const forMembers = request.viewer !== null || request.identify !== null;
    const send = (page: FoundPage, isShared: boolean): FastifyReply =>
      sendMade(request, reply, { match, page, isShared, visitorOf, drawsMissing });
    const sendOwn = async (): Promise<FastifyReply> => {
      await request.identify?.();
      return send(await pack(url, theme, callerOf(request, reply, visitorOf), { packing: packFor(request) }), false);
    };
    if (
      !match?.cached ||
      (request.viewer && !isForMember(match, request.viewer)) ||
      (forMembers && hasOwnChange(request.cookies))
    )
      return sendOwn();
    // A page that visitors can't see may be visible to this user, for example their own upload.
    const sendShared = (page: FoundPage) => (forMembers && page.status !== 200 ? sendOwn() : send(page, true));
    const { cookie, isClosed } = deps.closedLine;
    const value = request.cookies[cookie];
    const sendKept = (closed: boolean): Promise<FastifyReply> | undefined => {
      // Up to two copies of each page in each theme, for visitors and for logged-in users: with and without the announcement bar.
      const key = `${theme} ${forMembers ? 'member ' : ''}${closed ? 'closed ' : ''}${cacheKey}`;
      const caller = closed ? { ...anybody, cookies: { [cookie]: value } } : anybody;
      const render = () => pack(url, theme, caller, { forMembers });
      const kept = deps.cache.getKept(key, render);
      if (!kept) return deps.cache.get(key, render).then(sendShared);
      const sent = sendShared(kept);
      return sent instanceof Promise ? sent : undefined;
    };
    const closed = isClosed(value);
    return typeof closed === 'boolean' ? sendKept(closed) : closed.then((is) => sendKept(is) ?? reply);
  };

  /** Whether the request is for a page that this user shares with others, as far as the browser knows. */
  const isShared = (request: FastifyRequest): boolean => {
    if (request.routeOptions.config.endpoint || hasOwnChange(request.cookies)) return false;
    const { match } = readAddress(request.url);
    return (
      match?.cached === true &&
      (match.members === 'all' || (match.members === 'without-premium' && !hasPremiumCookie(request.cookies)))
    );
  };

  return {
    ...{ sendMatched, sendFailure, sendClosed, isShared },
    isPage: (path: string) => deps.renderer.matchPage(path) !== null,
  };
}

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: CachedPage, isShared: boolean): FastifyReply => {
  const encoding = encodingOf(request);
  const { body, etag } = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain;
  if (encoding) reply.header('content-encoding', encoding);
  reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('vary', 'Accept-Encoding, Cookie')
    .header('cache-control', isShared ? 'private, no-cache' : 'private, no-store');
  if (isShared && page.status === 200) {
    reply.header('etag', etag);
    if (isUnchanged(request.headers, { etag })) return reply.code(304).send();
  }
  return reply.send(body);
};
