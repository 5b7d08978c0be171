// What somebody is told by mail of their membership at Patreon (product.md PR-2).

export type MembershipNotice = { kind: 'membership-began' } | { kind: 'charge-declined'; until: Date | null };

type Site = { name: string; url: string };
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

const WHY = 'You get this mail because your membership at Patreon brings you Premium here.';

/** A day in words that need no time zone of the reader's. */
const day = (at: Date): string => at.toISOString().slice(0, 10);

export const membershipWriters: {
  [Kind in MembershipNotice['kind']]: (notice: Extract<MembershipNotice, { kind: Kind }>, site: Site) => Words;
} = {
  'membership-began': (_notice, { url }) => ({
    subject: 'You have Premium now',
    says: ['Your membership at Patreon brings you Premium.', 'Downloads start at once and without ads.'],
    button: { label: 'Open your dashboard', link: `${url}/dashboard` },
    why: WHY,
  }),
  'charge-declined': ({ until }) => ({
    subject: 'Your payment at Patreon was declined',
    says: [
      'Patreon could not charge you for your membership.',
      until
        ? `You keep Premium until ${day(until)}. Please look at your way of paying at Patreon before.`
        : 'Please look at your way of paying at Patreon: Premium begins once the charge goes through.',
    ],
    why: WHY,
  }),
};
