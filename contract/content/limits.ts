// Limits and constants for site content, with their units. No imports, so that the browser loads only these few bytes.

export const HOME_TAGS = 48;
export const ANNOUNCEMENT_MAX_CHARACTERS = 200;
export const ANNOUNCEMENTS_MAX = 100;
/** Slugs of the site's own text pages. Each slug is also the path of its page. */
export const TEXT_SLUGS = ['terms', 'faq', 'privacy', 'report'] as const;
export type TextSlug = (typeof TEXT_SLUGS)[number];
/** Wiki sections in order (specification, section 2); each slug is also the section's anchor. */
export const WIKI_SECTIONS = [
  'getting-started',
  'downloading-resources',
  'premium-subscription',
  'requesting-resources',
  'troubleshooting',
  'faq',
] as const;
export type WikiSlug = (typeof WIKI_SECTIONS)[number];
/** Maximum number of wiki search results. */
export const WIKI_HITS_MAX = 20;
