// The forum: its index, a list of threads, a thread, a single post.
import type { APIRequestContext, Page } from '@playwright/test';
import type { Category, SubCategory, Thread, ThreadPage } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';
import { COMMUNITY_PATH, FORUM_SEARCH_PATH, postPath, subcategoryPath, threadPath } from '#contract/paths.ts';
import { type Address, type Screen, UNKNOWN_ID } from './screen.ts';

type Place = { category: Category; subCategory: SubCategory };

const readJson = async <T>(api: APIRequestContext, path: string): Promise<T> =>
  (await (await api.get(path)).json()) as T;

const placesOf = async (api: APIRequestContext): Promise<Place[]> =>
  (await readJson<Category[]>(api, '/api/forum/categories')).flatMap((category) =>
    category.subCategories.map((subCategory) => ({ category, subCategory })),
  );

/** The first matching thread in the forum, with the subcategory that it is in. */
const findThread = async (
  api: APIRequestContext,
  isLike: (thread: Thread) => boolean,
): Promise<Place & { thread: Thread }> => {
  for (const place of await placesOf(api)) {
    const threads = await readJson<Thread[]>(api, `/api/forum/threads?categoryId=${place.subCategory.id}`);
    const thread = threads.find(isLike);
    if (thread) return { ...place, thread };
  }
  throw new Error('The demo has no such thread');
};

export function threadLike(isLike: (thread: Thread) => boolean, page = 1): Address {
  return async (api) => {
    const { thread, ...place } = await findThread(api, isLike);
    return threadPath(place, thread.id, page);
  };
}

export function isPlain({ isLocked, postCount }: Thread): boolean {
  return !isLocked && postCount > 2 && postCount < POSTS_PER_PAGE;
}
const isLong = ({ postCount }: Thread): boolean => postCount > 2 * POSTS_PER_PAGE;
export function isEdited({ title }: Thread): boolean {
  return title.startsWith('How do you keep skin tones');
}

export const listPage: Address = async (api) => {
  const [busiest] = (await placesOf(api)).sort((a, b) => b.subCategory.threadCount - a.subCategory.threadCount);
  return busiest ? subcategoryPath(busiest) : COMMUNITY_PATH;
};

/** The page of a thread that contains a post removed by a moderator, or the page of that post. */
const removedPost =
  (alone: boolean): Address =>
  async (api) => {
    for (const place of await placesOf(api)) {
      const threads = await readJson<Thread[]>(api, `/api/forum/threads?categoryId=${place.subCategory.id}`);
      for (const { id } of threads) {
        const { posts } = await readJson<ThreadPage>(api, `/api/forum/threads/${id}`);
        const removed = posts.find(({ isDeleted }) => isDeleted);
        if (removed) return alone ? postPath(place, id, removed.id) : threadPath(place, id);
      }
    }
    throw new Error('The demo has no removed post');
  };

const secondPost: Address = async (api) => {
  const { thread, ...place } = await findThread(api, isPlain);
  const { posts } = await readJson<ThreadPage>(api, `/api/forum/threads/${thread.id}`);
  return postPath(place, thread.id, posts[1]?.id ?? '');
};

const LIST_CALL = /\/api\/forum\/categories\/[a-z]/;

/** Changes the list that the site sends. The list is opened from the index, so that the browser requests it. */
const withList = (change: object) => (page: Page) =>
  page.route(LIST_CALL, async (route) => {
    const answer = await route.fetch();
    const json = { ...((await answer.json()) as object), ...change };
    // The page requests the list again when its socket announces new threads; the screen may already be closed by then.
    await route.fulfill({ response: answer, json }).catch(() => null);
  });

const openFirstList = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click();
};

const SEARCH_CALL = /\/api\/forum\/search/;

const searchFrom = async (page: Page): Promise<void> => {
  const field = page.getByRole('searchbox', { name: 'Search the forums' });
  await field.fill('skin');
  await field.press('Enter');
};

const failing = (pattern: RegExp) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' }));

const FAILED = /status of 500|status 500/;

