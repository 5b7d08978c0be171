// Access scenarios for the wiki and the command palette.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const ask =
  (url: string, accept: string): Scenario =>
  async (_world, { headers }) => ({ method: 'GET', url, headers: { ...headers, accept } });

export const wikiScenarios: Record<string, Scenario> = {
  'GET /wiki': ask('/wiki', 'text/html'),
  'GET /api/wiki': ask('/api/wiki', 'application/json'),
  'GET /api/search': ask('/api/search?text=light', 'application/json'),
  'GET /api/wiki/search': ask('/api/wiki/search?search=zip', 'application/json'),
};
