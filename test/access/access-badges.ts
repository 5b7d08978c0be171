// Access scenarios for groups and badges. Each one creates the badge that it changes or deletes.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const newName = (): string => `Badge ${randomUUID().slice(0, 8)}`;

const badgeAt = async (world: World): Promise<string> => {
  const name = newName();
  await world.db.insertInto('badges').values({ name, created_at: new Date() }).execute();
  return `/api/admin/badges/${encodeURIComponent(name)}`;
};

const send =
  (method: Method, url: (world: World) => string | Promise<string>, payload?: () => object): Scenario =>
  async (world, asker) => ({
    method,
    url: await url(world),
    headers: asker.headers,
    ...(payload ? { payload: payload() } : {}),
  });

export const badgeScenarios: Record<string, Scenario> = {
  'GET /api/admin/groups': send('GET', () => '/api/admin/groups'),
  'GET /api/admin/premium-sources': send('GET', () => '/api/admin/premium-sources'),
  'POST /api/admin/badges': send(
    'POST',
    () => '/api/admin/badges',
    () => ({
      name: newName(),
      description: '',
      tone: 'muted',
    }),
  ),
  'PUT /api/admin/badges/{name}': send('PUT', badgeAt, () => ({ tone: 'iris' })),
  'PATCH /api/admin/badges/{name}': send('PATCH', badgeAt, () => ({ tone: 'iris' })),
  'DELETE /api/admin/badges/{name}': send('DELETE', badgeAt),
};
