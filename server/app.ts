// The one ordered list of what the server is.
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { createUploadSession } from '#contract/arrivals.ts';
import type { Deps } from './deps.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { administrationRoutes } from './features/administration/routes.ts';
import { adRoutes } from './features/ads/routes.ts';
import { type AdStand, startAdStand } from './features/ads/stand.ts';
import { CLOSED_COOKIE, createAnnouncing } from './features/announcements/events.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { applicationRoutes } from './features/applications/routes.ts';
import { approvalRoutes } from './features/approvals/routes.ts';
import { createReceiver } from './features/arrivals/receiving.ts';
import { arrivalRoutes } from './features/arrivals/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { badgeRoutes } from './features/badges/routes.ts';
import { campaignRoutes } from './features/campaign/routes.ts';
import { cardRoutes } from './features/cards/routes.ts';
import { categoryRoutes } from './features/categories/routes.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { collectionRoutes } from './features/collections/routes.ts';
import { composerRoutes } from './features/composing/routes.ts';
import { decidingRoutes } from './features/deciding/routes.ts';
import { developerRoutes } from './features/developers/routes.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { createLive } from './features/forum/events.ts';
import { forumRoutes } from './features/forum/routes.ts';
import { identityRoutes } from './features/identities/routes.ts';
import { inspectionRoutes } from './features/inspection/routes.ts';
import { leakerRoutes } from './features/leakers/routes.ts';
import { libraryRoutes } from './features/library/routes.ts';
import { createLooking } from './features/live/looking.ts';
import { memberRoutes } from './features/members/routes.ts';
import { moderationRoutes } from './features/moderation/routes.ts';
import { newsRoutes } from './features/news/routes.ts';
import { overviewRoutes } from './features/overview/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { postingRoutes } from './features/posting/routes.ts';
import { premiumRoutes } from './features/premium/routes.ts';
import { createPictureRights } from './features/previews/rights.ts';
import { proxyRoutes } from './features/proxy/routes.ts';
import { readerRoutes } from './features/readers/routes.ts';
import { startThreadViews } from './features/readers/views.ts';
import { replyRoutes } from './features/replies/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { requestRoutes } from './features/requests/routes.ts';
import { resourceRoutes } from './features/resources/routes.ts';
import { startResourceViews } from './features/resources/views.ts';
import { searchRoutes } from './features/search/routes.ts';
import { securityRoutes } from './features/security/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { textRoutes } from './features/texts/routes.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { tellOldSeals } from './features/toolbox/credentials.ts';
import { toolboxRoutes } from './features/toolbox/routes.ts';
import { createWatch, type Watch } from './features/toolbox/watching.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { wikiRoutes } from './features/wiki/routes.ts';
import { serveAssets } from './kit/assets.ts';
import { endStalledBodies } from './kit/body-timeout.ts';
import { connectionRules, guardConnections } from './kit/connections.ts';
import { createErrorHandler, createMissingHandler } from './kit/failures.ts';
import { endConnectionsOnClose } from './kit/graceful-close.ts';
import {
  contentSecurityPolicy,
  demandOneHost,
  demandSameOrigin,
  demandSettledAddress,
  ownOrigins,
  policyHeaders,
} from './kit/guards.ts';
import { createReadiness, type Readiness, serveHealth } from './kit/health.ts';
import { RequestLines, requestLog } from './kit/log.ts';
import { maintenanceHook } from './kit/maintenance.ts';
import type { Metrics } from './kit/metrics.ts';
import { createPageCache } from './kit/page-cache.ts';
import { createPageHandler, type PageRenderer, type RenderRequest } from './kit/pages.ts';
import { hostForViewers, pictureHostOf, policyWithHost } from './kit/picture-host.ts';
import { Problem } from './kit/problem.ts';
import { servePublicFiles } from './kit/public-files.ts';
import { registerRateLimits } from './kit/rate-limits.ts';
import { createRealtime } from './kit/realtime.ts';
import { createInnerCalls, type Route, serveRoutes } from './kit/serve.ts';
import { sessionHook } from './kit/sessions.ts';
import { logSignIns } from './kit/sign-in-log.ts';
import type { ViewCounter } from './kit/view-counter.ts';
import { settleForwarded } from './kit/visitors.ts';
import { PAGE_TOPICS } from './page-topics.ts';

/** The page of a thread, as the client's router names it. */
const THREAD_PATTERN = '/community/:category/:subcategory/:threadId';
const BODY_LIMIT_BYTES = 64 * 1024;
const URL_LIMIT_BYTES = 4096;
const HEADERS_TIMEOUT_MS = 10_000;
/** A front server that keeps its own idle connections must let go of them sooner. */
const KEEP_ALIVE_MS = 25_000;

/** The built client: how pages are rendered and where its files are. */
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
  /** What is advertised, and what was counted of it and waits in memory. */
  ads: AdStand;
  /** Looks at the servers of the toolbox. */
  watch: Watch;
};

