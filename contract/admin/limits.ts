// Numbers and fixed words of admin, with their units. No imports, so that the browser may have them for their own few bytes.

/** Rows of a list of administrators, unless a number is asked for. */
export const ADMIN_ROWS_PER_PAGE = 10;
/** Users of a page of the administration (specification, section 9). */
export const ADMIN_USERS_PER_PAGE = 20;
/** Categories that the chart of uploads shows (specification, section 2). */
export const CHART_CATEGORIES = 7;
/** Days that the charts show unless others are chosen (product.md AD-2), and the most that can be. */
export const CHART_DAYS = 30;
export const CHART_MAX_DAYS = 1096;
export const SITE_NAME_MAX_CHARACTERS = 80;
export const SITE_DESCRIPTION_MAX_CHARACTERS = 300;
export const CATEGORY_MAX_CHARACTERS = 40;
export const CATEGORIES_MAX = 30;
export const BADGES_MAX = 50;
export const BADGE_MAX_CHARACTERS = 24;
/** The label colours that a badge can have. */
export const BADGE_TONES = ['muted', 'tally', 'tungsten', 'daylight', 'scope', 'clip', 'iris'] as const;
