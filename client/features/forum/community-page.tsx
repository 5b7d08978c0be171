import { Link } from 'react-router';
import { CategoryCard } from '#client/features/forum/components/category-card.tsx';
import { ForumSearchBox } from '#client/features/forum/components/forum-search-box.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { FORUM_REPORTS_PATH } from '#contract/paths.ts';
import { communityHead, communityTitle } from './forum-head.ts';
import { categoriesRead } from './forum-reads.ts';
import './forum.css';

export const page: PageSpec = {
  load: async ({ context }) => {
    await load(context, categoriesRead);
    return undefined;
  },
  head: ({ context }) =>
    import.meta.env.SSR
      ? communityHead(context, loadedOf(context, categoriesRead))
      : { title: communityTitle(context) },
};

/** The forum index (specification, section 2 "Community forums"). */
export default function CommunityPage() {
  const categories = useRead(categoriesRead);
  const person = useAuth().session.user;
  const isModerator =
    person?.role === 'ADMIN' || categories.some(({ moderators }) => person && moderators.includes(person.username));
  return (
    <div className="wrap pt-10 pb-21">
      <div className="forum">
        <PageTitle>Community Forums</PageTitle>
        <p className="mt-4 max-w-prose text-muted">
          Questions, grades, node trees and half-finished cuts. Anyone can read; sign up to post.
        </p>
        <div className="mt-6 max-w-160">
          <ForumSearchBox label="Search the forums" />
        </div>
        {isModerator && (
          <Link to={FORUM_REPORTS_PATH} className={buttonClass({ size: 'sm', className: 'mt-5' })}>
            Review reports
          </Link>
        )}
        <div className="mt-9 grid gap-9">
          {categories.map((category) => (
            <CategoryCard key={category.id} category={category} />
          ))}
          {categories.length === 0 && (
            <EmptyState title="No forums yet">Forums will appear here once they open.</EmptyState>
          )}
        </div>
      </div>
    </div>
  );
}
