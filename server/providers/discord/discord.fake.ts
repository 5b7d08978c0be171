// Local fake of Discord: OAuth login, API requests on behalf of users, one guild with a bot, and webhooks.
import type { FastifyInstance } from 'fastify';
import type { FakePerson } from '#server/providers/oauth-grants.fake.ts';
import {
  addFakeProvider,
  bearerOf,
  type FakeProvider,
  type FakeSetUp,
  formOf,
  requireClient,
} from '#server/providers/oauth-routes.fake.ts';
import { addGuildControls, addGuildFake, createFakeGuild, type FakeGuild } from './discord-guild.fake.ts';
import { addWebhookControls, addWebhooksFake, createFakeWebhooks, type FakeWebhooks } from './discord-webhook.fake.ts';

const people = (): FakePerson[] => [
  {
    subject: '80351110224678901',
    name: 'Nelly Marsh',
    username: 'nellymarsh',
    email: 'nelly@mailbox.example',
    emailVerified: true,
  },
  {
    subject: '80351110224678902',
    name: 'Otto Blank',
    username: 'otto.blank',
    email: 'otto@mailbox.example',
    emailVerified: false,
  },
  { subject: '80351110224678903', name: 'Pip', username: 'pip', email: null, emailVerified: false },
  {
    subject: '80351110224678904',
    name: 'Demo Member',
    username: 'demo.member',
    email: 'member@demo.example',
    emailVerified: true,
  },
];

const limitHeaders = {
  'x-ratelimit-limit': '50',
  'x-ratelimit-remaining': '49',
  'x-ratelimit-reset-after': '1.000',
  'x-ratelimit-bucket': 'stand-in',
};

/** Adds Discord's routes, with the API under /api/v10. */
export function addDiscordFake(
  app: FastifyInstance,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): FakeProvider & { guild: FakeGuild; webhooks: FakeWebhooks } {
  const setUp: FakeSetUp = {
    name: 'discord',
    label: 'Discord',
    clientId,
    clientSecret,
    people: people(),
    paths: { authorize: '/oauth2/authorize', token: '/api/oauth2/token' },
    pkce: true,
    scopes: ['identify', 'email', 'guilds.join'],
    refreshes: true,
    rateLimited: {
      headers: { ...limitHeaders, 'x-ratelimit-remaining': '0', 'x-ratelimit-scope': 'user', 'retry-after': '65' },
      body: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
    },
  };
  const guild = createFakeGuild();
  const webhooks = createFakeWebhooks();
  const provider = addFakeProvider(app, setUp, (api, { grants }) => {
    addGuildFake(api, guild, grants);
    addWebhooksFake(api, webhooks);
    api.get('/api/v10/users/@me', async (request, reply) => {
      reply.headers(limitHeaders);
      const grant = bearerOf(request, grants);
      if (!grant) return reply.code(401).send({ message: '401: Unauthorized', code: 0 });
      const { subject, username, name, email, emailVerified } = grant.person;
      return {
        id: subject,
        username,
        global_name: name,
        discriminator: '0',
        avatar: null,
        mfa_enabled: false,
        ...(grant.request.scope.includes('email') ? { email, verified: emailVerified } : {}),
      };
    });
    api.post('/api/oauth2/token/revoke', async (request, reply) => {
      if (!requireClient(setUp, request, reply)) return reply;
      grants.revoke(formOf(request).token ?? '');
      return {};
    });
  });
  addGuildControls(app, guild, provider.people);
  addWebhookControls(app, webhooks);
  return Object.assign(provider, { guild, webhooks });
}
