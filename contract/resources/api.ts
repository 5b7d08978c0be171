// Resources: the listing and its filters, a single resource and its files, and the lists that link to resources.
import { z } from 'zod';
import { filePath } from '#contract/downloads/api.ts';
import { cleanText, endpoint, pagination, queryNumber, type ReplyOf, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { archivedKinds } from './archives.ts';
import { FACET_KINDS, FONT_SIZES, FONT_WORDS_MAX_CHARACTERS, LISTING_SORTS, SEARCH_MAX_CHARACTERS } from './limits.ts';
import { encodingNames } from './luts.ts';

/**
 * How a card previews its resource on hover or focus. `frames` consists of twelve 320x180 frames side by side. `lut` and
 * `waveform` consist of two images, which can be larger than 320x180 and which the card splits at the pointer position. `lut`
 * shows the same image before and after the LUT; `waveform` shows the waveform unplayed and played.
 */
export const cardPreview = z.object({ kind: z.enum(['frames', 'lut', 'waveform']), url: z.string() });
export type CardPreview = z.infer<typeof cardPreview>;

/** A card: everything a listing shows about a resource. */
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
  /** Average colour of the image as `#rrggbb`, shown until the image has loaded; null if unknown. */
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

/** The full resource; field names follow the specification, section 3. */
export const resource = resourceCard.extend({
  thumbnail: z.string(),
  image: z.string(),
  leaker: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  licence: z.string().nullable(),
  /** Whether the leaker declared that they made the resource or have the right to share it. */
  rightsDeclared: z.boolean(),
  editorMinVersion: z.string().nullable(),
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
  fileSize: z.int(),
  fileCount: z.int(),
  /** The number of the current version; earlier ones are listed by `listResourceVersions`. */
  version: z.int(),
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

/** What a browser can show of a file. Previews are smaller, shorter and coarser than the files, above all for Premium. */
export const filePreview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('clip'),
    /** An MP4 file. */
    url: z.string(),
    /** CLIP_FRAMES frames of 160x90 side by side, spread over the preview; null if the clip is too short. */
    stripUrl: z.string().nullable(),
    /** Size of the pictures in pixels, without the alpha half. */
    width: z.int(),
    height: z.int(),
    /** The exact frame rate as a fraction, such as `30000/1001`; null if it is unknown. */
    rate: z.string().nullable(),
    /** Length of the preview. */
    seconds: z.number().nullable(),
    /** Whether each frame is twice as high, with the colours multiplied by alpha above and alpha as grey below. */
    isStacked: z.boolean(),
    hasSound: z.boolean(),
    /** If the clip was made of numbered pictures, of which the file is the first. Its frame rate is assumed. */
    sequence: z
      .object({
        /** All pictures of the sequence, of which the clip may show only the first. */
        frames: z.int(),
        /** Numbers without a picture. */
        missing: z.array(z.int()),
      })
      .optional(),
  }),
  z.object({
    kind: z.literal('sound'),
    /** An MP4 file. */
    url: z.string(),
    /** Length of the preview. */
    seconds: z.number().nullable(),
    /** Loudness of the original in LUFS; null if it is silent or too short to measure. */
    loudness: z.number().nullable(),
    /** True peak of the original in dBTP. */
    peak: z.number().nullable(),
    /** Peaks and averages of equal parts, one byte each (0 to 255), as base64. */
    peaks: z.string(),
    averages: z.string(),
  }),
  z.object({
    kind: z.literal('picture'),
    url: z.string(),
    smallUrl: z.string(),
    width: z.int(),
    height: z.int(),
    hasAlpha: z.boolean(),
  }),
  /** A Lottie animation as JSON, without addresses and expressions. Premium ones have no preview. */
  z.object({ kind: z.literal('lottie'), url: z.string(), frameRate: z.number(), seconds: z.number() }),
  /** A font: a specimen, black on transparency. */
  z.object({ kind: z.literal('font'), url: z.string(), smallUrl: z.string(), width: z.int(), height: z.int() }),
  /** The first pages of a PDF. */
  z.object({ kind: z.literal('pdf'), pageUrls: z.array(z.string()), smallUrl: z.string(), pages: z.int() }),
  z.object({
    kind: z.literal('archive'),
    /** Up to ARCHIVE_NAMES_MAX entries (ArchivedEntry) as JSON. */
    url: z.string(),
    /** Number of all files, and their size when unpacked, as the archive says. */
    files: z.int(),
    size: z.int(),
    kinds: z.array(z.object({ kind: z.enum(archivedKinds), files: z.int(), size: z.int() })),
    /** Whether files need a password. */
    isLocked: z.boolean(),
    /** Whether the archive broke off before its last entry. */
    isDamaged: z.boolean(),
    /** Whether it contains implausibly much. */
    isSuspicious: z.boolean(),
    /** Why the list ends early: too many names, or too long an archive. */
    cut: z.enum(['names', 'length']).nullable(),
  }),
  z.object({
    kind: z.literal('model'),
    /** A GLB without extensions that need WebAssembly; null if one coarse enough for Premium could not be made. */
    url: z.string().nullable(),
    /** The model from the front right, 960x540, over transparency. */
    stillUrl: z.string(),
    smallUrl: z.string(),
    /** Names of its animations. */
    clips: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('look'),
    /** The plates after the LUT, in the order of `plateNames`. */
    stillUrls: z.array(z.string()),
    smallUrl: z.string(),
    /** The LUT as a line of JSON and a table of float16 numbers; null for people who may not download the file. */
    tableUrl: z.string().nullable(),
    /** The input encoding of the stills. */
    encoding: z.enum(encodingNames),
    /** How the encoding is known: from a name, or guessed from the curve, which cannot tell one log encoding from another. */
    madeFor: z.enum(['name', 'log', 'rec709', 'unknown']),
    /** Largest difference between the channels of a graded grey, in 8-bit codes. */
    greyDrift: z.number(),
    /** Whether smooth ramps break into steps. */
    banding: z.enum(['none', 'slight', 'visible']),
  }),
]);
export type FilePreview = z.infer<typeof filePreview>;

