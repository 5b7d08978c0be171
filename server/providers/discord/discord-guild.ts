// The site's Discord guild: adds members, sets the Premium role, counts members (discord.com/developers/docs).
import { z } from 'zod';
import type { ClientOptions, Credentials } from '#server/providers/oauth.ts';
import { type AskDiscord, createDiscordRest, DiscordRefusal } from './discord-rest.ts';

/** Approximate member counts from Discord. */
export type GuildCount = { members: number; online: number | null };

export type Guild = {
  /** Whether a Premium role is configured. */
  hasRole: boolean;
  /**
   * Adds a user with their own token (scope guilds.join), without a role. `was-there`: they were already a member. `refused`:
   * retrying would not help, because they are banned, have reached their guild limit, or have revoked their consent.
   */
  join(options: { userId: string; accessToken: string }): Promise<'joined' | 'was-there' | 'refused'>;
  /** Adds or removes the Premium role; `not-there` if the user is not in the guild. Idempotent. */
  setRole(userId: string, has: boolean): Promise<'done' | 'not-there'>;
  count(): Promise<GuildCount>;
  /** Registers the /bypass command in the guild. Idempotent. */
  registerCommands(): Promise<void>;
};

/** The guild's bot, and the credentials of its application, through which users also link their accounts. */
type SetUp = {
  providers: { discord: Credentials | null };
  guild: { bot: { token: string; guildId: string; premiumRoleId: string | null } | null };
};

const PATIENCE_MS = 5000;
const ADDRESS = 'https://discord.com';

const UNKNOWN_MEMBER = 10_007;
/** Discord's error codes: guild limit reached, banned from this guild, token no longer valid. */
const NEVER_LET_IN: readonly unknown[] = [30_001, 40_007, 50_025];

const STRING_OPTION = 3;
const bypassCommand = {
  name: 'bypass',
  type: 1,
  description: 'Get a direct link to a resource (Premium members only)',
  options: [
    { type: STRING_OPTION, name: 'link', description: 'The URL of the resource', required: true, max_length: 2000 },
  ],
};

const counts = z
  .object({ approximate_member_count: z.int().min(0), approximate_presence_count: z.int().min(0).nullish() })
  .transform((found) => ({
    members: found.approximate_member_count,
    online: found.approximate_presence_count ?? null,
  }));

const readCount = async (ask: AskDiscord, path: `/${string}`): Promise<GuildCount> =>
  counts.parse(await (await ask({ method: 'GET', path, query: { with_counts: 'true' } })).json());

/**
 * Returns null if no bot is configured. Every method throws RateLimitedError if Discord asks the site to wait, and other errors
 * if a request fails in another way.
 */
export function createGuild(
  { providers, guild: { bot } }: SetUp,
  { patienceMs = PATIENCE_MS }: ClientOptions,
): Guild | null {
  if (!bot || !providers.discord) return null;
  const { base, clientId } = providers.discord;
  const ask = createDiscordRest({ base: base ?? ADDRESS, token: bot.token, patienceMs });
  const { guildId, premiumRoleId } = bot;
  const memberPath = (userId: string) => `/guilds/${guildId}/members/${userId}` as const;

  return {
    hasRole: premiumRoleId !== null,
    join: async ({ userId, accessToken }) => {
      try {
        const { status } = await ask({
          method: 'PUT',
          path: memberPath(userId),
          body: { access_token: accessToken },
        });
        if (status !== 201 && status !== 204) throw new Error(`Discord answered ${status} when adding a member.`);
        return status === 204 ? 'was-there' : 'joined';
      } catch (error) {
        if (error instanceof DiscordRefusal && NEVER_LET_IN.includes(error.code)) return 'refused';
        throw error;
      }
    },
    setRole: async (userId, has) => {
      if (premiumRoleId === null) throw new Error('No role is configured for Premium members.');
      try {
        const path = `${memberPath(userId)}/roles/${premiumRoleId}` as const;
        const { status } = await ask({ method: has ? 'PUT' : 'DELETE', path });
        // Any other status may come from a proxy. If it were accepted, the role would wrongly be recorded as set.
        if (status !== 204) throw new Error(`Discord answered ${status} instead of 204.`);
        return 'done';
      } catch (error) {
        if (error instanceof DiscordRefusal && error.code === UNKNOWN_MEMBER) return 'not-there';
        throw error;
      }
    },
    count: () => readCount(ask, `/guilds/${guildId}`),
    registerCommands: async () => {
      await ask({
        method: 'POST',
        path: `/applications/${clientId}/guilds/${guildId}/commands`,
        body: bypassCommand,
      });
    },
  };
}

/** Counts a guild's members using an invite code, which does not require a bot. */
export type CountByInvite = (code: string) => Promise<GuildCount>;

/** Returns null if Discord is not configured, because such a site never contacts Discord. Throws like the guild's methods. */
export function createInviteCounter(
  { providers: { discord } }: Pick<SetUp, 'providers'>,
  { patienceMs = PATIENCE_MS }: ClientOptions,
): CountByInvite | null {
  if (!discord) return null;
  const ask = createDiscordRest({ base: discord.base ?? ADDRESS, token: null, patienceMs });
  return (code) => readCount(ask, `/invites/${code}`);
}
