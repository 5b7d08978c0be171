// Members as others see them. Profiles come with their own issue; the strip of top leakers is already here.
import { z } from 'zod';
import { endpoint, username } from './http.ts';

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
  fallback: 'There is nothing at this address.',
});
