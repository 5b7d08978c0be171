// Tests the provider clients with their fakes, over real local HTTP connections.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forgery } from './google.fake.ts';
import { createIdentityProviders } from './identity-providers.ts';
import { type ProviderFakes, startProviderFakes } from './oauth.fake.ts';
import type { IdentityProvider, Visit } from './oauth.ts';
import { fakeTroubles } from './oauth-routes.fake.ts';

type Name = 'google' | 'discord' | 'patreon';
const names: Name[] = ['google', 'discord', 'patreon'];

const now = () => new Date('2026-05-04T10:00:00Z');
let fakes: ProviderFakes;
let clients: Record<Name, IdentityProvider>;

const credentialsOf = (name: Name) => ({
  clientId: fakes.env[`${name.toUpperCase()}_CLIENT_ID`] ?? '',
  clientSecret: fakes.env[`${name.toUpperCase()}_CLIENT_SECRET`] ?? '',
  base: fakes.env[`${name.toUpperCase()}_BASE`] ?? '',
});

const makeClients = (changes: { clientSecret?: string } = {}, patienceMs = 5000) => {
  const setUp = Object.fromEntries(names.map((name) => [name, { ...credentialsOf(name), ...changes }]));
  return createIdentityProviders(setUp as never, { now, patienceMs }) as Record<Name, IdentityProvider>;
};

beforeAll(async () => {
  fakes = await startProviderFakes();
  clients = makeClients();
});
afterAll(() => fakes.stop());

const secretText = () => randomBytes(32).toString('base64url');

const newVisit = (name: Name): Visit => ({
  state: secretText(),
  verifier: secretText(),
  nonce: secretText(),
  redirectUri: `https://helix.example/api/auth/${name}/callback`,
});

/** Completes the consent page and returns the query that the browser comes back with. */
const visitTo = async (name: Name, visit: Visit, person?: string): Promise<URLSearchParams> => {
  const address = await clients[name].begin(visit);
  const back = await fakes.consent(address.href, { person: person ?? fakes[name].people[0]?.subject ?? '' });
  return new URL(back).searchParams;
};

const finished = async (name: Name, person?: string) => {
  const visit = newVisit(name);
  return clients[name].finish(await visitTo(name, visit, person), visit);
};

describe('the profile', () => {
  it('at Google comes from the signed ID token', async () => {
    const { profile, tokens } = await finished('google');
    expect(profile).toEqual({
      subject: '108000000000000000001',
      username: 'greta@studio.example',
      displayName: 'Greta Quill',
      email: 'greta@studio.example',
      emailVerified: true,
      authoritative: true,
    });
    expect(tokens).toMatchObject({ refreshToken: null, expiresAt: new Date('2026-05-04T11:00:00Z') });
    expect(await clients.google.profile(tokens.accessToken)).toEqual(profile);
  });

  it.each([
    ['108000000000000000002', 'a verified address not hosted by Google', true, false],
    ['108000000000000000003', 'an unverified address', false, false],
  ])('at Google of %s: %s', async (subject, _what, emailVerified, authoritative) => {
    expect((await finished('google', subject)).profile).toMatchObject({ subject, emailVerified, authoritative });
  });

  it.each<[string, Forgery['claims'], boolean]>([
    ['a Gmail address', { email: 'ada@gmail.com', email_verified: true, hd: undefined }, true],
    ['an unverified Gmail address', { email: 'ada@gmail.com', email_verified: false, hd: undefined }, false],
    ['an address that only ends like Gmail', { email: 'ada@notgmail.com', email_verified: true, hd: undefined }, false],
    ['an unverified address of an organisation', { email_verified: false, hd: 'studio.example' }, false],
  ])('at Google is or is not authoritative for %s', async (_what, claims, authoritative) => {
    fakes.google.forgeNext({ ...(claims ? { claims } : {}) });
    expect((await finished('google')).profile.authoritative).toBe(authoritative);
  });

  it.each([
    ['80351110224678901', 'nelly@mailbox.example', true],
    ['80351110224678902', 'otto@mailbox.example', false],
    ['80351110224678903', null, false],
  ])('at Discord of %s has the address %s, verified: %s', async (subject, email, verified) => {
    const { profile } = await finished('discord', subject);
    expect(profile).toMatchObject({ subject, email, emailVerified: verified, authoritative: false });
  });

  it('at Patreon is never authoritative for an address', async () => {
    const { profile, tokens } = await finished('patreon');
    expect(profile).toMatchObject({ subject: '111836501', username: 'Paula Stern', emailVerified: true });
    expect(profile.authoritative).toBe(false);
    expect(tokens.scope).toBe('identity identity[email]');
  });
});

