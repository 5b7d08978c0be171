import { Link, useNavigation, useSearchParams } from 'react-router';
import { CategoryMissing } from '#client/features/forum/components/forum-missing.tsx';
import { counted } from '#client/features/forum/forum-labels.ts';
import { categoriesRead } from '#client/features/forum/forum-reads.ts';
import type { LoadInput, PageSpec } from '#client/kit/data/page.ts';
import { load, type Read, useRead } from '#client/kit/data/query.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';
import type { ForumHits, Passage, PostHit } from '#contract/forum/search.ts';
import { COMMUNITY_PATH, FORUM_SEARCH_PATH, postAnchor, threadPath } from '#contract/paths.ts';
import { ForumSearchForm } from './search-form.tsx';
import { searchHead, searchTitle } from './search-head.ts';
import { postHitsRead, readSearchQuery, type SearchQuery, searchHref } from './search-query.ts';
import '../forum.css';

const askedIn = ({ url }: Pick<LoadInput, 'url'>): SearchQuery => readSearchQuery(url.searchParams);

export const page: PageSpec = {
  load: async (input) => {
    const hits = postHitsRead(askedIn(input));
    await Promise.all([load(input.context, categoriesRead), hits && load(input.context, hits)]);
    return undefined;
  },
  head: (input) =>
    import.meta.env.SSR
      ? searchHead(input.context, askedIn(input))
      : { title: searchTitle(input.context, askedIn(input)) },
  Failure: ({ failure, fallback }) => (failure.status === 404 ? <CategoryMissing /> : fallback),
};

const Marked = ({ passage }: { passage: Passage }) =>
  passage.map(({ text, isHit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one passage never change their order
    isHit ? <mark key={index}>{text}</mark> : text,
  );

const Hit = ({ hit: { threadId, number, title, excerpt, author, createdAt, ...place } }: { hit: PostHit }) => (
  <li className="forum-hit relative border-t border-line py-5 wrap-anywhere">
    <h2 className="text-card font-semibold">
      <Link
        to={`${threadPath(place, threadId, Math.ceil(number / POSTS_PER_PAGE))}#${postAnchor(number)}`}
        className="row-link hover:underline"
      >
        <Marked passage={title} />
      </Link>
    </h2>
    <p className="mt-1 text-sm text-muted">
      {number === 1 ? 'Thread' : `Post ${number}`} by {author.username} in {place.subCategory.name},{' '}
      <Ago time={createdAt} />
    </p>
    <p className="mt-2">
      <Marked passage={excerpt} />
    </p>
  </li>
);

const labelOf = ({ pagination: { total, atLeast }, isSimilar }: ForumHits): string => {
  if (isSimilar) return 'No exact match. These threads have similar titles:';
  return atLeast
    ? `The ${total} best matches. Add a word or a filter to see fewer.`
    : counted(total, 'result', 'results');
};

const Hits = ({ query, given, isBusy }: { query: SearchQuery; given: Read<ForumHits>; isBusy: boolean }) => {
  const found = useRead(given);
  const { posts, pagination } = found;
  return (
    <>
      <p className="mb-4 min-h-5 text-sm text-muted" role="status">
        {isBusy ? 'Searching' : pagination.total > 0 && labelOf(found)}
      </p>
      {posts.length > 0 ? (
        <ul aria-busy={isBusy || undefined}>
          {posts.map((hit) => (
            <Hit key={hit.id} hit={hit} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={pagination.total > 0 ? 'This page is empty' : 'No posts found'}
          actions={
            <Link to={pagination.total > 0 ? searchHref(query) : COMMUNITY_PATH} className={buttonClass()}>
              {pagination.total > 0 ? 'Go to page 1' : 'All forums'}
            </Link>
          }
        >
          Try fewer or different words, or remove a filter.
        </EmptyState>
      )}
      <div className="mt-9">
        <Pager
          current={pagination.currentPage}
          pages={posts.length > 0 ? pagination.pages : 0}
          hrefFor={(number) => searchHref(query, number)}
          link={Link}
        />
      </div>
    </>
  );
};

/** /community/search: threads and posts by words, author, part of the forum and date (next.md CO-7²). */
export default function ForumSearchPage() {
  const [parameters] = useSearchParams();
  const { location } = useNavigation();
  const query = readSearchQuery(parameters);
  const given = postHitsRead(query);
  return (
    <div className="wrap pt-10 pb-21">
      <div className="forum">
        <nav aria-label="Breadcrumb" className="text-sm text-muted">
          <Link to={COMMUNITY_PATH} className="py-1 hover:underline">
            Community
          </Link>
        </nav>
        <PageTitle>Search the forums</PageTitle>
        <div className="mt-6 mb-9">
          <ForumSearchForm query={query} categories={useRead(categoriesRead)} />
        </div>
        {given ? (
          <Hits query={query} given={given} isBusy={location?.pathname === FORUM_SEARCH_PATH} />
        ) : (
          <EmptyState title="Find threads and posts">
            Enter words, or a username to see what someone has posted. Matches will show up here.
          </EmptyState>
        )}
      </div>
    </div>
  );
}
