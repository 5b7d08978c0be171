// Login cookies: a session's two cookies, which are always set and cleared together; the device cookie; the cookie of a login that
// is waiting for its second factor; and two that decide which pages may come from the cache.
import type { FastifyReply } from 'fastify';
import { STALE_MS } from '#server/kit/http/page-cache.ts';

const SESSION_COOKIE = 'token';
/** Readable by scripts. Its only purpose is to show the page that calling auth/me is worthwhile. */
const COMPANION_COOKIE = 'signed_in';
/** Identifies a browser that has logged in before, so that only logins from new browsers are reported by email. */
const DEVICE_COOKIE = 'device';
export const DEVICE_SECONDS = 365 * 86_400;
const SECOND_FACTOR_COOKIE = 'second_factor';
const SECOND_FACTOR_PATH = '/api/auth';

/** While it is set, pages are rendered for this user instead of coming from the cache, which may be from before a change. */
const CHANGED_COOKIE = 'changed';
/** Tells that this user may use Premium, so that pages which differ for them are not the ones that all members share. */
const PREMIUM_COOKIE = 'premium';
const PREMIUM_SECONDS = 30 * 86_400;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A session created at `at`. */
export type SignedIn = { state: 'signed-in'; token: string; deviceToken: string; at: Date; expiresAt: Date };
/** A login that passed its first factor at `at` and is waiting for the second. */
export type AwaitsSecondFactor = { state: 'second-factor'; pendingToken: string; at: Date; expiresAt: Date };
export type SignInOutcome = SignedIn | AwaitsSecondFactor;

/** `secure`: whether the site's URL is https. */
type CookieTime = { secure: boolean; now: Date };

const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(0, Math.floor((moment.getTime() - now.getTime()) / 1000));

/**
 * Sets both cookies for the session's remaining lifetime, or clears them if `session` is null. The specification fixes the name
 * `token` (section 9), so the `__Host-` prefix is not possible. Instead, leaving out Domain limits the cookie to this host.
 */
export function setSessionCookies(
  reply: FastifyReply,
  session: { token: string; expiresAt: Date } | null,
  { secure, now }: CookieTime,
): void {
  const maxAge = session ? secondsUntil(session.expiresAt, now) : 0;
  const shared = { path: '/', sameSite: 'lax', secure, maxAge } as const;
  reply.setCookie(SESSION_COOKIE, session?.token ?? '', { ...shared, httpOnly: true });
  reply.setCookie(COMPANION_COOKIE, session ? '1' : '', { ...shared, httpOnly: false });
}

/** Returns a function that sets a cookie with the value 1 for a time in seconds, or clears it if the time is 0. */
const flagSetter =
  (name: string) =>
  (reply: FastifyReply, maxAge: number, { secure }: Pick<CookieTime, 'secure'>): void => {
    reply.setCookie(name, maxAge > 0 ? '1' : '', { path: '/', sameSite: 'lax', secure, httpOnly: true, maxAge });
  };
const setChangedCookie = flagSetter(CHANGED_COOKIE);
const setPremiumCookie = flagSetter(PREMIUM_COOKIE);

/**
 * Clears the session cookies and the site's other browser storage, which only contains copies of server data. The theme and the
 * device token are cookies and are kept.
 */
export function signOut(reply: FastifyReply, time: CookieTime): void {
  setSessionCookies(reply, null, time);
  setChangedCookie(reply, 0, time);
  setPremiumCookie(reply, 0, time);
  reply.header('clear-site-data', '"cache", "storage"').header('cache-control', 'no-store');
}

/** Sets a login's cookies: session and device, or only the one for the pending second factor. */
export function setSignInCookies(
  reply: FastifyReply,
  outcome: SignInOutcome,
  { secure }: Pick<CookieTime, 'secure'>,
): void {
  const time = { secure, now: outcome.at };
  if (outcome.state === 'second-factor') {
    setSecondFactorCookie(reply, outcome, time);
    return;
  }
  setSessionCookies(reply, outcome, time);
  reply.setCookie(DEVICE_COOKIE, outcome.deviceToken, {
    path: '/',
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: DEVICE_SECONDS,
  });
}

/** Sets the cookie of a login that is waiting for its second factor, or clears it if `pending` is null. */
export function setSecondFactorCookie(
  reply: FastifyReply,
  pending: { pendingToken: string; expiresAt: Date } | null,
  { secure, now }: CookieTime,
): void {
  reply.setCookie(SECOND_FACTOR_COOKIE, pending?.pendingToken ?? '', {
    path: SECOND_FACTOR_PATH,
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: pending ? secondsUntil(pending.expiresAt, now) : 0,
  });
}

/** Remembers that a logged-in user has changed something, so that their next pages show it. */
export function noteOwnChange(reply: FastifyReply, time: Pick<CookieTime, 'secure'>): void {
  setChangedCookie(reply, STALE_MS / 1000, time);
}

type Cookies = Readonly<Record<string, string | undefined>>;

const tokenIn = (value: string | undefined): string | null => (value && TOKEN.test(value) ? value : null);

/** The device token, or null if the cookie is missing or malformed. */
export function readDeviceToken(cookies: Cookies): string | null {
  return tokenIn(cookies[DEVICE_COOKIE]);
}

/** The token of a login that is waiting for its second factor, or null if the cookie is missing or malformed. */
export function readPendingToken(cookies: Cookies): string | null {
  return tokenIn(cookies[SECOND_FACTOR_COOKIE]);
}

/** Whether this user has changed something that cached pages may not have yet. */
export function hasOwnChange(cookies: Cookies): boolean {
  return cookies[CHANGED_COOKIE] !== undefined;
}

/** Remembers in the browser whether this user may use Premium. A wrong cookie only changes what a page shows at first. */
export function notePremium(
  reply: FastifyReply,
  { cookies, mayUse, secure }: { cookies: Cookies; mayUse: boolean; secure: boolean },
): void {
  if (mayUse !== hasPremiumCookie(cookies)) setPremiumCookie(reply, mayUse ? PREMIUM_SECONDS : 0, { secure });
}

/** Whether this user had Premium when the browser last asked. */
export function hasPremiumCookie(cookies: Cookies): boolean {
  return cookies[PREMIUM_COOKIE] !== undefined;
}
