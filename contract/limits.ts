// Business numbers of the specification (section 9) and of the product, with their units. No imports, so that the
// browser may have them for their own few bytes.

export const RESOURCES_PER_PAGE = 21;
export const MAX_PAGE_LIMIT = 1000;
export const LISTING_FETCH_LIMIT = 1000;
export const POPULAR_EDITORS = 5;
export const SUGGESTED_EDITORS = 4;
export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_MAX_CHARACTERS = 200;
export const HOME_TAGS = 48;
export const TOP_LEAKERS = 10;
export const AD_COUNTDOWN_SECONDS = 5;
export const CHUNK_TIMEOUT_MS = 120_000;
export const PASSWORD_MAX_CHARACTERS = 128;
/** A download link must be first used within this time of being made … */
export const TICKET_FIRST_USE_SECONDS = 600;
/** … and may be resumed by its holder for this long after that. */
export const TICKET_RESUME_SECONDS = 86_400;
/** Editors proposed while their real numbers cannot be had (product.md DI-4). */
export const FALLBACK_EDITORS = ['After Effects', 'Premiere Pro', 'DaVinci Resolve'] as const;
