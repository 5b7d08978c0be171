// Premium: what the page about it says, and what the signed-in person's Premium rests on (product.md PR).
import { z } from 'zod';
import { grantSource } from '#contract/admin/users.ts';
import { endpoint, timestamp } from '#contract/http.ts';

export const premiumFacts = z.object({
  /** US dollars. */
  monthlyPrice: z.number(),
  yearlyPrice: z.number(),
  yearlyListPrice: z.number(),
  /** Where one becomes a member; null while no address is set. */
  membershipUrl: z.string().nullable(),
  /** Those that this site can give at the moment. */
  benefits: z.array(z.string()),
  /** People with running Premium, and premium resources that everybody sees. */
  members: z.int(),
  resources: z.int(),
  testimonials: z.array(z.object({ name: z.string(), about: z.string(), text: z.string() })),
  /** What of this is the demo's, and is marked as that: nobody counted it, nobody said it. */
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

/** What a membership at Patreon is here. */
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
  /** What it rests on at this moment; `until` is null without a known end, as for a membership that goes on. */
  sources: z.array(z.object({ source: grantSource, since: timestamp, until: timestamp.nullable() })),
  /** The membership at Patreon of the linked account, or the one that was found by the address; null without one. */
  membership: z
    .object({
      state: membershipState,
      /** When the next charge is due, or the paid period ends. */
      until: timestamp.nullable(),
      /** When Patreon was asked last. */
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
  summary: "What the signed-in person's Premium rests on, and how their membership at Patreon stands.",
  reply: ownPremium,
  fallback: 'Failed to load data',
});
