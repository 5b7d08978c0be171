// Uploads: what a leaker says of a resource and hands in, and the figures of their work.
import { z } from 'zod';
import { CATEGORY_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { cleanText, endpoint, pagination, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import {
  DESCRIPTION_MAX_CHARACTERS,
  RESOURCE_TYPES,
  TAG_MAX_CHARACTERS,
  TAGS_MAX,
  TITLE_MAX_CHARACTERS,
  UPLOAD_LICENCES,
} from './limits.ts';
import { said, uploadSession, uploadStatus } from './sessions.ts';

const idParams = z.strictObject({ id: uuid });
const nothing = z.strictObject({}).optional();

/** What a leaker says of a resource. The server trims texts and makes tags small, unique and NFKC. */
export const uploadDetails = z.strictObject({
  title: said(TITLE_MAX_CHARACTERS),
  description: said(DESCRIPTION_MAX_CHARACTERS),
  /** One of the site's (`categories` of the call `site`). */
  category: said(CATEGORY_MAX_CHARACTERS),
  type: z.enum(RESOURCE_TYPES, 'Choose a type.'),
  editor: said(60, 'Choose an editor, or type another.'),
  editorMinVersion: cleanText(40).nullable(),
  tags: z.array(cleanText(TAG_MAX_CHARACTERS)).max(TAGS_MAX, `At most ${TAGS_MAX} tags.`),
  licence: z.enum(UPLOAD_LICENCES, 'Choose a licence.'),
  /** 'I made this or have the right to share it here'. */
  rightsDeclared: z.boolean(),
  /** That the site may offer it for payment: needed for premium categories. */
  saleDeclared: z.boolean(),
});
export type UploadDetails = z.infer<typeof uploadDetails>;

/** What a check noticed in a file, for those who decide and for its leaker. */
export const finding = z.object({
  /** For machines: `archive-bomb`, `executable`, `unreadable`, `other-kind`, ... */
  code: z.string(),
  /** Where in the resource; null for all of it. */
  path: z.string().nullable(),
  sentence: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** Everything that is under way with a resource; asked again each second while something is. */
export const uploadProgress = z.object({
  id: uuid,
  status: uploadStatus,
  submittedAt: timestamp.nullable(),
  fileCount: z.int(),
  fileSize: z.int(),
  /** Not yet part of the resource, oldest first, at most 200. */
  sessions: z.array(uploadSession),
  preview: z.object({
    state: z.enum(['NONE', 'WAITING', 'MAKING', 'READY', 'FAILED']),
    /** What could not be made, and why. */
    note: z.string().nullable(),
  }),
  findings: z.array(finding),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

/** An own resource as its leaker edits it. */
export const ownUpload = uploadProgress.extend({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  type: z.string(),
  editor: z.string(),
  editorMinVersion: z.string().nullable(),
  tags: z.array(z.string()),
  licence: z.string().nullable(),
  rightsDeclared: z.boolean(),
  saleDeclared: z.boolean(),
  /** Why it was refused, or put back. */
  reason: z.string().nullable(),
  thumbnailUrl: z.string(),
  /** Whether it was approved once: when it is deleted, it can be restored for a time. */
  wasPublic: z.boolean(),
  createdAt: timestamp,
});
export type OwnUpload = z.infer<typeof ownUpload>;

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  access: 'leaker',
  scope: 'uploads',
  summary: 'Begins a resource: a draft that its leaker fills with files and hands in.',
  body: uploadDetails,
  reply: ownUpload,
  status: 201,
  problems: ['LICENCE_NOT_ALLOWED', 'RIGHTS_NOT_DECLARED'],
  fallback: 'Failed to upload files',
});

export const getOwnUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}',
  access: 'owner',
  scope: 'read',
  summary: 'A resource with what is under way with it, for its leaker and for admins.',
  params: idParams,
  reply: ownUpload,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const getUploadProgress = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/progress',
  access: 'owner',
  scope: 'uploads',
  summary: 'What is under way with a resource.',
  params: idParams,
  reply: uploadProgress,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const changeUpload = endpoint({
  method: 'PUT',
  path: '/api/uploads/{id}',
  access: 'owner',
  scope: 'uploads',
  summary: 'Changes what is said of a resource.',
  params: idParams,
  body: uploadDetails,
  reply: ownUpload,
  problems: ['RESOURCE_NOT_FOUND', 'LICENCE_NOT_ALLOWED', 'RIGHTS_NOT_DECLARED'],
  fallback: 'The changes could not be saved. Please try again.',
});

export const submitUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/submit',
  access: 'owner',
  scope: 'uploads',
  summary: 'Hands a draft in, or a refused resource in again: it waits for approval.',
  params: idParams,
  body: nothing,
  reply: ownUpload,
  problems: ['RESOURCE_NOT_FOUND', 'NO_FILES', 'UPLOAD_INCOMPLETE', 'RIGHTS_NOT_DECLARED', 'LICENCE_NOT_ALLOWED'],
  fallback: 'Failed to upload files',
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}',
  access: 'owner',
  scope: 'uploads',
  summary: 'Deletes an own resource; what was public before is kept 30 days for an administrator to restore.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to delete upload',
});

