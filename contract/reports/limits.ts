// Numbers and fixed words of reports, with their units. No imports, so that the browser may have them for their own few bytes.

export const REPORT_MAX_CHARACTERS = 3000;
export const REPORT_ADDRESS_MAX_CHARACTERS = 500;
/** What a report can be about. */
export const REPORT_KINDS = ['resource', 'profile', 'post', 'other'] as const;
/** Kinds of reason that a report can have, in the order of the form. */
export const REPORT_REASONS = ['copyright', 'licence', 'malware', 'abuse', 'personal data', 'other'] as const;
