// Limits and constants from the specification (section 9) and the product docs, with their units. No imports, so that they
// add only a few bytes to the browser bundle.

export const MAX_PAGE_LIMIT = 1000;
/** Search totals are counted up to this number. Above it, the interface shows "10,000+". */
export const MOST_COUNTED_HITS = 10_000;
export const CHUNK_TIMEOUT_MS = 120_000;
/** Maximum size of an uploaded image in bytes (product.md ID-8). */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
/** Error message for a file that is not an image (specification, section 5). */
export const NOT_AN_IMAGE = 'Please upload an image file';
export const REASON_MAX_CHARACTERS = 1000;
/** How long the "saved" message is shown (specification, section 9). */
export const SAVED_SHOWN_MS = 3000;
/** The site's name unless an administrator has changed it (specification, section 9). */
export const SITE_NAME = 'Helix Resource Platform';
export const LINK_MAX_CHARACTERS = 500;
/** Maximum length of Markdown: the site's own text pages and forum posts (POST_MAX_CHARACTERS in forum/limits.ts). */
export const MARKDOWN_MAX_CHARACTERS = 50_000;
/** Settings for the browser's socket connection (specification, sections 7 and 9). */
export const SOCKET_PATH = '/ws';
export const SOCKET_TRANSPORTS = ['websocket', 'polling'] as const;
export const SOCKET_RECONNECT_ATTEMPTS = 5;
export const SOCKET_RECONNECT_DELAY_MS = 1000;
export const SOCKET_TIMEOUT_MS = 20_000;
