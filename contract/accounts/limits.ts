// Account limits, with their units. This file has no imports, so it adds only a few bytes to the browser bundle.

export const PASSWORD_MIN_CHARACTERS = 10;
export const PASSWORD_MAX_CHARACTERS = 128;
export const EMAIL_MAX_CHARACTERS = 254;
export const USERNAME_MIN_CHARACTERS = 3;
export const USERNAME_MAX_CHARACTERS = 30;
/** Format of a username in a URL. Usernames are case-insensitive and stored in lower case. */
export const USERNAME_FORM = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,28})[A-Za-z0-9]$/;
/** How long the user can make sensitive changes after confirming their identity. */
export const CONFIRMED_MINUTES = 10;
export const RECOVERY_CODES = 10;
/** How long a deleted user can be restored. After that, their personal data is erased (product.md AD-3). */
export const DELETED_USER_DAYS = 30;
/** How long an emailed invitation is valid. */
export const INVITATION_DAYS = 7;
