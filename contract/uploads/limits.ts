// Limits and options for uploads, except those shared with public pages (contract/limits.ts). No imports.

export const THUMBNAIL_NOT_AN_IMAGE = 'Please upload an image file for the thumbnail';
/** Default categories; an administrator can change the list. */
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
/** Licences a leaker can choose (product.md UP-2). */
export const UPLOAD_LICENCES = ['CC0', 'CC BY 4.0', 'CC BY-NC 4.0', 'Helix Standard'] as const;
/** Suggested editors; leakers can enter others. */
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
/** Maximum number of files per resource. */
export const RESOURCE_FILES_MAX = 100_000;
/** Maximum length of a file path in UTF-8 bytes, so that every URL containing it stays within 4 kB. */
export const UPLOAD_PATH_MAX_BYTES = 600;
/** Files up to this size are combined into bundles, each of which is sent as one upload. */
export const BUNDLED_FILE_MAX_BYTES = 1024 * 1024;
/** Maximum number of files and bytes per bundle. Both are small, because a failed bundle has to be sent again from the start. */
export const BUNDLE_MAX_FILES = 400;
export const BUNDLE_MAX_BYTES = 16 * 1024 * 1024;
/** Maximum total length of a bundle's paths, in characters, so that the completion request stays within 64 kB of JSON. */
export const BUNDLE_MAX_CHARACTERS = 30_000;
/** Bytes the uploader sends per request. */
export const UPLOAD_CHUNK_BYTES = 64 * 1024 * 1024;
/** How often the progress of an upload is polled. */
export const UPLOAD_POLL_MS = 1000;
/** An upload with no activity for this long is discarded. */
export const ABANDONED_UPLOAD_HOURS = 24;
/** Days during which a deleted upload can be restored. */
export const DELETED_KEPT_DAYS = 30;
/** Maximum file size in gigabytes with S3, which limits the number of parts (server/kit/storage/objects/object-store.ts). */
export const S3_FILE_MAX_GB = 78;
/** Time without renewal after which a review's lock ends, and time between renewals. */
export const REVIEW_LOCK_MINUTES = 5;
export const REVIEW_RENEWAL_SECONDS = 60;
/** Fewest decisions for which a usual wait is shown. */
export const USUAL_WAIT_DECISIONS_MIN = 5;
export const UPLOAD_MESSAGE_MAX_CHARACTERS = 1000;
/** Maximum number of messages per upload. */
export const UPLOAD_MESSAGES_MAX = 100;
export const VERSION_NOTE_MAX_CHARACTERS = 1000;
/** Maximum number of versions of an asset, including the current one and one that is not public yet. */
export const VERSIONS_MAX = 50;
/** Changed files in the comparison of two versions. */
export const VERSION_CHANGES_SHOWN = 500;
