// Maps rows to the contract's types.

import type { ProfileUpload, PublicProfile } from '#contract/members/api.ts';
import { presentCard } from '#server/features/resources/public.ts';
import { badgesOf, pictureUrl } from '#server/platform/profile-pictures.ts';
import type { ProfileRow, ProfileUploadRow } from './queries.ts';

export function presentProfile(row: ProfileRow): PublicProfile {
  return {
    ...row,
    avatar: pictureUrl(row.avatar, 'avatar'),
    banner: pictureUrl(row.banner, 'banner'),
    badges: badgesOf(row.badges, row.isPremium),
    // The contract validated these values before they were stored.
    badgeLooks: row.badgeLooks as PublicProfile['badgeLooks'],
    createdAt: row.createdAt.toISOString(),
  };
}

export function presentProfileUpload(row: ProfileUploadRow): ProfileUpload {
  return {
    ...presentCard(row),
    description: row.description,
    // A database check constraint allows only the contract's three values.
    status: row.status as ProfileUpload['status'],
  };
}
