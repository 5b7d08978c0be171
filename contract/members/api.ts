// Members as others see them, and what a person says of themselves: profiles, pictures, the strip of top leakers.
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
  summary: 'The ten members with the most reputation among those with an approved resource.',
  query: z.strictObject(listQuery),
  whole: { search: ['username'] },
  reply: z.object({ users: z.array(topUser) }),
  fallback: 'Could not load user data',
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/users/{username}/avatar',
  access: 'visitor',
  summary: "A member's picture, or the default one.",
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
  summary: "A member's uploaded picture or banner, by the file name that the user object carries.",
  // Any text: a name of another form is an unknown picture (404), not a malformed call.
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'There is nothing at this address.',
});

/** Somebody's public face: the user object of the specification without what is theirs alone. */
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
    /** How the badges look that administrators have described. */
    badgeLooks: z.array(z.object({ name: z.string(), description: z.string(), tone: z.enum(BADGE_TONES) })),
    /** Approved resources; for themselves and administrators all of them. */
    uploads: z.int(),
    collections: z.int(),
    /** Whether the person who asks follows them. */
    isFollowing: z.boolean(),
  });
export type PublicProfile = z.infer<typeof publicProfile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/{username}',
  access: 'visitor',
  scope: 'read',
  summary: 'A profile, by its name in any case, or by a name that its owner had within the last 90 days.',
  params: z.strictObject({ username }),
  reply: publicProfile,
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Profile not found',
});

/** A card on a profile; `status` is told to its owner and administrators, who see the others too. */
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
  summary: 'A page of somebody’s resources; `search` looks at title, editor, description and tags, ignoring case.',
  params: z.strictObject({ username }),
  query: z.strictObject(listQuery),
  reply: z.object({ uploads: z.array(profileUpload), pagination }),
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

/** Something that can be seen: text of nothing but spaces and joiners is none. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
/** One line, without the marks that turn the direction of what stands beside it. */
export function isPlainLine(text: string): boolean {
  return !/[\t\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(text);
}

export const displayName = cleanText(DISPLAY_NAME_MAX_CHARACTERS)
  .refine(isPlainLine, 'This contains characters that cannot be used.')
  .refine(isVisible, 'This needs a character that can be seen.');
export const bio = cleanText(BIO_MAX_CHARACTERS).refine(isVisible, 'This needs a character that can be seen.');

/** What `clear` may name: empty values are left out of the form (specification, section 5), so emptying is said. */
export const clearable = z.enum(['bio', 'displayName', 'avatar', 'banner']);

/** The text parts of the form; the pictures travel as files of the names `avatar` and `banner`. */
export const profileForm = z.strictObject({
  username: z.string().trim().pipe(username).optional(),
  displayName: displayName.optional(),
  bio: bio.optional(),
  /** Names of `clearable` with commas between them. */
  clear: z
    .string()
    .max(100)
    .refine((text) => text.split(',').every((name) => clearable.safeParse(name).success), 'This cannot be cleared.')
    .optional(),
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/users/profile',
  access: 'member',
  // It can rename the account.
  scope: null,
  summary: 'Changes the signed-in person’s profile by a form (multipart/form-data): only the parts that are sent.',
  form: { fields: profileForm, files: ['avatar', 'banner'] },
  reply: account,
  problems: ['NOT_AN_IMAGE', 'TOO_LARGE', 'USERNAME_TAKEN', 'STORAGE_FULL'],
  fallback: 'Failed to update profile',
});
