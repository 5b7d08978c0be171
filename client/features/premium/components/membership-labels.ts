// Sentences about the logged-in user's Premium, for the Premium page and the dashboard card.
import { formatDay } from '#client/kit/text/format-date.ts';
import type { OwnPremium } from '#contract/premium/api.ts';

type Source = OwnPremium['sources'][number];

const sourceOf = ({ sources }: OwnPremium, name: Source['source']): Source | undefined =>
  sources.find(({ source }) => source === name);

const until = (time: string | null): string => (time ? ` until ${formatDay(time)}` : '');

/** Describes a Patreon membership that grants Premium, as a sentence. */
const byPatreon = (membership: OwnPremium['membership'], end: string | null): string => {
  switch (membership?.state) {
    case 'declined':
      return `Your last payment was declined. You still have Premium${until(end)}. To keep it, update your payment details on Patreon.`;
    case 'cancelled':
      return `Your Patreon membership has been cancelled. You still have Premium${until(end)}.`;
    case 'gifted':
      return `Through a Patreon gift membership${until(membership.until)}.`;
    case 'trial':
      return `Through a Patreon trial${until(membership.until)}.`;
    default: {
      const next = membership?.until ? ` Your next payment is due on ${formatDay(membership.until)}.` : '';
      return `Through your Patreon membership.${next}`;
    }
  }
};

/**
 * Whether the user has a Patreon membership that renews, in which case no plan is offered. If the membership has been cancelled,
 * the plans are offered again, so that the user can restart it.
 */
export function hasRunningMembership(own: OwnPremium | undefined): boolean {
  return own !== undefined && sourceOf(own, 'patreon') !== undefined && own.membership?.state !== 'cancelled';
}

/** One sentence per source of the user's Premium; empty if they have none. */
export function sourceSentences(own: OwnPremium): string[] {
  const [patreon, admin] = [sourceOf(own, 'patreon'), sourceOf(own, 'admin')];
  return [
    ...(patreon ? [byPatreon(own.membership, patreon.until)] : []),
    ...(admin ? [`Granted by an administrator${admin.until ? until(admin.until) : ', with no end date'}.`] : []),
  ];
}

/**
 * Note about a membership that has a problem or is ending, shown on the dashboard card in addition to the lines from the
 * specification. Null if there is nothing to report.
 */
export function membershipNote(own: OwnPremium | undefined): string | null {
  if (!own?.membership) return null;
  const end = sourceOf(own, 'patreon')?.until ?? null;
  switch (own.membership.state) {
    case 'declined':
      return `Payment declined. Update your payment details on Patreon${end ? ` by ${formatDay(end)}` : ''}.`;
    case 'refunded':
      return 'Your last payment was refunded.';
    case 'fraud':
      return 'Patreon reversed your last payment as fraudulent. Contact Patreon to resolve this.';
    case 'cancelled':
      return end ? `Cancelled: ends on ${formatDay(end)}.` : 'Your membership has ended.';
    default:
      return null;
  }
}
