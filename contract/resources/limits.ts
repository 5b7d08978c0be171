// Limits and constants for resources, with units. No imports, to keep the pages that use them small.

export const RESOURCES_PER_PAGE = 21;
/** Longest text that is drawn in a font of an asset. */
export const FONT_WORDS_MAX_CHARACTERS = 80;
/** Pixels per em in which it can be drawn. */
export const FONT_SIZES = [24, 32, 48, 64] as const;
/** Largest size in Premium fonts. */
export const PREMIUM_FONT_SIZE = 40;
/** Frames side by side in the strip of a clip's preview. */
export const CLIP_FRAMES = 11;
export const LISTING_FETCH_LIMIT = 1000;
export const LISTING_SORTS = ['newest', 'oldest', 'downloads', 'likes', 'trending', 'updated'] as const;
/** Facets that listings can be filtered by, in the order of the filter panel. */
export const FACET_KINDS = [
  'type',
  'category',
  'editor',
  'licence',
  'resolution',
  'fps',
  'length',
  'alpha',
  'loop',
  'tempo',
  'key',
  'tag',
] as const;
export const POPULAR_EDITORS = 5;
export const SUGGESTED_EDITORS = 4;
export const SUGGESTED_TYPES = 6;
export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_MAX_CHARACTERS = 200;
export const COLLECTIONS_MAX = 100;
export const COLLECTION_ITEMS_MAX = 1000;
/** Number of cover images per collection. */
export const COLLECTION_COVERS = 4;
/** Assets to name as the cause of an answer of a collection's combined licence. */
export const LICENCE_CAUSES_MAX = 20;
export const COLLECTION_NAME_MAX_CHARACTERS = 80;
/** Editors to suggest while the actual counts are unavailable (product.md DI-4). */
export const FALLBACK_EDITORS = ['After Effects', 'Premiere Pro', 'DaVinci Resolve'] as const;
/** Cards on each of the shelves below an asset. */
export const SHELF_CARDS = 4;
/** Hashes in one request of the library check; with more, the request would exceed 64 kB. */
export const LIBRARY_HASHES_MAX = 500;
/** Assets that the library check names for the same content. */
export const LIBRARY_SAME_MAX = 5;
export const PROJECT_NOTE_MAX_CHARACTERS = 500;
