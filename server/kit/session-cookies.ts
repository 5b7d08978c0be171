// The session's two cookies, always set and cleared together.
import type { FastifyReply } from 'fastify';

const SESSION_COOKIE = 'token';
/** Readable by the page: it says only that asking auth/me is worth a call. */
const COMPANION_COOKIE = 'signed_in';

/**
 * Sets both cookies with the life that the session has left, or clears them when `session` is null. `secure` is whether
 * the site's own address is https. The name `token` is the specification's (section 9), so the `__Host-` prefix is not
 * to be had; no Domain is given instead.
 */
export const setSessionCookies = (
  reply: FastifyReply,
  session: { token: string; expiresAt: Date } | null,
  { secure, now }: { secure: boolean; now: Date },
): void => {
  const maxAge = session ? Math.max(0, Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000)) : 0;
  const shared = { path: '/', sameSite: 'lax', secure, maxAge } as const;
  reply.setCookie(SESSION_COOKIE, session?.token ?? '', { ...shared, httpOnly: true });
  reply.setCookie(COMPANION_COOKIE, session ? '1' : '', { ...shared, httpOnly: false });
};
