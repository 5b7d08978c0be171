// Emails about a Patreon membership (product.md PR-2).

export type MembershipNotice = { kind: 'membership-began' } | { kind: 'charge-declined'; until: Date | null };

type Site = { name: string; url: string };
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

const WHY = 'You are receiving this email because your Patreon membership includes Premium on this site.';

/** A date in UTC, so that it does not depend on the reader's time zone. */
const day = (at: Date): string => at.toISOString().slice(0, 10);

export const membershipWriters: {
  [Kind in MembershipNotice['kind']]: (notice: Extract<MembershipNotice, { kind: Kind }>, site: Site) => Words;
} = {
  'membership-began': (_notice, { url }) => ({
    subject: 'You now have Premium',
    says: ['Your Patreon membership includes Premium.', 'Downloads start immediately and without ads.'],
    button: { label: 'Open your dashboard', link: `${url}/dashboard` },
    why: WHY,
  }),
  'charge-declined': ({ until }) => ({
    subject: 'Your Patreon payment was declined',
    says: [
      'Patreon could not charge you for your membership.',
      until
        ? `You still have Premium until ${day(until)}. To keep it, please update your payment method on Patreon before then.`
        : 'Please update your payment method on Patreon. Your Premium starts once the payment goes through.',
    ],
    why: WHY,
  }),
};
