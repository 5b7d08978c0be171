// Chooses the benefits that the Premium page may promise: only those that this site can provide.
import type { OwnPremium, PremiumFacts } from '#contract/premium/api.ts';
import { type Membership, verdictOf } from '#server/features/premium/memberships/rules.ts';
import type { SiteSettings } from '#server/platform/settings.ts';

/** Services that some benefits depend on. */
export type Services = {
  /** The Discord bot has a role to assign. */
  chatRole: boolean;
  /** Discord can send signed interactions to the site. */
  bypassCommand: boolean;
};

/** Benefits from the specification that depend on a service. Benefits that an administrator has written are never filtered. */
const needs: Readonly<Record<string, keyof Services>> = {
  'Chat role and channels': 'chatRole',
  'A bypass chat command': 'bypassCommand',
};

/** Removes benefits whose service is not configured (product.md PR-1). */
export function givenBenefits(benefits: readonly string[], services: Services): string[] {
  return benefits.filter((benefit) => {
    const need = needs[benefit];
    return need === undefined || services[need];
  });
}

/**
 * Data of the Premium page. While demo content is present, its figures replace the measured ones, and its testimonials are shown
 * until an administrator enters others. Both are marked as demo data.
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
 * Sources of a user's Premium. A membership that renews is shown without an end date. Its grant does have one, but only as a
 * precaution; the date includes a margin in case Patreon is unreachable.
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
