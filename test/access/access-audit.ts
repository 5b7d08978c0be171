// Access scenarios for the audit log.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const get =
  (url: string): Scenario =>
  async (_world, { headers }) => ({ method: 'GET', url, headers });

export const auditScenarios: Record<string, Scenario> = {
  'GET /api/admin/audit': get('/api/admin/audit'),
  'GET /api/admin/audit/export': get('/api/admin/audit/export'),
};
