// Access scenarios for receipts of downloads and combined licences.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { findDownloadable } from '#server/features/downloads/public.ts';
import { issueReceipt } from '#server/features/downloads/receipts/actions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const get =
  (url: string | ((world: World) => string | Promise<string>), headers: Record<string, string> = {}): Scenario =>
  async (world, asker) => ({
    method: 'GET',
    url: typeof url === 'string' ? url : await url(world),
    headers: { ...asker.headers, ...headers },
  });

/** Id of a receipt that another person got. */
const receiptOf = async (world: World): Promise<string> => {
  const { id } = await world.addPerson();
  const resource = await findDownloadable(world.db, world.resources.free);
  if (!resource) throw new Error('no resource');
  const choice = { wanted: { id: resource.id }, version: resource.version, filesId: resource.id, paths: null };
  await issueReceipt(world.deps, { choice, resource, content: randomUUID(), viewer: { id } as Viewer });
  const row = await world.db
    .selectFrom('download_receipts')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.id;
};

export const receiptScenarios: Record<string, Scenario> = {
  'GET /api/receipts/{id}': get(async (world) => `/api/receipts/${await receiptOf(world)}`),
  'GET /receipt/{id}': get(async (world) => `/receipt/${await receiptOf(world)}`, { accept: 'text/html' }),
  'GET /api/user/receipts': get('/api/user/receipts'),
  'GET /api/user/receipts/export': get('/api/user/receipts/export'),
  'GET /api/collections/{id}/licence': get(({ collections }) => `/api/collections/${collections.open}/licence`),
  'GET /api/collections/{id}/licence (private)': get(
    ({ collections }) => `/api/collections/${collections.secret}/licence`,
  ),
};
