// Numbers and fixed words of requests, with their units. No imports, so that the browser may have them for their own few bytes.

export const REQUEST_NAME_MAX_CHARACTERS = 120;
export const REQUEST_LINK_MAX_CHARACTERS = 2000;
/** States of a request in their order (product.md RQ-4). */
export const REQUEST_STATUSES = ['Pending', 'Searching', 'Fulfilled', 'Rejected'] as const;
export const REQUESTS_PER_PAGE = 20;
/** A member can request one resource in this time (specification, section 9). */
export const REQUEST_WAIT_HOURS = 24;
/** Days that a dashboard shows what became of a request, and the most lines of it. */
export const REQUEST_NEWS_DAYS = 30;
export const REQUEST_NEWS_MAX = 20;
/** Requests and resources that are shown while a name is written. */
export const SIMILAR_SHOWN = 5;
/** Characters of a description that the success card shows (specification, section 9). */
export const OG_DESCRIPTION_SHOWN = 150;
