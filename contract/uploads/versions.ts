// New versions of approved assets. A new version is an upload of its own, with the files of the current one to start with: its files
// are changed, submitted and reviewed with the calls for uploads. Approval makes it the current version of the asset.
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { ownUpload } from './api.ts';
import { VERSION_NOTE_MAX_CHARACTERS } from './limits.ts';

const versionParams = z.strictObject({
  id: uuid,
  number: z.string().regex(/^[1-9]\d{0,5}$/, 'This is not a version number.'),
});
const noteBody = z.strictObject({
  note: cleanText(VERSION_NOTE_MAX_CHARACTERS).regex(/\S/, 'Write what changes in this version.'),
});

export const createVersion = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/versions',
  access: 'owner',
  scope: 'uploads',
  summary:
    'Starts a new version of an approved asset: an upload with the same files. Change its files, then submit it. The current version stays public until the new one is approved.',
  params: z.strictObject({ id: uuid }),
  body: noteBody,
  reply: ownUpload,
  status: 201,
  problems: ['RESOURCE_NOT_FOUND', 'VERSION_NEEDS_APPROVAL', 'VERSION_OPEN', 'VERSIONS_FULL', 'UPLOAD_NOT_READY'],
  fallback: 'The version could not be started. Please try again.',
});

export const changeVersionNote = endpoint({
  method: 'PUT',
  path: '/api/uploads/{id}/versions/{number}',
  access: 'owner',
  scope: 'uploads',
  summary: 'Changes the note of a version, published or not. `id` is the asset.',
  params: versionParams,
  body: noteBody,
  reply: z.object({ number: z.int(), note: z.string() }),
  problems: ['RESOURCE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  fallback: 'The changes could not be saved. Please try again.',
});

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/versions/{number}/restore',
  access: 'owner',
  scope: 'uploads',
  summary:
    'Makes the files of an earlier version current again, as a new version. It needs no review, and nobody is notified.',
  params: versionParams,
  body: z.strictObject({}).optional(),
  reply: z.object({ number: z.int() }),
  problems: [
    'RESOURCE_NOT_FOUND',
    'VERSION_NOT_FOUND',
    'VERSION_NEEDS_APPROVAL',
    'VERSION_OPEN',
    'VERSIONS_FULL',
    'UPLOAD_NOT_READY',
  ],
  fallback: 'The version could not be restored. Please try again.',
});

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/api/uploads/{id}/versions/{number}',
  access: 'owner',
  scope: 'uploads',
  summary:
    'Deletes an earlier version. Downloads that have begun can be finished. Delete a version that is not public yet like an upload.',
  params: versionParams,
  reply: null,
  status: 204,
  problems: ['RESOURCE_NOT_FOUND', 'VERSION_NOT_FOUND'],
  fallback: 'The version could not be deleted. Please try again.',
});

const change = z.object({
  kind: z.enum(['added', 'replaced', 'removed']),
  path: z.string(),
  /** Bytes before and after; null where there is no such file. */
  sizeBefore: z.int().nullable(),
  size: z.int().nullable(),
});
const total = z.object({ files: z.int(), bytes: z.int() });

export const versionChanges = z.object({
  added: total,
  replaced: total,
  removed: total,
  unchanged: total,
  /** Up to 500 files that change, by path. */
  files: z.array(change),
});
export type VersionChanges = z.infer<typeof versionChanges>;

export const getVersionChanges = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/changes',
  access: 'owner',
  scope: 'read',
  summary: 'Compares the files of a new version with the current one. `id` is the upload of the new version.',
  params: z.strictObject({ id: uuid }),
  reply: versionChanges,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});
