// Members: public profiles, pictures, the top leakers strip, and editing your own profile.
import { z } from 'zod';
import { account } from '#contract/accounts/api.ts';
import { BADGE_TONES } from '#contract/admin/limits.ts';
import { cleanText, endpoint, pagination, username } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { resourceCard } from '#contract/resources/api.ts';
import { BIO_MAX_CHARACTERS, DISPLAY_NAME_MAX_CHARACTERS } from './limits.ts';

export const topUser = z.object({
  id: z.string(),
  username: z.string(),
  avatar: z.string(),
  forumPosts: z.int(),
  uploads: z.int(),
  reputation: z.int(),
  views: z.int(),
});
export type TopUser = z.infer<typeof topUser>;

export const listTopUsers = endpoint({
  method: 'GET',
  path: '/api/users/top',
  access: 'visitor',
  summary: 'Lists the ten members with the highest reputation among those with an approved resource.',
  query: z.strictObject(listQuery),
  whole: { search: ['username'] },
  reply: z.object({ users: z.array(topUser) }),
  fallback: 'Could not load user data',
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/users/{username}/avatar',
  access: 'visitor',
  summary: 'A member’s avatar, or the default one.',
  params: z.strictObject({ username }),
  reply: null,
  sends: 'image/*',
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Profile not found',
});

export const getUserPicture = endpoint({
  method: 'GET',
  path: '/public/users/{file}',
  access: 'visitor',
  summary: 'A member’s uploaded avatar or banner, by the file name in the user object.',
  // Any text is accepted: a malformed name is an unknown picture (404), not a bad request.
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'There is nothing at this address.',
});

/** Public profile of a user: the user object of the specification without its private fields. */
export const publicProfile = account
  .pick({
    id: true,
    username: true,
    displayName: true,
    bio: true,
    avatar: true,
    banner: true,
    badges: true,
    followers: true,
    following: true,
    totalLikes: true,
    verified: true,
    isPremium: true,
    createdAt: true,
  })
  .extend({
    /** Appearance of the badges that admins have defined. */
    badgeLooks: z.array(z.object({ name: z.string(), description: z.string(), tone: z.enum(BADGE_TONES) })),
    /** Number of approved resources; of all resources for the owner and admins. */
    uploads: z.int(),
    collections: z.int(),
    /** Whether the current user follows them. */
    isFollowing: z.boolean(),
  });
export type PublicProfile = z.infer<typeof publicProfile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/{username}',
  access: 'visitor',
  scope: 'read',
  summary: 'Returns a profile by username, ignoring case, or by a name its owner had within the last 90 days.',
  params: z.strictObject({ username }),
  reply: publicProfile,
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Profile not found',
});

/** A card on a profile; `status` is only set for the owner and admins, who also see unapproved uploads. */
export const profileUpload = resourceCard.extend({
  description: z.string(),
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
});
export type ProfileUpload = z.infer<typeof profileUpload>;

export const listProfileUploads = endpoint({
  method: 'GET',
  path: '/api/users/{username}/uploads',
  access: 'visitor',
  scope: 'read',
  summary: 'Lists a user’s resources by page; `search` covers title, editor, description and tags, ignoring case.',
  params: z.strictObject({ username }),
  query: z.strictObject(listQuery),
  reply: z.object({ uploads: z.array(profileUpload), pagination }),
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

/** Whether the text has at least one visible character; spaces and joiners alone do not count. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
/** Whether the text is a single line without bidirectional control characters. */
export function isPlainLine(text: string): boolean {
  return !/[\t\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(text);
}

export const displayName = cleanText(DISPLAY_NAME_MAX_CHARACTERS)
  .refine(isPlainLine, 'This contains characters that cannot be used.')
  .refine(isVisible, 'Enter at least one visible character.');
export const bio = cleanText(BIO_MAX_CHARACTERS).refine(isVisible, 'Enter at least one visible character.');

/**
 * Fields that `clear` can name. Empty values are left out of the form (specification, section 5), so clearing is
 * explicit.
 */
export const clearable = z.enum(['bio', 'displayName', 'avatar', 'banner']);

/** The text parts of the form; the images are sent as files named `avatar` and `banner`. */
export const profileForm = z.strictObject({
  username: z.string().trim().pipe(username).optional(),
  displayName: displayName.optional(),
  bio: bio.optional(),
  /** Comma-separated names of `clearable`. */
  clear: z
    .string()
    .max(100)
    .refine((text) => text.split(',').every((name) => clearable.safeParse(name).success), 'This can’t be cleared.')
    .optional(),
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/users/profile',
  access: 'member',
  // It can rename the account.
  scope: null,
  summary: 'Updates the signed-in user’s profile with a form (multipart/form-data); only the parts sent are changed.',
  form: { fields: profileForm, files: ['avatar', 'banner'] },
  reply: account,
  problems: ['NOT_AN_IMAGE', 'TOO_LARGE', 'USERNAME_TAKEN', 'STORAGE_FULL'],
  fallback: 'Failed to update profile',
});
