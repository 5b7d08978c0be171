import { Link } from 'react-router';
import { counted } from '#client/features/forum/forum-labels.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import type { Category, SubCategory } from '#contract/forum/api.ts';
import { postPath, subcategoryPath } from '#contract/paths.ts';
import { categoryAnchor } from './forum-crumbs.tsx';

const Row = ({ category, subCategory }: { category: Category; subCategory: SubCategory }) => {
  const { name, description, icon, threadCount, postCount, lastPost } = subCategory;
  const place = { category, subCategory };
  return (
    <li className="forum-row relative grid border-b border-line last:border-0">
      <span className="flex h-9 w-9 items-center justify-center rounded-sm bg-raised">
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <h3 className="text-card font-semibold wrap-anywhere">
          <Link to={subcategoryPath(place)} className="row-link hover:underline">
            {name}
          </Link>
        </h3>
        {description && <p className="mt-0.5 text-sm text-muted wrap-anywhere">{description}</p>}
      </div>
      <p className="flex gap-3 text-sm text-muted md:block">
        <span className="block">{counted(threadCount, 'thread', 'threads')}</span>
        <span className="block">{counted(postCount, 'post', 'posts')}</span>
      </p>
      {lastPost ? (
        <div className="flex min-w-0 items-center gap-2.5">
          <Avatar name={lastPost.author.username} src={lastPost.author.avatar} size={34} />
          <div className="min-w-0 text-sm">
            <Link
              to={postPath(place, lastPost.threadId, lastPost.id)}
              className="relative z-1 block truncate py-1 font-semi hover:underline"
            >
              {lastPost.title}
            </Link>
            <p className="truncate text-muted">
              {lastPost.author.username}, <Ago time={lastPost.createdAt} />
            </p>
          </div>
        </div>
      ) : (
        <p className="text-sm text-muted">No posts yet</p>
      )}
    </li>
  );
};

/** A category with its subcategories. */
export function CategoryCard({ category }: { category: Category }) {
  return (
    <section id={categoryAnchor(category.slug)} aria-labelledby={`${categoryAnchor(category.slug)}-name`}>
      <h2
        id={`${categoryAnchor(category.slug)}-name`}
        className="mb-3 flex items-center gap-2.5 text-lead font-semibold"
      >
        <Icon name={category.icon} className="text-muted" />
        {category.name}
      </h2>
      {category.moderators.length > 0 && (
        <p className="mb-3 text-sm text-muted wrap-anywhere">
          {category.moderators.length === 1 ? 'Moderator' : 'Moderators'}: {category.moderators.join(', ')}
        </p>
      )}
      <div className="panel overflow-hidden">
        {category.subCategories.length > 0 ? (
          <ul>
            {category.subCategories.map((subCategory) => (
              <Row key={subCategory.id} category={category} subCategory={subCategory} />
            ))}
          </ul>
        ) : (
          <p className="p-5 text-muted">No forums here yet.</p>
        )}
      </div>
    </section>
  );
}
