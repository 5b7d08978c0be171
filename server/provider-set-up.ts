// What the site is set up with at third parties, as server/config.ts reads it.

/** An application's credentials at a provider; `base` replaces the provider's own addresses. */
export type ProviderSetUp = { clientId: string; clientSecret: string; base: string | null };

/** The site's own campaign at Patreon. */
export type CampaignSetUp = {
  /** Null: the one membership that Patreon shows of a person is the campaign's own. */
  id: string | null;
  /** The creator's own pair, with which all members can be read; it is traded for the next one when it ends. */
  creator: { accessToken: string; refreshToken: string | null } | null;
  webhookSecret: string | null;
};

/** The site's own place at Discord. */
export type GuildSetUp = {
  /** The bot that lets people in, gives the role, and counts; null without one. */
  bot: { token: string; guildId: string; premiumRoleId: string | null } | null;
  /** What interactions are signed with, in hexadecimal digits. */
  publicKey: string | null;
};
