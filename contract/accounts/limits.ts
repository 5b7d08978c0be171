// Numbers and fixed words of accounts, with their units. No imports, so that the browser may have them for their own few bytes.

export const PASSWORD_MIN_CHARACTERS = 10;
export const PASSWORD_MAX_CHARACTERS = 128;
export const EMAIL_MAX_CHARACTERS = 254;
export const USERNAME_MIN_CHARACTERS = 3;
export const USERNAME_MAX_CHARACTERS = 30;
/** A username as it may be typed in an address: matched ignoring case, kept in lower case. */
export const USERNAME_FORM = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,28})[A-Za-z0-9]$/;
/** How long a confirmed sign-in counts for sensitive changes. */
export const CONFIRMED_MINUTES = 10;
export const RECOVERY_CODES = 10;
/** Deleted users can be restored for this long; then what is known of them goes (product.md AD-3). */
export const DELETED_USER_DAYS = 30;
/** A mailed invitation can be taken up for this long. */
export const INVITATION_DAYS = 7;
