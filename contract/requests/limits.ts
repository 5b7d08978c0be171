// Limits and constants for requests, with units. No imports, to keep the pages that use them small.

export const REQUEST_NAME_MAX_CHARACTERS = 120;
export const REQUEST_LINK_MAX_CHARACTERS = 2000;
/** Request statuses, in order (product.md RQ-4). */
export const REQUEST_STATUSES = ['Pending', 'Searching', 'Fulfilled', 'Rejected'] as const;
export const REQUESTS_PER_PAGE = 20;
/** Hours a member must wait between two requests (specification, section 9). */
export const REQUEST_WAIT_HOURS = 24;
/** How long a dashboard shows news about a request, in days, and the maximum number of news items. */
export const REQUEST_NEWS_DAYS = 30;
export const REQUEST_NEWS_MAX = 20;
/** Maximum number of similar requests, and of matching resources, shown as the user types a name. */
export const SIMILAR_SHOWN = 5;
/** Days that the demand radar counts, and the number of different people below which it shows nothing. */
export const DEMAND_DAYS = 30;
export const DEMAND_MIN_PEOPLE = 5;
/** Maximum number of searches, and of requests, on the demand radar. */
export const DEMAND_SHOWN = 12;
/** Length of the description on the success card, in characters (specification, section 9). */
export const OG_DESCRIPTION_SHOWN = 150;
