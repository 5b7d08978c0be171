// Business numbers of the specification (section 9) and of the product, with their units. No imports, so that the
// browser may have them for their own few bytes.

export const RESOURCES_PER_PAGE = 21;
export const MAX_PAGE_LIMIT = 1000;
export const LISTING_FETCH_LIMIT = 1000;
/** Up to this many hits a total is counted; beyond it "10,000+" is said. */
export const MOST_COUNTED_HITS = 10_000;
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
/** Files and folders that may be chosen for one download. */
export const SELECTION_MAX_PATHS = 1000;
/** Characters that their paths may have together, so that the request stays within its 64 kB. */
export const SELECTION_MAX_CHARACTERS = 50_000;
/** What is said beyond either. */
export const SELECTION_TOO_LARGE = 'That is too much to choose one by one: choose whole folders instead.';
