// All rate limits as data (quality.md, "Limits against abuse"), and the overall request limit, which counts every caller's
// requests in memory.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isNavigation } from '#server/kit/http/navigation.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { STALL_TIMEOUT_MS } from '#server/kit/http/send-file.ts';
import { networkOf } from '#server/kit/http/visitors.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { redisNameOf } from '#server/kit/realtime/reconnecting-redis.ts';
import { SteadyStore } from './memory-rate-limiter.ts';
import type { Delay, Limit } from './pg-rate-limiter.ts';
import { createSharedCounts } from './redis-rate-limiter.ts';

export type Limits = {
  /** Requests without a session, per network. */
  publicRead: Limit;
  /** Requests per logged-in user. */
  signedInRead: Limit;
  /** Requests for pictures that need the database or the storage, per user or network. */
  pictures: Limit;
  /** Open connections to this process per network, and how long a response may stall because its client reads nothing. */
  connections: { perNetwork: number; stallMs: number };
  /** Webhook messages per network. The limit is high because Patreon charges all members on the first of the month. */
  messages: Limit;
  /**
   * Webhook messages with a wrong signature, per network. Beyond this limit, the network's messages are refused without being
   * read.
   */
  forgedMessages: Limit;
  /** Login attempts per network; every limit in the list applies. */
  loginPerNetwork: readonly Limit[];
  /** Failed login attempts per account before its delay starts. */
  loginPerAccount: Limit;
  /** The delay after too many failed logins, counted separately for each network. */
  loginDelay: Delay;
  /** Sign-ups per network. */
  registrations: Limit;
  /** Emails with a link: requests per network, and emails per address. */
  linkMails: { perNetwork: Limit; perAddress: Limit };
  /** Wrong two-factor codes per account; in addition, each login allows at most five. */
  secondFactor: Limit;
  /** Wrong passwords when confirming an action or changing the password, per logged-in user. */
  confirmations: Limit;
  /** New personal tokens per user; each one sends an email. */
  newTokens: Limit;
  /** Toolbox tokens per administrator; each is valid for 15 minutes. */
  toolboxTokens: Limit;
  /** Toolbox actions (adding, starting, stopping and restarting servers) per administrator. */
  toolboxOrders: Limit;
  /** Likes, saves and follows per user. */
  marks: Limit;
  /** Changes to profile and collections per user. */
  profileChanges: Limit;
  /** Notifications marked as read and changes to how they are sent, per user. */
  notificationChanges: Limit;
  /** Searches of the command palette, which asks while someone is typing, per user or network. */
  siteSearches: Limit;
  /** Ad clicks counted per network. */
  adClicks: Limit;
  /** OAuth flows started per network. */
  oauthFlows: Limit;
  /** New download links (with a signed ticket), per user or network. */
  downloadLinks: { free: Limit; premium: Limit };
  /** Stored file selections per user or network; every limit in the list applies. */
  selections: readonly Limit[];
  /** Downloads of a resource's full checksum list, per user or network. */
  checksums: Limit;
  /** Lookups of a library check, per user. A folder with 100,000 files needs 200. */
  libraryLookups: Limit;
  /** Texts drawn in fonts, per user or network. */
  fontWords: Limit;
  /** Concurrent file listings of large resources in this process, per user or network. */
  largeListings: number;
  /** Concurrent downloads from this process, per user or network. */
  downloadStreams: number;
  /** Concurrent uploads per user. */
  uploadSessions: number;
  /** New resources per user. */
  newUploads: Limit;
  /** Uploaded pictures that are not attached to a resource yet, per user; each is kept for a day. */
  loosePictures: Limit;
  /** Reports per user or network, and confirmation emails per address. */
  reports: Limit;
  /** Report emails to the site's contact address, across all senders. */
  reportMails: Limit;
  /** New threads per user; every limit in the list applies. */
  threads: readonly Limit[];
  replies: Limit;
  edits: Limit;
  /** For accounts younger than `hours`, the limits for threads, replies and edits are multiplied by `share`. */
  newAccounts: { share: number; hours: number };
  /** Whether accounts that are new to the forum have fewer posts and links (contract/forum/limits.ts). */
  slowsNewAccounts: boolean;
  /** Picture uploads and link previews for posts, per user. */
  postPictures: Limit;
  postPreviews: Limit;
  /** Requests for resources per user. */
  resourceRequests: Limit;
  /** Fetches from other sites (pictures and link previews), per user or network. */
  outgoingReads: Limit;
  /** Concurrent sockets in this process per network and per user, and events per second and bytes per message for each socket. */
  sockets: { perNetwork: number; perPerson: number; eventsPerSecond: number; messageBytes: number };
};

