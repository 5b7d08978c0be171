// Limits and fixed values of seo, with their units. No imports, so the browser can load just these few bytes.

/** Number of newest resources in a feed. */
export const FEED_RESOURCES = 50;
