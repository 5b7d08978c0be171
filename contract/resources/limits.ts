// Numbers and fixed words of resources, with their units. No imports, so that the browser may have them for their own few bytes.

export const RESOURCES_PER_PAGE = 21;
export const LISTING_FETCH_LIMIT = 1000;
export const LISTING_SORTS = ['newest', 'oldest', 'downloads', 'likes', 'trending', 'updated'] as const;
/** What a listing can be narrowed by, in the order of the filter panel. */
export const FACET_KINDS = [
  'category',
  'editor',
  'type',
  'licence',
  'resolution',
  'fps',
  'length',
  'alpha',
  'loop',
  'tag',
] as const;
export const POPULAR_EDITORS = 5;
export const SUGGESTED_EDITORS = 4;
export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_MAX_CHARACTERS = 200;
export const COLLECTIONS_MAX = 100;
export const COLLECTION_ITEMS_MAX = 1000;
/** Pictures that stand for a collection. */
export const COLLECTION_COVERS = 4;
export const COLLECTION_NAME_MAX_CHARACTERS = 80;
/** Editors proposed while their real numbers cannot be had (product.md DI-4). */
export const FALLBACK_EDITORS = ['After Effects', 'Premiere Pro', 'DaVinci Resolve'] as const;
/** Types that an empty search proposes. */
export const SUGGESTED_TYPES = ['LUT', 'overlay', 'transition', 'sound effect', 'title', 'template'] as const;
