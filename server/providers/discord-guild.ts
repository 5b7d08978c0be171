// The site's guild at Discord, by its bot: letting people in, the Premium role, the count (discord.com/developers/docs).
import type { ClientOptions, Credentials } from './oauth.ts';

export type Guild = {
  /** Lets somebody in by their own token (scope guilds.join); `was-there` when they were in already. */
  join(options: { userId: string; accessToken: string; withRole: boolean }): Promise<'joined' | 'was-there'>;
  /** Gives or takes the Premium role; `not-there` for somebody who has left. Idempotent. */
  setRole(userId: string, has: boolean): Promise<'done' | 'not-there'>;
  /** Members as Discord counts them approximately. */
  count(): Promise<{ members: number; online: number | null }>;
  /** Makes the bypass command known in the guild. Idempotent. */
  registerCommands(): Promise<void>;
};

/** The bot of the guild, with the application's credentials: it is the same application that people link. */
type SetUp = {
  providers: { discord: Credentials | null };
  guild: { bot: { token: string; guildId: string; premiumRoleId: string | null } | null };
};

/** Each call throws Throttled when Discord asks to wait, and whatever else went wrong. Null without a bot. */
export const createGuild = ({ guild }: SetUp, _options: ClientOptions): Guild | null => {
  if (!guild.bot) return null;
  throw new Error('not written yet');
};