/** What is known about a file's content. Optional values are missing if the file does not specify them. */
export const fileFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    width: z.int(),
    height: z.int(),
    frameRate: z.number().optional(),
    seconds: z.number().optional(),
    codec: z.string(),
    alpha: z.boolean(),
  }),
  z.object({
    kind: z.literal('sound'),
    seconds: z.number().optional(),
    codec: z.string(),
    channels: z.int(),
    sampleRate: z.int(),
    /** Beats per minute. Null if none was detected; missing if nobody has looked yet. */
    tempo: z.object({ value: z.number(), confidence: z.number() }).nullable().optional(),
    /** Such as `C# minor`. As above. */
    key: z.object({ value: z.string(), confidence: z.number() }).nullable().optional(),
  }),
  z.object({ kind: z.literal('picture'), width: z.int(), height: z.int(), alpha: z.boolean() }),
  /** A LUT with `size` points per axis. */
  z.object({ kind: z.literal('look'), size: z.int(), dimensions: z.union([z.literal(1), z.literal(3)]) }),
  z.object({
    kind: z.literal('lottie'),
    width: z.int(),
    height: z.int(),
    frameRate: z.number(),
    seconds: z.number(),
    layers: z.int(),
    /** Expressions are not played in previews. */
    hasExpressions: z.boolean(),
    /** Whether it needs pictures that are separate files. */
    lacksPictures: z.boolean(),
  }),
  z.object({ kind: z.literal('pdf'), pages: z.int() }),
  /** The contents of an archive: files, and their size when unpacked. */
  z.object({ kind: z.literal('archive'), files: z.int(), size: z.int() }),
  z.object({
    kind: z.literal('model'),
    triangles: z.int(),
    vertices: z.int(),
    materials: z.int(),
    /** Sizes in pixels. */
    textures: z.array(z.object({ width: z.int(), height: z.int() })),
    /** Whether it has textures that previews don't show. */
    lacksTextures: z.boolean(),
    /** Whether it has bones. */
    isRigged: z.boolean(),
    animations: z.int(),
    /** Width, height and depth. */
    size: z.tuple([z.number(), z.number(), z.number()]),
    /** Null if the format does not say how long a unit is. */
    unit: z.literal('m').nullable(),
    /** Names of files that it needs. */
    missing: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('font'),
    family: z.string(),
    /** Such as `Bold Italic`. */
    style: z.string(),
    /** 1 to 1000; 400 is regular. */
    weight: z.int(),
    glyphs: z.int(),
    /** Scripts whose letters are all there, such as `Latin`. */
    scripts: z.array(z.string()),
    isVariable: z.boolean(),
    /** What the licence bits in the font (fsType) allow documents to do with it. */
    embedding: z.enum(['installable', 'editable', 'preview', 'restricted']),
  }),
]);
export type FileFacts = z.infer<typeof fileFacts>;

