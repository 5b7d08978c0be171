// Local fake of Patreon: OAuth login, and a person's identity with their memberships.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FakePerson } from './oauth-grants.fake.ts';
import { addFakeProvider, bearerOf, type FakeProvider } from './oauth-routes.fake.ts';
import { addMemberControls } from './patreon-controls.fake.ts';
import { asked, CAMPAIGN_ID, createFakeMembers, type FakeMembers, WEBHOOK_SECRET } from './patreon-members.fake.ts';

const people = (): FakePerson[] => [
  {
    subject: '111836501',
    name: 'Paula Stern',
    username: 'paulastern',
    email: 'paula@mailbox.example',
    emailVerified: true,
    cents: 500,
  },
  {
    subject: '111836502',
    name: 'Quinn Ash',
    username: 'quinnash',
    email: 'quinn@mailbox.example',
    emailVerified: true,
    cents: null,
  },
  {
    subject: '111836503',
    name: 'Rae Holt',
    username: 'raeholt',
    email: 'rae@mailbox.example',
    emailVerified: false,
    cents: null,
  },
];

const CREATOR: FakePerson = {
  subject: '111836500',
  name: 'Cleo Dane',
  username: 'cleodane',
  email: 'cleo@mailbox.example',
  emailVerified: true,
};
const CREATOR_REQUEST = {
  redirectUri: '',
  scope: ['identity', 'campaigns', 'campaigns.members', 'campaigns.members[email]'],
  state: '',
  challenge: null,
  nonce: null,
};

const PAGE_MEMBERS = { usual: 100, most: 1000 };

const fieldsOf = (request: FastifyRequest, type: string): string[] =>
  ((request.query as Record<string, string>)[`fields[${type}]`] ?? '').split(',').filter(Boolean);

const unauthorized = {
  errors: [
    { code: 1, code_name: 'Unauthorized', status: '401', title: "The server could not verify that you're you." },
  ],
};

const notFound = { errors: [{ code: 4, code_name: 'NotFound', status: '404', title: 'Not found.' }] };
const forbidden = { errors: [{ code_name: 'Forbidden', status: '403', title: 'Forbidden' }] };

/** The fake campaign, for tests and journeys. */
export type FakeCampaign = FakeMembers & {
  /** Environment variables that point the site to the campaign. The creator's token pair becomes invalid once refreshed. */
  env: Record<string, string>;
  setPageSize(size: number): void;
};

const pairOf = (grants: FakeProvider['grants']) => {
  const pair = grants.redeem(grants.issueCode(CREATOR, CREATOR_REQUEST), '', undefined);
  if (!pair) throw new Error('the creator got no tokens');
  return pair;
};

/**
 * Adds Patreon's routes. As at Patreon, the token endpoint does not support PKCE, and the API refuses requests without a user
 * agent.
 */
export function addPatreonFake(
  app: FastifyInstance,
  { clientId, clientSecret, site }: { clientId: string; clientSecret: string; site: string },
): FakeProvider & { campaign: FakeCampaign } {
  const everybody = people();
  const store = createFakeMembers(everybody);
  let pageSize = PAGE_MEMBERS.most;
  const provider = addFakeProvider(
    app,
    {
      name: 'patreon',
      label: 'Patreon',
      clientId,
      clientSecret,
      people: everybody,
      paths: { authorize: '/oauth2/authorize', token: '/api/oauth2/token' },
      pkce: false,
      scopes: ['identity', 'identity[email]'],
      refreshes: true,
      rateLimited: {
        headers: { 'retry-after': '9' },
        body: { errors: [{ code_name: 'RequestThrottled', retry_after_seconds: 9, status: '429' }] },
      },
    },
    (api, { grants }) => {
      api.addHook('preHandler', async (request, reply) => {
        if (!request.url.includes('/v2/')) return;
        // Node's fetch sends the user agent "node" by default.
        if (/^(?:node|undici)?$/.test(request.headers['user-agent'] ?? '')) return reply.code(403).send(forbidden);
        const grant = bearerOf(request, grants);
        if (!grant) return reply.code(401).send(unauthorized);
        if (!request.url.includes('/identity') && grant.person !== CREATOR) return reply.code(403).send(forbidden);
      });
      api.get<{ Params: { id: string } }>('/api/oauth2/v2/members/:id', async (request, reply) => {
        const found = store.findById(request.params.id);
        if (!found) return reply.code(404).send(notFound);
        const fields = (type: string) => fieldsOf(request, type);
        return { data: store.resourceOf(...found, fields), included: store.included(found[1], fields) };
      });
      api.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
        '/api/oauth2/v2/campaigns/:id/members',
        async (request, reply) => {
          const { query, params } = request;
          if (params.id !== CAMPAIGN_ID) return reply.code(404).send(notFound);
          const count = Math.min(Number(query['page[count]'] ?? PAGE_MEMBERS.usual), PAGE_MEMBERS.most, pageSize);
          const from = Number(Buffer.from(query['page[cursor]'] ?? '', 'base64url').toString() || 0);
          const all = [...store.members].filter(([, { campaign }]) => campaign === CAMPAIGN_ID);
          const next = from + count < all.length ? Buffer.from(String(from + count)).toString('base64url') : null;
          const fields = (type: string) => fieldsOf(request, type);
          return {
            data: all.slice(from, from + count).map(([patron, member]) => store.resourceOf(patron, member, fields)),
            meta: { pagination: { cursors: { next }, total: all.length } },
          };
        },
      );
      api.get('/api/oauth2/v2/identity', async (request, reply) => {
        const grant = bearerOf(request, grants);
        if (!grant) return reply.code(401).send(unauthorized);
        const { subject, name, email, emailVerified } = grant.person;
        const mayHaveEmail = grant.request.scope.includes('identity[email]');
        const query = request.query as Record<string, string>;
        const member = store.members.get(subject);
        const fields = (type: string) => fieldsOf(request, type);
        const withMemberships = (query.include ?? '').split(',').includes('memberships');
        return {
          data: {
            type: 'user',
            id: subject,
            attributes: asked(fieldsOf(request, 'user'), {
              full_name: name,
              ...(mayHaveEmail ? { email, is_email_verified: emailVerified } : {}),
            }),
            ...(withMemberships
              ? { relationships: { memberships: { data: member ? [{ type: 'member', id: member.id }] : [] } } }
              : {}),
          },
          ...(withMemberships && member
            ? { included: [store.resourceOf(subject, member, fields), ...store.included(member, fields)] }
            : {}),
          links: { self: `https://www.patreon.com/api/oauth2/v2/user/${subject}` },
        };
      });
    },
  );
  const { accessToken, refreshToken } = pairOf(provider.grants);
  addMemberControls(app, everybody, { store, site });
  const env = {
    PATREON_CAMPAIGN_ID: CAMPAIGN_ID,
    PATREON_CREATOR_TOKEN: accessToken,
    PATREON_CREATOR_REFRESH_TOKEN: refreshToken,
    PATREON_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  const setPageSize = (size: number): void => {
    pageSize = size;
  };
  return Object.assign(provider, { campaign: { ...store, env, setPageSize } });
}