describe('a request for consent', () => {
  it.each([
    ['google', 'openid email profile', ['code_challenge', 'nonce']],
    ['discord', 'identify email', ['code_challenge']],
    ['patreon', 'identity identity[email]', []],
  ] as const)('to %s asks only for %s', async (name, scope, also) => {
    const visit = newVisit(name);
    const { searchParams } = await clients[name].begin(visit);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: `${name}-stand-in`,
      response_type: 'code',
      state: visit.state,
      redirect_uri: visit.redirectUri,
      scope,
    });
    for (const key of ['code_challenge', 'nonce'] as const)
      expect(searchParams.has(key), key).toBe((also as readonly string[]).includes(key));
    expect(searchParams.get('code_challenge_method')).toBe(also.length > 0 ? 'S256' : null);
    expect(searchParams.toString()).not.toContain(visit.verifier);
  });

  it('goes to the providers’ own URLs by default', async () => {
    const credentials = { clientId: 'a', clientSecret: 'b', base: null };
    const real = createIdentityProviders({ google: credentials, discord: credentials, patreon: null }, { now });
    expect((await real.google?.begin(newVisit('google')))?.origin).toBe('https://accounts.google.com');
    expect((await real.discord?.begin(newVisit('discord')))?.origin).toBe('https://discord.com');
    expect(real.patreon).toBeNull();
  });

  it('uses plain http only on this machine', () => {
    const set = { clientId: 'a', clientSecret: 'b', base: 'http://discord.example' };
    expect(() => createIdentityProviders({ google: null, discord: set, patreon: null }, { now })).toThrow(
      'must be on this machine',
    );
  });
});

describe('a response is rejected', () => {
  it.each(names)('with the state of another visit: %s', async (name) => {
    const visit = newVisit(name);
    const query = await visitTo(name, visit);
    query.set('state', secretText());
    await expect(clients[name].finish(query, visit)).rejects.toThrow();
  });

  it.each(names)('with a code that was used before: %s', async (name) => {
    const visit = newVisit(name);
    const query = await visitTo(name, visit);
    await clients[name].finish(query, visit);
    await expect(clients[name].finish(query, visit)).rejects.toThrow();
  });

  it.each(['google', 'discord'] as const)('with the code of another user’s visit: %s', async (name) => {
    const theirs = await visitTo(name, newVisit(name));
    const visit = newVisit(name);
    theirs.set('state', visit.state);
    await expect(clients[name].finish(theirs, visit)).rejects.toThrow();
  });

  it('from a different issuer', async () => {
    const visit = newVisit('google');
    const query = await visitTo('google', visit);
    query.set('iss', 'https://accounts.evil.example');
    await expect(clients.google.finish(query, visit)).rejects.toThrow();
  });

  const past = Math.floor(Date.now() / 1000) - 7200;
  it.each<[string, Forgery]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } as never }],
    ['another audience', { claims: { aud: 'another-application' } }],
    ['several audiences but another authorised party', { claims: { aud: ['google-stand-in', 'x'], azp: 'x' } }],
    ['another issuer', { claims: { iss: 'https://accounts.evil.example' } }],
    ['an expired time', { claims: { iat: past, exp: past + 60 } }],
    ['no subject', { claims: { sub: undefined } as never }],
    ['another key’s signature', { signed: 'by another key' }],
    ['no signature', { signed: 'not at all' }],
  ])('with an ID token with %s', async (_what, forgery) => {
    fakes.google.forgeNext(forgery);
    await expect(finished('google')).rejects.toThrow();
  });

  it('unless the ID token is not forged', async () => {
    fakes.google.forgeNext({});
    expect((await finished('google')).profile.subject).toBe('108000000000000000001');
  });

  it.each(names)('when the client secret is wrong: %s', async (name) => {
    const visit = newVisit(name);
    const query = await visitTo(name, visit);
    await expect(makeClients({ clientSecret: 'wrong' })[name].finish(query, visit)).rejects.toThrow();
  });
});

describe('a failure of the provider', () => {
  it.each(names.flatMap((name) => fakeTroubles.map((trouble) => [name, trouble] as const)))(
    'makes the login fail: %s, %s',
    async (name, trouble) => {
      const visit = newVisit(name);
      const query = await visitTo(name, visit);
      fakes[name].misbehave(trouble);
      await expect(makeClients({}, 400)[name].finish(query, visit)).rejects.toThrow();
    },
  );

  it.each((['discord', 'patreon'] as const).flatMap((name) => fakeTroubles.map((trouble) => [name, trouble] as const)))(
    'makes reading the profile fail: %s, %s',
    async (name, trouble) => {
      const { tokens } = await finished(name);
      fakes[name].misbehave(trouble);
      await expect(makeClients({}, 400)[name].profile(tokens.accessToken)).rejects.toThrow();
      expect((await clients[name].profile(tokens.accessToken)).subject).toBe(fakes[name].people[0]?.subject);
    },
  );
});

describe('tokens', () => {
  it.each(['discord', 'patreon'] as const)('can be refreshed once per refresh token: %s', async (name) => {
    const { tokens } = await finished(name);
    const fresh = await clients[name].refresh(tokens.refreshToken ?? '');
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    expect((await clients[name].profile(fresh.accessToken)).subject).toBe(fakes[name].people[0]?.subject);
    await expect(clients[name].refresh(tokens.refreshToken ?? '')).rejects.toThrow();
  });

  it.each(['google', 'discord'] as const)('are invalid after they are revoked: %s', async (name) => {
    const { tokens } = await finished(name);
    await clients[name].revoke(tokens);
    await expect(clients[name].profile(tokens.accessToken)).rejects.toThrow();
  });

  it('and secrets are sent in forms, with our user agent', async () => {
    fakes.patreon.calls.length = 0;
    await finished('patreon');
    const [exchange, identity] = fakes.patreon.calls;
    expect(exchange?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(exchange?.path).not.toContain('secret');
    expect(identity?.headers['user-agent']).toContain('Helix');
    expect(identity?.path).toContain('fields%5Buser%5D=');
  });
});
