// Emails about reports (product.md SH-8). An email to an address that a visitor entered contains no other text from that visitor,
// because confirmations could otherwise be abused to send messages to third parties in the site's name.

export type ReportNotice =
  | { kind: 'report-received'; number: number }
  | { kind: 'report-arrived'; number: number; reason: string; link: string }
  | { kind: 'report-decided'; number: number; outcome: 'hidden' | 'removed' | 'upheld' | 'dismissed'; reason: string }
  | { kind: 'reported'; number: number; about: string; outcome: 'hidden' | 'removed' | 'upheld'; reason: string };

type Site = { url: string; contact: string };
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

const WHY_REPORTER =
  'You are receiving this email because someone entered this address in a report. If that was not you, you can ignore our emails about it.';

/** How to contest the decision. A site without a contact address has a report form instead. */
const objection = (number: number, { url, contact }: Site): string =>
  `If you disagree, tell us why and mention report no. ${number}: ${contact === url ? `${url}/report` : contact}`;

const outcomes = {
  hidden: 'The content you reported was hidden.',
  removed: 'The content you reported was removed.',
  upheld: 'We upheld your report and took action.',
  dismissed: 'We found nothing that requires action.',
};

/** Consequences of a decision for the owner of the reported content. */
const consequences = {
  hidden: {
    subject: 'Your upload was hidden',
    say: (about: string) => `"${about}" was reported and is now hidden: only you and administrators can see it.`,
  },
  removed: {
    subject: 'Your post was removed',
    say: (about: string) => `Your post in "${about}" was reported and has been removed.`,
  },
  upheld: {
    subject: 'A report about your content was upheld',
    say: (about: string) => `"${about}" was reported, and we upheld the report.`,
  },
};

export const reportWriters: {
  [Kind in ReportNotice['kind']]: (notice: Extract<ReportNotice, { kind: Kind }>, site: Site) => Words;
} = {
  'report-received': ({ number }) => ({
    subject: `We received your report (no. ${number})`,
    says: ['Thank you. We received your report and will review it.', 'We will email you our decision.'],
    why: WHY_REPORTER,
  }),
  'report-arrived': ({ number, reason, link }) => ({
    subject: `Report no. ${number}: ${reason}`,
    says: ['Content on the site was reported. The report is waiting for a decision.'],
    button: { label: 'View the report', link },
    why: "You are receiving this email because this address is the site's support contact.",
  }),
  'report-decided': ({ number, outcome, reason }, site) => ({
    subject: `Our decision on your report (no. ${number})`,
    says: [outcomes[outcome], `Reason: ${reason}`, objection(number, site)],
    why: WHY_REPORTER,
  }),
  reported: ({ number, about, outcome, reason }, site) => ({
    subject: consequences[outcome].subject,
    says: [consequences[outcome].say(about), `Reason: ${reason}`, objection(number, site)],
    why: 'You are receiving this email because we made a decision on a report about your content.',
  }),
};
