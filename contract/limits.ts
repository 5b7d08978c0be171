// Business numbers of the specification (section 9) and of the product, with their units. No imports, so that the
// browser may have them for their own few bytes.

export const MAX_PAGE_LIMIT = 1000;
/** Up to this many hits a total is counted; beyond it "10,000+" is said. */
export const MOST_COUNTED_HITS = 10_000;
export const CHUNK_TIMEOUT_MS = 120_000;
/** Bytes that a picture may have as it is sent (product.md ID-8). */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
/** What is said of a file that is no picture (specification, section 5). */
export const NOT_AN_IMAGE = 'Please upload an image file';
export const REASON_MAX_CHARACTERS = 1000;
/** How long "saved" is shown (specification, section 9). */
export const SAVED_SHOWN_MS = 3000;
/** What the site is called until an administrator names it (specification, section 9). */
export const SITE_NAME = 'Helix Resource Platform';
export const LINK_MAX_CHARACTERS = 500;
/** Characters that are rendered as one Markdown text: the site's own texts, and posts (POST_MAX_CHARACTERS in forum/limits.ts). */
export const MARKDOWN_MAX_CHARACTERS = 50_000;
/** How the browser keeps its socket (specification, sections 7 and 9). */
export const SOCKET_PATH = '/ws';
export const SOCKET_TRANSPORTS = ['websocket', 'polling'] as const;
export const SOCKET_RECONNECT_ATTEMPTS = 5;
export const SOCKET_RECONNECT_DELAY_MS = 1000;
export const SOCKET_TIMEOUT_MS = 20_000;
