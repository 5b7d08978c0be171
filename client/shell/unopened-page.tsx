// A page of the route table whose part of the product is not built yet: it says so (status 404, not indexed).
import { Link, useLocation } from 'react-router';
import type { PageSpec } from '../kit/page.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const names: Record<string, string> = {
  toolbox: 'toolbox',
  community: 'community',
  settings: 'settings page',
};

export const page: PageSpec = {
  status: 404,
  head: ({ services }) => ({ title: `Not open yet - ${services.site.siteName}`, canonical: null }),
};

export default function UnopenedPage() {
  const { pathname } = useLocation();
  const name = names[pathname.split('/')[1] ?? ''] ?? 'page';
  return (
    <div className="wrap py-11 md:py-21">
      <EmptyState
        title="Not open yet"
        heading="h1"
        actions={
          <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
            Browse assets
          </Link>
        }
      >
        The {name} is not part of the site yet.
      </EmptyState>
    </div>
  );
}
