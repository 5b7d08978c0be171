import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Leads a guest to the sign-in page and back. */
export const signInPath = (next: string): string => `/login?next=${encodeURIComponent(next)}`;

/** A button of members, as a guest sees it: it leads to the sign-in page (product.md DL-1). */
export const SignInLink = ({ next, className, children }: { next: string; className: string; children: ReactNode }) => (
  <Link to={signInPath(next)} className={className} title="Log in to use this">
    {children}
    <span className="sr-only"> (log in first)</span>
  </Link>
);
