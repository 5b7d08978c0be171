// Who may open which page (specification, sections 2 and 6). The server guards what the pages call; this leads people on.

import { startPage } from '#contract/accounts/after-sign-in.ts';
import type { Account } from '#contract/accounts/api.ts';

/** Where somebody is led instead of the page; null lets them in. `here` is the page's address. */
type Guard = (person: Account | null, here: string) => string | null;

const signInFirst = (here: string): string => `/login?next=${encodeURIComponent(here)}`;

const members: Guard = (person, here) => (person ? null : signInFirst(here));

/** The admin guard: visitors sign in, everybody else has a dashboard. */
const admins: Guard = (person, here) => (person?.role === 'ADMIN' ? null : person ? '/dashboard' : signInFirst(here));

const guards: Record<string, Guard> = {
  '/dashboard': members,
  '/leaker': members,
  '/leaker/uploads/:id': members,
  '/settings': members,
  '/downloads': members,
  '/admin': admins,
  '/admin/settings': admins,
  '/admin/settings/:page': admins,
  '/admin/reports': admins,
  '/admin/requests': admins,
  '/admin/audit': admins,
  '/toolbox': (person, here) => (person?.role === 'ADMIN' ? null : signInFirst(here)),
  // A live session ignores the return address, so that nothing can loop (product.md ID-3).
  '/login': (person) => (person ? startPage(person.role) : null),
};

/** Whether nobody sees this page who is not signed in; such pages have a style sheet beside the one of all. */
export function isForSignedIn(pattern: string): boolean {
  return pattern in guards && pattern !== '/login';
}

/** The guard of a page by its route pattern; most pages have none. */
export function guardOf(pattern: string): Guard {
  return guards[pattern] ?? (() => null);
}