const MINUTE = 60;
const HOUR = 3600;

export const standardLimits: Limits = {
  publicRead: { limit: 300, windowSeconds: MINUTE },
  signedInRead: { limit: 600, windowSeconds: MINUTE },
  pictures: { limit: 1200, windowSeconds: MINUTE },
  connections: { perNetwork: 200, stallMs: STALL_TIMEOUT_MS },
  messages: { limit: 3000, windowSeconds: MINUTE },
  forgedMessages: { limit: 30, windowSeconds: 10 * MINUTE },
  loginPerNetwork: [
    { limit: 6, windowSeconds: MINUTE },
    { limit: 30, windowSeconds: HOUR },
  ],
  loginPerAccount: { limit: 10, windowSeconds: HOUR },
  loginDelay: { firstSeconds: 5, mostSeconds: 900, forgetSeconds: HOUR },
  registrations: { limit: 5, windowSeconds: 30 * MINUTE },
  linkMails: {
    perNetwork: { limit: 5, windowSeconds: 30 * MINUTE },
    perAddress: { limit: 3, windowSeconds: HOUR },
  },
  secondFactor: { limit: 10, windowSeconds: 15 * MINUTE },
  confirmations: { limit: 10, windowSeconds: 15 * MINUTE },
  newTokens: { limit: 30, windowSeconds: 24 * HOUR },
  toolboxTokens: { limit: 60, windowSeconds: HOUR },
  toolboxOrders: { limit: 60, windowSeconds: 10 * MINUTE },
  marks: { limit: 60, windowSeconds: MINUTE },
  profileChanges: { limit: 60, windowSeconds: 10 * MINUTE },
  notificationChanges: { limit: 120, windowSeconds: MINUTE },
  siteSearches: { limit: 120, windowSeconds: MINUTE },
  adClicks: { limit: 20, windowSeconds: 10 * MINUTE },
  oauthFlows: { limit: 30, windowSeconds: 10 * MINUTE },
  downloadLinks: { free: { limit: 60, windowSeconds: HOUR }, premium: { limit: 200, windowSeconds: HOUR } },
  selections: [
    { limit: 30, windowSeconds: 10 * MINUTE },
    { limit: 300, windowSeconds: 24 * HOUR },
  ],
  checksums: { limit: 10, windowSeconds: MINUTE },
  libraryLookups: { limit: 400, windowSeconds: 10 * MINUTE },
  fontWords: { limit: 60, windowSeconds: 10 * MINUTE },
  largeListings: 8,
  downloadStreams: 4,
  uploadSessions: 3,
  newUploads: { limit: 50, windowSeconds: 24 * HOUR },
  loosePictures: { limit: 30, windowSeconds: HOUR },
  reports: { limit: 10, windowSeconds: 24 * HOUR },
  reportMails: { limit: 60, windowSeconds: HOUR },
  threads: [
    { limit: 5, windowSeconds: HOUR },
    { limit: 20, windowSeconds: 24 * HOUR },
  ],
  replies: { limit: 30, windowSeconds: HOUR },
  edits: { limit: 30, windowSeconds: HOUR },
  newAccounts: { share: 1 / 3, hours: 24 },
  slowsNewAccounts: true,
  postPictures: { limit: 30, windowSeconds: HOUR },
  postPreviews: { limit: 60, windowSeconds: MINUTE },
  resourceRequests: { limit: 1, windowSeconds: 24 * HOUR },
  outgoingReads: { limit: 30, windowSeconds: 10 * MINUTE },
  sockets: { perNetwork: 20, perPerson: 5, eventsPerSecond: 10, messageBytes: 16 * 1024 },
};

const boundless: Limit = { limit: Number.POSITIVE_INFINITY, windowSeconds: MINUTE };

