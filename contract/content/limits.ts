// Limits and fixed values of content, with their units. No imports, so the browser can load just these few bytes.

export const HOME_TAGS = 48;
export const ANNOUNCEMENT_MAX_CHARACTERS = 200;
export const ANNOUNCEMENTS_MAX = 100;
/** The site's own texts; each is the page with its name. */
export const TEXT_SLUGS = ['terms', 'faq', 'privacy', 'report'] as const;
export type TextSlug = (typeof TEXT_SLUGS)[number];
/** Wiki sections in order (specification, section 2); each is also its anchor. */
export const WIKI_SECTIONS = [
  'getting-started',
  'downloading-resources',
  'premium-subscription',
  'requesting-resources',
  'troubleshooting',
  'faq',
] as const;
export type WikiSlug = (typeof WIKI_SECTIONS)[number];
/** Number of wiki search results. */
export const WIKI_HITS_MAX = 20;
