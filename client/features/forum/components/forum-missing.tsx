import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ErrorState } from '#client/ui/error-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { COMMUNITY_PATH } from '#contract/paths.ts';

/** Page for a forum URL that does not exist, with a link to the index and further `actions`. */
export function ForumMissing({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        title={title}
        heading="h1"
        actions={
          <>
            {actions}
            <Link to={COMMUNITY_PATH} className={buttonClass(actions ? {} : { variant: 'solid' })}>
              All forums
            </Link>
          </>
        }
      >
        {children}
      </ErrorState>
    </div>
  );
}

export function CategoryMissing() {
  return <ForumMissing title="Category not found">It may have been renamed, or the link is incorrect.</ForumMissing>;
}

export function ThreadMissing({ actions }: { actions?: ReactNode }) {
  return (
    <ForumMissing title="Thread not found" actions={actions}>
      It may have been removed, or the link is incorrect.
    </ForumMissing>
  );
}
