// Access scenarios for linked identities: logging in and linking through fake providers, and unlinking.
import type { InjectOptions } from 'fastify';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import { startVisits } from '#test/harness/visits.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

/** The suspended user logs in with their own linked identity, everyone else as a new person at the provider. */
const personOf = async (world: World, { role, person }: Asker, provider: ProviderName): Promise<string> => {
  if (role !== 'banned' || !person) return 'new';
  const subject = world.fakes[provider].people[1]?.subject ?? '';
  await link(world, person.id, provider, subject);
  return subject;
};

const link = (world: World, userId: string, provider: ProviderName, subject = `subject of ${userId}`) =>
  world.db
    .insertInto('identities')
    .values({ provider, subject, user_id: userId, linked_at: new Date(), checked_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const begin =
  (provider: ProviderName): Scenario =>
  async (_world, { headers }) => ({ method: 'GET', url: `/api/auth/${provider}`, headers });

const comeBack =
  (provider: ProviderName): Scenario =>
  async (world, asker) => {
    const visits = startVisits(world.app, world.fakes);
    // Logging in replaces the session that the request was made with, and later rows need the original one.
    const headers = await world.freshSession(asker);
    const request = await visits.comeBack(provider, { headers, person: await personOf(world, asker, provider) });
    return { ...request, headers: { ...request.headers, accept: '*/*' } };
  };

const unlink =
  (provider: ProviderName): Scenario =>
  async (world, { person, role, headers }) => {
    if (person && role !== 'banned') await link(world, person.id, provider);
    return { method: 'POST', url: `/api/auth/${provider}/disconnect`, headers, payload: {} };
  };

export const identityScenarios: Record<string, Scenario> = {
  'GET /api/auth/discord': begin('discord'),
  'GET /api/auth/discord/callback': comeBack('discord'),
  'GET /api/auth/google': begin('google'),
  'GET /api/auth/google/callback': comeBack('google'),
  'GET /api/auth/patreon': begin('patreon'),
  'GET /api/auth/patreon/callback': comeBack('patreon'),
  'GET /api/auth/patreon/disconnect': async (_world, { headers }) => ({
    method: 'GET',
    url: '/api/auth/patreon/disconnect',
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
  }),
  'POST /api/auth/patreon/disconnect': unlink('patreon'),
  'POST /api/auth/discord/disconnect': unlink('discord'),
  'POST /api/auth/google/disconnect': unlink('google'),
  'POST /api/auth/links/refresh': async (_world, { headers }) => ({
    method: 'POST',
    url: '/api/auth/links/refresh',
    headers,
    payload: {},
  }),
};
