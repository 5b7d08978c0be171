// Writing in the forum: threads, replies, edits, reactions and pictures, and the calls that the composer makes (specification,
// section 7).
import { z } from 'zod';
import { cleanText, endpoint, username, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { TAG_MAX_CHARACTERS } from '#contract/uploads/limits.ts';
import { linkedResource, post, postAuthor, reaction, slug, thread } from './api.ts';
import {
  EDIT_REASON_MAX_CHARACTERS,
  POST_MAX_CHARACTERS,
  THREAD_TAGS_MAX,
  THREAD_TITLE_MAX_CHARACTERS,
} from './limits.ts';

/** Large enough for 50,000 multi-byte characters (quality.md, "Limits"). */
const POST_BODY_BYTES = 200 * 1024;

const byId = z.strictObject({ id: uuid });

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const content = cleanText(POST_MAX_CHARACTERS).regex(visible, 'Write something first.');

const title = cleanText(THREAD_TITLE_MAX_CHARACTERS)
  .regex(/^[^\r\n\t\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/, 'Use a single line.')
  .regex(visible, 'Enter a title.');

const tag = cleanText(TAG_MAX_CHARACTERS)
  .regex(/^[^\r\n\t\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/, 'Keep each tag on a single line.')
  .regex(visible, 'A tag must contain a visible character.');

export const threadForm = z.object({ title, content });

export const createThread = endpoint({
  method: 'POST',
  path: '/api/forum/threads',
  access: 'member',
  scope: 'forum',
  summary: 'Starts a thread in a subcategory. Repeating the request within a minute returns the same thread.',
  // Clients also send the slugs of the category and subcategory, which are ignored (quality.md, "Input").
  body: z.strictObject({
    title,
    content,
    categoryId: uuid,
    tags: z.array(tag).max(THREAD_TAGS_MAX, `At most ${THREAD_TAGS_MAX} tags.`).optional(),
    categorySlug: slug.optional(),
    subcategorySlug: slug.optional(),
    timestamp: z.union([z.iso.datetime({ offset: true }), z.number()]).optional(),
  }),
  bodyBytes: POST_BODY_BYTES,
  reply: thread,
  status: 201,
  problems: ['FORUM_CATEGORY_NOT_FOUND', 'FORUM_CLOSED', 'NEW_ACCOUNT_POSTS', 'NEW_ACCOUNT_LINKS'],
  fallback: 'Failed to create thread. Please try again.',
});

export const createPost = endpoint({
  method: 'POST',
  path: '/api/forum/posts',
  access: 'member',
  scope: 'forum',
  summary:
    'Replies to a thread. Posting the same text as the newest post within a minute returns that post instead of creating another.',
  body: z.strictObject({
    threadId: uuid,
    content,
    timestamp: z.union([z.iso.datetime({ offset: true }), z.number()]).optional(),
  }),
  bodyBytes: POST_BODY_BYTES,
  reply: post,
  status: 201,
  problems: ['THREAD_NOT_FOUND', 'THREAD_LOCKED', 'FORUM_CLOSED', 'NEW_ACCOUNT_POSTS', 'NEW_ACCOUNT_LINKS'],
  fallback: 'The reply could not be posted. Please try again.',
});

export const editPost = endpoint({
  method: 'PUT',
  path: '/api/forum/posts/{id}',
  access: 'member',
  scope: 'forum',
  summary:
    'Edits the first post of a thread. Only its author can do this. The previous version is kept; submitting unchanged text has no effect.',
  params: byId,
  body: z.strictObject({
    content,
    editReason: cleanText(EDIT_REASON_MAX_CHARACTERS)
      .regex(/^[^\r\n\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/, 'Use a single line.')
      .optional(),
    /** The version that the edit is based on. If a newer version exists, it is not overwritten. */
    version: z.int().positive().optional(),
  }),
  bodyBytes: POST_BODY_BYTES,
  reply: post,
  problems: [
    'POST_NOT_FOUND',
    'POST_NOT_YOURS',
    'REPLY_NOT_EDITABLE',
    'POST_CHANGED',
    'THREAD_LOCKED',
    'FORUM_CLOSED',
    'NEW_ACCOUNT_LINKS',
  ],
  fallback: 'The edit could not be saved. Please try again.',
});

export const reactToPost = endpoint({
  method: 'POST',
  path: '/api/forum/reactions',
  access: 'member',
  scope: 'forum',
  summary: 'Likes a post. Returns 201 the first time, and 200 if you have already liked it.',
  body: z.strictObject({ postId: uuid, type: z.enum(['like']) }),
  reply: reaction.extend({ likes: z.int() }),
  status: 201,
  otherStatus: 200,
  problems: ['POST_NOT_FOUND'],
  fallback: 'The like could not be saved. Please try again.',
});

export const takeReactionBack = endpoint({
  method: 'DELETE',
  path: '/api/forum/reactions/{id}',
  access: 'owner',
  scope: 'forum',
  summary: 'Removes one of your own reactions.',
  params: byId,
  reply: null,
  status: 204,
  problems: ['REACTION_NOT_FOUND'],
  fallback: 'The like could not be removed. Please try again.',
});

export const markSeen = endpoint({
  method: 'PUT',
  path: '/api/forum/threads/{id}/seen',
  leavesPages: true,
  access: 'member',
  scope: 'forum',
  summary: 'Records the last post you have seen in a thread. The position never moves back.',
  params: byId,
  body: z.strictObject({ number: z.int().positive().max(2_000_000_000) }),
  reply: null,
  status: 204,
  problems: ['THREAD_NOT_FOUND'],
  fallback: 'Your change could not be saved. Please try again.',
});

export const getAllowance = endpoint({
  method: 'GET',
  path: '/api/forum/allowance',
  access: 'member',
  scope: 'read',
  summary:
    'Returns how much you can write in the forum now. Accounts are limited while they are new; for others, both limits are null.',
  reply: z.object({
    isNew: z.boolean(),
    /** Posts left in this hour. */
    postsLeft: z.int().nullable(),
    /** Links to other sites in a post. */
    linksMax: z.int().nullable(),
    /** Seconds until the next post is accepted; 0 if it would be accepted now. */
    waitSeconds: z.int(),
  }),
  fallback: 'Failed to load data',
});

export const previewPost = endpoint({
  method: 'POST',
  path: '/api/forum/preview',
  leavesPages: true,
  access: 'member',
  scope: 'forum',
  summary: 'Renders Markdown as it would appear in a post. Nothing is saved.',
  body: z.strictObject({ content }),
  bodyBytes: POST_BODY_BYTES,
  reply: z.object({ html: z.string(), resources: z.array(linkedResource) }),
  fallback: 'The preview could not be created. Please try again.',
});

export const suggestPeople = endpoint({
  method: 'GET',
  path: '/api/forum/people',
  access: 'member',
  scope: 'forum',
  summary: 'Suggests up to eight people whose usernames start with the given text, thread participants first.',
  query: z.strictObject({
    ...listQuery,
    name: z
      .string()
      .max(30)
      .regex(/^[A-Za-z0-9_-]*$/, 'This is not a valid username.'),
    threadId: uuid.optional(),
  }),
  whole: { search: ['username'] },
  reply: z.array(postAuthor.pick({ avatar: true }).extend({ username })),
  fallback: 'Failed to load data',
});

export const addForumPicture = endpoint({
  method: 'POST',
  path: '/api/forum/pictures',
  access: 'member',
  scope: 'forum',
  summary:
    'Stores an image for a post. Only the first frame of an animation is kept. The image is deleted if no post uses it within a day.',
  form: { fields: z.strictObject({}), files: ['picture'] },
  reply: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  status: 201,
  problems: ['NOT_AN_IMAGE', 'STORAGE_FULL'],
  fallback: 'The picture could not be uploaded. Please try again.',
});

export const getForumPicture = endpoint({
  method: 'GET',
  path: '/public/forum/{file}',
  access: 'visitor',
  summary: 'Returns an image from a post.',
  // Accepts any text, so that a malformed name results in 404 (like the name of an unknown picture) instead of 400.
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'Nothing was found at this URL.',
});
