// Resources: what can be browsed, its listing, its files, and the lists that lead to it.
import { z } from 'zod';
import { filePath } from '#contract/downloads/api.ts';
import { cleanText, endpoint, pagination, queryNumber, type ReplyOf, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { FACET_KINDS, LISTING_SORTS, SEARCH_MAX_CHARACTERS } from './limits.ts';

/**
 * How a card shows more of its resource on intent. `frames`: twelve frames of 320x180 side by side. `lut` and `waveform`:
 * two pictures, larger at will: before and after the look, or the sound unplayed and played; the pointer decides where
 * one ends.
 */
export const cardPreview = z.object({ kind: z.enum(['frames', 'lut', 'waveform']), url: z.string() });
export type CardPreview = z.infer<typeof cardPreview>;

/** One card: everything that a listing shows of a resource. */
export const resourceCard = z.object({
  id: uuid,
  slug: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  authorAvatar: z.string(),
  editor: z.string(),
  type: z.string(),
  category: z.string(),
  isPremium: z.boolean(),
  thumbnailUrl: z.string(),
  /** Stands in the picture's place while it loads: `#rrggbb`, its average; null when it is not known. */
  thumbnailColor: z.string().nullable(),
  mediaLabel: z.string(),
  preview: cardPreview.nullable(),
  views: z.int(),
  likes: z.int(),
  saves: z.int(),
  downloads: z.int(),
  createdAt: timestamp,
});
export type ResourceCard = z.infer<typeof resourceCard>;

/** The whole resource; field names as in the specification, section 3. */
export const resource = resourceCard.extend({
  thumbnail: z.string(),
  image: z.string(),
  leaker: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  licence: z.string().nullable(),
  /** Whether its leaker stated that they made it or have the right to share it here. */
  rightsDeclared: z.boolean(),
  editorMinVersion: z.string().nullable(),
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
  fileSize: z.int(),
  fileCount: z.int(),
  updatedAt: timestamp,
  isFollowing: z.boolean(),
  isPremiumLeaker: z.boolean(),
  isVerifiedLeaker: z.boolean(),
  creator: z.object({
    username: z.string(),
    displayName: z.string().nullable(),
    avatar: z.string(),
    bio: z.string(),
    badges: z.array(z.string()),
    verified: z.boolean(),
    uploads: z.int(),
    followers: z.int(),
  }),
});
export type Resource = z.infer<typeof resource>;

export const resourceFile = z.object({
  name: z.string(),
  size: z.int(),
  url: z.string(),
  sha256: z.string(),
  /** Where everybody may read it, Premium or not: short READMEs and licences alone. */
  textUrl: z.string().nullable(),
});
export type ResourceFile = z.infer<typeof resourceFile>;

export const resourceFolder = z.object({
  /** Path without a slash at its end. */
  name: z.string(),
  /** Folders and files directly in it. */
  items: z.int(),
  /** Everything below it. */
  files: z.int(),
  size: z.int(),
});
export type ResourceFolder = z.infer<typeof resourceFolder>;

const editorCount = z.object({ name: z.string(), count: z.int() });

const idParams = z.strictObject({ id: uuid });

/** What a listing may be narrowed by, beside its search. The address of the listing has the same names. */
const listingFilter = {
  search: cleanText(SEARCH_MAX_CHARACTERS).optional(),
  category: cleanText(40).optional(),
  tag: cleanText(60).optional(),
  editor: cleanText(60).optional(),
  type: cleanText(60).optional(),
  licence: cleanText(60).optional(),
  /** Facts of the media: values of the facets of these names. */
  resolution: cleanText(20).optional(),
  fps: cleanText(20).optional(),
  length: cleanText(20).optional(),
  alpha: cleanText(20).optional(),
  loop: cleanText(20).optional(),
};

export const listResources = endpoint({
  method: 'GET',
  path: '/api/resources',
  access: 'visitor',
  summary: 'A page of approved resources, filtered and sorted.',
  query: z.strictObject({
    ...listingFilter,
    sort: z.enum(LISTING_SORTS).optional(),
    page: queryNumber.optional(),
    limit: queryNumber.optional(),
  }),
  reply: z.object({
    resources: z.array(resourceCard),
    /** Totals are exact up to 10,000 or where counters know them; `atLeast` says that there are more. */
    pagination: pagination.extend({ atLeast: z.boolean() }),
    /** What was searched for after typing errors were mended; null when nothing was. */
    mendedSearch: z.string().nullable(),
  }),
  fallback: 'Failed to load data',
});

const facet = z.object({
  kind: z.enum(FACET_KINDS),
  /** Most first. `value` is what the address takes, `label` what people read. */
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int(), atLeast: z.boolean() })),
});
export type Facet = z.infer<typeof facet>;

