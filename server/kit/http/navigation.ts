/** Distinguishes browsers that open a page from programs that call the API. */
import type { FastifyRequest } from 'fastify';

/** Whether a browser is opening the URL as a page. */
export function isNavigation(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    /\btext\/html\b/.test(String(request.headers.accept ?? ''))
  );
}
