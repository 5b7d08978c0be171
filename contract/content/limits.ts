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
/** Length of a search in the command palette. */
export const PALETTE_MIN_CHARACTERS = 2;
export const PALETTE_MAX_CHARACTERS = 80;
/** Maximum number of results of each kind in the command palette. */
export const PALETTE_ASSETS = 5;
export const PALETTE_PEOPLE = 3;
export const PALETTE_THREADS = 4;
/** How long the command palette waits for the next keystroke before it asks the server. */
export const PALETTE_DEBOUNCE_MS = 80;
