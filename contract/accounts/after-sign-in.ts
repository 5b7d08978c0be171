// Where a user lands after logging in, with a password or through a provider. Imports types only, so that it adds just a
// few bytes to public pages.
import type { PresentedRole } from './api.ts';

const startPages: Partial<Record<PresentedRole, string>> = { ADMIN: '/admin', LEAKER: '/leaker', USER: '/dashboard' };

/** A role's start page (specification, section 2, sign-in page): home for PREMIUM and any other. */
export function startPage(role: PresentedRole): string {
  return startPages[role] ?? '/';
}

/** `next` as a path on this site, or null. Never another host and never the login page itself (product.md ID-3). */
export function returnPath(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || next.length > 2000 || /^\/[/\\]/.test(next)) return null;
  const here = 'http://site.invalid';
  if (!URL.canParse(next, here)) return null;
  const { origin, pathname, search, hash } = new URL(next, here);
  // A parsed path can start with two slashes even if the text did not ("/.//other.example").
  if (origin !== here || pathname.startsWith('//') || pathname === '/login') return null;
  return pathname + search + hash;
}
