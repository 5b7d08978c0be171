// Premium: data for the Premium page, and the logged-in user's own Premium status (product.md PR).
import { z } from 'zod';
import { grantSource } from '#contract/admin/users.ts';
import { endpoint, timestamp } from '#contract/http.ts';

export const premiumFacts = z.object({
  /** Prices are in US dollars. */
  monthlyPrice: z.number(),
  yearlyPrice: z.number(),
  yearlyListPrice: z.number(),
  /** URL where users subscribe; null until one is configured. */
  membershipUrl: z.string().nullable(),
  /** Only the benefits that this site can currently provide. */
  benefits: z.array(z.string()),
  /** Number of users with active Premium, and number of published Premium resources. */
  members: z.int(),
  resources: z.int(),
  testimonials: z.array(z.object({ name: z.string(), about: z.string(), text: z.string() })),
  /** Whether the counts and the testimonials are demo data rather than real data. The page labels demo data as such. */
  isDemo: z.object({ counts: z.boolean(), testimonials: z.boolean() }),
});
export type PremiumFacts = z.infer<typeof premiumFacts>;

export const getPremiumFacts = endpoint({
  method: 'GET',
  path: '/api/premium',
  access: 'visitor',
  summary: 'Returns the Premium plans, benefits, site figures and testimonials.',
  reply: premiumFacts,
  fallback: 'Failed to load data',
});

/** State of a Patreon membership as known to this site. */
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
  /** Where the user's Premium comes from. `until` is null if the end is not known, e.g. for a membership that renews. */
  sources: z.array(z.object({ source: grantSource, since: timestamp, until: timestamp.nullable() })),
  /** Membership of the linked Patreon account, or a membership matched by email; null if neither exists. */
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
  summary: "Returns where the logged-in user's Premium comes from and the status of their Patreon membership.",
  reply: ownPremium,
  fallback: 'Failed to load data',
});
