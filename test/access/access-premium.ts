// Access scenarios for Premium.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const get =
  (url: string, accept = 'application/json'): Scenario =>
  (_world, { headers }) => ({ method: 'GET', url, headers: { ...headers, accept } });

export const premiumScenarios: Record<string, Scenario> = {
  'GET /premium': get('/premium', 'text/html'),
  'GET /api/premium': get('/api/premium'),
  'GET /api/me/premium': get('/api/me/premium'),
};
