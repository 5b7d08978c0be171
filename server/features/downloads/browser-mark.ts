// Recognises a visitor's browser for the lifetime of a ticket. The daily visitor name (kit/http/visitors.ts) can't do that,
// because it changes at midnight, whereas a download that started earlier must stay resumable for 24 hours.
import { createHash, randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import { TICKET_FIRST_USE_SECONDS, TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import type { Caller } from '#server/platform/serve.ts';

const BROWSER_COOKIE = 'visitor';
const MARK = /^[A-Za-z0-9_-]{22}$/;
const MARK_BYTES = 16;
const LIFE_SECONDS = TICKET_FIRST_USE_SECONDS + TICKET_RESUME_SECONDS;

// Tickets are part of URLs that people share, so they contain only a hash of the cookie.
const nameOf = (mark: string): string => `b:${createHash('sha256').update(mark).digest('base64url')}`;

/** The browser's identifier in tickets; null if it has no valid cookie. */
export function readBrowser(caller: Pick<Caller, 'cookies'>): string | null {
  const mark = caller.cookies[BROWSER_COOKIE];
  return mark !== undefined && MARK.test(mark) ? nameOf(mark) : null;
}

/** Like `readBrowser`, but creates an identifier if needed, and sets the cookie to last as long as a ticket issued now. */
export function markBrowser(caller: Pick<Caller, 'cookies' | 'setHeader'>, secure: boolean): string {
  const known = caller.cookies[BROWSER_COOKIE];
  const mark = known !== undefined && MARK.test(known) ? known : randomBytes(MARK_BYTES).toString('base64url');
  caller.setHeader(
    'set-cookie',
    fastifyCookie.serialize(BROWSER_COOKIE, mark, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: LIFE_SECONDS,
    }),
  );
  return nameOf(mark);
}
