// Uploads: creating, editing and submitting a resource, and the uploader's own stats.
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

/** Details the leaker enters. The server trims text and normalises tags (lower case, unique, NFKC). */
export const uploadDetails = z.strictObject({
  title: said(TITLE_MAX_CHARACTERS),
  description: said(DESCRIPTION_MAX_CHARACTERS),
  /** One of the site's categories (`categories` in the response of the `site` endpoint). */
  category: said(CATEGORY_MAX_CHARACTERS),
  type: z.enum(RESOURCE_TYPES, 'Choose a type.'),
  editor: said(60, 'Choose an editor or type one.'),
  editorMinVersion: cleanText(40).nullable(),
  tags: z.array(cleanText(TAG_MAX_CHARACTERS)).max(TAGS_MAX, `At most ${TAGS_MAX} tags.`),
  licence: z.enum(UPLOAD_LICENCES, 'Choose a licence.'),
  /** Whether the leaker confirmed 'I made this or have the right to share it here'. */
  rightsDeclared: z.boolean(),
  /** Whether the leaker allows the site to sell access to the resource. Required for premium categories. */
  saleDeclared: z.boolean(),
});
export type UploadDetails = z.infer<typeof uploadDetails>;

/** A problem that a check found in a file, shown to reviewers and to the leaker. */
export const finding = z.object({
  /** Machine-readable: `archive-bomb`, `executable`, `unreadable`, `other-kind`, ... */
  code: z.string(),
  /** Path within the resource; null if the finding concerns the whole resource. */
  path: z.string().nullable(),
  sentence: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** Processing state of a resource; polled every second while anything is in progress. */
export const uploadProgress = z.object({
  id: uuid,
  status: uploadStatus,
  submittedAt: timestamp.nullable(),
  fileCount: z.int(),
  fileSize: z.int(),
  /** When its files, details or thumbnail changed last. */
  updatedAt: timestamp,
  /** Up to 200 files that are not yet part of the resource, oldest first. */
  sessions: z.array(uploadSession),
  preview: z.object({
    state: z.enum(['NONE', 'WAITING', 'MAKING', 'READY', 'FAILED']),
    /** Which previews failed, and why. */
    note: z.string().nullable(),
    /** Files that can have a preview of their own, and how many of them have been tried; both 0 while the state is MAKING. */
    total: z.int(),
    made: z.int(),
  }),
  findings: z.array(finding),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

/** The leaker's own resource, as shown in the edit form. */
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
  /** Reason given when the upload was rejected or set back to PENDING. */
  reason: z.string().nullable(),
  thumbnailUrl: z.string(),
  /** Whether the upload was ever approved. If so, administrators can restore it for a limited time after deletion. */
  wasPublic: z.boolean(),
  /** The number of the version that the files belong to. */
  version: z.int(),
  /** For a new version of an asset that is not public yet: the asset, and what changes. Null for assets. */
  versionOf: z.object({ id: uuid, note: z.string() }).nullable(),
  /** The upload of the asset's new version that is not public yet; null if there isn't one. */
  nextVersion: uuid.nullable(),
  createdAt: timestamp,
});
export type OwnUpload = z.infer<typeof ownUpload>;

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  access: 'leaker',
  scope: 'uploads',
  summary: 'Creates a draft asset. Upload its files, then submit it for approval.',
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
  summary: 'Returns an asset and its processing state. Available only to its creator and admins.',
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
  summary: 'Returns the processing state of an asset: files being received or checked, previews, and problems found.',
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
  summary: 'Updates the details of an asset.',
  params: idParams,
  body: uploadDetails,
  reply: ownUpload,
  problems: ['RESOURCE_NOT_FOUND', 'LICENCE_NOT_ALLOWED', 'RIGHTS_NOT_DECLARED', 'VERSION_DETAILS'],
  fallback: 'The changes could not be saved. Please try again.',
});

