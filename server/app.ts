// Assembles the server: routes, hooks and handlers, in order.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { createUploadSession } from '#contract/uploads/sessions.ts';
import { oauthRoutes } from '#server/features/accounts/oauth/routes.ts';
import { personalTokenRoutes } from '#server/features/accounts/personal-tokens/routes.ts';
import { securityRoutes } from '#server/features/accounts/security/routes.ts';
import { auditRoutes } from '#server/features/admin/audit/routes.ts';
import { badgeRoutes } from '#server/features/admin/badges/routes.ts';
import { dashboardRoutes } from '#server/features/admin/dashboard/routes.ts';
import { settingsRoutes } from '#server/features/admin/settings/routes.ts';
import { userRoutes } from '#server/features/admin/users/routes.ts';
import { bulkApprovalRoutes } from '#server/features/applications/bulk-approvals/routes.ts';
import { CLOSED_COOKIE, createAnnouncing } from '#server/features/content/announcements/events.ts';
import { announcementRoutes } from '#server/features/content/announcements/routes.ts';
import { homeRoutes } from '#server/features/content/home/routes.ts';
import { contentPageRoutes } from '#server/features/content/pages/routes.ts';
import { paletteRoutes } from '#server/features/content/palette/routes.ts';
import { wikiRoutes } from '#server/features/content/wiki/routes.ts';
import { adRoutes } from '#server/features/downloads/ads/routes.ts';
import { type AdStand, startAdStand } from '#server/features/downloads/ads/stand.ts';
import { fileRoutes } from '#server/features/downloads/files/routes.ts';
import { receiptRoutes } from '#server/features/downloads/receipts/routes.ts';
import { forumCategoryRoutes } from '#server/features/forum/categories/routes.ts';
import { forumContentRoutes } from '#server/features/forum/content/routes.ts';
import { createReadPlace } from '#server/features/forum/live/read-place.ts';
import { forumModerationRoutes } from '#server/features/forum/moderation/routes.ts';
import { forumMovingRoutes } from '#server/features/forum/moving/routes.ts';
import { forumReactionRoutes } from '#server/features/forum/reactions/routes.ts';
import { startThreadViews } from '#server/features/forum/reactions/views.ts';
import { createLive } from '#server/features/forum/read/events.ts';
import { forumReadRoutes } from '#server/features/forum/read/routes.ts';
import { replyRoutes } from '#server/features/forum/replies/routes.ts';
import { forumSearchRoutes } from '#server/features/forum/search/routes.ts';
import { forumSubscriptionRoutes } from '#server/features/forum/subscriptions/routes.ts';
import { forumUnreadRoutes } from '#server/features/forum/unread/routes.ts';
import { forumWriteRoutes } from '#server/features/forum/write/routes.ts';
import { imageProxyRoutes } from '#server/features/image-proxy/routes.ts';
import { startNotificationEvents } from '#server/features/notifications/events.ts';
import { notificationRoutes } from '#server/features/notifications/routes.ts';
import { premiumRoutes } from '#server/features/premium/benefits/routes.ts';
import { discordRoleRoutes } from '#server/features/premium/discord-role/routes.ts';
import { patreonSyncRoutes } from '#server/features/premium/patreon-sync/routes.ts';
import { demandRoutes } from '#server/features/requests/demand/routes.ts';
import { requestModerationRoutes } from '#server/features/requests/moderation/routes.ts';
import { requestNewsRoutes } from '#server/features/requests/news/routes.ts';
import { bookmarkRoutes } from '#server/features/resources/bookmarks/routes.ts';
import { collectionRoutes } from '#server/features/resources/collections/routes.ts';
import { libraryRoutes } from '#server/features/resources/library/routes.ts';
import { projectRoutes } from '#server/features/resources/projects/routes.ts';
import { relatedRoutes } from '#server/features/resources/related/routes.ts';
import { searchRoutes } from '#server/features/resources/search/routes.ts';
import { resourceVersionRoutes } from '#server/features/resources/versions/routes.ts';
import { ogImageRoutes } from '#server/features/seo/og-images/routes.ts';
import { seoRoutes } from '#server/features/seo/routes.ts';
import { uploadApprovalRoutes } from '#server/features/uploads/approval/routes.ts';
import { discordPostRoutes } from '#server/features/uploads/discord-posts/routes.ts';
import { leakerStatsRoutes } from '#server/features/uploads/leaker-stats/routes.ts';
import { uploadMessageRoutes } from '#server/features/uploads/messages/routes.ts';
import { createPlates } from '#server/features/uploads/previews/files/plates.ts';
import { createPictureRights } from '#server/features/uploads/previews/rights.ts';
import { uploadReviewRoutes } from '#server/features/uploads/review/routes.ts';
import { createReceiver } from '#server/features/uploads/sessions/receiving.ts';
import { uploadSessionRoutes } from '#server/features/uploads/sessions/routes.ts';
import { uploadVersionRoutes } from '#server/features/uploads/versions/routes.ts';
import { workbenchRoutes } from '#server/features/uploads/workbench/routes.ts';
import { serveAssets } from '#server/kit/http/assets.ts';
import { endStalledBodies } from '#server/kit/http/body-timeout.ts';
import { connectionRules, guardConnections } from '#server/kit/http/connections.ts';
import { endConnectionsOnClose } from '#server/kit/http/graceful-close.ts';
import {
  contentSecurityPolicy,
  ownOrigins,
  policyHeaders,
  requireKnownAddress,
  requireOneHost,
  requireSameOrigin,
} from '#server/kit/http/guards.ts';
import { createPageCache } from '#server/kit/http/page-cache.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { settleForwarded } from '#server/kit/http/visitors.ts';
import { createReadiness, type Readiness, serveHealth } from '#server/kit/ops/health.ts';
import { RequestLines, requestLog } from '#server/kit/ops/log.ts';
import type { Metrics } from '#server/kit/ops/metrics.ts';
import { registerRateLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { createErrorHandler, createMissingHandler } from '#server/platform/error-handler.ts';
import { maintenanceHook } from '#server/platform/maintenance.ts';
import { createPageHandler, type PageRenderer, type RenderRequest } from '#server/platform/pages.ts';
import { hostForViewers, pictureHostOf, policyWithHost } from '#server/platform/picture-host.ts';
import { servePublicFiles } from '#server/platform/public-files.ts';
import { createRealtime } from '#server/platform/realtime.ts';
import { createInnerCalls, type Route, serveRoutes } from '#server/platform/serve.ts';
import { noteOwnChange } from '#server/platform/session-cookies.ts';
import { sessionHook } from '#server/platform/sessions.ts';
import { logSignIns } from '#server/platform/sign-in-log.ts';
import type { ViewCounter } from '#server/platform/view-counter.ts';
import type { Deps } from './deps.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { applicationReviewRoutes } from './features/applications/review/routes.ts';
import { applicationRoutes } from './features/applications/routes.ts';
import { developerRoutes } from './features/developers/routes.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { requestRoutes } from './features/requests/routes.ts';
import { resourceRoutes } from './features/resources/routes.ts';
import { startUnmetSearches, type UnmetSearches } from './features/resources/unmet-searches/recorder.ts';
import { startResourceViews } from './features/resources/views.ts';
import { reportOldSeals } from './features/toolbox/credentials.ts';
import { toolboxRoutes } from './features/toolbox/routes.ts';
import { createWatch, type Watch } from './features/toolbox/watching.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { PAGE_TOPICS } from './page-topics.ts';

/** Route pattern of a thread page in the client's router. */
const THREAD_PATTERN = '/community/:category/:subcategory/:threadId';
const BODY_LIMIT_BYTES = 64 * 1024;
const URL_LIMIT_BYTES = 4096;
const HEADERS_TIMEOUT_MS = 10_000;
/** A reverse proxy must close its own idle connections sooner than this. */
const KEEP_ALIVE_MS = 25_000;

/** The built client: its page renderer and the location of its files. */
export type Client = {
  renderer: PageRenderer;
  assets: RenderRequest['assets'];
  folder: string;
  imagesFolder: string;
  fontsFolder: string;
};

export type App = FastifyInstance & {
  routes: Route[];
  views: ViewCounter;
  threadViews: ViewCounter;
  unmetSearches: UnmetSearches;
  /** The active ads, with impressions and clicks that have not been saved yet. */
  ads: AdStand;
  /** Monitors the toolbox servers. */
  watch: Watch;
};

/** Builds the server without starting to listen; `close` saves the counts that are still in memory. */
export async function buildApp(
  deps: Deps,
  client: Client,
  metrics: Metrics | null = null,
  readiness: Readiness = createReadiness(deps),
): Promise<App> {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: requestLog(config.logLevel) as FastifyBaseLogger,
    logController: new RequestLines(),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // Requests during shutdown are still served; a reverse proxy notices the shutdown when the port stops accepting connections.
    return503OnClosing: false,
    // A URL that cannot be decoded does not reach the hooks, so set the policy headers here.
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply.headers(headers) as never),
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
  });
  const views = startResourceViews(deps);
  const threadViews = startThreadViews(deps);
  const unmetSearches = startUnmetSearches(deps);
  const ads = startAdStand(deps);
  const announcing = createAnnouncing(deps);
  const realtime = createRealtime(deps, createReadPlace(deps));
  const live = createLive(realtime);
  const notificationEvents = startNotificationEvents(deps, realtime);
  const receiver = createReceiver(deps, createUploadSession.path);
  const watch = createWatch(deps);
  const visitorOf = (request: FastifyRequest) =>
    deps.visitorName(request.ip, String(request.headers['user-agent'] ?? ''));

  const pictureHost = () => pictureHostOf(deps.settings);

  const routes = [
    ...accountRoutes(deps),
    ...securityRoutes(deps),
    ...oauthRoutes(deps),
    ...personalTokenRoutes(deps),
    ...notificationRoutes(deps),
    ...memberRoutes(deps),
    ...resourceRoutes({ ...deps, views }),
    ...fileRoutes(deps),
    ...searchRoutes({ ...deps, unmetSearches }),
    ...relatedRoutes(deps),
    ...resourceVersionRoutes(deps),
    ...downloadRoutes({ ...deps, ads }),
    ...receiptRoutes(deps),
    ...bookmarkRoutes(deps),
    ...collectionRoutes(deps),
    ...projectRoutes(deps),
    ...libraryRoutes(deps),
    ...applicationRoutes(deps),
    ...applicationReviewRoutes(deps),
    ...bulkApprovalRoutes(deps),
    ...uploadSessionRoutes({ ...deps, receiver }),
    ...uploadApprovalRoutes(deps),
    ...uploadReviewRoutes(deps),
    ...workbenchRoutes(deps),
    ...uploadVersionRoutes(deps),
    ...uploadMessageRoutes(deps),
    ...leakerStatsRoutes(deps),
    ...discordPostRoutes(deps),
    ...uploadRoutes(deps),
    ...dashboardRoutes(deps),
    ...userRoutes(deps),
    ...settingsRoutes(deps),
    ...adRoutes({ ...deps, ads }),
    ...announcementRoutes(deps),
    ...badgeRoutes(deps),
    ...reportRoutes({ ...deps, live }),
    ...contentPageRoutes(deps),
    ...wikiRoutes(deps),
    ...paletteRoutes(deps),
    ...auditRoutes(deps),
    ...forumReadRoutes(deps),
    ...forumSearchRoutes(deps),
    ...forumUnreadRoutes(deps),
    ...forumSubscriptionRoutes(deps),
    ...forumWriteRoutes({ ...deps, live }),
    ...replyRoutes({ ...deps, live }),
    ...forumReactionRoutes({ ...deps, live, threadViews }),
    ...forumContentRoutes(deps),
    ...forumModerationRoutes({ ...deps, live }),
    ...forumMovingRoutes({ ...deps, live }),
    ...forumCategoryRoutes(deps),
    ...patreonSyncRoutes(deps),
    ...discordRoleRoutes(deps),
    ...premiumRoutes(deps),
    ...requestRoutes(deps),
    ...requestModerationRoutes(deps),
    ...requestNewsRoutes(deps),
    ...demandRoutes(deps),
    ...imageProxyRoutes(deps),
    ...toolboxRoutes({ ...deps, watch }),
    ...developerRoutes(deps),
    ...homeRoutes({ ...deps, announcing }),
    ...seoRoutes(deps),
    ...ogImageRoutes({ ...deps, fontsFolder: client.fontsFolder }),
  ];

  const countLookup = metrics?.count('helix_page_cache_lookups_total', 'Page cache lookups.', ['result']);
  const cache = createPageCache(
    () => deps.now().getTime(),
    (result) => countLookup?.({ result }),
  );
  metrics?.watch('helix_page_cache_pages', 'Pages in the cache.', cache.size);
  for (const topic of PAGE_TOPICS) deps.bus.subscribe(topic, cache.clear);
  deps.bus.onReset(cache.clear);
  announcing.onTurn(cache.clear);
  const pages = createPageHandler({
    renderer: client.renderer,
    assets: client.assets,
    cache,
    origin: deps.publicUrl,
    now: deps.now,
    call: createInnerCalls(routes, hostForViewers(pictureHost)),
    closedLine: { cookie: CLOSED_COOKIE, isClosed: announcing.isClosed },
    onPage: ({ pattern, params, visitor }) => {
      if (pattern === '/resources/:resourceId' && params.resourceId) views.count(params.resourceId, visitor());
      if (pattern === THREAD_PATTERN && params.threadId) threadViews.count(params.threadId, visitor());
    },
    log: deps.log,
  });
  const handleError = createErrorHandler({ pages, log: deps.log, stylesheets: client.assets.styles });
  const handleMissing = createMissingHandler({ pages, routes, visitorOf, hideGallery: config.mode === 'production' });

  const headers = policyHeaders((config.publicUrl ?? '').startsWith('https:'));
  // Hooks that run on every request and await nothing are not async, because each promise noticeably slows down cached pages.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    settleForwarded(request.raw);
    if (request.url.length > URL_LIMIT_BYTES) throw new Problem('BAD_REQUEST', { message: 'This URL is too long.' });
    requireKnownAddress(request.url);
    requireOneHost(request.raw);
    const { endpoint } = request.routeOptions.config;
    // The upload protocol's HEAD counts as a write, so only this site's own pages may send it.
    const asked = endpoint?.method === 'HEAD' ? 'PATCH' : request.method;
    // Signed messages are verified by their signature, whatever their origin.
    if (!endpoint?.signed) requireSameOrigin(asked, request.headers, ownOrigins(deps.publicUrl()));
    done();
  });
  endStalledBodies(app);
  await app.register(cookie);
  // When a session is extended, the response sets cookies, so it must not be cached for other users, whatever it contains.
  app.addHook('onSend', (request, reply, payload, done) => {
    const caching = reply.getHeader('cache-control');
    if (reply.hasHeader('set-cookie') && typeof caching === 'string') {
      reply.header('cache-control', caching.replace(/\bpublic\b/, 'private'));
    }
    // A response without Cache-Control can contain private data.
    if (caching === undefined && request.viewer) reply.header('cache-control', 'private, no-cache');
    done(null, payload);
  });
  // Declared in advance so that all request objects have the same shape.
  app.decorateRequest('viewer', null);
  app.decorateRequest('suspended', false);
  app.decorateRequest('identify', null);
  logSignIns(app, deps);
  app.addHook('onRequest', sessionHook(deps, pages.isShared));
  await registerRateLimits(app, deps);
  app.addHook('onRequest', maintenanceHook(deps));
  // Must run after the hook that reads the settings. Without a separate image host, the policy stays unchanged.
  app.addHook('onRequest', (_request, reply, done) => {
    const host = pictureHost();
    if (host) reply.header('content-security-policy', policyWithHost(contentSecurityPolicy, host));
    done();
  });
  metrics?.observe(app);

  app.setErrorHandler(handleError);
  app.setNotFoundHandler(handleMissing);
  serveHealth(app, readiness);
  serveAssets(app, client.folder);
  servePublicFiles(app, {
    ...deps,
    ...client,
    pictureHost,
    rights: createPictureRights(deps),
    readPlate: createPlates(deps),
  });
  serveRoutes(app, routes, {
    checkReplies: config.mode !== 'production',
    visitorOf,
    pictureHost: hostForViewers(pictureHost),
    onOwnChange: (reply) => noteOwnChange(reply, { secure: (config.publicUrl ?? '').startsWith('https:') }),
  });
  app.get('/*', handleMissing);
  realtime.attach(app);
  metrics?.watch('helix_sockets_open', 'Open sockets of this process.', realtime.count);
  metrics?.watch('helix_redis_linked', '1 while other processes can be reached through Redis, otherwise 0.', () => {
    const linked = realtime.isLinked();
    return linked === null ? null : Number(linked);
  });
  endConnectionsOnClose(app);
  guardConnections(app.server, connectionRules(deps, metrics));
  app.addHook('onReady', () => reportOldSeals(deps));
  app.addHook('preClose', () => realtime.close());
  app.addHook('preClose', () => notificationEvents.stop());
  app.addHook('preClose', () => receiver.drain());
  app.addHook('preClose', () => watch.stop());
  app.addHook('onClose', () => receiver.close());
  app.addHook('onClose', () => views.stop());
  app.addHook('onClose', () => threadViews.stop());
  app.addHook('onClose', () => unmetSearches.stop());
  app.addHook('onClose', () => ads.stop());

  // In its type, a Fastify instance is also a thenable that resolves to the instance itself. An async function must therefore
  // return it as the plain interface.
  return Object.assign(app as unknown as FastifyInstance, { routes, views, threadViews, unmetSearches, ads, watch });
}
