// Access scenarios for accounts. Each one creates the users, links and sessions that it uses up.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { issueLink } from '#server/features/accounts/links.ts';
import type { LinkPurpose } from '#server/features/accounts/rules.ts';
import { PASSWORD, type Person } from '#test/harness/harness.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const newAddress = (): string => `${randomUUID().slice(0, 13)}@people.example`;

/** Adds a new user with the caller's role, for requests that change the user or their sessions. */
const standIn = async (world: World, { role, headers }: Asker): Promise<Pick<Person, 'headers'>> => {
  if (role === 'visitor' || role === 'banned') return { headers };
  return world.addPerson(role === 'user' ? 'member' : role === 'owner' ? 'leaker' : role);
};

const tokenFor = async (world: World, purpose: LinkPurpose): Promise<string> => {
  const { id: userId, email } = await world.addPerson('member');
  return (await issueLink(world.deps, world.db, { purpose, userId, email })).split('#token=')[1] ?? '';
};

const post = (url: string, headers: Record<string, string>, payload: object): InjectOptions => ({
  method: 'POST',
  url,
  headers,
  payload,
});

export const accountScenarios: Record<string, Scenario> = {
  // Registering replaces the session that the request was made with.
  'POST /api/auth/register': async (world, asker) =>
    post('/api/auth/register', await world.freshSession(asker), { email: newAddress(), password: PASSWORD }),
  'POST /api/auth/forgot-password': async (_world, asker) =>
    post('/api/auth/forgot-password', asker.headers, { email: newAddress() }),
  'POST /api/auth/reset-password': async (world, asker) =>
    post('/api/auth/reset-password', asker.headers, {
      token: await tokenFor(world, 'reset-password'),
      password: PASSWORD,
    }),
  'POST /api/auth/verify-email': async (world, asker) =>
    post('/api/auth/verify-email', asker.headers, { token: await tokenFor(world, 'verify-email') }),
  'POST /api/auth/resend-verification': async (_world, asker) =>
    post('/api/auth/resend-verification', asker.headers, {}),
  'POST /api/auth/change-password': async (world, asker) =>
    post('/api/auth/change-password', (await standIn(world, asker)).headers, {
      currentPassword: PASSWORD,
      newPassword: `another ${PASSWORD}`,
    }),
  'POST /api/auth/change-email': async (_world, asker) =>
    post('/api/auth/change-email', asker.headers, { email: newAddress(), currentPassword: PASSWORD }),
  'GET /api/auth/username': async (_world, asker) => ({
    method: 'GET',
    url: '/api/auth/username?name=someone-new',
    headers: asker.headers,
  }),
};
