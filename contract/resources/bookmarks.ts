// A member's bookmarks: likes, saved items, followed leakers and download history.
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
  summary: "Likes a resource. Idempotent: each person's like counts only once.",
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
  summary: 'Removes a like.',
  params: resourceParams,
  reply: likeReply,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'The like could not be removed. Please try again.',
});

export const saveResource = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/save',
  access: 'member',
  scope: 'library',
  summary: 'Adds a resource to your saved items. Idempotent.',
  params: resourceParams,
  body: nothing,
  reply: saveReply,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Your change could not be saved. Please try again.',
});

export const unsaveResource = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}/save',
  access: 'member',
  scope: 'library',
  summary: 'Removes a resource from your saved items.',
  params: resourceParams,
  reply: saveReply,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'The asset could not be removed. Please try again.',
});

export const followLeaker = endpoint({
  method: 'POST',
  path: '/api/users/{author}/follow',
  access: 'member',
  scope: 'library',
  summary: 'Follows a user. Idempotent.',
  params: authorParams,
  body: nothing,
  reply: followReply,
  problems: ['PROFILE_NOT_FOUND', 'SELF_FOLLOW'],
  fallback: 'Your change could not be saved. Please try again.',
});

export const unfollowLeaker = endpoint({
  method: 'DELETE',
  path: '/api/users/{author}/follow',
  access: 'member',
  scope: 'library',
  summary: 'Unfollows a user.',
  params: authorParams,
  reply: followReply,
  problems: ['PROFILE_NOT_FOUND', 'SELF_FOLLOW'],
  fallback: 'Your change could not be saved. Please try again.',
});

export const getMarks = endpoint({
  method: 'GET',
  path: '/api/user/marks',
  access: 'member',
  scope: 'read',
  summary:
    'Returns everything the logged-in user has liked, saved and followed, newest first, up to 5,000 of each. The browser keeps a copy.',
  reply: z.object({ liked: z.array(z.string()), saved: z.array(z.string()), following: z.array(z.string()) }),
  fallback: 'Failed to load data',
});

/** The search covers title, editor and author and is case-insensitive. */
const savedQuery = z.strictObject({ ...listQuery, category: cleanText(60).optional() });

export const savedItem = z.object({
  id: uuid,
  imageUrl: z.string(),
  title: z.string(),
  category: z.string(),
  /** When the item was saved. */
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
  summary: 'Lists the logged-in user’s saved items, most recently saved first. The X-Total-Count header has the total.',
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
  /** Time of the last approved upload; null if nothing has been approved. */
  lastActive: timestamp.nullable(),
});
export type FollowedLeaker = z.infer<typeof followedLeaker>;

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/user/following',
  access: 'member',
  scope: 'read',
  summary:
    'Lists the users the logged-in user follows, most recently followed first. The X-Total-Count header has the total.',
  query: z.strictObject(listQuery),
  reply: z.array(followedLeaker),
  fallback: 'Failed to load followed leakers',
});

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/user/summary',
  access: 'member',
  scope: 'read',
  summary: 'Returns the counts shown on the dashboard cards and the categories of the saved items.',
  reply: z.object({
    savedItems: z.int(),
    following: z.int(),
    downloads: z.int(),
    collections: z.int(),
    savedCategories: z.array(z.string()),
  }),
  fallback: 'Failed to load data',
});

/** `file` is null if the whole resource or a selection of its files was downloaded. */
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
  /** Whether the files of the resource changed after this download. */
  updatedSince: z.boolean(),
});
export type PastDownload = z.infer<typeof pastDownload>;

export const listDownloads = endpoint({
  method: 'GET',
  path: '/api/user/downloads',
  access: 'member',
  scope: 'read',
  summary: 'Lists the logged-in user’s downloads, newest first, with one entry per resource per day.',
  query: z.strictObject(listQuery),
  reply: z.object({ downloads: z.array(pastDownload), pagination }),
  fallback: 'Failed to load data',
});
