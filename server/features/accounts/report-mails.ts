// Emails about reports (product.md SH-8). Emails to an address that a visitor entered contain nothing else that the visitor
// entered: otherwise confirmations could be used to send messages to others in the site's name.

export type ReportNotice =
  | { kind: 'report-received'; number: number }
  | { kind: 'report-arrived'; number: number; reason: string; link: string }
  | { kind: 'report-decided'; number: number; outcome: 'hidden' | 'removed' | 'upheld' | 'dismissed'; reason: string }
  | { kind: 'reported'; number: number; about: string; outcome: 'hidden' | 'removed' | 'upheld'; reason: string };

type Site = { url: string; contact: string };
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

const WHY_REPORTER =
  'You are receiving this email because this address was entered with a report. If that was not you, ignore this email: we will not send you anything else.';

/** How to object. A site without a contact has a report form. */
const objection = (number: number, { url, contact }: Site): string =>
  `If you disagree, tell us why and mention report no. ${number}: ${contact === url ? `${url}/report` : contact}`;

const outcomes = {
  hidden: 'The content you reported was hidden.',
  removed: 'The content you reported was removed.',
  upheld: 'Your report was justified, and we have taken action.',
  dismissed: 'We found nothing that requires action.',
};

/** What a decision means for the owner of the reported content. */
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
    subject: 'Your content was reported',
    say: (about: string) => `"${about}" was reported, and the report was justified.`,
  },
};

export const reportWriters: {
  [Kind in ReportNotice['kind']]: (notice: Extract<ReportNotice, { kind: Kind }>, site: Site) => Words;
} = {
  'report-received': ({ number }) => ({
    subject: `We received your report no. ${number}`,
    says: ['Thank you. We received your report and will review it.', 'We will email you our decision.'],
    why: WHY_REPORTER,
  }),
  'report-arrived': ({ number, reason, link }) => ({
    subject: `Report no. ${number}: ${reason}`,
    says: ['Content on the site was reported. The report is waiting for a decision.'],
    button: { label: 'View the report', link },
    why: "You are receiving this email because this is the site's support contact.",
  }),
  'report-decided': ({ number, outcome, reason }, site) => ({
    subject: `Decision on your report no. ${number}`,
    says: [outcomes[outcome], `Reason: ${reason}`, objection(number, site)],
    why: WHY_REPORTER,
  }),
  reported: ({ number, about, outcome, reason }, site) => ({
    subject: consequences[outcome].subject,
    says: [consequences[outcome].say(about), `Reason: ${reason}`, objection(number, site)],
    why: 'You are receiving this email because a report about your content was decided.',
  }),
};
