// The user object, as every call answers it (product.md, "The user object").
import type { Account } from '#contract/accounts.ts';
import { presentRole } from '../../kit/sessions.ts';
import { pictureUrl } from '../members/rules.ts';
import type { AccountRow } from './queries.ts';

export const presentAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: presentRole(row.role, row.isPremium),
  isPremium: row.isPremium,
  // Linked accounts come with their own issue; nobody has one yet.
  patreonUsername: null,
  discordUsername: null,
  bio: row.bio,
  avatar: pictureUrl(row.avatar, 'avatar'),
  banner: pictureUrl(row.banner, 'banner'),
  displayName: row.displayName,
  badges: [...new Set([...row.badges, ...(row.isPremium ? ['PRO'] : [])])],
  followers: row.followers,
  following: row.following,
  totalLikes: row.totalLikes,
  verified: row.verified,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
