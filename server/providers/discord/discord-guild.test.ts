import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RateLimitedError } from '#server/kit/outgoing/errors.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { createGuild, createInviteCounter, type Guild } from './discord-guild.ts';

let fakes: ProviderFakes;
let guild: Guild;

const nelly = '80351110224678901';
const otto = '80351110224678902';

const setUpOf = () => ({
  providers: {
    discord: {
      clientId: fakes.env.DISCORD_CLIENT_ID ?? '',
      clientSecret: fakes.env.DISCORD_CLIENT_SECRET ?? '',
      base: fakes.env.DISCORD_BASE ?? '',
    },
  },
  guild: {
    bot: {
      token: fakes.env.DISCORD_BOT_TOKEN ?? '',
      guildId: fakes.env.DISCORD_GUILD_ID ?? '',
      premiumRoleId: fakes.env.DISCORD_PREMIUM_ROLE_ID ?? null,
    },
  },
});

const options = { now: () => new Date(), patienceMs: 300 };
const openGuild = (changes: Partial<ReturnType<typeof setUpOf>['guild']['bot']> = {}): Guild => {
  const setUp = setUpOf();
  const made = createGuild({ ...setUp, guild: { bot: { ...setUp.guild.bot, ...changes } } }, options);
  if (!made) throw new Error('no guild');
  return made;
};

/** Access token of a user who has agreed to join the guild. */
const tokenOf = (subject: string, scope = ['identify', 'email', 'guilds.join']): string => {
  const { grants, people } = fakes.discord;
  const person = people.find((found) => found.subject === subject);
  if (!person) throw new Error('nobody');
  const request = { redirectUri: 'http://localhost/', scope, state: '', challenge: null, nonce: null };
  return grants.redeem(grants.issueCode(person, request), request.redirectUri, undefined)?.accessToken ?? '';
};

