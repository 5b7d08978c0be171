import * as contract from '#contract/forum/api.ts';
import { getDiscussions } from '#contract/forum/discussions.ts';
import { POSTS_PER_PAGE, THREADS_PER_PAGE } from '#contract/forum/limits.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { findDiscussions } from '#server/features/forum/read/queries/discussions.ts';
import * as queries from '#server/features/forum/read/queries/places.ts';
import * as threads from '#server/features/forum/read/queries/threads.ts';
import { findNeighbours, findVersions } from '#server/features/forum/write/queries.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { createSharedReads } from '#server/kit/db/shared-reads.ts';
import { readListPage, readSearch } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, type Call, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { presentDiscussions, presentIndex, presentPlace, presentSubcategory, presentVersions } from './presenting.ts';
import { numbersOf, pageOf, pageOfThreads, presentAuthor, presentPost, presentThread, readPlace } from './rules.ts';

/** Maximum number of post versions to show; each is rendered on request, like a preview. */
const MOST_VERSIONS = 10;

type Cursors = { before?: string | undefined; after?: string | undefined };
type ListQuery = Cursors & {
  page?: string | undefined;
  limit?: string | undefined;
  search?: string | undefined;
  sort?: 'newest' | 'oldest' | undefined;
};

/** Query parameters that apply to lists but not to a single thread. */
const OF_LISTS = ['limit', 'search', 'sort'] as const;

export function forumReadRoutes(deps: Deps): Route[] {
  const { db } = deps;
  // When something happens in a busy thread or list, many readers ask for the same page at the same moment.
  const share = createSharedReads();

  const readList = async (by: Parameters<typeof queries.findList>[1], { before, after }: Cursors) => {
    const found = await queries.findList(db, by, readPlace({ before, after }), deps.now());
    if (!found) return undefined;
    const direction = before !== undefined ? 'before' : found.isFarDown ? 'after' : 'first';
    const { rows, newer, older } = pageOfThreads(found.threads, direction);
    return { subcategory: found.subcategory, newer, older, threads: rows.map(presentThread) };
  };

  // A subcategory with one page of its threads.
  const listIn = async (
    by: Parameters<typeof queries.findList>[1],
    cursors: Cursors,
    unknown: ProblemCode = 'FORUM_CATEGORY_NOT_FOUND',
  ) => {
    if (cursors.before !== undefined && cursors.after !== undefined)
      throw new Problem('BAD_INPUT', { fields: { after: 'Use either before or after, not both.' } });
    const list = await share(JSON.stringify(['list', by, cursors]), () => readList(by, cursors));
    if (!list) throw new Problem(unknown);
    return list;
  };

  const readThread = async (id: string, page: number, viewerId: string | null) => {
    const found = await threads.findThreadPage(db, id, numbersOf(page), viewerId, deps.now());
    if (!found) return undefined;
    const { thread: row, posts } = found;
    return {
      ...presentThread(row),
      content: row.content,
      ...presentPlace(row),
      posts: posts.map((post) => presentPost(post, deps.publicUrl())),
      pagination: paginate(row.lastNumber, { page, limit: POSTS_PER_PAGE }),
      lastSeen: row.lastSeen,
      isSubscribed: row.isSubscribed,
      participants: row.participants.map(presentAuthor),
      more: row.more,
    };
  };

  const bareList = async (
    id: string,
    query: ListQuery,
    setHeader: Call['setHeader'],
    unknown: ProblemCode = 'FORUM_CATEGORY_NOT_FOUND',
  ) => {
    const { before, after, ...numbered } = query;
    if (Object.values(numbered).every((value) => value === undefined)) {
      const { subcategory, threads } = await listIn({ id }, { before, after }, unknown);
      setHeader('x-total-count', String(subcategory.threadCount));
      return threads;
    }
    if (before !== undefined || after !== undefined)
      throw new Problem('BAD_INPUT', {
        fields: { page: 'before and after cannot be combined with page, limit, search or sort.' },
      });
    const asked = { search: readSearch(numbered.search), sort: numbered.sort };
    const { limit, offset } = readListPage(numbered, THREADS_PER_PAGE);
    const found = await queries.findList(db, { id }, { ...asked, limit, offset }, deps.now());
    if (!found) throw new Problem(unknown);
    const total = asked.search ? await queries.countThreadsFound(db, id, asked.search) : found.subcategory.threadCount;
    setHeader('x-total-count', String(total));
    return found.threads.map(presentThread);
  };

  const readPost = async (id: string, viewerId: string | null) => {
    const row = await threads.findPost(db, id, viewerId, deps.now());
    if (!row) throw new Problem('POST_NOT_FOUND');
    return row;
  };

  return [
    answer(contract.listCategories, () =>
      share('index', async () => presentIndex(await queries.findIndex(db, deps.now()))),
    ),

    answer(contract.getSubcategory, async ({ params, query }) => {
      const { subcategory, threads, newer, older } = await listIn(params, query);
      return { ...presentSubcategory(subcategory), threads, newer, older };
    }),

    answer(contract.listThreads, ({ query: { categoryId, ...place }, setHeader }) =>
      bareList(categoryId, place, setHeader),
    ),

    answer(contract.getThread, async ({ params, query, viewer, setHeader }) => {
      const page = Number(query.page ?? 1);
      const viewerId = viewer?.id ?? null;
      const readPage = (id: string) =>
        share(JSON.stringify(['thread', id, page, viewerId]), () => readThread(id, page, viewerId));
      const readMerged = async () => {
        const into = await threads.findMergedInto(db, params.id);
        return into && (await readPage(into));
      };
      const found = (await readPage(params.id)) ?? (await readMerged());
      // The id may also belong to a subcategory. In that case, its list of threads is returned (specification, section 7).
      if (!found) return bareList(params.id, query, setHeader, 'THREAD_NOT_FOUND');
      const wrong = OF_LISTS.filter((name) => query[name] !== undefined);
      if (wrong.length > 0)
        throw new Problem('BAD_INPUT', {
          fields: Object.fromEntries(wrong.map((name) => [name, 'This only applies to lists of threads.'])),
        });
      return found;
    }),

    answer(contract.getPost, async ({ params, viewer }) => {
      const viewerId = viewer?.id ?? null;
      const post = await readPost(params.id, viewerId);
      const [thread, beside] = await Promise.all([
        threads.findThread(db, post.threadId, viewerId, deps.now()),
        findNeighbours(db, post),
      ]);
      if (!thread) throw new Problem('POST_NOT_FOUND');
      return {
        post: presentPost(post, deps.publicUrl()),
        thread: { ...presentThread(thread), content: thread.content, ...presentPlace(thread) },
        page: pageOf(post.number),
        ...beside,
      };
    }),

    answer(getDiscussions, async ({ params }) => {
      const [row] = await findDiscussions(db, { resourceId: params.id, now: deps.now() });
      return presentDiscussions(row?.threads ?? [], row?.askIn ?? null);
    }),

    answer(contract.listVersions, async ({ params, viewer, setHeader }) => {
      const person = signedIn(viewer);
      const post = await readPost(params.id, person.id);
      const mayRead =
        person.role === 'ADMIN' ? !person.needsTwoFactor : post.author.id === person.id && post.deletedAt === null;
      if (!mayRead) throw new Problem('POST_NOT_FOUND');
      await requireWithinLimit(deps, `post previews ${person.id}`, deps.limits.postPreviews, deps.now());
      setHeader('cache-control', 'private, no-store');
      return presentVersions(post, await findVersions(db, post.id, MOST_VERSIONS - 1), deps.publicUrl());
    }),
  ];
}
