// Rows as the contract's shapes.

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
    // What is written into the column went through the contract.
    badgeLooks: row.badgeLooks as PublicProfile['badgeLooks'],
    createdAt: row.createdAt.toISOString(),
  };
}

export function presentProfileUpload(row: ProfileUploadRow): ProfileUpload {
  return {
    ...presentCard(row),
    description: row.description,
    // A check of the database keeps it to these three.
    status: row.status as ProfileUpload['status'],
  };
}
