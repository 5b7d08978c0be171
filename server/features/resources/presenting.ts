// Rows as the contract's shapes.

import { avatarPath } from '#contract/paths.ts';
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
