// Limits and constants of reports, with their units. No imports, so that they add only a few bytes to the pages using them.

export const REPORT_MAX_CHARACTERS = 3000;
export const REPORT_ADDRESS_MAX_CHARACTERS = 500;
/** What a report can be about. */
export const REPORT_KINDS = ['resource', 'profile', 'post', 'other'] as const;
/** Reasons for a report, in the order of the form. */
export const REPORT_REASONS = ['copyright', 'licence', 'malware', 'abuse', 'personal data', 'other'] as const;
