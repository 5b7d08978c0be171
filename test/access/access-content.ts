// Access scenarios for applications and uploads in the admin panel.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { DAY_MS } from '#contract/durations.ts';
import { addResource } from '#test/harness/resources.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const send =
  (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    url: (world: World) => string | Promise<string>,
    payload?: object,
  ): Scenario =>
  async (world, asker) => ({
    method,
    url: await url(world),
    headers: asker.headers,
    ...(payload === undefined ? {} : { payload }),
  });

/** Adds a pending upload by the owner; each request uses one up. */
const addWaiting = async (world: World, changes: { deleted_at?: Date } = {}): Promise<string> => {
  const id = await addResource(world, { authorId: world.owner.id, title: 'Waiting', status: 'PENDING' });
  await world.db
    .updateTable('resources')
    .set({ rights_declared_at: new Date(), ...changes })
    .where('id', '=', id)
    .execute();
  return id;
};

const addApplication = async (world: World): Promise<string> => {
  const { id: userId } = await world.addPerson();
  const { id } = await world.db
    .insertInto('leaker_applications')
    .values({ user_id: userId, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const addBulkApproval = async (world: World): Promise<string> => {
  const at = new Date();
  const { id } = await world.db
    .insertInto('leaker_bulk_approvals')
    .values({ id: randomUUID(), started_at: at, ends_at: new Date(at.getTime() + DAY_MS) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const upload = (rest: string) => async (world: World) => `/api/admin/uploads/${await addWaiting(world)}${rest}`;

export const contentScenarios: Record<string, Scenario> = {
  'GET /api/admin/applications/export': send('GET', () => '/api/admin/applications/export'),
  'GET /api/admin/applications/{id}': send(
    'GET',
    async (world) => `/api/admin/applications/${await addApplication(world)}`,
  ),
  'GET /api/admin/applications/bulk-approvals': send('GET', () => '/api/admin/applications/bulk-approvals'),
  'POST /api/admin/applications/bulk-approvals/{id}/undo': send(
    'POST',
    async (world) => `/api/admin/applications/bulk-approvals/${await addBulkApproval(world)}/undo`,
  ),
  'GET /api/admin/uploads/export': send('GET', () => '/api/admin/uploads/export'),
  'GET /api/admin/uploads/{id}': send('GET', upload('')),
  'GET /api/admin/uploads/{id}/files': send('GET', upload('/files')),
  'PATCH /api/admin/uploads/{id}': send('PATCH', upload(''), { title: 'Renamed' }),
  'PATCH /api/admin/uploads/{id}/status': send('PATCH', upload('/status'), { status: 'APPROVED' }),
  'PUT /api/admin/uploads/{id}/hidden': send('PUT', upload('/hidden'), { hidden: true }),
  'PATCH /api/admin/uploads/{id}/hidden': send('PATCH', upload('/hidden'), { hidden: true }),
  'POST /api/admin/uploads/{id}/restore': send(
    'POST',
    async (world) => `/api/admin/uploads/${await addWaiting(world, { deleted_at: new Date() })}/restore`,
  ),
};
