import { FORUM_HITS_MAX, FORUM_HITS_PER_PAGE } from '#contract/forum/limits.ts';
import { searchForum } from '#contract/forum/search.ts';
import type { Deps } from '#server/deps.ts';
import { findTitledAlike } from '#server/features/forum/read/queries/titles.ts';
import { pagesOf } from '#server/kit/db/pagination.ts';
import { readListPage, readSearch } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { findFirstPosts, findHits, findScope, type PostHitRow, type SearchScope, splitWords } from './queries.ts';
import { createHitPresenter, readDays } from './rules.ts';

/** Maximum number of threads with similar titles. */
const TITLES_SHOWN = 10;
/** Shorter texts resemble too many titles. */
const LEAST_SIMILAR_CHARACTERS = 4;
/** Maximum number of new posts whose words a search splits first. A job does the rest. */
const SPLIT_FIRST = 30;

type Asked = { author?: string | undefined; in?: string | undefined };

export function forumSearchRoutes({ db, now }: Deps): Route[] {
  /** Null if nobody has the author's name. */
  const readScope = async ({ author, in: place }: Asked): Promise<SearchScope | null> => {
    if (author === undefined && place === undefined) return { authorId: null, subcategoryIds: null };
    const [category = null, subcategory = null] = place?.split('/') ?? [];
    const found = await findScope(db, { author: author?.replace(/^@/, '') ?? null, category, subcategory });
    if (place !== undefined && found.subcategoryIds.length === 0) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    if (author !== undefined && found.authorId === null) return null;
    return { authorId: found.authorId, subcategoryIds: place === undefined ? null : found.subcategoryIds };
  };

  const findSimilar = async (text: string): Promise<PostHitRow[]> => {
    const threads = await findTitledAlike(db, text, TITLES_SHOWN);
    return findFirstPosts(
      db,
      threads.map(({ id }) => id),
      now(),
    );
  };

  return [
    answer(searchForum, async ({ query: { author, in: place, from, to, sort, ...query } }) => {
      const text = readSearch(query.search) ?? null;
      await splitWords(db, SPLIT_FIRST);
      const scope = await readScope({ author, in: place });
      const listPage = readListPage(query, FORUM_HITS_PER_PAGE);
      const asked = { ...(scope ?? { authorId: null, subcategoryIds: [] }), text, sort, ...readDays({ from, to }) };
      const found = scope ? await findHits(db, asked, { ...listPage, now: now() }) : { rows: [], total: 0 };
      const isWide = [author, place, from, to].every((filter) => filter === undefined);
      const mayResemble = found.total === 0 && isWide && text !== null && text.length >= LEAST_SIMILAR_CHARACTERS;
      const similar = mayResemble ? await findSimilar(text) : [];
      const total = found.total + similar.length;
      return {
        posts: [...found.rows, ...similar].map(createHitPresenter(text)),
        isSimilar: similar.length > 0,
        pagination: pagesOf({ total, atLeast: total >= FORUM_HITS_MAX }, listPage),
      };
    }),
  ];
}
