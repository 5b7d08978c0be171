// Third-party configuration, as read by server/config.ts.

/** OAuth credentials for a provider. `base` replaces the provider's own base URL. */
export type ProviderSetUp = { clientId: string; clientSecret: string; base: string | null };

/** The site's Patreon campaign. */
export type CampaignSetUp = {
  /** The campaign's ID. Without it, if Patreon returns only one membership for a person, it is assumed to be in this campaign. */
  id: string | null;
  /** The creator's token pair, which can read all members. It is exchanged for a new pair when it expires. */
  creator: { accessToken: string; refreshToken: string | null } | null;
  webhookSecret: string | null;
};

/** The site's Discord guild. */
export type GuildSetUp = {
  /** The bot that adds members, assigns the role and counts members; null if no bot is configured. */
  bot: { token: string; guildId: string; premiumRoleId: string | null } | null;
  /** Public key for verifying the signatures of interactions, in hexadecimal. */
  publicKey: string | null;
};
