/** Tells a browser that opens a page from a program that calls. */
import type { FastifyRequest } from 'fastify';

/** Whether a browser is opening an address as a page. */
export function isNavigation(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    /\btext\/html\b/.test(String(request.headers.accept ?? ''))
  );
}
