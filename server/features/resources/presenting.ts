// Rows as the contract's shapes.

import { avatarPath, directDownloadPath, downloadPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources.ts';
import { badgesOf } from '../members/rules.ts';
import type { ResourceRow } from './queries.ts';
import { presentCard, thumbnailUrl } from './rules.ts';

export const presentResource = (row: ResourceRow, isFollowing: boolean): Resource => ({
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
});

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folders before files, each in natural order; compared part by part. */
export const comparePaths = (left: string, right: string): number => {
  const a = left.split('/');
  const b = right.split('/');
  for (let depth = 0; ; depth += 1) {
    const [x = '', y = ''] = [a[depth], b[depth]];
    const xIsFolder = depth < a.length - 1;
    const yIsFolder = depth < b.length - 1;
    if (xIsFolder !== yIsFolder) return xIsFolder ? -1 : 1;
    const order = collator.compare(x, y) || (x < y ? -1 : x > y ? 1 : 0);
    if (order !== 0 || !xIsFolder) return order;
  }
};

/** Where a file's download starts: the ad route, or the direct address for those who see no ads. */
export const fileUrl = (id: string, path: string, seesAds: boolean): string =>
  seesAds ? downloadPath(id, path) : directDownloadPath(id, path);
