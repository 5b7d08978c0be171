// The limits against abuse as data (quality.md), and the outer shield: a count in memory of all requests of a caller.
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
  /** Requests of a network without a session. */
  publicRead: Limit;
  /** Requests of a signed-in person. */
  signedInRead: Limit;
  /** Pictures that the database or the storage is asked for, of a person or a network. */
  pictures: Limit;
  /** Connections that one network may have open to this process, and how long an answer waits for a client that takes no byte. */
  connections: { perNetwork: number; stallMs: number };
  /** Signed messages of third parties from one network: Patreon charges all members on the first of a month. */
  messages: Limit;
  /** Of those, the ones whose signature is wrong: beyond this a network's messages are not read. */
  forgedMessages: Limit;
  /** Attempts to sign in from one network; all of them hold. */
  loginPerNetwork: readonly Limit[];
  /** Failed attempts at one account before its delay begins … */
  loginPerAccount: Limit;
  /** … which is counted for each network by itself. */
  loginDelay: Delay;
  /** Accounts made from one network. */
  registrations: Limit;
  /** Mails with a link that one network may ask for, and that one address may be sent. */
  linkMails: { perNetwork: Limit; perAddress: Limit };
  /** Codes of a second factor that one account may get wrong; five for each sign-in besides. */
  secondFactor: Limit;
  /** Wrong passwords in confirmations and changes of a signed-in person. */
  confirmations: Limit;
  /** Personal tokens that one person may make: each is told by mail. */
  newTokens: Limit;
  /** Tokens for the toolbox that one administrator may be given; each lives for a quarter of an hour. */
  toolboxTokens: Limit;
  /** Servers that one administrator may add, start, stop and restart. */
  toolboxOrders: Limit;
  /** Likes, saves and follows of one person. */
  marks: Limit;
  /** Changes of profiles and collections by one person. */
  profileChanges: Limit;
  /** Clicks on advertisements that count of one network. */
  adClicks: Limit;
  /** Visits to consent pages that one network may begin. */
  oauthFlows: Limit;
  /** Ticketed download addresses that one person or network may have made. */
  downloadLinks: { free: Limit; premium: Limit };
  /** Choices of files that one person or network may have kept; all of them hold. */
  selections: readonly Limit[];
  /** Downloads of all checksums of a resource by one person or network. */
  checksums: Limit;
  /** Listings of large resources that one person or network may wait for in this process. */
  largeListings: number;
  /** Files that one person or network may be sent at once by this process. */
  downloadStreams: number;
  /** Uploads of one person that may be receiving at once. */
  uploadSessions: number;
  /** Resources that one person may begin. */
  newUploads: Limit;
  /** Pictures that one person may send for no resource yet; each is kept for a day. */
  loosePictures: Limit;
  /** Reports that one person or network may send, and confirmations of them that one address may be mailed. */
  reports: Limit;
  /** Mails to the site's contact about reports, of all senders together. */
  reportMails: Limit;
  /** Threads that one person may begin; all of them hold. */
  threads: readonly Limit[];
  replies: Limit;
  edits: Limit;
  /** What of these three somebody may do whose account is not older than so many hours. */
  newAccounts: { share: number; hours: number };
  /** Pictures and previews of one person's posts. */
  postPictures: Limit;
  postPreviews: Limit;
  /** Resources that one person may ask for. */
  resourceRequests: Limit;
  /** Addresses elsewhere that are read for one person or network: pictures, and what requested links say of themselves. */
  outgoingReads: Limit;
  /** Sockets at once of a network and of a person, in this process; events a second, and bytes of one, that one may send. */
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
  adClicks: { limit: 20, windowSeconds: 10 * MINUTE },
  oauthFlows: { limit: 30, windowSeconds: 10 * MINUTE },
  downloadLinks: { free: { limit: 60, windowSeconds: HOUR }, premium: { limit: 200, windowSeconds: HOUR } },
  selections: [
    { limit: 30, windowSeconds: 10 * MINUTE },
    { limit: 300, windowSeconds: 24 * HOUR },
  ],
  checksums: { limit: 10, windowSeconds: MINUTE },
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
  postPictures: { limit: 30, windowSeconds: HOUR },
  postPreviews: { limit: 60, windowSeconds: MINUTE },
  resourceRequests: { limit: 1, windowSeconds: 24 * HOUR },
  outgoingReads: { limit: 30, windowSeconds: 10 * MINUTE },
  sockets: { perNetwork: 20, perPerson: 5, eventsPerSecond: 10, messageBytes: 16 * 1024 },
};

const boundless: Limit = { limit: Number.POSITIVE_INFINITY, windowSeconds: MINUTE };

/** What benches and tests run with (`RATE_LIMITS=off`, loopback only). */
export const noLimits: Limits = {
  publicRead: boundless,
  signedInRead: boundless,
  pictures: boundless,
  // Time is no counter either.
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
  adClicks: boundless,
  oauthFlows: boundless,
  downloadLinks: { free: boundless, premium: boundless },
  selections: [],
  checksums: boundless,
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
  postPictures: boundless,
  postPreviews: boundless,
  resourceRequests: boundless,
  outgoingReads: boundless,
  // The size of a message is no counter: it holds always.
  sockets: {
    perNetwork: Number.POSITIVE_INFINITY,
    perPerson: Number.POSITIVE_INFINITY,
    eventsPerSecond: Number.POSITIVE_INFINITY,
    messageBytes: standardLimits.sockets.messageBytes,
  },
};

/** What memory answers: scripts, styles, fonts, built-in pictures. They carry caching, and one view asks for many. */
export function isPartOfPage(request: FastifyRequest): boolean {
  return request.url === '/healthz' || (/^\/(?:assets|public\/Images)\//.test(request.url) && !isNavigation(request));
}

/**
 * What asks the database or the storage below /public/. Who opens such an address as a page may be drawn the Not Found screen,
 * which is work like any other page.
 */
const isPicture = (request: FastifyRequest): boolean => request.url.startsWith('/public/') && !isNavigation(request);

/** What third parties send by themselves (contract/premium/webhooks.ts), and nothing that only looks like it. */
const isMessage = (request: FastifyRequest): boolean => request.routeOptions.config.endpoint?.signed === true;

type ShieldDeps = { limits: Limits; config: { redisUrl: string | null }; secret: Buffer; log: Logger };

/**
 * Adds the outer shield to everything that is registered on `app`, unknown addresses too. Call it after the hook that
 * sets `request.viewer`. It counts by person, else by network (IPv4 address or IPv6 /64), in this process, and where there is a
 * Redis in all processes together.
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
