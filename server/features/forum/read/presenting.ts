// Converts rows to the data that forum pages show.
import { setImmediate } from 'node:timers/promises';
import type { Category, listVersions } from '#contract/forum/api.ts';
import type { getDiscussions } from '#contract/forum/discussions.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { DiscussionRow } from '#server/features/forum/read/queries/discussions.ts';
import type { IndexRow, PlaceRow, SubcategoryPageRow } from '#server/features/forum/read/queries/places.ts';
import type { PostRow, WholeThreadRow } from '#server/features/forum/read/queries/threads.ts';
import type { VersionRow } from '#server/features/forum/write/queries.ts';
import { renderPost } from '#server/features/forum/write/rules.ts';
import { presentAuthor } from './rules.ts';

type Icon = Category['icon'];

/** Groups rows of the index into categories with their subcategories, in the order of the rows. */
export function presentIndex(rows: readonly IndexRow[]): Category[] {
  const categories = new Map<string, Category>();
  for (const { category, subcategory, threadCount, postCount, lastPost, lastPostAt } of rows) {
    const shown = categories.get(category.id) ?? { ...category, icon: category.icon as Icon, subCategories: [] };
    categories.set(category.id, shown);
    if (!subcategory) continue;
    shown.subCategories.push({
      ...subcategory,
      icon: subcategory.icon as Icon,
      threadCount,
      postCount,
      lastPost: lastPost &&
        lastPostAt && { ...lastPost, author: presentAuthor(lastPost.author), createdAt: lastPostAt.toISOString() },
    });
  }
  return [...categories.values()];
}

export function presentPlace({ category, subcategory, moderators }: WholeThreadRow): {
  category: PlaceRow;
  subCategory: PlaceRow & { isClosed: boolean };
  moderators: string[];
} {
  return {
    category,
    subCategory: subcategory,
    moderators,
  };
}

/** Threads about a resource. A new one belongs where it is discussed already, unless that part of the forum is closed. */
export function presentDiscussions(
  rows: readonly DiscussionRow[],
  usual: ReplyOf<typeof getDiscussions>['askIn'],
): ReplyOf<typeof getDiscussions> {
  const open = rows.find(({ isClosed }) => !isClosed);
  return {
    threads: rows.map(({ isClosed: _isClosed, author, lastPostAt, ...row }) => ({
      ...row,
      author: presentAuthor(author),
      lastPostAt: new Date(lastPostAt).toISOString(),
    })),
    askIn: open ? { category: open.category, subCategory: open.subCategory } : usual,
  };
}

/** A subcategory without its threads. */
export function presentSubcategory({ icon, ...row }: SubcategoryPageRow) {
  return {
    ...row,
    icon: icon as Icon,
  };
}

/**
 * All versions of a post, newest first. Yields to the event loop between renderings, so that a long history does not block other
 * requests.
 */
export async function presentVersions(
  post: PostRow,
  older: readonly VersionRow[],
  origin: string,
): Promise<ReplyOf<typeof listVersions>> {
  const newest = { ...post, reason: post.editReason, createdAt: post.editedAt ?? post.createdAt };
  const shown: ReplyOf<typeof listVersions> = [];
  for (const { version, content, reason, createdAt } of [newest, ...older]) {
    const html = renderPost(content, { origin, mentions: post.mentions });
    shown.push({ version, html, reason, createdAt: createdAt.toISOString() });
    await setImmediate();
  }
  return shown;
}
