// The site's campaign at Patreon: memberships as its API tells of them (docs.patreon.com, API v2).
import type { ClientOptions, Credentials } from './oauth.ts';

/** A membership of the campaign. Amounts are cents a month. */
export type Member = {
  memberId: string;
  /** The person's id at Patreon: the subject of a linked identity. */
  patronId: string;
  /** In lower case; null where Patreon does not tell it. */
  email: string | null;
  patronStatus: 'active_patron' | 'declined_patron' | 'former_patron' | null;
  lastChargeStatus: string | null;
  lastChargeAt: Date | null;
  nextChargeAt: Date | null;
  cents: number;
  lifetimeCents: number;
  cadenceMonths: number | null;
  isFreeTrial: boolean;
  isGifted: boolean;
  /** Ids of the tiers that they are entitled to. */
  tiers: string[];
};

export type Campaign = {
  /** A person's membership of the campaign, by their own token; null without one. */
  membershipOf(accessToken: string): Promise<Member | null>;
  /** One membership, by the creator's token; null when Patreon knows it no more. */
  member(accessToken: string, memberId: string): Promise<Member | null>;
  /** Memberships, up to 1,000 at once, by the creator's token. */
  members(accessToken: string, cursor: string | null): Promise<{ members: Member[]; next: string | null }>;
};

/** Each call throws Throttled when Patreon asks to wait, and whatever else went wrong. Null where Patreon is not set up. */
export const createCampaign = (
  { providers, campaign }: { providers: { patreon: Credentials | null }; campaign: { id: string | null } },
  _options: ClientOptions,
): Campaign | null => {
  if (!providers.patreon) return null;
  throw new Error(`not written yet: ${campaign.id}`);
};