export const removeUploadFile = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}/files',
  access: 'owner',
  scope: 'uploads',
  summary:
    'Takes one file, or with a slash at its end a folder, out of a resource; an approved one waits for approval again.',
  params: idParams,
  query: z.strictObject({ path: cleanText(1000) }),
  reply: null,
  status: 204,
  problems: ['RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND'],
  fallback: 'The file could not be removed. Please try again.',
});

/** The specification's call for a thumbnail (section 7). Without leakId it says only what became of the picture. */
export const sendResourceImage = endpoint({
  method: 'POST',
  path: '/api/resource/image',
  access: 'leaker',
  scope: 'uploads',
  summary:
    'Makes a picture the thumbnail of the own resource leakId; without leakId it is made and kept for one day, and counts in the quota until then.',
  form: { fields: z.strictObject({ leakId: uuid.optional() }), files: ['image'] },
  reply: z.object({ imageUrl: z.string(), url: z.string(), path: z.string() }),
  status: 201,
  problems: ['RESOURCE_NOT_FOUND', 'NOT_AN_IMAGE', 'QUOTA_EXCEEDED', 'STORAGE_FULL'],
  fallback: 'Failed to upload image',
});

/** Field names of the specification, section 3. */
export const getUserStats = endpoint({
  method: 'GET',
  path: '/api/users/stats',
  access: 'leaker',
  scope: 'read',
  summary:
    'The figures of the signed-in leaker’s work. Storage in bytes; the rate in percent of decisions, 0 without any.',
  reply: z.object({
    totalUploads: z.int(),
    totalDownloads: z.int(),
    totalStorage: z.int(),
    approvalRate: z.number(),
  }),
  fallback: 'Failed to load data',
});

export const getUploadSpace = endpoint({
  method: 'GET',
  path: '/api/leaker/space',
  access: 'leaker',
  scope: 'read',
  summary: 'How much the signed-in leaker may still upload, in bytes, and what this server can do with media.',
  reply: z.object({
    used: z.int(),
    /** Promised to uploads that are under way. */
    reserved: z.int(),
    quota: z.int(),
    maxFileBytes: z.int(),
    /** Whether previews of video and sound can be made here. */
    hasMediaTools: z.boolean(),
  }),
  fallback: 'Failed to load data',
});

export const uploadLine = z.object({
  id: uuid,
  title: z.string(),
  category: z.string(),
  type: z.string(),
  status: uploadStatus,
  /** Null for a draft. */
  submittedAt: timestamp.nullable(),
  reason: z.string().nullable(),
  /** Submitted without a licence or the declaration of rights: it cannot be approved. */
  lacksRights: z.boolean(),
  thumbnailUrl: z.string(),
  fileCount: z.int(),
  fileSize: z.int(),
  /** Files that are still being received, and that are being checked. */
  receiving: z.int(),
  checking: z.int(),
  views: z.int(),
  likes: z.int(),
  downloads: z.int(),
  createdAt: timestamp,
});
export type UploadLine = z.infer<typeof uploadLine>;

export const listOwnUploads = endpoint({
  method: 'GET',
  path: '/api/leaker/uploads',
  access: 'leaker',
  scope: 'read',
  summary: 'The signed-in leaker’s uploads in every state, newest first.',
  query: z.strictObject({
    ...listQuery,
    state: z.enum(['draft', 'pending', 'approved', 'rejected']).optional(),
  }),
  reply: z.object({ uploads: z.array(uploadLine), pagination }),
  fallback: 'Failed to load data',
});

/** Entry names of the specification, section 3. */
export const leakerActivity = z.object({
  id: z.string(),
  type: z.enum(['UPLOAD', 'DOWNLOAD', 'APPROVAL', 'REJECTION']),
  /** The leaker for uploads; null for decisions, which the site takes, and for downloads: who fetches what is not told. */
  user: z.string().nullable(),
  details: z.string(),
  resourceId: uuid.nullable(),
  timestamp,
});
export type LeakerActivity = z.infer<typeof leakerActivity>;

export const listLeakerActivity = endpoint({
  method: 'GET',
  path: '/api/leaker/activity',
  access: 'leaker',
  scope: 'read',
  summary: 'What happened with the signed-in leaker’s uploads, newest first; the total is in X-Total-Count up to 1000.',
  query: z.strictObject({
    ...listQuery,
    type: z.enum(['uploads', 'downloads', 'approvals']).optional(),
  }),
  reply: z.array(leakerActivity),
  fallback: 'Failed to load data',
});
