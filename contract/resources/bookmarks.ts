// What a member keeps: likes, saved items, followed leakers, and the history of their downloads.
import { z } from 'zod';
import { cleanText, endpoint, pagination, timestamp, username, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';

const resourceParams = z.strictObject({ id: uuid });
const authorParams = z.strictObject({ author: username });
const nothing = z.strictObject({}).optional();

const likeReply = z.object({ likes: z.int(), liked: z.boolean() });
const saveReply = z.object({ saves: z.int(), saved: z.boolean() });
const followReply = z.object({ followers: z.int(), isFollowing: z.boolean() });

export const likeResource = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/like',
  access: 'member',
  scope: 'library',
  summary: 'Likes a resource; once for each person, however often it is sent.',
  params: resourceParams,
  body: nothing,
  reply: likeReply,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'The like could not be saved. Please try again.',
});

export const unlikeResource = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}/like',
  access: 'member',
  scope: 'library',
  summary: 'Takes a like back.',
  params: resourceParams,
  reply: likeReply,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'The like could not be taken back. Please try again.',
});

export const saveResource = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/save',
  access: 'member',
  scope: 'library',
  summary: 'Puts a resource among the saved items; once for each person.',
  params: resourceParams,
  body: nothing,
  reply: saveReply,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'This could not be saved. Please try again.',
});

export const unsaveResource = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}/save',
  access: 'member',
  scope: 'library',
  summary: 'Takes a resource out of the saved items.',
  params: resourceParams,
  reply: saveReply,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'This could not be removed. Please try again.',
});

export const followLeaker = endpoint({
  method: 'POST',
  path: '/api/users/{author}/follow',
  access: 'member',
  scope: 'library',
  summary: 'Follows somebody; once for each person.',
  params: authorParams,
  body: nothing,
  reply: followReply,
  problems: ['PROFILE_NOT_FOUND', 'SELF_FOLLOW'],
  fallback: 'This could not be saved. Please try again.',
});

export const unfollowLeaker = endpoint({
  method: 'DELETE',
  path: '/api/users/{author}/follow',
  access: 'member',
  scope: 'library',
  summary: 'Follows somebody no more.',
  params: authorParams,
  reply: followReply,
  problems: ['PROFILE_NOT_FOUND', 'SELF_FOLLOW'],
  fallback: 'This could not be saved. Please try again.',
});

export const getMarks = endpoint({
  method: 'GET',
  path: '/api/user/marks',
  access: 'member',
  scope: 'read',
  summary:
    'Everything that the person liked, saved and follows, newest first, at most 5,000 of each: mirrored by the browser.',
  reply: z.object({ liked: z.array(z.string()), saved: z.array(z.string()), following: z.array(z.string()) }),
  fallback: 'Failed to load data',
});

/** The search looks at title, editor and author, ignoring case. */
const savedQuery = z.strictObject({ ...listQuery, category: cleanText(60).optional() });

export const savedItem = z.object({
  id: uuid,
  imageUrl: z.string(),
  title: z.string(),
  category: z.string(),
  /** When it was saved. */
  date: timestamp,
  editor: z.string(),
  author: z.string(),
  isPremium: z.boolean(),
});
export type SavedItem = z.infer<typeof savedItem>;

export const listSavedItems = endpoint({
  method: 'GET',
  path: '/api/user/saved-items',
  access: 'member',
  scope: 'read',
  summary: 'The signed-in person’s saved items, last saved first; how many there are is told in X-Total-Count.',
  query: savedQuery,
  reply: z.array(savedItem),
  fallback: 'Failed to load saved items',
});

export const followedLeaker = z.object({
  id: uuid,
  avatar: z.string(),
  name: z.string(),
  username: z.string(),
  totalAssets: z.int(),
  /** Last approved upload; null without any. */
  lastActive: timestamp.nullable(),
});
export type FollowedLeaker = z.infer<typeof followedLeaker>;

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/user/following',
  access: 'member',
  scope: 'read',
  summary: 'Whom the signed-in person follows, last followed first; how many they are is told in X-Total-Count.',
  query: z.strictObject(listQuery),
  reply: z.array(followedLeaker),
  fallback: 'Failed to load followed leakers',
});

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/user/summary',
  access: 'member',
  scope: 'read',
  summary: 'The counts of the dashboard’s cards, and the categories among the saved items.',
  reply: z.object({
    savedItems: z.int(),
    following: z.int(),
    downloads: z.int(),
    collections: z.int(),
    savedCategories: z.array(z.string()),
  }),
  fallback: 'Failed to load data',
});

/** `file` is null for a whole resource, or for a choice of its files. */
export const pastDownload = z.object({
  id: z.string(),
  resourceId: uuid,
  title: z.string(),
  imageUrl: z.string(),
  author: z.string(),
  file: z.string().nullable(),
  downloadedAt: timestamp,
  /** Whether the resource can still be opened. */
  available: z.boolean(),
  /** Whether it was changed after this download. */
  updatedSince: z.boolean(),
});
export type PastDownload = z.infer<typeof pastDownload>;

export const listDownloads = endpoint({
  method: 'GET',
  path: '/api/user/downloads',
  access: 'member',
  scope: 'read',
  summary: 'What the signed-in person has downloaded, last first: one line for each resource and day.',
  query: z.strictObject(listQuery),
  reply: z.object({ downloads: z.array(pastDownload), pagination }),
  fallback: 'Failed to load data',
});
