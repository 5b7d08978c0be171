// Fake of one Discord guild: its members and roles, the bot's permissions, and interactions that are signed like real ones.
import { generateKeyPairSync, sign } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiveInteraction } from '#contract/premium/webhooks.ts';
import type { FakeGrants, FakePerson } from '#server/providers/oauth-grants.fake.ts';
import { formOf } from '#server/providers/oauth-routes.fake.ts';

const GUILD = '90210000000000001';
const ROLE = '90210000000000002';
const BOT_TOKEN = 'discord-stand-in-bot';
const INVITE = 'helix-chat';
/** Number of guild members unrelated to the site. */
const OTHERS = 240;

type Refusal = { status: number; code: number; message: string };

const refusals = {
  unauthorized: { status: 401, code: 0, message: '401: Unauthorized' },
  unknownGuild: { status: 404, code: 10_004, message: 'Unknown Guild' },
  unknownMember: { status: 404, code: 10_007, message: 'Unknown Member' },
  unknownInvite: { status: 404, code: 10_006, message: 'Unknown Invite' },
  unknownRole: { status: 404, code: 10_011, message: 'Unknown Role' },
  manyGuilds: { status: 400, code: 30_001, message: 'Maximum number of guilds reached (100)' },
  banned: { status: 403, code: 40_007, message: 'The user is banned from this guild.' },
  noPermission: { status: 403, code: 50_013, message: 'Missing Permissions' },
  badToken: { status: 400, code: 50_025, message: 'Invalid OAuth2 access token' },
} satisfies Record<string, Refusal>;

type Throttle = { retryAfter: number; global?: boolean; scope?: 'user' | 'global' | 'shared' };

/** Creates a guild without any of the site's users, and the key pair that signs its interactions. */
export function createFakeGuild() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const members = new Map<string, Set<string>>();
  const throttles: Throttle[] = [];
  const limits: { remaining: number; resetAfter: number }[] = [];
  const commands = new Map<string, object>();
  let interactions = 0;
  // Signs any payload the way Discord signs its messages.
  const interactionOf = (payload: string, at: Date) => {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    return {
      payload,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
        'x-signature-timestamp': timestamp,
        'x-signature-ed25519': sign(null, Buffer.from(timestamp + payload), privateKey).toString('hex'),
      },
    };
  };
  return {
    id: GUILD,
    role: ROLE,
    invite: INVITE,
    // Roles of the guild members who have an account on the site, by user ID.
    members,
    banned: new Set<string>(),
    // Users who have reached Discord's maximum number of guilds.
    full: new Set<string>(),
    // Whether the bot has the permissions it needs.
    mayManage: true,
    // The application's registered commands by name.
    commands,
    throttles,
    limits,
    // Each argument turns one of the next responses to the bot into a 429.
    throttle: (...more: Throttle[]) => void throttles.push(...more),
    // Each argument sets the rate limit bucket headers of one of the next responses.
    limitTo: (...more: { remaining: number; resetAfter: number }[]) => void limits.push(...more),
    env: {
      DISCORD_BOT_TOKEN: BOT_TOKEN,
      DISCORD_GUILD_ID: GUILD,
      DISCORD_PREMIUM_ROLE_ID: ROLE,
      DISCORD_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
    },
    // A message as Discord would send it: its payload and headers.
    interaction: (body: object, at = new Date()) => interactionOf(JSON.stringify(body), at),
    interactionOf,
    // A user's command, as the body of an interaction.
    commandOf: (userId: string, name: string, options: Record<string, unknown> = {}) => {
      interactions += 1;
      return {
        id: String(90_210_000_000_100_000n + BigInt(interactions)),
        application_id: 'discord-stand-in',
        type: 2,
        version: 1,
        token: `interaction-${interactions}`,
        guild_id: GUILD,
        channel_id: '90210000000000003',
        locale: 'en-GB',
        member: {
          user: { id: userId, username: `user-${userId.slice(-4)}`, discriminator: '0', global_name: null },
          roles: [...(members.get(userId) ?? [])],
          permissions: '0',
        },
        data: {
          id: '90210000000000004',
          name,
          type: 1,
          options: Object.entries(options).map(([key, value]) => ({ name: key, type: 3, value })),
        },
      };
    },
  };
}

export type FakeGuild = ReturnType<typeof createFakeGuild>;

const refuse = (reply: FastifyReply, { status, ...body }: Refusal) => reply.code(status).send(body);

/** Rate limit headers for a response. After the last request that a bucket allows, the library waits before the next one. */
const bucketHeaders = (guild: FakeGuild, bucket: string): Record<string, string> => {
  const { remaining, resetAfter } = guild.limits.shift() ?? { remaining: 49, resetAfter: 1 };
  return {
    'x-ratelimit-limit': '50',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Date.now() / 1000 + resetAfter),
    'x-ratelimit-reset-after': resetAfter.toFixed(3),
    'x-ratelimit-bucket': bucket,
  };
};

