// Review: how administrators list, inspect and edit uploads. Their decisions are in approval.ts.
import { z } from 'zod';
import { CATEGORY_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { cleanText, endpoint, pagination, timestamp, uuid } from '#contract/http.ts';
import { listPagination, listQuery, tableQuery } from '#contract/pagination.ts';
import { cardPreview } from '#contract/resources/api.ts';
import { finding } from './api.ts';
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

export const adminUpload = z.object({
  id: uuid,
  title: z.string(),
  /** The number of a new version that is not public yet; null for assets. */
  newVersion: z.int().nullable(),
  /** Username of the leaker. */
  leaker: z.string(),
  leakerId: uuid,
  category: z.string(),
  editor: z.string(),
  type: z.string(),
  status: uploadStatus,
  reason: z.string().nullable(),
  isPremium: z.boolean(),
  thumbnailUrl: z.string(),
  licence: z.string().nullable(),
  rightsDeclared: z.boolean(),
  fileCount: z.int(),
  fileSize: z.int(),
  /** Whether files are still arriving or being checked. Until all checks are done, the upload cannot be approved. */
  isUnderWay: z.boolean(),
  findings: z.array(finding),
  views: z.int(),
  likes: z.int(),
  saves: z.int(),
  downloads: z.int(),
  /** When the upload was hidden; null if it isn't hidden. Only its leaker and administrators can see a hidden upload. */
  hiddenAt: timestamp.nullable(),
  hiddenReason: z.string().nullable(),
  deletedAt: timestamp.nullable(),
  /** Null unless the upload was deleted. */
  restorableUntil: timestamp.nullable(),
  submittedAt: timestamp,
  createdAt: timestamp,
});
export type AdminUpload = z.infer<typeof adminUpload>;

/** List filters: a status, hidden uploads, or deleted uploads that can be restored. */
export const uploadState = z.enum([...uploadStatus.options, 'HIDDEN', 'DELETED']);
export type UploadState = z.infer<typeof uploadState>;

const listFilter = { ...tableQuery(['submittedAt']), status: uploadState.optional() };

export const listAdminUploads = endpoint({
  method: 'GET',
  path: '/api/admin/uploads',
  access: 'admin',
  summary:
    'Lists all submitted uploads, newest first. `search` covers title, creator, category and ID. Pagination stops after the first 10,000.',
  query: z.strictObject(listFilter),
  reply: z.object({ uploads: z.array(adminUpload), pagination: listPagination }),
  fallback: 'Failed to fetch dashboard data',
});

export const exportAdminUploads = endpoint({
  method: 'GET',
  path: '/api/admin/uploads/export',
  access: 'admin',
  summary: 'Exports the list of uploads as CSV.',
  query: z.strictObject({ search: listFilter.search, status: listFilter.status }),
  reply: null,
  sends: 'text/csv',
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'Failed to fetch dashboard data',
});

export const adminUploadDetail = adminUpload.extend({
  description: z.string(),
  /** For a new version: the asset, and what changes in the words of the creator. */
  versionOf: z.object({ id: uuid, note: z.string() }).nullable(),
  tags: z.array(z.string()),
  editorMinVersion: z.string().nullable(),
  saleDeclared: z.boolean(),
  /** Null for a draft that was never submitted. */
  handedInAt: timestamp.nullable(),
  approvedAt: timestamp.nullable(),
  updatedAt: timestamp,
  /** Username of the administrator who hid the upload; null if their account was deleted or the leaker hid it. */
  hiddenBy: z.string().nullable(),
  deletedBy: z.string().nullable(),
  preview: z.object({
    state: z.enum(['NONE', 'WAITING', 'MAKING', 'READY', 'FAILED']),
    note: z.string().nullable(),
    pictureUrl: z.string(),
    strip: cardPreview.nullable(),
    mediaLabel: z.string(),
  }),
  /** Files that are not yet part of the resource, and refused files. */
  sessions: z.array(uploadSession),
  /** Newest first, at most 50. */
  decisions: z.array(
    z.object({
      status: uploadStatus,
      reason: z.string().nullable(),
      decidedBy: z.string().nullable(),
      decidedAt: timestamp,
    }),
  ),
  /** Visitors' reports about the upload, newest first, at most 50. */
  reports: z.array(
    z.object({ id: uuid, number: z.int(), reason: z.string(), status: z.string(), createdAt: timestamp }),
  ),
});
export type AdminUploadDetail = z.infer<typeof adminUploadDetail>;

export const getAdminUpload = endpoint({
  method: 'GET',
  path: '/api/admin/uploads/{id}',
  access: 'admin',
  summary: 'Returns the full details of an upload. Also works for drafts and deleted uploads.',
  params: idParams,
  reply: adminUploadDetail,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const adminUploadFile = z.object({
  path: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Detected from the content; null if unknown. */
  mediaType: z.string().nullable(),
  findings: z.array(z.object({ code: z.string(), sentence: z.string() })),
});
export type AdminUploadFile = z.infer<typeof adminUploadFile>;

export const listAdminUploadFiles = endpoint({
  method: 'GET',
  path: '/api/admin/uploads/{id}/files',
  access: 'admin',
  summary: 'Lists the files of an upload, ordered by path, with any problems found by the checks.',
  params: idParams,
  query: z.strictObject(listQuery),
  reply: z.object({ files: z.array(adminUploadFile), pagination }),
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const changeAdminUpload = endpoint({
  method: 'PATCH',
  path: '/api/admin/uploads/{id}',
  access: 'admin',
  summary: 'Edits the details of an upload. Only the fields you send change; the creator is notified.',
  params: idParams,
  body: z.strictObject({
    title: said(TITLE_MAX_CHARACTERS).optional(),
    description: said(DESCRIPTION_MAX_CHARACTERS).optional(),
    category: said(CATEGORY_MAX_CHARACTERS).optional(),
    type: z.enum(RESOURCE_TYPES).optional(),
    editor: said(60).optional(),
    editorMinVersion: cleanText(40).nullable().optional(),
    tags: z.array(cleanText(TAG_MAX_CHARACTERS)).max(TAGS_MAX, `At most ${TAGS_MAX} tags.`).optional(),
    licence: z.enum(UPLOAD_LICENCES, 'Choose a licence.').optional(),
  }),
  reply: adminUploadDetail,
  problems: ['RESOURCE_NOT_FOUND', 'LICENCE_NOT_ALLOWED', 'VERSION_DETAILS'],
  fallback: 'The changes could not be saved. Please try again.',
});
