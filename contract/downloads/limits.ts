// Limits and an error message for downloads. No imports, to keep the browser bundle small.

export const AD_COUNTDOWN_SECONDS = 5;
export const DOWNLOADS_PER_PAGE = 20;
/** A download link expires if it is not used within this time after it was issued. */
export const TICKET_FIRST_USE_SECONDS = 600;
/** For this long after its first use, a download link can be used again to resume the download. */
export const TICKET_RESUME_SECONDS = 86_400;
/** Maximum number of files and folders in a selection. */
export const SELECTION_MAX_PATHS = 1000;
/** Maximum total length of the paths in a selection, so that the request stays below 64 kB. */
export const SELECTION_MAX_CHARACTERS = 50_000;
/** Error message if a selection exceeds either of the two limits above. */
export const SELECTION_TOO_LARGE = 'You selected too many items. Select whole folders instead.';
/** Number of folders and files per page of a folder listing. */
export const FOLDER_ENTRIES_PER_PAGE = 100;
/** Bytes from the start of any other text file that people who may download it can read on the site. */
export const TEXT_MAX_BYTES = 64 * 1024;
/** Maximum size of a README or licence that visitors can read on the site without downloading it. */
export const README_MAX_BYTES = 256 * 1024;
/** Files that a receipt lists. Its checksum covers all of them. */
export const RECEIPT_FILES_MAX = 200;
export const ADS_MAX = 100;
export const AD_TITLE_MAX_CHARACTERS = 80;
export const AD_TEXT_MAX_CHARACTERS = 300;
export const AD_ACTION_MAX_CHARACTERS = 40;
/** Maximum weight of an advertisement. Ads are chosen in proportion to their weights. */
export const AD_WEIGHT_MAX = 100;