const throttleWith = (reply: FastifyReply, { retryAfter, global = false, scope = 'user' }: Throttle) =>
  reply
    .code(429)
    .headers({
      'retry-after': String(Math.ceil(retryAfter)),
      'x-ratelimit-scope': scope,
      ...(global
        ? { 'x-ratelimit-global': 'true' }
        : { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': retryAfter.toFixed(3) }),
    })
    .send({ message: 'You are being rate limited.', retry_after: retryAfter, global });

/** Why a request from the bot is refused before it is handled, or null if it is acceptable. */
const objectionTo = (request: FastifyRequest): Refusal | null => {
  const { authorization, 'user-agent': agent = '' } = request.headers;
  // Discord rejects clients whose user agent does not have this form.
  if (!/^DiscordBot \(https?:\/\/[^ ,]+, [^)]+\)/.test(agent))
    return { status: 403, code: 40_333, message: 'internal' };
  const isOpen = request.routeOptions.url?.endsWith('/invites/:code');
  return isOpen || authorization === `Bot ${BOT_TOKEN}` ? null : refusals.unauthorized;
};

type MemberParams = { Params: { guild: string; user: string; role: string } };

/** Adds the bot's API under /api/v10. */
export function addGuildFake(api: FastifyInstance, guild: FakeGuild, grants: FakeGrants): void {
  const counted = () => ({
    approximate_member_count: OTHERS + guild.members.size,
    approximate_presence_count: Math.floor(OTHERS / 10),
  });

  api.register(async (bot) => {
    bot.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, JSON.parse(String(body))),
    );
    bot.addHook('preHandler', async (request, reply) => {
      const objection = objectionTo(request);
      if (objection) return refuse(reply, objection);
      const throttle = guild.throttles.shift();
      if (throttle) return throttleWith(reply, throttle);
      reply.headers(bucketHeaders(guild, `${request.method} ${request.routeOptions.url}`.replaceAll(/\W+/g, '-')));
      const { guild: id } = request.params as { guild?: string };
      if (id !== undefined && id !== GUILD) return refuse(reply, refusals.unknownGuild);
    });

    bot.put<MemberParams>('/api/v10/guilds/:guild/members/:user', async (request, reply) => {
      const { user } = request.params;
      const { access_token: token, roles = [] } = request.body as { access_token?: string; roles?: string[] };
      const grant = grants.grantOf(token ?? '');
      if (grant?.person.subject !== user || !grant.request.scope.includes('guilds.join'))
        return refuse(reply, refusals.badToken);
      if (!guild.mayManage) return refuse(reply, refusals.noPermission);
      if (guild.banned.has(user)) return refuse(reply, refusals.banned);
      if (guild.full.has(user)) return refuse(reply, refusals.manyGuilds);
      if (roles.some((role) => role !== ROLE)) return refuse(reply, refusals.unknownRole);
      if (guild.members.has(user)) return reply.code(204).send();
      guild.members.set(user, new Set(roles));
      return reply.code(201).send({ user: { id: user }, nick: null, roles, deaf: false, mute: false, flags: 1 });
    });

    bot.route<MemberParams>({
      method: ['PUT', 'DELETE'],
      url: '/api/v10/guilds/:guild/members/:user/roles/:role',
      handler: async (request, reply) => {
        const { user, role } = request.params;
        const roles = guild.members.get(user);
        if (!roles) return refuse(reply, refusals.unknownMember);
        if (role !== ROLE) return refuse(reply, refusals.unknownRole);
        if (!guild.mayManage) return refuse(reply, refusals.noPermission);
        if (request.method === 'PUT') roles.add(role);
        else roles.delete(role);
        return reply.code(204).send();
      },
    });

    bot.get('/api/v10/guilds/:guild', async ({ query }) => ({
      id: GUILD,
      name: 'Stand-in',
      ...((query as { with_counts?: string }).with_counts === 'true' ? counted() : {}),
    }));

    bot.get<{ Params: { code: string } }>('/api/v10/invites/:code', async ({ params, query }, reply) => {
      if (params.code !== INVITE) return refuse(reply, refusals.unknownInvite);
      const isCounted = (query as { with_counts?: string }).with_counts === 'true';
      return { type: 0, code: INVITE, guild: { id: GUILD, name: 'Stand-in' }, ...(isCounted ? counted() : {}) };
    });

    bot.post('/api/v10/applications/:application/guilds/:guild/commands', async (request, reply) => {
      const command = request.body as { name: string };
      const isNew = !guild.commands.has(command.name);
      guild.commands.set(command.name, command);
      return reply.code(isNew ? 201 : 200).send({ id: '90210000000000004', ...command });
    });
  });
}

/**
 * Controls for journey tests, which run in another process: list the guild's members, and send a user's command to the running
 * site.
 */
export function addGuildControls(app: FastifyInstance, guild: FakeGuild, people: readonly FakePerson[]): void {
  app.get('/guild', async () => ({
    members: [...guild.members].map(([id, roles]) => ({
      id,
      username: people.find(({ subject }) => subject === id)?.username,
      premium: roles.has(ROLE),
    })),
    commands: [...guild.commands.keys()],
  }));

  // `site=http://localhost:3000&user=80351110224678901&link=…`
  app.post('/bypass', async (request, reply) => {
    const { site = '', user = '', link = '' } = formOf(request);
    if (!/^http:\/\/(?:localhost|127\.0\.0\.1):\d+$/.test(site)) return reply.code(400).send({ error: 'site' });
    const { payload, headers } = guild.interaction(guild.commandOf(user, 'bypass', { link }));
    const answer = await fetch(site + receiveInteraction.path, { method: 'POST', headers, body: payload });
    return reply
      .code(answer.status)
      .type('application/json')
      .send(await answer.text());
  });
}
