// Collections: named, ordered, public or private lists of resources (product.md ME-2).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, username, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { resourceCard } from './api.ts';
import { LICENCE_QUESTIONS } from './licences.ts';
import { COLLECTION_ITEMS_MAX, COLLECTION_NAME_MAX_CHARACTERS, LICENCE_CAUSES_MAX } from './limits.ts';

const nothing = z.strictObject({}).optional();

// A name must be a single line that is not blank.
const collectionName = cleanText(COLLECTION_NAME_MAX_CHARACTERS)
  .trim()
  .min(1, 'Enter a name.')
  .regex(/^[^\r\n\t]*$/, 'Use a single line.');
const collectionParams = z.strictObject({ id: uuid });

export const collection = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  owner: z.string(),
  items: z.int(),
  /** Thumbnails of the first items, up to four. */
  covers: z.array(z.string()),
  updatedAt: timestamp,
});
export type Collection = z.infer<typeof collection>;

export const listCollections = endpoint({
  method: 'GET',
  path: '/api/users/{username}/collections',
  access: 'visitor',
  scope: 'read',
  summary: 'Lists a user’s public collections in their saved order; the owner also gets the private ones.',
  params: z.strictObject({ username }),
  query: z.strictObject(listQuery),
  whole: { search: ['name', 'description'], at: 'updatedAt' },
  reply: z.array(collection),
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const listOwnCollections = endpoint({
  method: 'GET',
  path: '/api/user/collections',
  access: 'member',
  scope: 'read',
  summary: 'Lists the logged-in user’s collections and whether each contains `resource`.',
  query: z.strictObject({ ...listQuery, resource: uuid.optional() }),
  whole: { search: ['name', 'description'], at: 'updatedAt' },
  reply: z.array(collection.extend({ holds: z.boolean() })),
  fallback: 'Failed to load data',
});

export const getCollection = endpoint({
  method: 'GET',
  path: '/api/collections/{id}',
  access: 'visitor',
  scope: 'read',
  summary: 'Returns a collection with its resources in order. Private collections are visible to their owner only.',
  params: collectionParams,
  reply: collection.extend({
    resources: z.array(resourceCard),
    isOwn: z.boolean(),
    /** Key of the project bin's link; null for everyone but the owner, and if the collection isn't a project bin. */
    project: z.string().nullable(),
  }),
  problems: ['COLLECTION_NOT_FOUND'],
  fallback: 'Collection not found',
});

export const getCollectionLicence = endpoint({
  method: 'GET',
  path: '/api/collections/{id}/licence',
  access: 'visitor',
  scope: 'read',
  summary:
    'Returns what may be done with all assets of a collection together: the strictest answer to each question, and up to 20 assets that cause it.',
  params: collectionParams,
  reply: z.object({
    /** How many assets have each licence; null if none is stated. Most frequent first. */
    licences: z.array(z.object({ name: z.string().nullable(), assets: z.int() })),
    answers: z.array(
      z.object({
        question: z.enum(LICENCE_QUESTIONS),
        answer: z.enum(['yes', 'conditions', 'no']),
        causeCount: z.int(),
        causes: z.array(z.object({ id: uuid, title: z.string() })).max(LICENCE_CAUSES_MAX),
      }),
    ),
  }),
  problems: ['COLLECTION_NOT_FOUND'],
  fallback: 'Failed to load data',
});
export type CollectionLicence = z.infer<typeof getCollectionLicence.reply>;

export const createCollection = endpoint({
  method: 'POST',
  path: '/api/collections',
  access: 'member',
  scope: 'library',
  summary: 'Creates a collection, optionally with a first resource.',
  body: z.strictObject({
    name: collectionName,
    description: cleanText(500).optional(),
    isPublic: z.boolean().optional(),
    resourceId: uuid.optional(),
  }),
  reply: collection,
  status: 201,
  problems: ['COLLECTION_NAME_TAKEN', 'COLLECTION_FULL', 'RESOURCE_NOT_FOUND'],
  fallback: 'Your collection could not be created. Please try again.',
});

export const updateCollection = endpoint({
  method: 'PUT',
  path: '/api/collections/{id}',
  access: 'owner',
  scope: 'library',
  summary: 'Updates the given fields of a collection. `order` lists the IDs of all its resources in their new order.',
  params: collectionParams,
  body: z.strictObject({
    name: collectionName.optional(),
    description: cleanText(500).optional(),
    isPublic: z.boolean().optional(),
    order: z.array(uuid).max(COLLECTION_ITEMS_MAX).optional(),
  }),
  reply: collection,
  problems: ['COLLECTION_NOT_FOUND', 'COLLECTION_NAME_TAKEN'],
  fallback: 'Your changes could not be saved. Please try again.',
});

export const deleteCollection = endpoint({
  method: 'DELETE',
  path: '/api/collections/{id}',
  access: 'owner',
  scope: 'library',
  summary: 'Deletes a collection; its resources are kept.',
  params: collectionParams,
  reply: null,
  status: 204,
  problems: ['COLLECTION_NOT_FOUND'],
  fallback: 'Your collection could not be deleted. Please try again.',
});

const itemParams = z.strictObject({ id: uuid, resourceId: uuid });

export const addToCollection = endpoint({
  method: 'PUT',
  path: '/api/collections/{id}/items/{resourceId}',
  access: 'owner',
  scope: 'library',
  summary: 'Adds a resource to the end of a collection. Does nothing if it is already there.',
  params: itemParams,
  body: nothing,
  reply: collection,
  problems: ['COLLECTION_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'COLLECTION_FULL'],
  fallback: 'The asset could not be added. Please try again.',
});

export const removeFromCollection = endpoint({
  method: 'DELETE',
  path: '/api/collections/{id}/items/{resourceId}',
  access: 'owner',
  scope: 'library',
  summary: 'Removes a resource from a collection.',
  params: itemParams,
  reply: collection,
  problems: ['COLLECTION_NOT_FOUND'],
  fallback: 'The asset could not be removed. Please try again.',
});
