// Pure functions for resources. No I/O.

import { thumbHashToAverageRGBA } from 'thumbhash';
import { avatarPath } from '#contract/paths.ts';
import type { CardPreview, Resource, ResourceCard } from '#contract/resources/api.ts';
import { LICENCES } from '#contract/resources/licences.ts';
import { RESOURCES_PER_PAGE } from '#contract/resources/limits.ts';
import { readListPage } from '#server/kit/http/list-query.ts';
import { badgesOf } from '#server/platform/profile-pictures.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { CardRow, ResourceRow } from './queries.ts';

const DEFAULT_THUMBNAIL = '/public/Images/default-thumbnail.png';

/** URL of a resource's thumbnail in one of the stored widths (320, 640, 1280), or of the default thumbnail. */
export function thumbnailUrl(key: string | null, width: 320 | 640 | 1280): string {
  return key === null ? DEFAULT_THUMBNAIL : `/public/thumbnails/${key}-${width}.webp`;
}

/** Page, limit and offset of a listing from the query string, whose format the contract has already checked. */
export function readResourcePage(query: Parameters<typeof readListPage>[0], usual = RESOURCES_PER_PAGE) {
  return readListPage(query, usual);
}

/** Licences that allow personal and commercial use in your own work (product.md UP-2). */
export const commercialLicences: readonly string[] = Object.entries(LICENCES)
  .filter(([, { answers }]) => answers.clientWork === 'yes')
  .map(([name]) => name);

/** Fields that decide who may see a resource. */
export type Visibility = { authorId: string; status: string; hiddenAt: Date | null; deletedAt: Date | null };

/**
 * Whether the viewer may see a resource. Pending, rejected and hidden resources are visible only to their owner and to admins.
 * An admin also needs two-factor authentication if the site requires it. Deleted resources are visible to nobody, and the files of
 * an earlier version are reached through its resource only.
 */
export function maySee(resource: Visibility, viewer: Viewer | null): boolean {
  if (resource.deletedAt !== null || resource.status === 'REPLACED') return false;
  if (resource.status === 'APPROVED' && resource.hiddenAt === null) return true;
  if (viewer === null) return false;
  return viewer.id === resource.authorId || (viewer.role === 'ADMIN' && !viewer.needsTwoFactor);
}

/** A database check constraint limits the kinds to the contract's values. */
const previewOf = ({ stripKey, stripKind }: CardRow): CardPreview | null =>
  stripKey === null ? null : { kind: stripKind as CardPreview['kind'], url: `/public/thumbnails/${stripKey}` };

const channel = (share: number): string =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0');

/** Average colour of a picture from its thumbhash (base64), as `#rrggbb`; null for an invalid hash. */
export function averageColor(hash: string | null): string | null {
  const bytes = Buffer.from(hash ?? '', 'base64');
  if (bytes.length < 5) return null;
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  return `#${channel(r)}${channel(g)}${channel(b)}`;
}

export function presentCard(row: CardRow): ResourceCard {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    author: row.author,
    authorAvatar: avatarPath(row.author),
    editor: row.editor,
    type: row.type,
    category: row.category,
    isPremium: row.isPremium,
    thumbnailUrl: thumbnailUrl(row.thumbnailKey, 640),
    thumbnailColor: averageColor(row.thumbnailHash),
    mediaLabel: row.mediaLabel,
    preview: previewOf(row),
    views: row.views,
    likes: row.likes,
    saves: row.saves,
    downloads: row.downloads,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Maps a row to the full resource shown on its page. */
export function presentResource(row: ResourceRow, isFollowing: boolean): Resource {
  return {
    ...presentCard(row),
    thumbnail: thumbnailUrl(row.thumbnailKey, 640),
    image: thumbnailUrl(row.thumbnailKey, 1280),
    leaker: row.author,
    description: row.description,
    tags: row.tags,
    licence: row.licence,
    rightsDeclared: row.rightsDeclaredAt !== null,
    editorMinVersion: row.editorMinVersion,
    status: row.status as Resource['status'],
    fileSize: row.fileSize,
    fileCount: row.fileCount,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    isFollowing,
    isPremiumLeaker: badgesOf(row.badges, row.authorIsPremium).includes('PRO'),
    isVerifiedLeaker: row.verified,
    creator: {
      username: row.author,
      displayName: row.displayName,
      avatar: avatarPath(row.author),
      bio: row.bio,
      badges: badgesOf(row.badges, row.authorIsPremium),
      verified: row.verified,
      uploads: row.uploads,
      followers: row.followers,
    },
  };
}
