// A stand-in for Patreon on this machine: the sign-in and the identity of a person with their memberships.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FakePerson } from './oauth-grants.fake.ts';
import { addFakeProvider, bearerOf, type FakeProvider } from './oauth-routes.fake.ts';

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

const CAMPAIGN = '11539233';
const TIER = '21926235';

const fieldsOf = (request: FastifyRequest, type: string): string[] =>
  ((request.query as Record<string, string>)[`fields[${type}]`] ?? '').split(',').filter(Boolean);

/** Nothing but type and id comes back unless it was asked for by its name. */
const asked = (fields: readonly string[], attributes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => fields.includes(name)));

const unauthorized = {
  errors: [
    { code: 1, code_name: 'Unauthorized', status: '401', title: "The server could not verify that you're you." },
  ],
};

const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().replace('Z', '+00:00');

const membership = (request: FastifyRequest, { subject, email, name, cents }: FakePerson) => {
  if (cents === null || cents === undefined) return { references: [], included: [] };
  const member = { type: 'member', id: `38c264ba-0612-4bb9-bc33-${subject.padStart(12, '0')}` };
  const attributes = {
    patron_status: 'active_patron',
    last_charge_status: 'Paid',
    last_charge_date: dayFrom(-10),
    next_charge_date: dayFrom(20),
    currently_entitled_amount_cents: cents,
    pledge_cadence: 1,
    email,
    full_name: name,
  };
  return {
    references: [member],
    included: [
      {
        ...member,
        attributes: asked(fieldsOf(request, 'member'), attributes),
        relationships: {
          campaign: { data: { type: 'campaign', id: CAMPAIGN } },
          currently_entitled_tiers: { data: [{ type: 'tier', id: TIER }] },
        },
      },
      {
        type: 'tier',
        id: TIER,
        attributes: asked(fieldsOf(request, 'tier'), { title: 'Premium', amount_cents: cents }),
      },
      { type: 'campaign', id: CAMPAIGN, attributes: {} },
    ],
  };
};

/** Adds Patreon's paths. Its token endpoint knows no PKCE, and its API refuses whoever does not name themselves. */
export const addPatreonFake = (
  app: FastifyInstance,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): FakeProvider =>
  addFakeProvider(
    app,
    {
      name: 'patreon',
      label: 'Patreon',
      clientId,
      clientSecret,
      people: people(),
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
      api.get('/api/oauth2/v2/identity', async (request, reply) => {
        // Node's fetch names itself "node" when nobody else does.
        if (/^(?:node|undici)?$/.test(request.headers['user-agent'] ?? ''))
          return reply.code(403).send({ errors: [{ code_name: 'Forbidden', status: '403' }] });
        const grant = bearerOf(request, grants);
        if (!grant) return reply.code(401).send(unauthorized);
        const { subject, name, email, emailVerified } = grant.person;
        const mayHaveEmail = grant.request.scope.includes('identity[email]');
        const query = request.query as Record<string, string>;
        const { references, included } = membership(request, grant.person);
        const withMemberships = (query.include ?? '').split(',').includes('memberships');
        return {
          data: {
            type: 'user',
            id: subject,
            attributes: asked(fieldsOf(request, 'user'), {
              full_name: name,
              ...(mayHaveEmail ? { email, is_email_verified: emailVerified } : {}),
            }),
            ...(withMemberships ? { relationships: { memberships: { data: references } } } : {}),
          },
          ...(withMemberships ? { included } : {}),
          links: { self: `https://www.patreon.com/api/oauth2/v2/user/${subject}` },
        };
      });
    },
  );
