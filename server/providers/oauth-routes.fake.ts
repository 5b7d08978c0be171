// Routes that all fakes share: authorisation with a consent page, the token endpoint, and simulated failures.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentPage, consentRefused } from './oauth-consent.fake.ts';
import { createFakeGrants, type FakeGrants, type FakePerson, type FakeRequest } from './oauth-grants.fake.ts';

/** Failures that can be simulated in responses to the site's server. */
export const fakeTroubles = ['rate-limited', 'error', 'nonsense', 'no-json', 'silence'] as const;
export type FakeTrouble = (typeof fakeTroubles)[number];

export type FakeCall = { path: string; headers: FastifyRequest['headers']; form: Record<string, string> };

/** One fake provider, as used by tests. */
export type FakeProvider = {
  people: FakePerson[];
  /** Requests from the site's server, in order; requests from browsers are not included. */
  calls: FakeCall[];
  grants: FakeGrants;
  /** Makes the next responses to the site's server fail, one for each given failure; `none` leaves a response intact. */
  misbehave(...troubles: (FakeTrouble | 'none')[]): void;
};

export type FakeSetUp = {
  name: 'google' | 'discord' | 'patreon';
  label: string;
  clientId: string;
  clientSecret: string;
  people: FakePerson[];
  paths: { authorize: string; token: string };
  /** Whether the provider supports PKCE; if it does not, PKCE parameters are ignored. */
  pkce: boolean;
  scopes: readonly string[];
  /** Whether refresh tokens are issued; Google only issues them for offline access. */
  refreshes: boolean;
  rateLimited: { headers: Record<string, string>; body: object };
  /** Returns extra fields for the token response. */
  extras?(grant: { person: FakePerson; request: FakeRequest }): Promise<Record<string, string>>;
};

export function formOf(request: FastifyRequest): Record<string, string> {
  return typeof request.body === 'object' ? ((request.body ?? {}) as Record<string, string>) : {};
}

/** The grant that a request's bearer token belongs to. */
export function bearerOf(request: FastifyRequest, grants: FakeGrants) {
  return grants.grantOf(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
}

const isReturnAddress = (name: string, text: string): boolean =>
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).pathname === `/api/auth/${name}/callback`;

/** Parses an authorisation request, or returns the reason for refusing it. */
const readRequest = (setUp: FakeSetUp, query: Record<string, string>): FakeRequest | string => {
  if (query.client_id !== setUp.clientId) return 'The client_id is unknown.';
  const redirectUri = query.redirect_uri ?? '';
  if (!isReturnAddress(setUp.name, redirectUri)) return 'The redirect_uri is not registered.';
  if (query.response_type !== 'code') return 'The response_type is not supported.';
  const scope = (query.scope ?? '').split(' ').filter(Boolean);
  if (scope.length === 0 || scope.some((part) => !setUp.scopes.includes(part))) return 'A scope is unknown.';
  if (setUp.pkce && (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(query.code_challenge ?? '')))
    return 'The code_challenge is missing or not S256.';
  return {
    redirectUri,
    scope,
    state: query.state ?? '',
    challenge: setUp.pkce ? (query.code_challenge ?? null) : null,
    nonce: query.nonce ?? null,
  };
};

const somebodyNew = (): FakePerson => {
  const word = randomBytes(4).toString('hex');
  return {
    subject: String(BigInt(`0x1${randomBytes(7).toString('hex')}`)),
    name: `New ${word}`,
    username: `new-${word}`,
    email: `new-${word}@mailbox.example`,
    emailVerified: true,
    hd: 'mailbox.example',
    cents: null,
  };
};

const credentialsOf = (request: FastifyRequest): [string, string] => {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (basic) {
    const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    return [id, secret];
  }
  const { client_id: id = '', client_secret: secret = '' } = formOf(request);
  return [id, secret];
};

