// Members: public profiles, pictures, top leakers, and editing your own profile.
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
  summary: 'Lists the ten members with the highest reputation who have at least one approved resource.',
  query: z.strictObject(listQuery),
  whole: { search: ['username'] },
  reply: z.object({ users: z.array(topUser) }),
  fallback: 'Could not load user data',
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/users/{username}/avatar',
  access: 'visitor',
  summary: 'Returns a member’s avatar, or the default one.',
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
  summary: 'Returns a member’s uploaded avatar or banner by its file name, as given in the user object.',
  // Accepts any text, so that a malformed name results in 404 (like the name of an unknown picture) instead of 400.
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'Nothing was found at this URL.',
});

/** A user's public profile: the specification's user object without its private fields. */
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
    /** Appearance of the badges that administrators have defined. */
    badgeLooks: z.array(z.object({ name: z.string(), description: z.string(), tone: z.enum(BADGE_TONES) })),
    /** Number of approved resources. The owner and administrators get the number of all resources. */
    uploads: z.int(),
    collections: z.int(),
    isFollowing: z.boolean(),
  });
export type PublicProfile = z.infer<typeof publicProfile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/{username}',
  access: 'visitor',
  scope: 'read',
  summary:
    'Returns a profile by username, ignoring case. Usernames the member gave up within the last 90 days also work.',
  params: z.strictObject({ username }),
  reply: publicProfile,
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Profile not found',
});

/** Resource card on a profile. Only the owner and administrators see uploads that are not approved. */
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
  summary:
    'Lists a user’s resources, one page at a time; `search` covers title, editor, description and tags, ignoring case.',
  params: z.strictObject({ username }),
  query: z.strictObject(listQuery),
  reply: z.object({ uploads: z.array(profileUpload), pagination }),
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

/** Whether the text has at least one visible character. Spaces and joiners don't count. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
/** Whether the text is a single line without tabs or bidirectional control characters. */
export function isPlainLine(text: string): boolean {
  return !/[\t\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(text);
}

export const displayName = cleanText(DISPLAY_NAME_MAX_CHARACTERS)
  .refine(isPlainLine, 'This contains unsupported characters.')
  .refine(isVisible, 'Enter at least one visible character.');
export const bio = cleanText(BIO_MAX_CHARACTERS).refine(isVisible, 'Enter at least one visible character.');

/**
 * Fields that can be cleared by listing them in `clear`. Forms omit empty values (specification, section 5), so sending an empty
 * value cannot clear a field.
 */
export const clearable = z.enum(['bio', 'displayName', 'avatar', 'banner']);

/** Text fields of the form. Images are sent as files named `avatar` and `banner`. */
export const profileForm = z.strictObject({
  username: z.string().trim().pipe(username).optional(),
  displayName: displayName.optional(),
  bio: bio.optional(),
  /** Comma-separated values of `clearable`. */
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
  // Tokens are not accepted, because this call can change the username.
  scope: null,
  summary: 'Updates the logged-in user’s profile (multipart/form-data). Only the fields you send change.',
  form: { fields: profileForm, files: ['avatar', 'banner'] },
  reply: account,
  problems: ['NOT_AN_IMAGE', 'TOO_LARGE', 'USERNAME_TAKEN', 'STORAGE_FULL'],
  fallback: 'Failed to update profile',
});
