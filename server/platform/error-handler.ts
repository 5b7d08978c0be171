// Turns errors and unknown paths into responses: JSON for programs, a page for browsers.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#contract/escape-html.ts';
import { problemOf } from '#contract/problems.ts';
import { patternOf } from '#server/kit/http/call-paths.ts';
import { isSettledAddress } from '#server/kit/http/guards.ts';
import { isNavigation } from '#server/kit/http/navigation.ts';
import { asProblem, Problem, problemBody } from '#server/kit/http/problem.ts';
import type { createPageHandler } from './pages.ts';
import type { Route } from './serve.ts';

type Pages = ReturnType<typeof createPageHandler>;

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/** The decoded path; null if it is malformed and the page router therefore could not match it. */
const readPath = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

/** Whether the page router can handle the path, so that the error can be rendered as a page. */
const isReadable = (path: string): boolean => readPath(path) !== null && isSettledAddress(path);

/** Whether the path is the component gallery, in any spelling that the page router accepts. */
const isGallery = (path: string): boolean => /^\/_ui\/*$/i.test(readPath(path) ?? '');

/** Last resort: a page that needs neither the database nor the renderer. */
const plainPage = (message: string, stylesheets: string[]): string => `<!doctype html>
<html lang="en" data-theme="dark">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Unexpected Application Error!</title>
${stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}</head>
<body><main class="plain-failure"><h1>Unexpected Application Error!</h1><p>${escapeHtml(message)}</p>
<p><a href="">Reload</a> <a href="/resources">Browse assets</a></p></main></body></html>
`;

const sendProblem = (reply: FastifyReply, problem: Problem): FastifyReply => {
  const { retryAfterSeconds, allow } = problem.extra;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) reply.header('allow', allow);
  return reply
    .code(problemOf(problem.code).status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemBody(problem)));
};

/** Handles all thrown errors. Anything that is not a Problem is logged with its request ID and answered with a plain 500. */
export function createErrorHandler(deps: {
  pages: Pages;
  stylesheets: string[];
  log: { error(fields: object, message: string): void };
}) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = asProblem(error);
    if (!known) deps.log.error({ err: error, reqId: request.id, path: pathOf(request) }, 'a request failed');
    const problem = known ?? new Problem('INTERNAL');
    request.refusal = problem.code;
    const path = pathOf(request);
    if (!isNavigation(request) || path.startsWith('/api/')) return sendProblem(reply, problem);
    const { status } = problemOf(problem.code);
    if (problem.extra.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(problem.extra.retryAfterSeconds));
    try {
      if (problem.code === 'MAINTENANCE') return await deps.pages.sendClosed(request, reply, status);
      if (status < 500 && isReadable(path) && !deps.pages.isPage(path)) {
        return await deps.pages.sendFailure(request, reply, { status, code: problem.code, message: problem.message });
      }
    } catch (failure) {
      deps.log.error({ err: failure, reqId: request.id }, 'an error page could not be rendered');
    }
    return reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(plainPage(problem.message, deps.stylesheets));
  };
}

/**
 * Handles requests that match neither an endpoint nor a file: pages, wrong methods (405 with Allow), unknown paths (row SH-5).
 */
export function createMissingHandler(deps: {
  pages: Pages;
  routes: Route[];
  visitorOf(request: FastifyRequest): string;
  hideGallery: boolean;
}) {
  const known = deps.routes.map(({ endpoint }) => ({ pattern: patternOf(endpoint.path), method: endpoint.method }));
  // No endpoint's path starts with a parameter, so most page paths can skip the pattern check.
  const firstParts = new Set(deps.routes.map(({ endpoint }) => endpoint.path.split('/')[1]));
  const methodsAt = (path: string): string[] =>
    firstParts.has(path.split('/', 2)[1])
      ? known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      : [];

  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    const path = pathOf(request);
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const methods = methodsAt(path);
    const ofCalls = /^\/(api|public|direct-download|assets)(\/|$)|^\/download(\/?$|\/[^/]+\/.)/.test(path);
    const isPage = (): boolean => !ofCalls && deps.pages.isPage(path);
    // A page can share its path with a call, as /unsubscribe does.
    if (methods.length > 0 && !(reading && isPage())) {
      const allowed = isPage() ? ['GET', 'HEAD', ...methods] : methods;
      throw new Problem('METHOD_NOT_ALLOWED', { allow: allowed.join(', ') });
    }
    if (deps.hideGallery && isGallery(path)) throw new Problem('NOT_FOUND');
    if (!reading) {
      if (isPage()) throw new Problem('METHOD_NOT_ALLOWED', { allow: 'GET, HEAD' });
      throw new Problem('NOT_FOUND');
    }
    if (ofCalls && !isNavigation(request)) throw new Problem('NOT_FOUND');
    const drawsMissing = isNavigation(request) || !path.startsWith('/download/');
    return deps.pages.sendMatched(request, reply, deps.visitorOf, drawsMissing);
  };
}