export const resourceFile = z.object({
  name: z.string(),
  size: z.int(),
  url: z.string(),
  sha256: z.string(),
  /**
   * URL where the file can be read as text. For short READMEs and licences, anyone can, even if the resource is Premium. Other
   * text files only have one for callers who may download them.
   */
  textUrl: z.string().nullable(),
  /** Null if the file has not been read or cannot be. */
  facts: fileFacts.nullable(),
  /** Null if the file has no preview, or its preview is still being made. */
  preview: filePreview.nullable(),
});
export type ResourceFile = z.infer<typeof resourceFile>;

export const resourceFolder = z.object({
  /** Path without a trailing slash. */
  name: z.string(),
  /** Number of direct children, both folders and files. */
  items: z.int(),
  /** Number of files in the folder and all its subfolders. */
  files: z.int(),
  size: z.int(),
});
export type ResourceFolder = z.infer<typeof resourceFolder>;

const namedCount = z.object({ name: z.string(), count: z.int() });

const idParams = z.strictObject({ id: uuid });

/** Listing filters. The listing page's URL uses the same names. */
const listingFilter = {
  search: cleanText(SEARCH_MAX_CHARACTERS).optional(),
  category: cleanText(40).optional(),
  tag: cleanText(60).optional(),
  editor: cleanText(60).optional(),
  type: cleanText(60).optional(),
  licence: cleanText(60).optional(),
  /** Media properties. Each is filtered by the facet of the same name. */
  resolution: cleanText(20).optional(),
  fps: cleanText(20).optional(),
  length: cleanText(20).optional(),
  alpha: cleanText(20).optional(),
  loop: cleanText(20).optional(),
  tempo: cleanText(20).optional(),
  key: cleanText(20).optional(),
};

export const listResources = endpoint({
  method: 'GET',
  path: '/api/resources',
  access: 'visitor',
  summary: 'Lists approved resources, filtered and sorted, one page at a time.',
  query: z.strictObject({
    ...listingFilter,
    sort: z.enum(LISTING_SORTS).optional(),
    page: queryNumber.optional(),
    limit: queryNumber.optional(),
  }),
  reply: z.object({
    resources: z.array(resourceCard),
    /** Totals up to 10,000 and totals from a counter are exact. If `atLeast` is true, the total is only a lower bound. */
    pagination: pagination.extend({ atLeast: z.boolean() }),
    /** The search text with typos corrected; null if nothing was corrected. */
    mendedSearch: z.string().nullable(),
  }),
  fallback: 'Failed to load data',
});

const facet = z.object({
  kind: z.enum(FACET_KINDS),
  /** Sorted by count, highest first. `value` goes into the URL, `label` is for display. */
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int(), atLeast: z.boolean() })),
});
export type Facet = z.infer<typeof facet>;

export const listFacets = endpoint({
  method: 'GET',
  path: '/api/resources/facets',
  access: 'visitor',
  summary:
    "Lists the facets of a listing, with the number of resources for each value. A facet's counts ignore its own filter.",
  query: z.strictObject(listingFilter),
  reply: z.object({ facets: z.array(facet) }),
  fallback: 'Failed to load data',
});

export const listLeaks = endpoint({
  method: 'GET',
  path: '/api/leaks',
  access: 'visitor',
  summary: 'Lists the newest approved resources, up to 1,000. The X-Total-Count header has the total.',
  query: z.strictObject(listQuery),
  reply: z.array(resource.omit({ creator: true })),
  fallback: 'Failed to fetch resources',
});

