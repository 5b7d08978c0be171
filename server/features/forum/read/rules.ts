// Converts forum rows to the contract's types, and computes positions in lists. No I/O.

import type { LinkedResource, Post, PostAuthor, Thread } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE, THREADS_PER_PAGE } from '#contract/forum/limits.ts';
import type { AuthorRow } from '#server/features/forum/read/queries/authors.ts';
import type { Cursor, ListPlace, ThreadRow } from '#server/features/forum/read/queries/places.ts';
import type { LinkedRow, PostRow } from '#server/features/forum/read/queries/threads.ts';
import { RENDERER, renderPost } from '#server/features/forum/write/rules.ts';
import { averageColor, thumbnailUrl } from '#server/features/resources/public.ts';
import { pictureUrl } from '#server/platform/profile-pictures.ts';
import { presentRole } from '#server/platform/viewer.ts';

/** Placeholder for a deleted user, whatever their role was. */
const nobody = (): PostAuthor => ({
  id: null,
  username: 'deleted user',
  avatar: pictureUrl(null, 'avatar'),
  role: 'USER',
});

export function presentAuthor(row: AuthorRow): PostAuthor {
  return row.isGone
    ? nobody()
    : {
        id: row.id,
        username: row.username,
        avatar: pictureUrl(row.avatar, 'avatar'),
        role: presentRole(row.role, row.isPremium),
      };
}

/** A thread for lists and events, with the beginning of its first post. */
export function presentThread(row: ThreadRow): Thread {
  return {
    id: row.id,
    categoryId: row.subcategoryId,
    title: row.title,
    content: row.excerpt,
    tags: row.tags,
    isPinned: row.isPinned,
    isLocked: row.isLocked,
    author: presentAuthor(row.author),
    postCount: row.postCount,
    viewCount: row.viewCount,
    lastPost: {
      id: row.lastPostId,
      number: row.lastPostNumber,
      author: presentAuthor(row.lastAuthor),
      createdAt: row.lastPostAt.toISOString(),
    },
    lastNumber: row.lastNumber,
    changes: row.changes,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A resource for the card below a post. */
export function presentLinked(row: LinkedRow): LinkedResource {
  return {
    id: row.id,
    title: row.title,
    author: row.author,
    isPremium: row.isPremium,
    thumbnailUrl: thumbnailUrl(row.thumbnailKey, 320),
    thumbnailColor: averageColor(row.thumbnailHash),
  };
}

/**
 * A post as readers see it; a removed post keeps only its position and the reason.
 * @param origin the site's origin, in case the post has to be rendered again
 */
export function presentPost(row: PostRow, origin: string): Post {
  const { mentions } = row;
  const isDeleted = row.deletedAt !== null;
  const html = row.renderer === RENDERER || isDeleted ? row.html : renderPost(row.content, { origin, mentions });
  return {
    id: row.id,
    threadId: row.threadId,
    thread: { id: row.threadId },
    number: row.number,
    content: isDeleted ? '' : row.content,
    html: isDeleted ? '' : html,
    author: presentAuthor(row.author),
    createdAt: row.createdAt.toISOString(),
    isEdited: row.version > 1,
    version: row.version,
    editReason: isDeleted ? null : row.editReason,
    editedAt: row.editedAt?.toISOString() ?? null,
    isDeleted,
    deleteReason: row.deleteReason,
    likes: row.likes,
    reactions: isDeleted ? [] : row.reactions.map((reaction) => ({ ...reaction, postId: row.id })),
    resources: isDeleted ? [] : row.resources.map(presentLinked),
  };
}

/** First and last post number on a page of a thread. */
export function numbersOf(page: number): { from: number; to: number } {
  return {
    from: (page - 1) * POSTS_PER_PAGE + 1,
    to: page * POSTS_PER_PAGE,
  };
}

/** Page of a thread that contains the post with this number. */
export function pageOf(number: number): number {
  return Math.ceil(number / POSTS_PER_PAGE);
}

/** Parses a list cursor, whose format the contract has already checked. */
const readCursor = (text: string): Cursor => {
  const end = text.indexOf('-');
  return { at: new Date(Number(text.slice(0, end))), id: text.slice(end + 1) };
};

/** The requested page of a list. */
export function readPlace({ before, after }: { before?: string | undefined; after?: string | undefined }): ListPlace {
  if (before !== undefined) return { before: readCursor(before) };
  return after === undefined ? null : { after: readCursor(after) };
}

const cursorOf = ({ lastPostAt, id }: ThreadRow): string => `${lastPostAt.getTime()}-${id}`;

/** One page of threads, and the cursors before and after it. If there are more threads, `rows` has one row more than a page. */
export function pageOfThreads(
  rows: readonly ThreadRow[],
  direction: 'first' | 'before' | 'after',
): { rows: ThreadRow[]; newer: string | null; older: string | null } {
  const pinned = rows.filter(({ isPinned }) => isPinned);
  const listed = rows.filter(({ isPinned }) => !isPinned);
  const shown = direction === 'after' ? listed.slice(-THREADS_PER_PAGE) : listed.slice(0, THREADS_PER_PAGE);
  const [first, last] = [shown[0], shown.at(-1)];
  const isFull = listed.length > THREADS_PER_PAGE;
  return {
    rows: [...pinned, ...shown],
    newer: direction !== 'first' && first ? cursorOf(first) : null,
    // A reader who asks for newer threads comes from an older page, so an older page always exists.
    older: last && (isFull || direction === 'after') ? cursorOf(last) : null,
  };
}
