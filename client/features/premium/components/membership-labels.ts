// What is said to somebody of their own Premium, on its page and on the dashboard's card.
import { formatDay } from '#client/kit/text/format-date.ts';
import type { OwnPremium } from '#contract/premium/api.ts';

type Source = OwnPremium['sources'][number];

const sourceOf = ({ sources }: OwnPremium, name: Source['source']): Source | undefined =>
  sources.find(({ source }) => source === name);

const until = (time: string | null): string => (time ? ` until ${formatDay(time)}` : '');

/** What a membership at Patreon that brings Premium is, in a sentence. */
const byPatreon = (membership: OwnPremium['membership'], end: string | null): string => {
  switch (membership?.state) {
    case 'declined':
      return `Your last payment was declined. You keep Premium${until(end)}: mend the payment at Patreon to stay.`;
    case 'cancelled':
      return `Your membership at Patreon is cancelled. You keep Premium${until(end)}.`;
    case 'gifted':
      return `By a membership at Patreon that somebody gave to you${until(membership.until)}.`;
    case 'trial':
      return `By a trial at Patreon${until(membership.until)}.`;
    default: {
      const next = membership?.until ? ` The next payment is due on ${formatDay(membership.until)}.` : '';
      return `By your membership at Patreon.${next}`;
    }
  }
};

/**
 * Whether a membership at Patreon runs and goes on by itself: whoever has one is sold none. A cancelled one may be begun
 * again.
 */
export function hasRunningMembership(own: OwnPremium | undefined): boolean {
  return own !== undefined && sourceOf(own, 'patreon') !== undefined && own.membership?.state !== 'cancelled';
}

/** What somebody's Premium rests on, a sentence each; empty without Premium. */
export function sourceSentences(own: OwnPremium): string[] {
  const [patreon, admin] = [sourceOf(own, 'patreon'), sourceOf(own, 'admin')];
  return [
    ...(patreon ? [byPatreon(own.membership, patreon.until)] : []),
    ...(admin ? [`Given to you by the site${admin.until ? until(admin.until) : ', without an end'}.`] : []),
  ];
}

/**
 * What somebody has to know of a membership that goes wrong or ends, beside the specification's lines of the dashboard's card.
 * Null while there is nothing to say.
 */
export function membershipNote(own: OwnPremium | undefined): string | null {
  if (!own?.membership) return null;
  const end = sourceOf(own, 'patreon')?.until ?? null;
  switch (own.membership.state) {
    case 'declined':
      return `Payment declined. Mend it at Patreon${end ? ` by ${formatDay(end)}` : ''}.`;
    case 'refunded':
      return 'Your last payment was refunded.';
    case 'fraud':
      return 'Patreon took your last payment back as fraudulent. Contact Patreon to sort it out.';
    case 'cancelled':
      return end ? `Cancelled: ends on ${formatDay(end)}.` : 'Your membership has ended.';
    default:
      return null;
  }
}