export const getResource = endpoint({
  method: 'GET',
  path: '/api/resources/{id}',
  access: 'visitor',
  scope: 'read',
  summary: 'Returns a resource. Pending and rejected ones are visible to their owner and admins only.',
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
    'Lists the files of a resource; names are paths separated by `/`. With `folder` (empty for the root), lists that folder by name, subfolders first. Without it, lists all files, 1,000 per page. With `search` or `sort`, lists files at any depth below the folder; `search` keeps only paths that contain the text, and `sort=oldest` reverses the order. The X-Total-Count header also has the total.',
  params: idParams,
  query: z.strictObject({ ...listQuery, folder: filePath.optional() }),
  reply: z.object({
    files: z.array(resourceFile),
    /** Empty if `folder` is missing, or if `search` or `sort` is set. */
    folders: z.array(resourceFolder),
    /** Totals for everything below the folder (or in the whole resource), not just for this page. */
    fileCount: z.int().nonnegative(),
    size: z.int().nonnegative(),
    pagination,
  }),
  problems: ['RESOURCE_NOT_FOUND', 'FOLDER_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});
export type FileListing = ReplyOf<typeof listResourceFiles>;

export const getStage = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/stage',
  access: 'visitor',
  scope: 'read',
  summary:
    'Returns the file that a resource page shows first: the one asked for, or else the first with a preview, clips before sounds and pictures.',
  params: idParams,
  query: z.strictObject({ file: filePath.optional() }),
  reply: z.object({
    file: resourceFile.nullable(),
    /**
     * `making`: a preview is being made. `no-tools`: the server has no ffmpeg. `none`: there is nothing to show, or it could not be
     * read.
     */
    state: z.enum(['ready', 'making', 'no-tools', 'none']),
    /** A sentence about why the file has no preview, if the site knows. */
    reason: z.string().nullable(),
  }),
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});
export type Stage = ReplyOf<typeof getStage>;

export const listChecksums = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/sha256sums',
  access: 'visitor',
  scope: 'read',
  summary:
    'Returns the SHA-256 checksum and path of every file, one per line, for `sha256sum --check`. The response is streamed, so there is no size limit.',
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
  summary:
    'Returns the text of a README or LICENSE file of up to 256 kB, to anyone who can see the resource, with or without Premium. Of other text files, returns the first 64 kB to callers who may download them.',
  params: idParams,
  query: z.strictObject({ file: filePath }),
  reply: null,
  sends: 'text/plain',
  problems: ['RESOURCE_NOT_FOUND', 'README_NOT_FOUND', 'FILE_MISSING'],
  fallback: 'Failed to fetch resource details',
});

export const drawWords = endpoint({
  method: 'POST',
  path: '/api/resources/{id}/words',
  access: 'visitor',
  scope: 'read',
  summary:
    'Draws a short text in a font of the asset, black on transparency. The text is neither stored nor logged. In Premium fonts, the text is smaller.',
  params: idParams,
  body: z.strictObject({
    file: filePath,
    text: z
      .string()
      .trim()
      .min(1)
      .max(FONT_WORDS_MAX_CHARACTERS)
      .regex(/^\P{Cc}*$/u),
    /** Pixels per em. */
    size: z.union(FONT_SIZES.map((size) => z.literal(size))),
  }),
  reply: null,
  sends: 'image/webp',
  problems: ['RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND', 'FILE_MISSING', 'WORDS_NOT_DRAWN'],
  fallback: 'Your words could not be drawn. Please try again.',
});

export const listEditors = endpoint({
  method: 'GET',
  path: '/api/editors',
  access: 'visitor',
  summary: 'Lists editing programs with their number of approved resources, highest first.',
  query: z.strictObject(listQuery),
  whole: { search: ['name'] },
  reply: z.array(namedCount),
  fallback: 'Failed to load data',
});

export const listElements = endpoint({
  method: 'GET',
  path: '/api/elements',
  access: 'visitor',
  summary: 'Lists the eight built-in starter elements in their fixed order.',
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
  summary: 'Returns one starter element by its slug.',
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

export const listTypes = endpoint({
  method: 'GET',
  path: '/api/types',
  access: 'visitor',
  summary: 'Lists asset types with their number of approved resources, highest first.',
  query: z.strictObject(listQuery),
  whole: { search: ['name'] },
  reply: z.array(namedCount),
  fallback: 'Failed to load data',
});

export const countView = endpoint({
  method: 'POST',
  path: '/api/resources/{id}/view',
  leavesPages: true,
  access: 'visitor',
  summary: 'Counts a view of a resource opened without a full page load, at most once per visitor per hour.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});
