// Maintenance: the site is closed to everybody but administrators, but for the ways that must stay open (product.md AD-8).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/kit/http/problem.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { Settings } from './settings.ts';
import type { Viewer } from './viewer.ts';

const RETRY_SECONDS = 300;

/**
 * What goes on: health, what crawlers and finders of weaknesses ask for first, signing in and out by every way, webhooks, files of pages, and the addresses of running downloads,
 * which are judged by their tickets (`requireOpenSite` where a new one would begin).
 */
const GOES_ON = new RegExp(
  `^/(?:${[
    'healthz',
    'readyz',
    'robots\\.txt',
    'favicon\\.ico',
    '\\.well-known/security\\.txt',
    'login',
    'assets/.+',
    'public/.+',
    'api/auth/(?:me|logout|login|login/two-factor)',
    'api/auth/(?:google|discord)(?:/callback)?',
    'api/webhooks/.+',
    'direct-download/[^/]+',
    'api/uploads/[^/]+/direct-download',
  ].join('|')})/?$`,
);

const isOpenPath = (url: string): boolean => {
  const end = url.indexOf('?');
  return GOES_ON.test(end < 0 ? url : url.slice(0, end));
};

const closed = (): Problem => new Problem('MAINTENANCE', { retryAfterSeconds: RETRY_SECONDS });

/** Refuses whoever is no administrator while the site is closed. @throws Problem MAINTENANCE */
export async function requireOpenSite(
  { settings }: { settings: Pick<Settings, 'get' | 'peek'> },
  viewer: Viewer | null,
): Promise<void> {
  const { maintenanceMode } = settings.peek() ?? (await settings.get());
  if (maintenanceMode && viewer?.role !== 'ADMIN') throw closed();
}

type HookDeps = { settings: Pick<Settings, 'get' | 'peek'>; log: Pick<Logger, 'warn'> };

/**
 * Returns the onRequest hook that closes the site. It runs behind the session's hook and before everything that answers, kept
 * pages included. As long as the settings are known nothing is awaited; settings that cannot be read close nothing, since
 * whatever needs the database fails by itself.
 */
export function maintenanceHook({ settings, log }: HookDeps) {
  const judge = (request: FastifyRequest, isClosed: boolean): void => {
    if (isClosed && request.viewer?.role !== 'ADMIN' && !isOpenPath(request.url)) throw closed();
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const known = settings.peek();
    if (known) {
      judge(request, known.maintenanceMode);
      done();
      return;
    }
    settings
      .get()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the settings cannot be read: whether the site is closed is not known');
        return null;
      })
      .then((read) => judge(request, read?.maintenanceMode ?? false))
      .then(() => done(), done);
  };
}
