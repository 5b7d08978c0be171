// The site's guild at Discord: letting people in, the Premium role, the count (discord.com/developers/docs).
import { z } from 'zod';
import { type AskDiscord, createDiscordRest, DiscordRefusal } from './discord-rest.ts';
import type { ClientOptions, Credentials } from './oauth.ts';

/** Members as Discord counts them, approximately. */
export type GuildCount = { members: number; online: number | null };

export type Guild = {
  /** Whether there is a role to give. */
  hasRole: boolean;
  /**
   * Lets somebody in by their own token (scope guilds.join). `was-there` when they were in already; nobody has a role by this;
   * `refused` when Discord lets them in by no further try: they are banned, in as many guilds as one can be, or
   * have taken their consent back.
   */
  join(options: { userId: string; accessToken: string }): Promise<'joined' | 'was-there' | 'refused'>;
  /** Gives or takes the Premium role; `not-there` for somebody who is not in the guild. Idempotent. */
  setRole(userId: string, has: boolean): Promise<'done' | 'not-there'>;
  count(): Promise<GuildCount>;
  /** Makes the bypass command known in the guild. Idempotent. */
  registerCommands(): Promise<void>;
};

/** The bot of the guild, with the application's credentials: it is the same application that people link. */
type SetUp = {
  providers: { discord: Credentials | null };
  guild: { bot: { token: string; guildId: string; premiumRoleId: string | null } | null };
};

/** Nobody waits longer for an answer. */
const PATIENCE_MS = 5000;
const ADDRESS = 'https://discord.com';

const UNKNOWN_MEMBER = 10_007;
/** In as many guilds as one can be; banned from this one; a token that is not good any more. */
const NEVER_LET_IN: readonly unknown[] = [30_001, 40_007, 50_025];

const STRING_OPTION = 3;
const bypassCommand = {
  name: 'bypass',
  type: 1,
  description: 'A direct link to a resource, for Premium members alone',
  options: [
    { type: STRING_OPTION, name: 'link', description: 'Its address on the site', required: true, max_length: 2000 },
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

/** Each call throws Throttled when Discord asks to wait, and whatever else went wrong. Null without a bot. */
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
        if (status !== 201 && status !== 204) throw new Error(`Discord answered ${status} where somebody comes in.`);
        return status === 204 ? 'was-there' : 'joined';
      } catch (error) {
        if (error instanceof DiscordRefusal && NEVER_LET_IN.includes(error.code)) return 'refused';
        throw error;
      }
    },
    setRole: async (userId, has) => {
      if (premiumRoleId === null) throw new Error('No role is set up for Premium members.');
      try {
        const path = `${memberPath(userId)}/roles/${premiumRoleId}` as const;
        const { status } = await ask({ method: has ? 'PUT' : 'DELETE', path });
        // Whatever stands between here and Discord may answer in its place: the role would be taken for given.
        if (status !== 204) throw new Error(`Discord answered ${status} where it says nothing.`);
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

/** Counts a guild by the code of an invite, without a bot. */
export type CountByInvite = (code: string) => Promise<GuildCount>;

/** Null where Discord is not set up: such a site asks it nothing. Throws like the calls of the guild. */
export function createInviteCounter(
  { providers: { discord } }: Pick<SetUp, 'providers'>,
  { patienceMs = PATIENCE_MS }: ClientOptions,
): CountByInvite | null {
  if (!discord) return null;
  const ask = createDiscordRest({ base: discord.base ?? ADDRESS, token: null, patienceMs });
  return (code) => readCount(ask, `/invites/${code}`);
}
