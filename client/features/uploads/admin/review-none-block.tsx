import { Link, useLocation } from 'react-router';
import { useRead } from '#client/kit/data/query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { reviewPath } from '#contract/paths.ts';
import { afterOf, nextReviewRead } from './workbench/workbench-api.ts';

/** What the review page says when there is no upload to review. */
export function ReviewNone() {
  const after = afterOf(useLocation());
  const { waiting } = useRead(nextReviewRead(after));
  return (
    <>
      <PageTitle>Review uploads</PageTitle>
      <div className="mt-5">
        <EmptyState
          title="Nothing to review"
          actions={
            <>
              {after !== null && waiting > 0 && (
                <Link to={reviewPath(after)} className={buttonClass()}>
                  Back to the last one
                </Link>
              )}
              <Link to="/admin" state={{ section: 'uploads' }} className={buttonClass()}>
                See all uploads
              </Link>
            </>
          }
        >
          {waiting === 0
            ? 'New uploads show up here when creators submit them.'
            : 'You skipped the other uploads, or someone else is reviewing them.'}
        </EmptyState>
      </div>
    </>
  );
}