const failure = async (asked: Promise<unknown>): Promise<Error> => {
  try {
    await asked;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
};

const waitOf = async (asked: Promise<unknown>): Promise<number> => {
  const error = await failure(asked);
  expect(error).toBeInstanceOf(RateLimitedError);
  return (error as RateLimitedError).retryAfterMs;
};

beforeAll(async () => {
  fakes = await startProviderFakes();
});

afterAll(() => fakes.stop());

beforeEach(() => {
  // Each test gets a new client, so that rate limit buckets are not shared.
  guild = openGuild();
  const state = fakes.discord.guild;
  state.members.clear();
  state.banned.clear();
  state.full.clear();
  state.mayManage = true;
  fakes.discord.calls.length = 0;
});

describe('the guild', () => {
  it('adds a user by their own consent, without a role', async () => {
    const { members } = fakes.discord.guild;
    expect(await guild.join({ userId: nelly, accessToken: tokenOf(nelly) })).toBe('joined');
    expect([...(members.get(nelly) ?? [])]).toEqual([]);
    expect(await guild.join({ userId: otto, accessToken: tokenOf(otto) })).toBe('joined');
    expect([...(members.get(otto) ?? [])]).toEqual([]);
    expect(await guild.join({ userId: otto, accessToken: tokenOf(otto) })).toBe('was-there');
    expect([...(members.get(otto) ?? [])]).toEqual([]);
  });

  it('reports users who can never be added', async () => {
    const { banned, full } = fakes.discord.guild;
    const join = (accessToken: string) => guild.join({ userId: nelly, accessToken });
    expect(await join('not-a-token')).toBe('refused');
    expect(await join(tokenOf(otto))).toBe('refused');
    expect(await join(tokenOf(nelly, ['identify', 'email']))).toBe('refused');
    banned.add(nelly);
    expect(await join(tokenOf(nelly))).toBe('refused');
    banned.clear();
    full.add(nelly);
    expect(await join(tokenOf(nelly))).toBe('refused');
  });

  it('adds and removes the role idempotently', async () => {
    const { members, role } = fakes.discord.guild;
    expect(await guild.setRole(nelly, true)).toBe('not-there');
    expect(await guild.setRole(nelly, false)).toBe('not-there');
    members.set(nelly, new Set());
    for (const has of [true, true, false, false]) {
      expect(await guild.setRole(nelly, has)).toBe('done');
      expect(members.get(nelly)?.has(role)).toBe(has);
    }
  });

  it('counts its members, through the bot or through an invite without a bot', async () => {
    const { members, invite } = fakes.discord.guild;
    members.set(nelly, new Set());
    expect(await guild.count()).toEqual({ members: 241, online: 24 });
    const countByInvite = createInviteCounter(setUpOf(), options);
    fakes.discord.calls.length = 0;
    expect(await countByInvite?.(invite)).toEqual({ members: 241, online: 24 });
    expect(fakes.discord.calls.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await expect(countByInvite?.('elsewhere')).rejects.toThrow('404');
    expect(createInviteCounter({ providers: { discord: null } }, options)).toBeNull();
  });

  it('registers the command once, even when called twice', async () => {
    await guild.registerCommands();
    await guild.registerCommands();
    expect([...fakes.discord.guild.commands.keys()]).toEqual(['bypass']);
  });

  it('sends the user agent that Discord requires', async () => {
    await guild.count();
    const [call] = fakes.discord.calls;
    expect(call?.headers['user-agent']).toMatch(/^DiscordBot \(https:\/\/\S+, [\d.]+\)/);
    expect(call?.headers.authorization).toBe(`Bot ${fakes.env.DISCORD_BOT_TOKEN}`);
  });

  it('is null without a bot', () => {
    expect(createGuild({ ...setUpOf(), guild: { bot: null } }, options)).toBeNull();
    expect(createGuild({ ...setUpOf(), providers: { discord: null } }, options)).toBeNull();
  });
});

describe('on failures the guild', () => {
  it('throws the requested wait, for one bucket or globally', async () => {
    fakes.discord.guild.throttle({ retryAfter: 64.57 });
    const wait = await waitOf(guild.setRole(nelly, true));
    expect(wait).toBeGreaterThan(60_000);
    expect(wait).toBeLessThan(70_000);
    // The client now knows the limit, so it sends nothing until the wait is over.
    fakes.discord.calls.length = 0;
    expect(await waitOf(guild.setRole(nelly, true))).toBeGreaterThan(60_000);
    expect(fakes.discord.calls).toEqual([]);
    expect((await guild.count()).members).toBe(240);

    const other = openGuild();
    fakes.discord.guild.throttle({ retryAfter: 3, global: true, scope: 'global' });
    expect(await waitOf(other.setRole(nelly, true))).toBeGreaterThan(2000);
    fakes.discord.calls.length = 0;
    expect(await waitOf(other.count())).toBeGreaterThan(2000);
    expect(fakes.discord.calls).toEqual([]);
  });

  it('does not exceed the limit given in response headers', async () => {
    const { members } = fakes.discord.guild;
    members.set(nelly, new Set()).set(otto, new Set());
    fakes.discord.guild.limitTo({ remaining: 1, resetAfter: 30 }, { remaining: 0, resetAfter: 30 });
    expect(await guild.setRole(nelly, true)).toBe('done');
    expect(await guild.setRole(otto, true)).toBe('done');
    fakes.discord.calls.length = 0;
    expect(await waitOf(guild.setRole(otto, true))).toBeGreaterThan(25_000);
    expect(fakes.discord.calls).toEqual([]);
  });

  it('throws for missing permissions, an unknown bot and any unexpected response', async () => {
    const { members } = fakes.discord.guild;
    members.set(nelly, new Set());
    fakes.discord.guild.mayManage = false;
    expect(await failure(guild.setRole(nelly, true))).toMatchObject({ status: 403, code: 50_013 });
    fakes.discord.guild.mayManage = true;
    expect(await failure(openGuild({ token: 'another' }).count())).toMatchObject({ status: 401 });
    expect(await failure(openGuild({ guildId: '1' }).count())).toMatchObject({ status: 404, code: 10_004 });
    for (const trouble of ['error', 'nonsense', 'no-json', 'silence'] as const) {
      fakes.discord.misbehave(trouble);
      expect(await failure(guild.count()), trouble).not.toBeInstanceOf(RateLimitedError);
    }
    expect((await guild.count()).members).toBe(241);
  });

  it('accepts a role change only on the exact response of Discord', async () => {
    const { members, role } = fakes.discord.guild;
    members.set(nelly, new Set());
    for (const has of [true, false]) {
      // Both are responses with status 200: a page from a proxy, and an unrelated document.
      for (const trouble of ['no-json', 'nonsense'] as const) {
        fakes.discord.misbehave(trouble);
        expect((await failure(guild.setRole(nelly, has))).message, trouble).toContain('200');
      }
      expect(members.get(nelly)?.has(role)).toBe(!has);
      expect(await guild.setRole(nelly, has)).toBe('done');
    }
  });

  it('keeps sending requests after its token was rejected', async () => {
    const strange = openGuild({ token: 'another' });
    expect(await failure(strange.count())).toMatchObject({ status: 401 });
    expect(await failure(strange.count())).toMatchObject({ status: 401 });
  });

  it('does not expose the access token in errors', async () => {
    const accessToken = tokenOf(nelly);
    fakes.discord.guild.mayManage = false;
    for (const trouble of [null, 'error', 'silence', 'rate-limited'] as const) {
      if (trouble) fakes.discord.misbehave(trouble);
      const error = await failure(openGuild().join({ userId: nelly, accessToken }));
      expect(
        JSON.stringify([error, Object.getOwnPropertyNames(error).map((key) => Reflect.get(error, key))]),
      ).not.toContain(accessToken);
    }
  });
});
