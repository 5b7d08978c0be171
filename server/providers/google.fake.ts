// Local fake of Google: OpenID Connect with discovery, published keys and signed ID tokens.
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import type { FakePerson, FakeRequest } from './oauth-grants.fake.ts';
import { addFakeProvider, bearerOf, type FakeProvider, formOf } from './oauth-routes.fake.ts';

const people = (): FakePerson[] => [
  {
    subject: '108000000000000000001',
    name: 'Greta Quill',
    username: 'greta',
    email: 'greta@studio.example',
    emailVerified: true,
    hd: 'studio.example',
  },
  {
    subject: '108000000000000000002',
    name: 'Tomas Reed',
    username: 'tomas',
    email: 'tomas@mailbox.example',
    emailVerified: true,
  },
  {
    subject: '108000000000000000003',
    name: 'Uma Field',
    username: 'uma',
    email: 'uma@mailbox.example',
    emailVerified: false,
  },
  {
    subject: '108000000000000000004',
    name: 'Demo Member',
    username: 'member',
    email: 'member@demo.example',
    emailVerified: true,
    hd: 'demo.example',
  },
];

/** How the next ID token should differ from a valid one. */
export type Forgery = { claims?: JWTPayload; signed?: 'by another key' | 'not at all' };

export type GoogleFake = FakeProvider & { forgeNext(forgery: Forgery): void };

const ALGORITHM = 'RS256';
const LIFE_SECONDS = 3600;

export async function addGoogleFake(
  app: FastifyInstance,
  { clientId, clientSecret, address }: { clientId: string; clientSecret: string; address(): string },
): Promise<GoogleFake> {
  const [ours, other] = await Promise.all([generateKeyPair(ALGORITHM), generateKeyPair(ALGORITHM)]);
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'stand-in', alg: ALGORITHM, use: 'sig' };
  let forgery: Forgery | null = null;

  const claimsOf = ({ subject, name, email, emailVerified, hd }: FakePerson, scope: readonly string[]) => ({
    sub: subject,
    ...(scope.includes('email') && email !== null ? { email, email_verified: emailVerified } : {}),
    ...(scope.includes('profile') ? { name } : {}),
    ...(hd ? { hd } : {}),
  });

  const idToken = async ({ person, request }: { person: FakePerson; request: FakeRequest }): Promise<string> => {
    const { claims: forged = {}, signed } = forgery ?? {};
    forgery = null;
    const iat = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      iss: address(),
      aud: clientId,
      azp: clientId,
      iat,
      exp: iat + LIFE_SECONDS,
      ...(request.nonce === null ? {} : { nonce: request.nonce }),
      ...claimsOf(person, request.scope),
      ...forged,
    };
    if (signed === 'not at all') return new UnsecuredJWT(claims).encode();
    const key = signed === 'by another key' ? other.privateKey : ours.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid, typ: 'JWT' }).sign(key);
  };

  const provider = addFakeProvider(
    app,
    {
      name: 'google',
      label: 'Google',
      clientId,
      clientSecret,
      people: people(),
      paths: { authorize: '/o/oauth2/v2/auth', token: '/token' },
      pkce: true,
      scopes: ['openid', 'email', 'profile'],
      refreshes: false,
      rateLimited: {
        headers: { 'retry-after': '30' },
        body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } },
      },
      extras: async (grant) => ({ id_token: await idToken(grant) }),
    },
    (api, { grants }) => {
      api.get('/v1/userinfo', async (request, reply) => {
        const grant = bearerOf(request, grants);
        if (!grant) return reply.code(401).send({ error: 'invalid_token' });
        return claimsOf(grant.person, grant.request.scope);
      });
      api.post('/revoke', async (request) => {
        grants.revoke(formOf(request).token ?? '');
        return {};
      });
    },
  );

  app.get('/.well-known/openid-configuration', async () => ({
    issuer: address(),
    authorization_endpoint: `${address()}/o/oauth2/v2/auth`,
    token_endpoint: `${address()}/token`,
    userinfo_endpoint: `${address()}/v1/userinfo`,
    revocation_endpoint: `${address()}/revoke`,
    jwks_uri: `${address()}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    scopes_supported: ['openid', 'email', 'profile'],
    code_challenge_methods_supported: ['plain', 'S256'],
  }));
  app.get('/oauth2/v3/certs', async () => ({ keys: [jwk] }));

  return Object.assign(provider, {
    forgeNext: (next: Forgery) => {
      forgery = next;
    },
  });
}
