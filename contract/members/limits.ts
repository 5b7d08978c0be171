// Numbers and fixed words of members, with their units. No imports, so that the browser may have them for their own few bytes.

export const TOP_LEAKERS = 10;
export const DISPLAY_NAME_MAX_CHARACTERS = 50;
export const BIO_MAX_CHARACTERS = 500;
/** A former username leads to its owner, and nobody else can take it, for this long (product.md ID-8). */
export const FORMER_USERNAME_DAYS = 90;
/** Time to read a success message before the profile window closes (specification, section 9). */
export const PROFILE_SAVED_MS = 1500;
/** Saved items, and followed leakers, on the dashboard. */
export const DASHBOARD_ITEMS = 12;
