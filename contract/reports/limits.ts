// Limits and constants of reports, with units. No imports, so that pages can use them at almost no cost in bytes.

export const REPORT_MAX_CHARACTERS = 3000;
export const REPORT_ADDRESS_MAX_CHARACTERS = 500;
/** Possible subjects of a report. */
export const REPORT_KINDS = ['resource', 'profile', 'post', 'other'] as const;
/** Possible reasons for a report, in the order of the form. */
export const REPORT_REASONS = ['copyright', 'licence', 'malware', 'abuse', 'personal data', 'other'] as const;
