// Numbers and fixed words of content, with their units. No imports, so that the browser may have them for their own few bytes.

export const HOME_TAGS = 48;
export const ANNOUNCEMENT_MAX_CHARACTERS = 200;
export const ANNOUNCEMENTS_MAX = 100;
/** The site's own texts, each the page of its name. */
export const TEXT_SLUGS = ['terms', 'faq', 'privacy', 'report'] as const;
export type TextSlug = (typeof TEXT_SLUGS)[number];
/** Sections of the wiki in their order (specification, section 2); each is the anchor of its name. */
export const WIKI_SECTIONS = [
  'getting-started',
  'downloading-resources',
  'premium-subscription',
  'requesting-resources',
  'troubleshooting',
  'faq',
] as const;
export type WikiSlug = (typeof WIKI_SECTIONS)[number];
/** Parts of the wiki that a search shows. */
export const WIKI_HITS_MAX = 20;
