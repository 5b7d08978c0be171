// Applies live events to a displayed page of a thread. Events can arrive twice or late, and can be older than a reload. An event
// that the page already reflects changes nothing.
import type { Post, Thread, ThreadPage } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';

export type ThreadChange = (page: ThreadPage) => ThreadPage;

/** Number of the last post that fits on this page. */
export function lastPlaceOf({ pagination: { currentPage } }: ThreadPage): number {
  return currentPage * POSTS_PER_PAGE;
}

/** Number of the last displayed post. If the page is empty, number of the last post before it. */
const lastShown = ({ posts, pagination: { currentPage } }: ThreadPage): number =>
  posts.at(-1)?.number ?? (currentPage - 1) * POSTS_PER_PAGE;

/** Whether a post belongs on this page, but posts before it are still missing. */
export function leavesGap(page: ThreadPage, post: Post): boolean {
  return post.number <= lastPlaceOf(page) && post.number > lastShown(page) + 1;
}

/** Events are the same for every reader, so the viewer's own reactions are taken from the page. */
const renewed = (known: Post, told: Post): Post =>
  told.version < known.version || (known.isDeleted && !told.isDeleted)
    ? known
    : { ...told, reactions: told.reactions.length > 0 ? told.reactions : known.reactions };

const withRenewed = (page: ThreadPage, told: Post): ThreadPage => ({
  ...page,
  posts: page.posts.map((known) => (known.id === told.id ? renewed(known, told) : known)),
});

const withCount = (page: ThreadPage, { id, number, author, createdAt }: Post): ThreadPage => {
  if (number <= page.lastNumber) return page;
  const isIn = page.participants.some((person) => person.username === author.username);
  return {
    ...page,
    lastNumber: number,
    // If the thread's event arrived before the post's event, this post is already counted.
    postCount: number > page.lastPost.number ? page.postCount + 1 : page.postCount,
    lastPost: number > page.lastPost.number ? { id, number, author, createdAt } : page.lastPost,
    participants: isIn || page.participants.length >= 8 ? page.participants : [...page.participants, author],
    pagination: {
      ...page.pagination,
      total: Math.max(page.pagination.total, number),
      pages: Math.max(page.pagination.pages, Math.ceil(number / POSTS_PER_PAGE)),
    },
  };
};

/**
 * Adds a new post. It is appended only once, and only if it is the next post on this page. A post that follows a gap or belongs
 * to another page is only counted.
 */
export function withPost(post: Post): ThreadChange {
  return (page) => {
    if (post.threadId !== page.id) return page;
    if (page.posts.some(({ id }) => id === post.id)) return withRenewed(page, post);
    const counted = withCount(page, post);
    const isNext = post.number === lastShown(page) + 1 && post.number <= lastPlaceOf(page);
    return isNext ? { ...counted, posts: [...page.posts, post] } : counted;
  };
}

export function withEdit(post: Post): ThreadChange {
  return (page) => (page.posts.some(({ id }) => id === post.id) ? withRenewed(page, post) : page);
}

/** Shows a restored post, which `withEdit` would take for an outdated version. */
export function withRestored(post: Post): ThreadChange {
  return (page) => ({ ...page, posts: page.posts.map((known) => (known.id === post.id ? post : known)) });
}

export function withLikes(postId: string, likes: number): ThreadChange {
  return (page) => ({ ...page, posts: page.posts.map((post) => (post.id === postId ? { ...post, likes } : post)) });
}

/** Updates the thread's list data: title, pinned and locked state, number of posts, and the last post. */
export function withChangedThread(thread: Thread): ThreadChange {
  return (page) => {
    if (thread.id !== page.id || thread.changes < page.changes) return page;
    const { title, tags, isPinned, isLocked, changes } = thread;
    // Number of replies that are newer than this event, but arrived before it.
    const since = Math.max(0, page.lastNumber - thread.lastNumber);
    return {
      ...page,
      title,
      tags,
      isPinned,
      isLocked,
      changes,
      postCount: thread.postCount + since,
      lastPost: page.lastPost.number > thread.lastNumber ? page.lastPost : thread.lastPost,
    };
  };
}

/** Whether an event of the thread tells of something that only a reload can show: posts that came back or from another thread. */
export function needsReload(page: ThreadPage, thread: Thread): boolean {
  return (
    thread.id === page.id &&
    thread.changes > page.changes &&
    (thread.categoryId !== page.categoryId || thread.lastNumber > page.lastNumber || thread.postCount > page.postCount)
  );
}

/** Pinned and locked state from the response to a moderator's call. */
export function withMarks({ isPinned, isLocked }: Pick<Thread, 'isPinned' | 'isLocked'>): ThreadChange {
  return (page) => ({ ...page, isPinned, isLocked });
}
