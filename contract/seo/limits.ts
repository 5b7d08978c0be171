// Numbers and fixed words of seo, with their units. No imports, so that the browser may have them for their own few bytes.

/** Newest resources that a feed tells of. */
export const FEED_RESOURCES = 50;
