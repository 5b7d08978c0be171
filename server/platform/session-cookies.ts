// The cookies of signing in: the session's two, always set and cleared together, the browser's own, and that of a sign-in
// which waits for its second factor.
import type { FastifyReply } from 'fastify';

const SESSION_COOKIE = 'token';
/** Readable by the page: it says only that asking auth/me is worth a call. */
const COMPANION_COOKIE = 'signed_in';
/** Names a browser that somebody has signed in with, so that only sign-ins from others are told by mail. */
const DEVICE_COOKIE = 'device';
export const DEVICE_SECONDS = 365 * 86_400;
const SECOND_FACTOR_COOKIE = 'second_factor';
const SECOND_FACTOR_PATH = '/api/auth';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A session that was opened at `at`. */
export type SignedIn = { state: 'signed-in'; token: string; deviceToken: string; at: Date; expiresAt: Date };
/** A sign-in whose first factor was proven at `at`, and whose second is awaited. */
export type AwaitsSecondFactor = { state: 'second-factor'; pendingToken: string; at: Date; expiresAt: Date };
export type SignInOutcome = SignedIn | AwaitsSecondFactor;

/** `secure` is whether the site's own address is https. */
type CookieTime = { secure: boolean; now: Date };

const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(0, Math.floor((moment.getTime() - now.getTime()) / 1000));

/**
 * Sets both cookies with the life that the session has left, or clears them when `session` is null. The name `token` is
 * the specification's (section 9), so the `__Host-` prefix is not to be had; no Domain is given instead.
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

/**
 * Takes a session's cookies back. What else the browser stores for the site is a copy of what the server knows, and goes
 * too; the theme and the browser's own name are cookies and stay.
 */
export function signOut(reply: FastifyReply, time: CookieTime): void {
  setSessionCookies(reply, null, time);
  reply.header('clear-site-data', '"cache", "storage"').header('cache-control', 'no-store');
}

/** Sets what a sign-in leaves in the browser: the session and the browser's name, or the waiting sign-in alone. */
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

/** Sets the cookie of a sign-in that waits for its second factor, or clears it when `pending` is null. */
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

type Cookies = Readonly<Record<string, string | undefined>>;

const tokenIn = (value: string | undefined): string | null => (value && TOKEN.test(value) ? value : null);

/** The browser's name, when it has one that can be ours. */
export function readDeviceToken(cookies: Cookies): string | null {
  return tokenIn(cookies[DEVICE_COOKIE]);
}

/** The token of a waiting sign-in, when there is one that can be ours. */
export function readPendingToken(cookies: Cookies): string | null {
  return tokenIn(cookies[SECOND_FACTOR_COOKIE]);
}
