// Premium: data for the Premium page, and the logged-in user's own Premium (product.md PR).
import { z } from 'zod';
import { grantSource } from '#contract/admin/users.ts';
import { endpoint, timestamp } from '#contract/http.ts';

export const premiumFacts = z.object({
  /** US dollars. */
  monthlyPrice: z.number(),
  yearlyPrice: z.number(),
  yearlyListPrice: z.number(),
  /** URL where users subscribe; null until one is set. */
  membershipUrl: z.string().nullable(),
  /** Only the benefits this site can provide right now. */
  benefits: z.array(z.string()),
  /** Users with active Premium, and published premium resources. */
  members: z.int(),
  resources: z.int(),
  testimonials: z.array(z.object({ name: z.string(), about: z.string(), text: z.string() })),
  /** Which values are demo data and labelled as such, because they were not measured or are not real quotes. */
  isDemo: z.object({ counts: z.boolean(), testimonials: z.boolean() }),
});
export type PremiumFacts = z.infer<typeof premiumFacts>;

export const getPremiumFacts = endpoint({
  method: 'GET',
  path: '/api/premium',
  access: 'visitor',
  summary: 'Plans, benefits, measured counts and testimonials of Premium.',
  reply: premiumFacts,
  fallback: 'Failed to load data',
});

/** State of a Patreon membership, as this site sees it. */
export const membershipState = z.enum([
  'active',
  'trial',
  'gifted',
  'declined',
  'cancelled',
  'refunded',
  'fraud',
  'none',
]);
export type MembershipState = z.infer<typeof membershipState>;

export const ownPremium = z.object({
  isPremium: z.boolean(),
  /** Current sources of the user's Premium. `until` is null if there is no known end, as with a membership that renews. */
  sources: z.array(z.object({ source: grantSource, since: timestamp, until: timestamp.nullable() })),
  /** Patreon membership of the linked account, or the one matched by email; null without one. */
  membership: z
    .object({
      state: membershipState,
      /** Date of the next charge, or end of the paid period. */
      until: timestamp.nullable(),
      /** When Patreon was last queried. */
      checkedAt: timestamp,
    })
    .nullable(),
});
export type OwnPremium = z.infer<typeof ownPremium>;

export const getOwnPremium = endpoint({
  method: 'GET',
  path: '/api/me/premium',
  access: 'member',
  scope: 'read',
  summary: "Sources of the logged-in user's Premium, and the state of their Patreon membership.",
  reply: ownPremium,
  fallback: 'Failed to load data',
});
