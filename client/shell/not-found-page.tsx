import { Link, useLocation } from 'react-router';
import { listingPath } from '#contract/paths.ts';
import type { PageSpec } from '../kit/page.ts';
import { buttonClass } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

export const page: PageSpec = {
  status: 404,
  head: ({ services }) => ({ title: `Page not found - ${services.site.siteName}`, canonical: null }),
};

/** What could be a member's name: profiles come with a later part of the product. */
const couldBeProfile = /^\/[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/;

export default function NotFoundPage() {
  const { pathname } = useLocation();
  const name = couldBeProfile.test(pathname) ? pathname.slice(1) : null;
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        title="Page Not Found"
        heading="h1"
        actions={
          <>
            <Link to={listingPath({ search: name ?? undefined })} className={buttonClass({ variant: 'solid' })}>
              {name ? 'Search assets for this name' : 'Browse assets'}
            </Link>
            <Link to="/" className={buttonClass()}>
              Home
            </Link>
          </>
        }
      >
        {name
          ? "There is no page at this address. If it is a member's: public profiles are not open yet."
          : 'There is no page at this address.'}
      </ErrorState>
    </div>
  );
}