/** Builds the server. Nothing listens yet; `close` writes what waits in memory. */
export const buildApp = async (
  deps: Deps,
  client: Client,
  metrics: Metrics | null = null,
  readiness: Readiness = createReadiness(deps),
): Promise<App> => {
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
    // Who comes while the process stops is served: a front server learns of the end by the port that nobody answers at any more.
    return503OnClosing: false,
    // An address that cannot be decoded reaches no hook, so it gets the policy here.
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply.headers(headers) as never),
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
  });
  const views = startResourceViews(deps);
  const threadViews = startThreadViews(deps);
  const ads = startAdStand(deps);
  const announcing = createAnnouncing(deps);
  const realtime = createRealtime(deps, createLooking(deps));
  const live = createLive(realtime);
  const receiver = createReceiver(deps, createUploadSession.path);
  const watch = createWatch(deps);
  const visitorOf = (request: FastifyRequest) =>
    deps.visitorName(request.ip, String(request.headers['user-agent'] ?? ''));

  const pictureHost = () => pictureHostOf(deps.settings);

  const routes = [
    ...accountRoutes(deps),
    ...securityRoutes(deps),
    ...identityRoutes(deps),
    ...tokenRoutes(deps),
    ...memberRoutes(deps),
    ...resourceRoutes({ ...deps, views }),
    ...fileRoutes(deps),
    ...searchRoutes(deps),
    ...downloadRoutes({ ...deps, ads }),
    ...libraryRoutes(deps),
    ...collectionRoutes(deps),
    ...applicationRoutes(deps),
    ...arrivalRoutes({ ...deps, receiver }),
    ...approvalRoutes(deps),
    ...inspectionRoutes(deps),
    ...leakerRoutes(deps),
    ...uploadRoutes(deps),
    ...overviewRoutes(deps),
    ...peopleRoutes(deps),
    ...administrationRoutes(deps),
    ...adRoutes({ ...deps, ads }),
    ...announcementRoutes(deps),
    ...badgeRoutes(deps),
    ...reportRoutes({ ...deps, live }),
    ...textRoutes(deps),
    ...wikiRoutes(deps),
    ...auditRoutes(deps),
    ...forumRoutes(deps),
    ...postingRoutes({ ...deps, live }),
    ...replyRoutes({ ...deps, live }),
    ...readerRoutes({ ...deps, live, threadViews }),
    ...composerRoutes(deps),
    ...moderationRoutes({ ...deps, live }),
    ...categoryRoutes(deps),
    ...campaignRoutes(deps),
    ...chatRoutes(deps),
    ...premiumRoutes(deps),
    ...requestRoutes(deps),
    ...decidingRoutes(deps),
    ...newsRoutes(deps),
    ...proxyRoutes(deps),
    ...toolboxRoutes({ ...deps, watch }),
    ...developerRoutes(deps),
    ...siteRoutes({ ...deps, announcing }),
    ...sharingRoutes(deps),
    ...cardRoutes({ ...deps, fontsFolder: client.fontsFolder }),
  ];

  const countLookup = metrics?.count('helix_page_cache_lookups_total', 'Kept pages of visitors asked for.', ['result']);
  const cache = createPageCache(
    () => deps.now().getTime(),
    (result) => countLookup?.({ result }),
  );
  metrics?.watch('helix_page_cache_pages', 'Pages kept for visitors.', cache.size);
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
  // The hooks that every request passes are plain functions where nothing is awaited: a promise each is felt on kept pages.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    settleForwarded(request.raw);
    if (request.url.length > URL_LIMIT_BYTES)
      throw new Problem('BAD_REQUEST', { message: 'This address is too long.' });
    demandSettledAddress(request.url);
    demandOneHost(request.raw);
    const { endpoint } = request.routeOptions.config;
    // HEAD of the upload protocol belongs to writing: it is asked by pages of this site alone.
    const asked = endpoint?.method === 'HEAD' ? 'PATCH' : request.method;
    // Signed messages are known by their signature, wherever they come from.
    if (!endpoint?.signed) demandSameOrigin(asked, request.headers, ownOrigins(deps.publicUrl()));
    done();
  });
  endStalledBodies(app);
  await app.register(cookie);
  // A prolonged session sends its cookies along with whatever was asked for: such an answer is for one person only.
  app.addHook('onSend', (request, reply, payload, done) => {
    const caching = reply.getHeader('cache-control');
    if (reply.hasHeader('set-cookie') && typeof caching === 'string') {
      reply.header('cache-control', caching.replace(/\bpublic\b/, 'private'));
    }
    // What says nothing of caching may hold what one person alone is told.
    if (caching === undefined && request.viewer) reply.header('cache-control', 'private, no-cache');
    done(null, payload);
  });
  // Declared here so that every request has the same shape.
  app.decorateRequest('viewer', null);
  app.decorateRequest('suspended', false);
  logSignIns(app, deps);
  app.addHook('onRequest', sessionHook(deps));
  await registerRateLimits(app, deps);
  app.addHook('onRequest', maintenanceHook(deps));
  // Behind the hook that has read the settings; without a host the policy stays as it is.
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
  servePublicFiles(app, { ...deps, ...client, pictureHost, rights: createPictureRights(deps) });
  serveRoutes(app, routes, {
    checkReplies: config.mode !== 'production',
    visitorOf,
    pictureHost: hostForViewers(pictureHost),
  });
  app.get('/*', handleMissing);
  realtime.attach(app);
  metrics?.watch('helix_sockets_open', 'Open sockets of this process.', realtime.count);
  metrics?.watch('helix_redis_linked', '1 while other processes are reached over Redis, else 0.', () => {
    const linked = realtime.isLinked();
    return linked === null ? null : Number(linked);
  });
  endConnectionsOnClose(app);
  guardConnections(app.server, connectionRules(deps, metrics));
  app.addHook('onReady', () => tellOldSeals(deps));
  app.addHook('preClose', () => realtime.close());
  app.addHook('preClose', () => receiver.drain());
  app.addHook('preClose', () => watch.stop());
  app.addHook('onClose', () => receiver.close());
  app.addHook('onClose', () => views.stop());
  app.addHook('onClose', () => threadViews.stop());
  app.addHook('onClose', () => ads.stop());

  // Fastify's instance is also a promise of itself; as its plain interface it can be handed on.
  return Object.assign(app as unknown as FastifyInstance, { routes, views, threadViews, ads, watch });
};
