import { Link } from 'react-router';
import { COMMUNITY_PATH, subcategoryPath } from '#contract/paths.ts';

type Named = { name: string; slug: string };

/** Anchor of a category on the forum index. */
export function categoryAnchor(slug: string): string {
  return `category-${slug}`;
}

/** Breadcrumbs: the forum index, the category, and on a thread's page its subcategory. */
export function ForumCrumbs({ category, subCategory }: { category: Named; subCategory?: Named }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        <li>
          <Link to={COMMUNITY_PATH} className="hover:underline py-1">
            Community
          </Link>
        </li>
        <li aria-hidden="true">/</li>
        <li>
          <Link to={`${COMMUNITY_PATH}#${categoryAnchor(category.slug)}`} className="hover:underline py-1">
            {category.name}
          </Link>
        </li>
        {subCategory && (
          <>
            <li aria-hidden="true">/</li>
            <li>
              <Link to={subcategoryPath({ category, subCategory })} className="hover:underline py-1 text-fg">
                {subCategory.name}
              </Link>
            </li>
          </>
        )}
      </ol>
    </nav>
  );
}
