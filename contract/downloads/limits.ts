// Limits and fixed texts for downloads. No imports, to keep the browser bundle small.

export const AD_COUNTDOWN_SECONDS = 5;
export const DOWNLOADS_PER_PAGE = 20;
/** Time from issuing a download link to its first use … */
export const TICKET_FIRST_USE_SECONDS = 600;
/** … and how long its holder can resume the download after that. */
export const TICKET_RESUME_SECONDS = 86_400;
/** Maximum number of files and folders in a selection. */
export const SELECTION_MAX_PATHS = 1000;
/** Total characters of their paths, so that the request stays within 64 kB. */
export const SELECTION_MAX_CHARACTERS = 50_000;
/** Error for either limit. */
export const SELECTION_TOO_LARGE = 'You selected too many items. Select whole folders instead.';
/** Folders and files per page of a folder listing. */
export const FOLDER_ENTRIES_PER_PAGE = 100;
/** READMEs and licences up to this size can be read on the site by anyone. */
export const README_MAX_BYTES = 256 * 1024;
export const ADS_MAX = 100;
export const AD_TITLE_MAX_CHARACTERS = 80;
export const AD_TEXT_MAX_CHARACTERS = 300;
export const AD_ACTION_MAX_CHARACTERS = 40;
/** Upper limit of an advertisement's weight. Ads are chosen in proportion to their weights. */
export const AD_WEIGHT_MAX = 100;