/** Whether a request has valid client credentials; responds with 401 if it does not. */
export function requireClient(setUp: FakeSetUp, request: FastifyRequest, reply: FastifyReply): boolean {
  const [id, secret] = credentialsOf(request);
  if (id === setUp.clientId && secret === setUp.clientSecret) return true;
  void reply.code(401).send({ error: 'invalid_client' });
  return false;
}

const answerWrongly = (trouble: FakeTrouble, setUp: FakeSetUp, reply: FastifyReply): FastifyReply => {
  if (trouble === 'rate-limited')
    return reply.code(429).headers(setUp.rateLimited.headers).send(setUp.rateLimited.body);
  if (trouble === 'error') return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>');
  if (trouble === 'no-json') return reply.type('application/json').send('<!doctype html><p>Sign in to the network');
  if (trouble === 'nonsense') return reply.send({ access_token: 7, id: { a: 1 }, data: [], sub: null, email: 9 });
  return reply.hijack();
};

/** Adds one fake provider; `addApi` adds its provider-specific routes. */
export function addFakeProvider(
  app: FastifyInstance,
  setUp: FakeSetUp,
  addApi: (api: FastifyInstance, provider: FakeProvider) => void,
): FakeProvider {
  const grants = createFakeGrants();
  const troubles: (FakeTrouble | 'none')[] = [];
  const provider: FakeProvider = {
    people: setUp.people,
    calls: [],
    grants,
    misbehave: (...more) => void troubles.push(...more),
  };
  const { paths } = setUp;
  const refuse = (reply: FastifyReply, reason: string) =>
    reply.code(400).type('text/html; charset=utf-8').send(consentRefused(setUp.label, reason));

  app.get<{ Querystring: Record<string, string> }>(paths.authorize, async ({ query }, reply) => {
    const asked = readRequest(setUp, query);
    if (typeof asked === 'string') return refuse(reply, asked);
    const action = `/${setUp.name}/consent`;
    const { label, people } = setUp;
    return reply
      .type('text/html; charset=utf-8')
      .send(consentPage({ label, action, people, scope: asked.scope, query }));
  });

  app.post('/consent', async (request, reply) => {
    const { person: chosen, decision, ...query } = formOf(request);
    const asked = readRequest(setUp, query);
    if (typeof asked === 'string') return refuse(reply, asked);
    const back = new URL(asked.redirectUri);
    back.searchParams.set('state', asked.state);
    if (decision !== 'allow') {
      back.searchParams.set('error', 'access_denied');
      return reply.redirect(back.href, 303);
    }
    const person = chosen === 'new' ? somebodyNew() : setUp.people.find(({ subject }) => subject === chosen);
    if (!person) return refuse(reply, 'No account was chosen.');
    if (chosen === 'new') setUp.people.push(person);
    back.searchParams.set('code', grants.issueCode(person, asked));
    return reply.redirect(back.href, 303);
  });

  app.register(async (api) => {
    api.addHook('preHandler', async (request, reply) => {
      provider.calls.push({ path: request.url, headers: request.headers, form: formOf(request) });
      const trouble = troubles.shift();
      if (trouble && trouble !== 'none') return answerWrongly(trouble, setUp, reply);
    });
    addApi(api, provider);
    api.post(paths.token, async (request, reply) => {
      if (!requireClient(setUp, request, reply)) return reply;
      const form = formOf(request);
      const pair =
        form.grant_type === 'refresh_token'
          ? grants.refresh(form.refresh_token ?? '')
          : form.grant_type === 'authorization_code'
            ? grants.redeem(form.code ?? '', form.redirect_uri ?? '', form.code_verifier)
            : null;
      if (!pair) return reply.code(400).send({ error: 'invalid_grant' });
      return {
        access_token: pair.accessToken,
        token_type: 'Bearer',
        expires_in: grants.lifeSeconds(),
        ...(setUp.refreshes ? { refresh_token: pair.refreshToken } : {}),
        scope: pair.grant.request.scope.join(' '),
        ...(await setUp.extras?.(pair.grant)),
      };
    });
  });
  return provider;
}
