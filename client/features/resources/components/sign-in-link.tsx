import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Leads a guest to the sign-in page and back. */
export function signInPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}

/** A button of members, as a guest sees it: it leads to the sign-in page (product.md DL-1). */
export function SignInLink({ next, className, children }: { next: string; className: string; children: ReactNode }) {
  return (
    <Link to={signInPath(next)} className={className} title="Log in to use this">
      {children}
      <span className="sr-only"> (log in first)</span>
    </Link>
  );
}
