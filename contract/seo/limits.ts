// Limits and constants for SEO features, with units. No imports, to keep the pages that use them small.

/** Number of resources in a feed; the newest ones are included. */
export const FEED_RESOURCES = 50;
