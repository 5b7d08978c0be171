// What the page about Premium may promise: nothing that this site cannot give.
import type { OwnPremium, PremiumFacts } from '#contract/premium/api.ts';
import { type Membership, verdictOf } from '#server/features/premium/memberships/rules.ts';
import type { SiteSettings } from '#server/platform/settings.ts';

/** The services that some benefits need. */
export type Services = {
  /** A bot with a role to give. */
  chatRole: boolean;
  /** Signed interactions of the chat service. */
  bypassCommand: boolean;
};

/** Benefits of the specification's list that a service has to give; those that an administrator words are their own promise. */
const needs: Readonly<Record<string, keyof Services>> = {
  'Chat role and channels': 'chatRole',
  'A bypass chat command': 'bypassCommand',
};

/** The benefits without those whose service is not set up (product.md PR-1). */
export function givenBenefits(benefits: readonly string[], services: Services): string[] {
  return benefits.filter((benefit) => {
    const need = needs[benefit];
    return need === undefined || services[need];
  });
}

/**
 * What the page says. While the demo is there its figures stand for the measured ones, and its testimonials until an
 * administrator has entered others; both are told as what they are.
 */
export function presentFacts(
  settings: SiteSettings,
  measured: { members: number; resources: number },
  services: Services,
): PremiumFacts {
  const demo = settings.premiumDemo;
  const hasOwnTestimonials = settings.testimonials.length > 0;
  const { members, resources } = demo ?? measured;
  return {
    monthlyPrice: settings.monthlyPrice,
    yearlyPrice: settings.yearlyPrice,
    yearlyListPrice: settings.yearlyListPrice,
    membershipUrl: settings.membershipUrl,
    benefits: givenBenefits(settings.premiumBenefits, services),
    members,
    resources,
    testimonials: hasOwnTestimonials ? settings.testimonials : (demo?.testimonials ?? []),
    isDemo: { counts: demo !== null, testimonials: demo !== null && !hasOwnTestimonials },
  };
}

type Source = { source: string; since: Date; until: Date | null };

/**
 * What somebody's Premium rests on. A membership that goes on has no end that they would know: that of its grant is only
 * how long Patreon may be away.
 */
export function presentOwn(
  sources: readonly Source[],
  membership: Membership | null,
  now: Date,
  settings: SiteSettings,
): OwnPremium {
  const verdict = membership && verdictOf(membership, now, settings);
  const goesOn = verdict !== null && ['active', 'trial', 'gifted'].includes(verdict.state);
  return {
    isPremium: sources.length > 0,
    sources: sources.map(({ source, since, until }) => ({
      source: source as OwnPremium['sources'][number]['source'],
      since: since.toISOString(),
      until: source === 'patreon' && goesOn ? null : (until?.toISOString() ?? null),
    })),
    membership:
      membership && verdict
        ? {
            state: verdict.state,
            until: verdict.periodEnd?.toISOString() ?? null,
            checkedAt: membership.observedAt.toISOString(),
          }
        : null,
  };
}
