// Where users are sent after logging in, with a password or through a provider. Imports only types, so that it adds just a few
// bytes to public pages.
import type { PresentedRole } from './api.ts';

const startPages: Partial<Record<PresentedRole, string>> = { ADMIN: '/admin', LEAKER: '/leaker', USER: '/dashboard' };

/** Start page for a role (specification, section 2, sign-in page). PREMIUM and all other roles start on the home page. */
export function startPage(role: PresentedRole): string {
  return startPages[role] ?? '/';
}

/** Returns `next` as a path on this site, or null if it leads to another host or back to the login page (product.md ID-3). */
export function returnPath(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || next.length > 2000 || /^\/[/\\]/.test(next)) return null;
  const here = 'http://site.invalid';
  if (!URL.canParse(next, here)) return null;
  const { origin, pathname, search, hash } = new URL(next, here);
  // A parsed path can start with two slashes even if the original text starts with only one ("/.//other.example").
  if (origin !== here || pathname.startsWith('//') || pathname === '/login') return null;
  return pathname + search + hash;
}
