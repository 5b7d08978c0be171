// Maintenance mode: only administrators can use the site, except for paths that must stay open (product.md AD-8).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/kit/http/problem.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { Settings } from './settings.ts';
import type { Viewer } from './viewer.ts';

const RETRY_SECONDS = 300;

/**
 * Paths that stay open: health checks, robots.txt and security.txt, logging in and out, webhooks, page assets, and downloads.
 * `requireOpenSite` later rejects downloads whose ticket has not been used before.
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

/** Rejects everyone except administrators during maintenance. @throws Problem MAINTENANCE */
export async function requireOpenSite(
  { settings }: { settings: Pick<Settings, 'get' | 'peek'> },
  viewer: Viewer | null,
): Promise<void> {
  const { maintenanceMode } = settings.peek() ?? (await settings.get());
  if (maintenanceMode && viewer?.role !== 'ADMIN') throw closed();
}

type HookDeps = { settings: Pick<Settings, 'get' | 'peek'>; log: Pick<Logger, 'warn'> };

/**
 * Returns the onRequest hook that closes the site. It runs after the session hook and before anything responds, including cached
 * pages. It does not wait if the settings are cached. If they cannot be read, the site stays open, because anything that needs
 * the database will fail anyway.
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
        log.warn({ err: error }, 'the settings could not be read, so maintenance mode is not enforced');
        return null;
      })
      .then((read) => judge(request, read?.maintenanceMode ?? false))
      .then(() => done(), done);
  };
}
