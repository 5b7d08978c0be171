// Project bins: a collection tied to one edit, with notes and a private link (spec row LE-6).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { PROJECT_NOTE_MAX_CHARACTERS } from './limits.ts';

/** 128 random bits. Everyone who knows the key can see the project. */
const projectKey = z.string().regex(/^[\w-]{22}$/, 'This link is not valid.');

/** What an asset is for the edit. */
const projectStatus = z.enum(['maybe', 'using', 'used']);

const ofCollection = z.strictObject({ id: uuid });

export const projectItem = z.object({
  id: uuid,
  title: z.string(),
  author: z.string(),
  editor: z.string(),
  type: z.string(),
  licence: z.string().nullable(),
  /** Address of the licence's text; without origin if it's a page of this site. */
  licenceUrl: z.string().nullable(),
  isPremium: z.boolean(),
  thumbnailUrl: z.string(),
  note: z.string(),
  status: projectStatus,
  /** The owner's latest receipt of a download of the asset; null for everyone else, because it names its owner. */
  receiptId: uuid.nullable(),
});
export type ProjectItem = z.infer<typeof projectItem>;

export const project = z.object({
  name: z.string(),
  description: z.string(),
  owner: z.string(),
  updatedAt: timestamp,
  /** Id of the collection for its owner; null for everyone else, because a private collection stays private. */
  collectionId: uuid.nullable(),
  items: z.array(projectItem),
});
export type Project = z.infer<typeof project>;

export const getProject = endpoint({
  method: 'GET',
  path: '/api/projects/{key}',
  access: 'visitor',
  scope: 'read',
  summary: 'Returns a project bin by the key of its private link: the visible assets with notes, status and licence.',
  params: z.strictObject({ key: projectKey }),
  reply: project,
  problems: ['PROJECT_NOT_FOUND'],
  fallback: 'Project not found',
});

export const openProject = endpoint({
  method: 'PUT',
  path: '/api/collections/{id}/project',
  access: 'owner',
  scope: 'library',
  summary:
    'Makes a project bin of a collection and returns the key of its private link. `renew` replaces the key, so that the earlier link stops working.',
  params: ofCollection,
  body: z.strictObject({ renew: z.boolean().optional() }),
  reply: z.object({ key: projectKey }),
  problems: ['COLLECTION_NOT_FOUND'],
  fallback: 'The project could not be opened. Please try again.',
});

export const closeProject = endpoint({
  method: 'DELETE',
  path: '/api/collections/{id}/project',
  access: 'owner',
  scope: 'library',
  summary: 'Turns a project bin back into a collection. Its link stops working; notes are kept.',
  params: ofCollection,
  reply: null,
  status: 204,
  problems: ['COLLECTION_NOT_FOUND'],
  fallback: 'The project could not be closed. Please try again.',
});

export const noteProjectItem = endpoint({
  method: 'PUT',
  path: '/api/collections/{id}/items/{resourceId}/note',
  access: 'owner',
  scope: 'library',
  summary: 'Changes the note or the status of an asset in one of your collections.',
  params: z.strictObject({ id: uuid, resourceId: uuid }),
  body: z.strictObject({
    note: cleanText(PROJECT_NOTE_MAX_CHARACTERS).optional(),
    status: projectStatus.optional(),
  }),
  reply: z.object({ note: z.string(), status: projectStatus }),
  problems: ['COLLECTION_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  fallback: 'Your note could not be saved. Please try again.',
});
