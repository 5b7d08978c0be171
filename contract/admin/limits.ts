// Limits of the admin panel, with their units. No imports, so that the browser bundle stays small.

/** Default number of rows per page in admin lists. */
export const ADMIN_ROWS_PER_PAGE = 10;
/** Number of users per page in the admin panel (specification, section 9). */
export const ADMIN_USERS_PER_PAGE = 20;
/** Number of categories in the uploads chart (specification, section 2). */
export const CHART_CATEGORIES = 7;
/** Default and maximum number of days in charts (product.md AD-2). */
export const CHART_DAYS = 30;
export const CHART_MAX_DAYS = 1096;
export const SITE_NAME_MAX_CHARACTERS = 80;
export const SITE_DESCRIPTION_MAX_CHARACTERS = 300;
export const CATEGORY_MAX_CHARACTERS = 40;
export const CATEGORIES_MAX = 30;
export const BADGES_MAX = 50;
export const BADGE_MAX_CHARACTERS = 24;
/** Colours available for badges. */
export const BADGE_TONES = ['muted', 'tally', 'tungsten', 'daylight', 'scope', 'clip', 'iris'] as const;
