// Limits and constants for members, with their units. No imports, so that the browser loads only these few bytes.

export const TOP_LEAKERS = 10;
export const DISPLAY_NAME_MAX_CHARACTERS = 50;
export const BIO_MAX_CHARACTERS = 500;
/** How long a former username redirects to its owner and cannot be taken by another user (product.md ID-8). */
export const FORMER_USERNAME_DAYS = 90;
/** How long the success message is shown before the profile dialog closes (specification, section 9). */
export const PROFILE_SAVED_MS = 1500;
/** Maximum number of saved items and of followed leakers on the dashboard. */
export const DASHBOARD_ITEMS = 12;
