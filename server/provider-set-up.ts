// Third-party configuration, as server/config.ts reads it.

/** OAuth credentials at a provider; `base` replaces the provider's own URLs. */
export type ProviderSetUp = { clientId: string; clientSecret: string; base: string | null };

/** The site's Patreon campaign. */
export type CampaignSetUp = {
  /** Null: the only membership that Patreon returns for a person belongs to the campaign. */
  id: string | null;
  /** The creator's token pair, which can read all members; exchanged for a new one when it expires. */
  creator: { accessToken: string; refreshToken: string | null } | null;
  webhookSecret: string | null;
};

/** The site's Discord guild. */
export type GuildSetUp = {
  /** The bot that adds members, assigns the role and counts members; null without one. */
  bot: { token: string; guildId: string; premiumRoleId: string | null } | null;
  /** Public key that verifies the signature of interactions, in hexadecimal. */
  publicKey: string | null;
};
