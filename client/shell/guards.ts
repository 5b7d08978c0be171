// Route guards (specification, sections 2 and 6). They only redirect; the server checks permissions for every API call.

import { startPage } from '#contract/accounts/after-sign-in.ts';
import type { Account } from '#contract/accounts/api.ts';

/** Returns the redirect target, or null if the user may open the page. `here` is the page's path with its query. */
type Guard = (person: Account | null, here: string) => string | null;

const signInFirst = (here: string): string => `/login?next=${encodeURIComponent(here)}`;

const members: Guard = (person, here) => (person ? null : signInFirst(here));

/** Admin guard: visitors are sent to the login page, other users to their dashboard. */
const admins: Guard = (person, here) => (person?.role === 'ADMIN' ? null : person ? '/dashboard' : signInFirst(here));

const guards: Record<string, Guard> = {
  '/dashboard': members,
  '/leaker': members,
  '/leaker/uploads/:id': members,
  '/settings': members,
  '/notifications': members,
  '/community/reports': members,
  '/downloads': members,
  '/library': members,
  '/admin': admins,
  '/admin/settings': admins,
  '/admin/settings/:page': admins,
  '/admin/reports': admins,
  '/admin/requests': admins,
  '/admin/audit': admins,
  '/admin/review/:id?': admins,
  '/toolbox': (person, here) => (person?.role === 'ADMIN' ? null : signInFirst(here)),
  // Logged-in users are sent to their start page and `next` is ignored, so there can be no redirect loop (product.md ID-3).
  '/login': (person) => (person ? startPage(person.role) : null),
};

/** Whether a page is only for logged-in users. Such pages use an additional style sheet. */
export function isForSignedIn(pattern: string): boolean {
  return pattern in guards && pattern !== '/login';
}

/** Returns the guard for a route pattern. For patterns without one, returns a guard that lets everyone in. */
export function guardOf(pattern: string): Guard {
  return guards[pattern] ?? (() => null);
}
