import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** URL of the login page. After logging in, the user is sent to `next`. */
export function signInPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}

/** Link to the login page, shown to guests instead of a members-only button (product.md DL-1). */
export function SignInLink({ next, className, children }: { next: string; className: string; children: ReactNode }) {
  return (
    <Link to={signInPath(next)} className={className} title="Log in to use this">
      {children}
      <span className="sr-only"> (log in first)</span>
    </Link>
  );
}
