// Tests the fakes themselves. Tests that use the fakes only prove something if the fakes are as strict as the documentation says.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProviderFakes, startProviderFakes } from './oauth.fake.ts';

let fakes: ProviderFakes;
beforeAll(async () => {
  fakes = await startProviderFakes();
});
afterAll(() => fakes.stop());

type Name = 'google' | 'discord' | 'patreon';

const authorizePaths = { google: 'o/oauth2/v2/auth', discord: 'oauth2/authorize', patreon: 'oauth2/authorize' };
const tokenPaths = { google: 'token', discord: 'api/oauth2/token', patreon: 'api/oauth2/token' };
const scopes = { google: 'openid email', discord: 'identify email', patreon: 'identity identity[email]' };

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = (name: Name) => `http://localhost:3000/api/auth/${name}/callback`;

const request = (name: Name, changes: Record<string, string> = {}): string => {
  const query = {
    client_id: `${name}-stand-in`,
    redirect_uri: redirectUri(name),
    response_type: 'code',
    scope: scopes[name],
    state: 'state & "more" <b>',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  return `${fakes.url}/${name}/${authorizePaths[name]}?${new URLSearchParams(query)}`;
};

const codeFor = async (name: Name): Promise<string> => {
  const back = await fakes.consent(request(name), { person: fakes[name].people[0]?.subject ?? '' });
  const { searchParams } = new URL(back);
  expect(searchParams.get('state')).toBe('state & "more" <b>');
  return searchParams.get('code') ?? '';
};

const exchange = (name: Name, form: Record<string, string>) =>
  fetch(`${fakes.url}/${name}/${tokenPaths[name]}`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: `${name}-stand-in`,
      client_secret: `${name}-secret`,
      redirect_uri: redirectUri(name),
      code_verifier: verifier,
      ...form,
    }),
  });

const names: Name[] = ['google', 'discord', 'patreon'];

describe('the consent page', () => {
  it.each([
    ['client_id', 'another'],
    ['redirect_uri', 'http://localhost:3000/elsewhere'],
    ['redirect_uri', 'javascript:alert(1)'],
    ['response_type', 'token'],
    ['scope', 'everything'],
    ['scope', ''],
    ['code_challenge_method', 'plain'],
    ['code_challenge', 'short'],
  ])('is not shown when %s is "%s"', async (name, value) => {
    const reply = await fetch(request('google', { [name]: value }), { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
  });

  it('lists all people and escapes the request', async () => {
    const html = await (await fetch(request('discord'))).text();
    for (const { name } of fakes.discord.people) expect(html).toContain(name);
    expect(html).not.toContain('<b>');
  });

  it('redirects without a code when denied', async () => {
    const back = new URL(await fakes.consent(request('patreon'), { person: 'new', allow: false }));
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
  });
});

describe('a code', () => {
  it.each(names)('of %s is valid once', async (name) => {
    const code = await codeFor(name);
    const statuses = [(await exchange(name, { code })).status, (await exchange(name, { code })).status];
    expect(statuses).toEqual([200, 400]);
  });

  it.each([
    ['google', 'redirect_uri', 'http://localhost:4000/api/auth/google/callback', 400],
    ['google', 'code_verifier', 'w'.repeat(43), 400],
    ['discord', 'code_verifier', '', 400],
    ['patreon', 'client_secret', 'wrong', 401],
  ] as const)('of %s is rejected with another %s', async (name, field, value, status) => {
    expect((await exchange(name, { code: await codeFor(name), [field]: value })).status).toBe(status);
  });

  it('is accepted only in a form', async () => {
    const reply = await fetch(`${fakes.url}/discord/api/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'authorization_code', code: await codeFor('discord') }),
    });
    expect(reply.status).toBe(415);
  });
});

describe('Patreon', () => {
  const identity = async (query: string, headers: Record<string, string> = {}) => {
    const tokens = await (await exchange('patreon', { code: await codeFor('patreon') })).json();
    const reply = await fetch(`${fakes.url}/patreon/api/oauth2/v2/identity?${query}`, {
      headers: { authorization: `Bearer ${tokens.access_token}`, 'user-agent': 'Helix', ...headers },
    });
    return { status: reply.status, body: await reply.json() };
  };

  it('returns only the requested fields', async () => {
    expect((await identity('')).body.data).toEqual({ type: 'user', id: '111836501', attributes: {} });
    const { body } = await identity(
      new URLSearchParams({
        include: 'memberships,memberships.currently_entitled_tiers',
        'fields[user]': 'full_name',
        'fields[member]': 'patron_status,currently_entitled_amount_cents',
        'fields[tier]': 'title',
      }).toString(),
    );
    expect(body.data.attributes).toEqual({ full_name: 'Paula Stern' });
    expect(body.included[0]).toMatchObject({
      type: 'member',
      id: body.data.relationships.memberships.data[0].id,
      attributes: { patron_status: 'active_patron', currently_entitled_amount_cents: 500 },
    });
    expect(Object.keys(body.included[0].attributes)).toHaveLength(2);
  });

  it('refuses requests without a user agent or a token', async () => {
    expect((await identity('', { 'user-agent': 'node' })).status).toBe(403);
    expect((await identity('', { authorization: 'Bearer none' })).status).toBe(401);
  });
});

it('failures can be simulated from another process', async () => {
  const make = (form: Record<string, string>) =>
    fetch(`${fakes.url}/trouble`, { method: 'POST', body: new URLSearchParams(form) });
  expect((await make({ provider: 'nobody', next: 'error' })).status).toBe(400);
  expect((await make({ provider: 'discord', next: 'rate-limited' })).status).toBe(200);
  const reply = await exchange('discord', { code: 'x' });
  expect(reply.status).toBe(429);
  expect(await reply.json()).toMatchObject({ retry_after: 64.57, global: false });
});

it('the members page sends messages to the given site', async () => {
  const own = await startProviderFakes({ site: 'http://localhost:3112' });
  try {
    expect(await (await fetch(`${own.url}/patreon/members`)).text()).toContain(
      'name="site" value="http://localhost:3112"',
    );
  } finally {
    await own.stop();
  }
});