/** Limits for benchmarks and tests (`RATE_LIMITS=off`, loopback only). */
export const noLimits: Limits = {
  publicRead: boundless,
  signedInRead: boundless,
  pictures: boundless,
  // Timeouts are not rate limits, so they still apply.
  connections: { perNetwork: Number.POSITIVE_INFINITY, stallMs: STALL_TIMEOUT_MS },
  messages: boundless,
  forgedMessages: boundless,
  loginPerNetwork: [],
  loginPerAccount: boundless,
  loginDelay: standardLimits.loginDelay,
  registrations: boundless,
  linkMails: { perNetwork: boundless, perAddress: boundless },
  secondFactor: boundless,
  confirmations: boundless,
  newTokens: boundless,
  toolboxTokens: boundless,
  toolboxOrders: boundless,
  marks: boundless,
  profileChanges: boundless,
  notificationChanges: boundless,
  siteSearches: boundless,
  adClicks: boundless,
  oauthFlows: boundless,
  downloadLinks: { free: boundless, premium: boundless },
  selections: [],
  checksums: boundless,
  libraryLookups: boundless,
  fontWords: boundless,
  largeListings: Number.POSITIVE_INFINITY,
  downloadStreams: Number.POSITIVE_INFINITY,
  uploadSessions: Number.POSITIVE_INFINITY,
  newUploads: boundless,
  loosePictures: boundless,
  reports: boundless,
  reportMails: boundless,
  threads: [],
  replies: boundless,
  edits: boundless,
  newAccounts: standardLimits.newAccounts,
  slowsNewAccounts: false,
  postPictures: boundless,
  postPreviews: boundless,
  resourceRequests: boundless,
  outgoingReads: boundless,
  // The message size limit always applies.
  sockets: {
    perNetwork: Number.POSITIVE_INFINITY,
    perPerson: Number.POSITIVE_INFINITY,
    eventsPerSecond: Number.POSITIVE_INFINITY,
    messageBytes: standardLimits.sockets.messageBytes,
  },
};

/**
 * Whether a request is for a file served from memory (scripts, styles, fonts, built-in pictures). Such requests are not counted,
 * because browsers cache these files and one page view needs many of them.
 */
export function isPartOfPage(request: FastifyRequest): boolean {
  return request.url === '/healthz' || (/^\/(?:assets|public\/Images)\//.test(request.url) && !isNavigation(request));
}

/**
 * Files below /public/ that need the database or the storage. Opening such a URL as a page counts as a page view, because it may
 * render the Not Found page, which costs as much as any other page.
 */
const isPicture = (request: FastifyRequest): boolean => request.url.startsWith('/public/') && !isNavigation(request);

/** Webhook messages from third parties (contract/premium/webhooks.ts), recognised by route rather than by path. */
const isMessage = (request: FastifyRequest): boolean => request.routeOptions.config.endpoint?.signed === true;

type ShieldDeps = { limits: Limits; config: { redisUrl: string | null }; secret: Buffer; log: Logger };

/**
 * Adds the overall request limit to everything registered on `app`, including unknown paths. Call it after the hook that sets
 * `request.viewer`. Requests are counted per user or, without a session, per network (IPv4 address or IPv6 /64): in this process
 * and, with Redis, across all processes.
 */
export async function registerRateLimits(app: FastifyInstance, deps: ShieldDeps): Promise<void> {
  const { limits, config, secret, log } = deps;
  const limitOf = (request: FastifyRequest): Limit => {
    if (isMessage(request)) return limits.messages;
    if (isPicture(request)) return limits.pictures;
    return request.viewer ? limits.signedInRead : limits.publicRead;
  };
  const keyOf = (request: FastifyRequest): string => {
    const network = networkOf(request.ip);
    if (isMessage(request)) return `messages ${network}`;
    const whose = request.viewer ? `person ${request.viewer.id}` : `network ${network}`;
    return isPicture(request) ? `pictures ${whose}` : whose;
  };
  if (!Number.isFinite(limits.publicRead.limit) && !Number.isFinite(limits.signedInRead.limit)) return;
  await app.register(rateLimit, { global: false, store: SteadyStore });
  const count = app.createRateLimit({
    keyGenerator: keyOf,
    max: (request) => limitOf(request).limit,
    timeWindow: (request) => limitOf(request).windowSeconds * 1000,
  });
  const shared =
    config.redisUrl === null
      ? null
      : createSharedCounts({ url: config.redisUrl, prefix: redisNameOf(secret, 'limits'), log });
  if (shared) app.addHook('onClose', () => shared.close());
  const refuse = (leftSeconds: number): never => {
    throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(leftSeconds)) });
  };
  app.addHook('onRequest', async (request) => {
    if (isPartOfPage(request)) return;
    const { limit, windowSeconds } = limitOf(request);
    const everywhere = shared?.hit(keyOf(request), windowSeconds * 1000);
    if (everywhere && everywhere.total > limit) refuse(everywhere.leftMs / 1000);
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) refuse(result.ttlInSeconds);
  });
}
