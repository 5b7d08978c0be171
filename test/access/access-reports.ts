// Access scenarios for reports.
import type { InjectOptions } from 'fastify';
import { resourcePath } from '#contract/paths.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const addReport = async (world: World): Promise<string> => {
  const { id } = await world.db
    .insertInto('reports')
    .values({
      kind: 'profile',
      subject_id: world.owner.id,
      subject_label: world.owner.username,
      reason: 'abuse',
      details: 'Asked for',
      email: 'reporter@people.example',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const reportScenarios: Record<string, Scenario> = {
  'POST /api/reports': async ({ resources }, { headers }) => ({
    method: 'POST',
    url: '/api/reports',
    headers,
    payload: {
      address: resourcePath(resources.free),
      reason: 'copyright',
      details: 'This is my work.',
      email: 'reporter@people.example',
      goodFaith: true,
    },
  }),
  'GET /api/admin/reports': async (_world, { headers }) => ({ method: 'GET', url: '/api/admin/reports', headers }),
  'POST /api/admin/reports/{id}/resolve': async (world, { headers }) => ({
    method: 'POST',
    url: `/api/admin/reports/${await addReport(world)}/resolve`,
    headers,
    payload: { decision: 'dismiss', message: 'Nothing to see here.' },
  }),
};
