// Numbers and fixed words of forum, with their units. No imports, so that the browser may have them for their own few bytes.

/** A name in an address of the forum. */
export const SLUG_FORM = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;
export const FORUM_NAME_MAX_CHARACTERS = 60;
export const FORUM_DESCRIPTION_MAX_CHARACTERS = 200;
/** Categories of the forum, and subcategories of one of them. */
export const FORUM_CATEGORIES_MAX = 50;
/** Icons that a category can have. */
export const FORUM_ICONS = [
  'people',
  'video',
  'image',
  'music',
  'star',
  'grid',
  'help',
  'bell',
  'info',
  'download',
] as const;
export const THREADS_PER_PAGE = 20;
export const POSTS_PER_PAGE = 20;
/** Threads of a subcategory that can be pinned: they all stand on its first page. */
export const PINNED_MAX = 10;
export const THREAD_TITLE_MAX_CHARACTERS = 150;
export const THREAD_TAGS_MAX = 5;
/** A reply is a post. At most MARKDOWN_MAX_CHARACTERS (contract/limits.ts): longer text is not rendered. */
export const POST_MAX_CHARACTERS = 50_000;
export const EDIT_REASON_MAX_CHARACTERS = 200;
/** Resources that are shown as cards under a post. */
export const POST_CARDS_MAX = 5;
/** People that one post can mention. */
export const POST_MENTIONS_MAX = 20;
/** People who are suggested for a name that is being written. */
export const POST_PEOPLE_SUGGESTED = 8;