export const listFacets = endpoint({
  method: 'GET',
  path: '/api/resources/facets',
  access: 'visitor',
  summary:
    'What the resources of a listing could be narrowed by, each value with how many it would leave; the filter of the same kind does not count.',
  query: z.strictObject(listingFilter),
  reply: z.object({ facets: z.array(facet) }),
  fallback: 'Failed to load data',
});

export const listLeaks = endpoint({
  method: 'GET',
  path: '/api/leaks',
  access: 'visitor',
  summary: 'The newest approved resources, at most 1000; the total is in X-Total-Count.',
  query: z.strictObject(listQuery),
  reply: z.array(resource.omit({ creator: true })),
  fallback: 'Failed to fetch resources',
});

export const getResource = endpoint({
  method: 'GET',
  path: '/api/resources/{id}',
  access: 'visitor',
  scope: 'read',
  summary: 'One resource. Pending and rejected ones are shown to their owner and to admins only.',
  params: idParams,
  reply: resource,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});

export const listResourceFiles = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/files',
  access: 'visitor',
  scope: 'read',
  summary:
    'The files of a resource; names are paths with `/`. With `folder` (empty for the root) one folder: its folders first, then its files, by name. Without it all files, 1000 a page. `search` and `sort` list all files below the folder whose path contains the text; `oldest` reverses the order. The total is in X-Total-Count too.',
  params: idParams,
  query: z.strictObject({ ...listQuery, folder: filePath.optional() }),
  reply: z.object({
    files: z.array(resourceFile),
    /** Empty without `folder`, and with `search` or `sort`. */
    folders: z.array(resourceFolder),
    /** Everything below the folder, or of the whole resource, on all pages. */
    fileCount: z.int().nonnegative(),
    size: z.int().nonnegative(),
    pagination,
  }),
  problems: ['RESOURCE_NOT_FOUND', 'FOLDER_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});
export type FileListing = ReplyOf<typeof listResourceFiles>;

export const listChecksums = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/sha256sums',
  access: 'visitor',
  scope: 'read',
  summary:
    'SHA-256 and path of every file, one a line, for `sha256sum --check`. Streamed, so no resource is too large.',
  params: idParams,
  reply: null,
  sends: 'text/plain',
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});

export const readText = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/text',
  access: 'visitor',
  scope: 'read',
  summary: 'The text of a README or LICENSE of up to 256 kB, for everybody who sees the resource, Premium or not.',
  params: idParams,
  query: z.strictObject({ file: filePath }),
  reply: null,
  sends: 'text/plain',
  problems: ['RESOURCE_NOT_FOUND', 'README_NOT_FOUND', 'FILE_MISSING'],
  fallback: 'Failed to fetch resource details',
});

export const listEditors = endpoint({
  method: 'GET',
  path: '/api/editors',
  access: 'visitor',
  summary: 'Editors with the number of their approved resources, most first.',
  query: z.strictObject(listQuery),
  whole: { search: ['name'] },
  reply: z.array(editorCount),
  fallback: 'Failed to load data',
});

export const listElements = endpoint({
  method: 'GET',
  path: '/api/elements',
  access: 'visitor',
  summary: 'The eight starter elements of the house, in their fixed order.',
  query: z.strictObject(listQuery),
  whole: { search: ['title', 'editor', 'type'], at: 'createdAt' },
  reply: z.array(resourceCard),
  fallback: 'Failed to load data',
});

export const getElement = endpoint({
  method: 'GET',
  path: '/api/elements/{slug}',
  access: 'visitor',
  scope: 'read',
  summary: 'One starter element by its slug.',
  params: z.strictObject({
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(80),
  }),
  reply: resource,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});

export const countView = endpoint({
  method: 'POST',
  path: '/api/resources/{id}/view',
  access: 'visitor',
  summary:
    'Counts a view of a page that the browser opened without asking the server for it; once per visitor and hour.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});
