// Limits of applications, with their units. No imports, so that browsers load them without schemas.

/** A bulk approval can be undone for this long after its last approval. Until then, its applicants are not notified. */
export const BULK_UNDO_MINUTES = 10;
/** Names that the preview of a bulk approval lists. */
export const BULK_NAMES_SHOWN = 20;
/** An applicant's account that is younger is pointed out to the reviewer. */
export const NEW_ACCOUNT_HOURS = 24;
