// What an event of the socket changes in the page of a thread that is shown. Events may come twice, late, or after the
// page was read anew: applying one that is known already changes nothing.
import type { Post, Thread, ThreadPage } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';

export type ThreadChange = (page: ThreadPage) => ThreadPage;

/** Number of the last post that this page has room for. */
export function lastPlaceOf({ pagination: { currentPage } }: ThreadPage): number {
  return currentPage * POSTS_PER_PAGE;
}

/** Number of the last post that is shown, or of the one before the page's first place. */
const lastShown = ({ posts, pagination: { currentPage } }: ThreadPage): number =>
  posts.at(-1)?.number ?? (currentPage - 1) * POSTS_PER_PAGE;

/** Whether the post belongs on this page, and others that are not there yet belong before it. */
export function leavesGap(page: ThreadPage, post: Post): boolean {
  return post.number <= lastPlaceOf(page) && post.number > lastShown(page) + 1;
}

/** An event is the same for everybody: whether the person at hand has liked the post is what the page knew. */
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
    // What was told of the thread already counts it.
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
 * A post was written: it stands behind the others when it is the next one of this page, once. One that leaves a gap, or
 * belongs on another page, is counted only.
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

/** A post was edited, or removed. */
export function withEdit(post: Post): ThreadChange {
  return (page) => (page.posts.some(({ id }) => id === post.id) ? withRenewed(page, post) : page);
}

/** How many like a post is told absolutely. */
export function withLikes(postId: string, likes: number): ThreadChange {
  return (page) => ({ ...page, posts: page.posts.map((post) => (post.id === postId ? { ...post, likes } : post)) });
}

/** The thread's own row: its title and marks, how many posts it has, and the last of them. */
export function withChangedThread(thread: Thread): ThreadChange {
  return (page) => {
    if (thread.id !== page.id || thread.changes < page.changes) return page;
    const { title, tags, isPinned, isLocked, changes } = thread;
    // Replies that came in before this was told, and were written after it.
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

/** What an administrator has done to it, as the call's answer tells. */
export function withMarks({ isPinned, isLocked }: Pick<Thread, 'isPinned' | 'isLocked'>): ThreadChange {
  return (page) => ({ ...page, isPinned, isLocked });
}
