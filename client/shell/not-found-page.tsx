import { Link } from 'react-router';
import type { PageSpec } from '#client/kit/data/page.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { DirectRefusal } from './direct-refusal.tsx';

export const page: PageSpec = {
  status: 404,
  head: ({ context }) => ({ title: `Page not found - ${context.site.siteName}`, canonical: null }),
  Failure: DirectRefusal,
};

export default function NotFoundPage() {
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        title="Page Not Found"
        heading="h1"
        actions={
          <>
            <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
              Browse assets
            </Link>
            <Link to="/" className={buttonClass()}>
              Home
            </Link>
          </>
        }
      >
        This page may have moved or been removed.
      </ErrorState>
    </div>
  );
}
