// Knows a visitor's browser again for as long as a ticket lives. The daily visitor name (kit/http/visitors.ts) cannot do it:
// it changes at midnight, and a download begun before must stay resumable for its 24 hours.
import { createHash, randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import { TICKET_FIRST_USE_SECONDS, TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import type { Caller } from '#server/platform/serve.ts';

const BROWSER_COOKIE = 'visitor';
const MARK = /^[A-Za-z0-9_-]{22}$/;
const MARK_BYTES = 16;
const LIFE_SECONDS = TICKET_FIRST_USE_SECONDS + TICKET_RESUME_SECONDS;

// Tickets stand in addresses that people share; the cookie itself must not be readable there.
const nameOf = (mark: string): string => `b:${createHash('sha256').update(mark).digest('base64url')}`;

/** The name of the caller's browser in tickets, or null when it carries no mark of ours. */
export function readBrowser(caller: Pick<Caller, 'cookies'>): string | null {
  const mark = caller.cookies[BROWSER_COOKIE];
  return mark !== undefined && MARK.test(mark) ? nameOf(mark) : null;
}

/** The same, marking the browser first when needed, and keeping the mark for as long as a ticket made now may live. */
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
