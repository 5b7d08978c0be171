// Upload sessions: files that are being received, either as resumable tus uploads or as forms, and files that are being checked
// before they are added to a resource.
import { z } from 'zod';
import { CATEGORY_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { cleanText, endpoint, timestamp, username, uuid } from '#contract/http.ts';
import { DESCRIPTION_MAX_CHARACTERS, RESOURCE_TYPES, TITLE_MAX_CHARACTERS, UPLOAD_LICENCES } from './limits.ts';

const idParams = z.strictObject({ id: uuid });

export const uploadStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED']);
export type UploadStatus = z.infer<typeof uploadStatus>;

/** Non-blank text; `missing` is the error message if it is blank. */
export function said(max: number, missing = 'Please fill this in.') {
  return cleanText(max).refine((text) => text.trim() !== '', missing);
}

/** A file that is being received or checked. */
export const uploadSession = z.object({
  id: uuid,
  path: z.string(),
  isBundle: z.boolean(),
  size: z.int(),
  /** Bytes the server has acknowledged; the upload resumes from here. */
  received: z.int(),
  modifiedAt: timestamp.nullable(),
  state: z.enum(['RECEIVING', 'CHECKING', 'REFUSED']),
  step: z.enum(['reading', 'unpacking', 'storing']).nullable(),
  /** Bytes processed in the current step. */
  checked: z.int(),
  refusal: z.string().nullable(),
});
export type UploadSession = z.infer<typeof uploadSession>;

const sessionProblems = [
  'UPLOAD_SESSION_NOT_FOUND',
  'UPLOAD_BUSY',
  'UPLOAD_OFFSET',
  'UPLOAD_PROTOCOL',
  'STORAGE_FULL',
] as const;

/** tus 1.0 headers: `Upload-Length`, and `Upload-Metadata` with resourceId, path, modifiedAt (ISO 8601), bundle (file count). */
export const createUploadSession = endpoint({
  method: 'POST',
  path: '/api/uploads/sessions',
  access: 'leaker',
  scope: 'uploads',
  summary: 'Starts a resumable upload of one file, or of a bundle of small files (tus protocol, creation).',
  reply: null,
  status: 201,
  problems: [
    'BAD_INPUT',
    'RESOURCE_NOT_FOUND',
    'FILE_TOO_LARGE',
    'QUOTA_EXCEEDED',
    'FILE_EXISTS',
    'TOO_MANY_UPLOADS',
    'TOO_MANY_FILES',
    'FILE_NAME',
    'UPLOAD_PROTOCOL',
    'STORAGE_FULL',
  ],
  fallback: 'Failed to upload files',
});

export const continueUploadSession = endpoint({
  method: 'PATCH',
  path: '/api/uploads/sessions/{id}',
  access: 'leaker',
  scope: 'uploads',
  summary: 'Sends bytes, starting at the acknowledged offset (tus protocol).',
  params: idParams,
  bodyType: 'application/offset+octet-stream',
  reply: null,
  status: 204,
  problems: sessionProblems,
  fallback: 'Failed to upload files',
});

export const askUploadSession = endpoint({
  method: 'HEAD',
  path: '/api/uploads/sessions/{id}',
  access: 'leaker',
  scope: 'uploads',
  summary: 'Returns the number of acknowledged bytes in Upload-Offset (tus protocol).',
  params: idParams,
  reply: null,
  problems: sessionProblems,
  fallback: 'Failed to upload files',
});

export const endUploadSession = endpoint({
  method: 'DELETE',
  path: '/api/uploads/sessions/{id}',
  access: 'leaker',
  scope: 'uploads',
  summary: 'Cancels an upload, deletes the received bytes and frees the reserved space (tus protocol, termination).',
  params: idParams,
  reply: null,
  status: 204,
  problems: sessionProblems,
  fallback: 'Failed to upload files',
});

export const completeUploadSession = endpoint({
  method: 'POST',
  path: '/api/uploads/sessions/{id}/complete',
  access: 'leaker',
  scope: 'uploads',
  summary: 'Completes an upload once all bytes are sent: the file is checked and added to the asset. Idempotent.',
  params: idParams,
  body: z
    .strictObject({
      /** Only for bundles: the files in the bundle, in order. Their sizes add up to the length of the upload. */
      files: z.array(z.strictObject({ path: z.string().max(1000), size: z.int().nonnegative() })).optional(),
    })
    .optional(),
  reply: uploadSession,
  status: 201,
  problems: ['UPLOAD_SESSION_NOT_FOUND', 'UPLOAD_INCOMPLETE', 'FILE_EXISTS', 'FILE_NAME', 'TOO_MANY_FILES'],
  fallback: 'Failed to upload files',
});

/** Small-file upload endpoint (specification, section 7): one file per request, metadata in form fields. */
export const sendUploadFile = endpoint({
  method: 'POST',
  path: '/api/uploads/{username}/{resourceId}/file',
  access: 'leaker',
  scope: 'uploads',
  summary:
    'Uploads one file as a form. You choose `resourceId`: the first call with a new ID creates the asset, and later calls add files.',
  params: z.strictObject({ username, resourceId: uuid }),
  form: {
    fields: z.strictObject({
      title: said(TITLE_MAX_CHARACTERS).optional(),
      category: cleanText(CATEGORY_MAX_CHARACTERS).optional(),
      description: cleanText(DESCRIPTION_MAX_CHARACTERS).optional(),
      /** Comma-separated. */
      tags: cleanText(1000).optional(),
      resourceId: uuid.optional(),
      status: z.literal('PENDING').optional(),
      licence: z.enum(UPLOAD_LICENCES).optional(),
      rightsDeclared: z.enum(['true', 'false']).optional(),
      saleDeclared: z.enum(['true', 'false']).optional(),
      editor: said(60).optional(),
      editorMinVersion: cleanText(40).optional(),
      type: z.enum(RESOURCE_TYPES).optional(),
    }),
    files: ['file', 'thumbnail'],
    /** Streamed to disk as it arrives, up to the site's multipart limit, instead of being buffered in memory. */
    streamed: 'file',
  },
  reply: z.object({
    success: z.literal(true),
    resourceId: uuid,
    status: uploadStatus,
    file: z.object({ name: z.string(), size: z.int() }),
  }),
  problems: [
    'RESOURCE_NOT_FOUND',
    'NOT_AN_IMAGE',
    'NO_FILES',
    'FILE_TOO_LARGE',
    'QUOTA_EXCEEDED',
    'FILE_EXISTS',
    'LICENCE_NOT_ALLOWED',
    'TOO_MANY_UPLOADS',
    'TOO_MANY_FILES',
    'STORAGE_FULL',
  ],
  fallback: 'Failed to upload files',
});
