// What mails about reports say (product.md SH-8). Nothing that a stranger typed is in what goes to an address that a
// stranger typed: a confirmation must be no way to write to others in the site's name.

export type ReportNotice =
  | { kind: 'report-received'; number: number }
  | { kind: 'report-arrived'; number: number; reason: string; link: string }
  | { kind: 'report-decided'; number: number; outcome: 'hidden' | 'removed' | 'upheld' | 'dismissed'; reason: string }
  | { kind: 'reported'; number: number; about: string; outcome: 'hidden' | 'removed' | 'upheld'; reason: string };

type Site = { url: string; contact: string };
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

const WHY_REPORTER =
  'You get this mail because this address was given with a report. If that was not you, ignore it: nothing else is sent to you.';

/** How to object; a site that names no contact has its own form. */
const objection = (number: number, { url, contact }: Site): string =>
  `If you do not agree, tell us why and name the number ${number}: ${contact === url ? `${url}/report` : contact}`;

const outcomes = {
  hidden: 'What you reported was hidden.',
  removed: 'What you reported was removed.',
  upheld: 'Your report was justified, and we have acted on it.',
  dismissed: 'We have found nothing that we would have to act on.',
};

/** What a decision means for whose the thing is. */
const consequences = {
  hidden: {
    subject: 'Your upload was hidden',
    say: (about: string) => `"${about}" was reported and is hidden now: only you and administrators can see it.`,
  },
  removed: {
    subject: 'Your post was removed',
    say: (about: string) => `What you wrote in "${about}" was reported and is removed now.`,
  },
  upheld: {
    subject: 'Something of yours was reported',
    say: (about: string) => `Somebody has reported "${about}", and the report was justified.`,
  },
};

export const reportWriters: {
  [Kind in ReportNotice['kind']]: (notice: Extract<ReportNotice, { kind: Kind }>, site: Site) => Words;
} = {
  'report-received': ({ number }) => ({
    subject: `We have your report no. ${number}`,
    says: ['Thank you. Your report has arrived, and we will look at it.', 'You get a mail when we have decided.'],
    why: WHY_REPORTER,
  }),
  'report-arrived': ({ number, reason, link }) => ({
    subject: `Report no. ${number}: ${reason}`,
    says: ['Somebody has reported something on the site. It waits for a decision.'],
    button: { label: 'See the report', link },
    why: "You get this mail because this is the site's support contact.",
  }),
  'report-decided': ({ number, outcome, reason }, site) => ({
    subject: `Your report no. ${number} was decided`,
    says: [outcomes[outcome], `The reason: ${reason}`, objection(number, site)],
    why: WHY_REPORTER,
  }),
  reported: ({ number, about, outcome, reason }, site) => ({
    subject: consequences[outcome].subject,
    says: [consequences[outcome].say(about), `The reason: ${reason}`, objection(number, site)],
    why: 'You get this mail because a report about something of yours was decided.',
  }),
};
