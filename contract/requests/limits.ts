// Limits and constants of requests, with units. No imports, so that pages can use them at almost no cost in bytes.

export const REQUEST_NAME_MAX_CHARACTERS = 120;
export const REQUEST_LINK_MAX_CHARACTERS = 2000;
/** Statuses of a request, in order (product.md RQ-4). */
export const REQUEST_STATUSES = ['Pending', 'Searching', 'Fulfilled', 'Rejected'] as const;
export const REQUESTS_PER_PAGE = 20;
/** A member can request one resource in this time (specification, section 9). */
export const REQUEST_WAIT_HOURS = 24;
/** How long a dashboard shows news about a request, in days, and the maximum number of lines. */
export const REQUEST_NEWS_DAYS = 30;
export const REQUEST_NEWS_MAX = 20;
/** Maximum number of similar requests, and of resources, shown while a name is typed. */
export const SIMILAR_SHOWN = 5;
/** Length of the description on the success card, in characters (specification, section 9). */
export const OG_DESCRIPTION_SHOWN = 150;
