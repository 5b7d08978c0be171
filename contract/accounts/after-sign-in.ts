// Where a sign-in leads, whether the browser or a provider's answer has made it. No values are imported, so that public
// pages may have it for its own few bytes.
import type { PresentedRole } from './api.ts';

const startPages: Partial<Record<PresentedRole, string>> = { ADMIN: '/admin', LEAKER: '/leaker', USER: '/dashboard' };

/** A role's start page (specification, section 2, sign-in page): home for PREMIUM and any other. */
export function startPage(role: PresentedRole): string {
  return startPages[role] ?? '/';
}

/** `next` as a path of this site, or null: never another host, never the sign-in page itself (product.md ID-3). */
export function returnPath(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || next.length > 2000 || /^\/[/\\]/.test(next)) return null;
  const here = 'http://site.invalid';
  if (!URL.canParse(next, here)) return null;
  const { origin, pathname, search, hash } = new URL(next, here);
  // A parsed path may begin with two slashes although the text did not ("/.//other.example").
  if (origin !== here || pathname.startsWith('//') || pathname === '/login') return null;
  return pathname + search + hash;
}
