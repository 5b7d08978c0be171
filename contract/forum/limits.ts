// Limits and constants of the forum, with their units. No imports, so that they add only a few bytes to the pages using them.

/** Format of a category's name in URLs. */
export const SLUG_FORM = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;
/** A category, or a category and a subcategory, as in URLs. */
export const FORUM_PLACE_FORM = /^[a-z0-9-]{1,60}(?:\/[a-z0-9-]{1,60})?$/;
export const FORUM_NAME_MAX_CHARACTERS = 60;
export const FORUM_DESCRIPTION_MAX_CHARACTERS = 200;
/** Maximum number of categories, and of subcategories per category. */
export const FORUM_CATEGORIES_MAX = 50;
/** Maximum number of moderators per category. */
export const FORUM_MODERATORS_MAX = 20;
/** Available category icons. */
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
export const FORUM_HITS_PER_PAGE = 20;
/** Maximum number of threads whose reading progress is asked for together; a list starts with fewer. */
export const UNREAD_ASKED_MAX = 60;
/** Maximum number of posts that a search finds. */
export const FORUM_HITS_MAX = 200;
/** Maximum number of pinned threads per subcategory. All of them appear on its first page. */
export const PINNED_MAX = 10;
/** Maximum number of posts of two threads that can be merged. All of them are renumbered in one transaction. */
export const MERGED_POSTS_MAX = 2000;
export const THREAD_TITLE_MAX_CHARACTERS = 150;
export const THREAD_TAGS_MAX = 5;
/** For threads and replies. Must not exceed MARKDOWN_MAX_CHARACTERS (contract/limits.ts), because longer text is not rendered. */
export const POST_MAX_CHARACTERS = 50_000;
/** Accounts count as new until they are this many days old and have this many readable posts. */
export const NEW_ACCOUNT_DAYS = 3;
export const NEW_ACCOUNT_POSTS = 5;
/** Maximum number of posts of a new account in an hour, and of links to other sites in each. */
export const NEW_ACCOUNT_POSTS_PER_HOUR = 5;
export const NEW_ACCOUNT_LINKS_MAX = 2;
export const EDIT_REASON_MAX_CHARACTERS = 200;
/** Maximum number of resource cards shown below a post. */
export const POST_CARDS_MAX = 5;
/** Maximum number of users mentioned in a post. */
export const POST_MENTIONS_MAX = 20;
/** Maximum number of users suggested while typing a mention. */
export const POST_PEOPLE_SUGGESTED = 8;
/** Maximum number of threads listed below an asset. */
export const DISCUSSIONS_SHOWN = 5;
/** Questions about an asset go to the first open subcategory with this icon, or else to the first open one. */
export const ASSETS_ICON = 'grid';
