// Access scenarios for users in the admin panel.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

type Made = 'member' | 'suspended' | 'deleted' | 'invited' | 'two-factor';

/** Creates a new user for each request, so that one caller's changes do not affect the next caller. */
const make = async ({ addPerson, db }: World, kind: Made): Promise<string> => {
  const { id } = await addPerson();
  const at = new Date();
  const columns = { suspended: 'suspended_at', deleted: 'deleted_at', invited: 'invited_at' } as const;
  if (kind === 'two-factor') {
    const factor = { user_id: id, secret: Buffer.alloc(20), enabled_at: at, created_at: at };
    await db.insertInto('two_factors').values(factor).execute();
  } else if (kind !== 'member') {
    await db
      .updateTable('users')
      .set({ [columns[kind]]: at })
      .where('id', '=', id)
      .execute();
  }
  return id;
};

const on =
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', act: string, kind: Made = 'member', body?: object): Scenario =>
  async (world, asker) => ({
    method,
    url: `/api/admin/users/${await make(world, kind)}${act}`,
    headers: asker.headers,
    ...(body ? { payload: body } : {}),
  });

export const peopleScenarios: Record<string, Scenario> = {
  'GET /api/admin/users': async (_world, { headers }) => ({ method: 'GET', url: '/api/admin/users', headers }),
  'GET /api/admin/users/export': async (_world, { headers }) => ({
    method: 'GET',
    url: '/api/admin/users/export',
    headers,
  }),
  'POST /api/admin/users': async (_world, { headers }) => ({
    method: 'POST',
    url: '/api/admin/users',
    headers,
    payload: { email: `${crypto.randomUUID()}@people.example` },
  }),
  'GET /api/admin/users/{id}': on('GET', ''),
  'PATCH /api/admin/users/{id}': on('PATCH', '', 'member', { bio: 'Changed' }),
  'DELETE /api/admin/users/{id}': on('DELETE', ''),
  'POST /api/admin/users/{id}/restore': on('POST', '/restore', 'deleted'),
  'PUT /api/admin/users/{id}/role': on('PUT', '/role', 'member', { role: 'LEAKER' }),
  'PATCH /api/admin/users/{id}/role': on('PATCH', '/role', 'member', { role: 'LEAKER' }),
  'PUT /api/admin/users/{id}/premium': on('PUT', '/premium', 'member', { isPremium: true }),
  'PATCH /api/admin/users/{id}/premium': on('PATCH', '/premium', 'member', { isPremium: true }),
  'POST /api/admin/users/{id}/ban': on('POST', '/ban', 'member', { reason: 'Spam' }),
  'DELETE /api/admin/users/{id}/ban': on('DELETE', '/ban', 'suspended'),
  'POST /api/admin/users/{id}/reset-two-factor': on('POST', '/reset-two-factor', 'two-factor'),
  'POST /api/admin/users/{id}/sign-out': on('POST', '/sign-out'),
  'POST /api/admin/users/{id}/invitation': on('POST', '/invitation', 'invited'),
};
