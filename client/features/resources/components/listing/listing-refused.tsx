import { Link } from 'react-router';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { CategoryPills } from './category-pills.tsx';

/** Shown below the search if a URL has invalid filters, with a link that resets them. */
export function ListingRefused() {
  return (
    <div>
      <div className="mt-6 mb-6">
        <CategoryPills query={{}} />
      </div>
      <EmptyState
        title="This link doesn't work"
        actions={
          <Link className={buttonClass({ variant: 'solid' })} to="/resources">
            Reset filters
          </Link>
        }
      >
        It contains an invalid search, page or filter. Reset the filters to see all assets.
      </EmptyState>
    </div>
  );
}
