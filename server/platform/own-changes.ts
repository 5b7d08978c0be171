// Remembers in the browser that a logged-in user has changed something, so that their next pages show it.
import type { FastifyReply } from 'fastify';
import { STALE_MS } from '#server/kit/http/page-cache.ts';

/** While it is set, pages are rendered for this user instead of coming from the cache, which may be from before the change. */
const CHANGED_COOKIE = 'changed';

export function noteOwnChange(reply: FastifyReply, { secure }: { secure: boolean }): void {
  reply.setCookie(CHANGED_COOKIE, '1', { path: '/', sameSite: 'lax', secure, httpOnly: true, maxAge: STALE_MS / 1000 });
}

export function hasOwnChange(cookies: Readonly<Record<string, string | undefined>>): boolean {
  return cookies[CHANGED_COOKIE] !== undefined;
}
