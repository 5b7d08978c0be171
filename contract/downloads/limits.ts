// Numbers and fixed words of downloads, with their units. No imports, so that the browser may have them for their own few bytes.

export const AD_COUNTDOWN_SECONDS = 5;
export const DOWNLOADS_PER_PAGE = 20;
/** A download link must be first used within this time of being made … */
export const TICKET_FIRST_USE_SECONDS = 600;
/** … and may be resumed by its holder for this long after that. */
export const TICKET_RESUME_SECONDS = 86_400;
/** Files and folders that may be chosen for one download. */
export const SELECTION_MAX_PATHS = 1000;
/** Characters that their paths may have together, so that the request stays within its 64 kB. */
export const SELECTION_MAX_CHARACTERS = 50_000;
/** What is said beyond either. */
export const SELECTION_TOO_LARGE = 'That is too much to choose one by one: choose whole folders instead.';
/** Folders and files that one page of a folder shows. */
export const FOLDER_ENTRIES_PER_PAGE = 100;
/** READMEs and licences up to this size can be read on the site by everybody. */
export const README_MAX_BYTES = 256 * 1024;
export const ADS_MAX = 100;
export const AD_TITLE_MAX_CHARACTERS = 80;
export const AD_TEXT_MAX_CHARACTERS = 300;
export const AD_ACTION_MAX_CHARACTERS = 40;
/** How often an advertisement is chosen, in proportion to the others. */
export const AD_WEIGHT_MAX = 100;