export const submitUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/submit',
  access: 'owner',
  scope: 'uploads',
  summary: 'Submits a draft, or resubmits a rejected asset. It then waits for approval.',
  params: idParams,
  body: nothing,
  reply: ownUpload,
  problems: [
    'RESOURCE_NOT_FOUND',
    'NO_FILES',
    'UPLOAD_INCOMPLETE',
    'RIGHTS_NOT_DECLARED',
    'LICENCE_NOT_ALLOWED',
    'VERSION_UNCHANGED',
  ],
  fallback: 'Failed to upload files',
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}',
  access: 'owner',
  scope: 'uploads',
  summary: 'Deletes one of your assets. If it was ever public, an administrator can restore it within 30 days.',
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
    'Removes a file from an asset, or a folder if the path ends with a slash. If the asset was approved, it will need approval again.',
  params: idParams,
  query: z.strictObject({ path: cleanText(1000) }),
  reply: null,
  status: 204,
  problems: ['RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND'],
  fallback: 'The file could not be removed. Please try again.',
});

/** Thumbnail upload endpoint (specification, section 7). Without `leakId`, the image is not yet attached to a resource. */
export const sendResourceImage = endpoint({
  method: 'POST',
  path: '/api/resource/image',
  access: 'leaker',
  scope: 'uploads',
  summary:
    'Sets the thumbnail of your asset with the ID `leakId`. Without `leakId`, the image is kept for one day and counts towards your quota until then.',
  form: { fields: z.strictObject({ leakId: uuid.optional() }), files: ['image'] },
  reply: z.object({ imageUrl: z.string(), url: z.string(), path: z.string() }),
  status: 201,
  problems: ['RESOURCE_NOT_FOUND', 'NOT_AN_IMAGE', 'QUOTA_EXCEEDED', 'STORAGE_FULL'],
  fallback: 'Failed to upload image',
});

/** Field names as in the specification, section 3. */
export const getUserStats = endpoint({
  method: 'GET',
  path: '/api/users/stats',
  access: 'leaker',
  scope: 'read',
  summary:
    'Returns stats for the logged-in creator. Storage is in bytes; the approval rate is the percentage of decisions that were approvals, or 0 if there are no decisions.',
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
  summary: 'Returns the logged-in creator’s upload quota, in bytes, and whether this server can create media previews.',
  reply: z.object({
    used: z.int(),
    /** Bytes reserved for uploads in progress. */
    reserved: z.int(),
    quota: z.int(),
    maxFileBytes: z.int(),
    /** Whether this server can make video and audio previews. */
    hasMediaTools: z.boolean(),
  }),
  fallback: 'Failed to load data',
});

export const uploadLine = z.object({
  id: uuid,
  title: z.string(),
  category: z.string(),
  type: z.string(),
  /** The number of a new version that is not public yet; null for assets. */
  newVersion: z.int().nullable(),
  status: uploadStatus,
  /** Null for a draft. */
  submittedAt: timestamp.nullable(),
  reason: z.string().nullable(),
  /** Whether the upload was submitted without a licence or without the rights declaration. If so, it cannot be approved yet. */
  lacksRights: z.boolean(),
  thumbnailUrl: z.string(),
  fileCount: z.int(),
  fileSize: z.int(),
  /** Number of files being received, and number of files being checked. */
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
  summary: 'Lists all of the logged-in creator’s uploads, regardless of status, newest first.',
  query: z.strictObject({
    ...listQuery,
    state: z.enum(['draft', 'pending', 'approved', 'rejected']).optional(),
  }),
  reply: z.object({ uploads: z.array(uploadLine), pagination }),
  fallback: 'Failed to load data',
});

/** An activity entry. The names of the types follow the specification, section 3. */
export const leakerActivity = z.object({
  id: z.string(),
  type: z.enum(['UPLOAD', 'DOWNLOAD', 'APPROVAL', 'REJECTION']),
  /**
   * Username of the leaker for uploads. Null for approvals and rejections, which are shown as decisions of the site, and for
   * downloads, because the names of downloaders are private.
   */
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
  summary:
    'Lists recent activity on the logged-in creator’s uploads, newest first. The X-Total-Count header has the total, up to 1,000.',
  query: z.strictObject({
    ...listQuery,
    type: z.enum(['uploads', 'downloads', 'approvals']).optional(),
  }),
  reply: z.array(leakerActivity),
  fallback: 'Failed to load data',
});
