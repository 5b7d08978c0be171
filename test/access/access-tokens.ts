// Access scenarios for personal tokens and the API documentation.
import type { InjectOptions } from 'fastify';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const DAY_MS = 86_400_000;

const read =
  (url: string, more: Record<string, string> = {}): Scenario =>
  (_world, { headers }) => ({ method: 'GET', url, headers: { ...headers, ...more } });

/** Adds a personal token for a user; returns its id and value. */
const addToken = ({ db }: World, userId: string) => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + DAY_MS);
  return createAccessToken(db, { userId, sessionId: null, name: 'Backup', scopes: ['read'], expiresAt }, now);
};

export const tokenScenarios: Record<string, Scenario> = {
  'GET /api/me/tokens': read('/api/me/tokens'),
  'POST /api/me/tokens': (_world, { headers }) => ({
    method: 'POST',
    url: '/api/me/tokens',
    headers,
    payload: { name: 'Backup', scopes: ['read'], days: 7 },
  }),
  'DELETE /api/me/tokens/{id}': async (world, { person, headers }) => ({
    method: 'DELETE',
    url: `/api/me/tokens/${(await addToken(world, person?.id ?? world.owner.id)).id}`,
    headers,
  }),
  'DELETE /api/me/tokens/{id} (of another)': async (world, { headers }) => {
    const other = await world.addPerson('member');
    return { method: 'DELETE', url: `/api/me/tokens/${(await addToken(world, other.id)).id}`, headers };
  },
  'GET /api/openapi.json': read('/api/openapi.json'),
  'GET /api/developers': read('/api/developers'),
  'GET /api/developers/{group}': read('/api/developers/forum'),
  'GET /developers': read('/developers', { accept: 'text/html' }),
};
