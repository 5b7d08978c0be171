// Access scenarios for the admin overview.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const get =
  (url: string): Scenario =>
  async (_world, { headers }) => ({ method: 'GET', url, headers });

export const overviewScenarios: Record<string, Scenario> = {
  'GET /api/admin/stats': get('/api/admin/stats'),
  'GET /api/admin/server-stats': get('/api/admin/server-stats'),
  'GET /api/admin/activity': get('/api/admin/activity'),
  'GET /api/admin/activity/export': get('/api/admin/activity/export'),
  'GET /api/admin/search': get('/api/admin/search?q=free'),
  'GET /api/admin/waiting': get('/api/admin/waiting'),
  'GET /api/admin/about': get('/api/admin/about'),
};