export const forumScreens: Screen[] = [
  { name: 'forum', path: COMMUNITY_PATH },
  {
    name: 'forum-empty',
    path: '/elements',
    before: (page) => page.route(/\/api\/forum\/categories$/, (route) => route.fulfill({ json: [] })),
    prepare: async (page) => {
      await page.getByRole('contentinfo').getByRole('link', { name: 'Community' }).click();
      await page.getByRole('heading', { name: 'No forums yet' }).waitFor();
    },
  },
  {
    name: 'forum-failed',
    path: '/elements',
    before: failing(/\/api\/forum\/categories$/),
    prepare: async (page) => {
      await page.getByRole('contentinfo').getByRole('link', { name: 'Community' }).click();
      await page.getByText('Failed to fetch threads').waitFor();
    },
    complaint: FAILED,
  },
  { name: 'forum-list', path: listPage },
  { name: 'forum-list-member', path: listPage, as: 'member' },
  {
    name: 'forum-list-empty',
    path: COMMUNITY_PATH,
    before: withList({ threads: [], threadCount: 0, newer: null, older: null }),
    prepare: async (page) => {
      await openFirstList(page);
      await page.getByRole('heading', { name: 'No threads found. Be the first to create one!' }).waitFor();
    },
  },
  {
    name: 'forum-list-closed',
    path: COMMUNITY_PATH,
    before: withList({ isClosed: true }),
    prepare: async (page) => {
      await openFirstList(page);
      await page.getByText('This part of the forum is closed.').waitFor();
    },
  },
  {
    name: 'forum-list-failed',
    path: COMMUNITY_PATH,
    before: failing(LIST_CALL),
    prepare: async (page) => {
      await openFirstList(page);
      await page.getByText('Failed to fetch threads').waitFor();
    },
    complaint: FAILED,
  },
  { name: 'forum-list-unknown', path: '/community/nowhere/to-be-found', status: 404 },
  { name: 'forum-search', path: `${FORUM_SEARCH_PATH}?search=skin+tones` },
  { name: 'forum-search-start', path: FORUM_SEARCH_PATH },
  { name: 'forum-search-similar', path: `${FORUM_SEARCH_PATH}?search=skni+tnes+consistnt` },
  { name: 'forum-search-empty', path: `${FORUM_SEARCH_PATH}?search=qqzzqq&author=okapi` },
  {
    name: 'forum-search-failed',
    path: COMMUNITY_PATH,
    before: failing(SEARCH_CALL),
    prepare: async (page) => {
      await searchFrom(page);
      await page.getByText('The search failed.').waitFor();
    },
    complaint: FAILED,
  },
  {
    name: 'forum-search-loading',
    path: `${FORUM_SEARCH_PATH}?search=grade`,
    before: (page) => page.route(SEARCH_CALL, () => {}),
    prepare: async (page) => {
      await searchFrom(page);
      await page.getByText('Searching', { exact: true }).waitFor();
    },
  },
  { name: 'forum-search-unknown', path: `${FORUM_SEARCH_PATH}?search=skin&in=nowhere`, status: 404 },
  { name: 'thread', path: threadLike(isEdited) },
  { name: 'thread-member', path: threadLike(isPlain), as: 'member' },
  {
    name: 'thread-subscribe-failed',
    path: threadLike(isPlain),
    as: 'member',
    before: failing(/\/api\/forum\/threads\/[^/]+\/subscription$/),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(Uns|S)ubscribe$/ }).click();
      await page.getByRole('alert').waitFor();
    },
    complaint: FAILED,
  },
  {
    name: 'thread-newcomer',
    path: threadLike(isPlain),
    as: 'member',
    before: (page) =>
      page.route(/\/api\/forum\/allowance$/, (route) =>
        route.fulfill({ json: { isNew: true, postsLeft: 3, linksMax: 2, waitSeconds: 0 } }),
      ),
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Post a Reply' }).fill('Thanks');
      await page.getByText('Your account is new').waitFor();
    },
  },
  { name: 'thread-admin', path: threadLike(isPlain), as: 'admin' },
  { name: 'thread-page-2', path: threadLike(isLong, 2) },
  { name: 'thread-locked', path: threadLike(({ isLocked }) => isLocked), as: 'member' },
  { name: 'thread-tombstone', path: removedPost(false) },
  { name: 'thread-unknown', path: `/community/nowhere/to-be-found/${UNKNOWN_ID}`, status: 404 },
  { name: 'post', path: secondPost },
  { name: 'post-removed', path: removedPost(true) },
  { name: 'post-unknown', path: `/community/nowhere/to-be-found/${UNKNOWN_ID}/${UNKNOWN_ID}`, status: 404 },
  // Must be the last visitor screen, because a held socket can't be released on the page that these screens share.
  {
    name: 'thread-connecting',
    path: threadLike(isPlain),
    before: (page) => page.routeWebSocket(/\/ws\//, () => {}),
  },
];
