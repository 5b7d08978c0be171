// How the command palette's search reads a text and presents what was found. No I/O.

import type { FoundAsset, FoundThread } from '#contract/content/palette.ts';
import { averageColor, thumbnailUrl } from '#server/features/resources/public.ts';

/** The part of a username that a text may be: without an @, with hyphens for spaces. Empty if no username can contain it. */
export function nameIn(text: string): string {
  const name = text.toLowerCase().replace(/^@/, '').trim().replaceAll(/\s+/g, '-');
  return /^[a-z0-9_-]{2,30}$/.test(name) ? name : '';
}

type AssetRow = {
  id: string;
  title: string;
  type: string;
  author: string;
  isPremium: boolean;
  thumbnailKey: string | null;
  thumbnailHash: string | null;
};

export function presentFoundAsset({
  id,
  title,
  type,
  author,
  isPremium,
  thumbnailKey,
  thumbnailHash,
}: AssetRow): FoundAsset {
  return {
    ...{ id, title, type, author, isPremium },
    thumbnailUrl: thumbnailUrl(thumbnailKey, 320),
    thumbnailColor: averageColor(thumbnailHash),
  };
}

type ThreadRow = {
  id: string;
  title: string;
  posts: number;
  categoryName: string;
  categorySlug: string;
  subcategoryName: string;
  subcategorySlug: string;
};

export function presentFoundThread(row: ThreadRow): FoundThread {
  return {
    id: row.id,
    title: row.title,
    replies: Math.max(0, row.posts - 1),
    category: { name: row.categoryName, slug: row.categorySlug },
    subCategory: { name: row.subcategoryName, slug: row.subcategorySlug },
  };
}
