// Numbers and proposals of uploads, apart from those that visitors' pages share (limits.ts). No imports.

export const THUMBNAIL_NOT_AN_IMAGE = 'Please upload an image file for the thumbnail';
/** What an upload may be put under, unless an administrator changes the list. */
export const UPLOAD_CATEGORIES = ['Free', 'Premium', '3D', '3D Premium'] as const;
export const RESOURCE_TYPES = [
  'LUT',
  'transition',
  'overlay',
  'sound effect',
  'music',
  'title',
  'template',
  'preset',
  'shape',
  'font',
  'model',
  'other',
] as const;
/** Licences that are offered (product.md UP-2). */
export const UPLOAD_LICENCES = ['CC0', 'CC BY 4.0', 'CC BY-NC 4.0', 'Helix Standard'] as const;
/** Editors that are proposed; another one may be typed. */
export const KNOWN_EDITORS = [
  'After Effects',
  'Premiere Pro',
  'DaVinci Resolve',
  'Final Cut Pro',
  'CapCut',
  'Blender',
] as const;
export const TITLE_MAX_CHARACTERS = 120;
export const DESCRIPTION_MAX_CHARACTERS = 5000;
export const TAGS_MAX = 20;
export const TAG_MAX_CHARACTERS = 30;
/** Files that a resource may have. */
export const RESOURCE_FILES_MAX = 100_000;
/** UTF-8 bytes that a file's path may have, so that every address that names it stays within 4 kB. */
export const UPLOAD_PATH_MAX_BYTES = 600;
/** Files up to this size are sent together, many in one upload. */
export const BUNDLED_FILE_MAX_BYTES = 1024 * 1024;
/** What such a bundle may have in files and bytes: a lost one is sent again from its start. */
export const BUNDLE_MAX_FILES = 400;
export const BUNDLE_MAX_BYTES = 16 * 1024 * 1024;
/** Characters of a bundle's paths together, so that its completion stays within 64 kB of JSON. */
export const BUNDLE_MAX_CHARACTERS = 30_000;
/** Bytes that the uploader sends in one request. */
export const UPLOAD_CHUNK_BYTES = 64 * 1024 * 1024;
/** How often what is under way is asked for. */
export const UPLOAD_POLL_MS = 1000;
/** An upload that nothing was heard of for this long is given up. */
export const ABANDONED_UPLOAD_HOURS = 24;
/** Deleted uploads can be restored for this long. */
export const DELETED_KEPT_DAYS = 30;
/** Gigabytes that a file may have where files are kept at a service that speaks S3: its parts are counted (server/kit/storage/objects/object-store.ts). */
export const S3_FILE_MAX_GB = 78;
