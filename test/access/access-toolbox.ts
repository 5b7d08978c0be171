// Access scenarios for the toolbox.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

/** Authenticates with a toolbox token instead of the cookie. Even roles that normally can't have such a token get one here. */
const bearerOf = async (world: World, { person }: Asker): Promise<Record<string, string>> => {
  if (!person) return {};
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  const { id: sessionId } = await world.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const wanted = { userId: person.id, sessionId, name: 'toolbox', scopes: ['toolbox'] as const, expiresAt };
  const { id, token } = await createAccessToken(world.db, wanted, now);
  // Rejected requests also record when the token was last used. Set that time in advance, so that they change nothing.
  await world.db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
  return { authorization: `Bearer ${token}` };
};

/** Ports on which no server listens. Each row of the server table needs a different port. */
let port = 20_000;
const formOf = (changes: object = {}) => {
  port += 1;
  return { name: 'Server', ip: '127.0.0.1', location: 'Rack', username: 'helix', password: 'secret', port, ...changes };
};

/** Replaces all servers in the list with the fake SSH server, which accepts every command. */
const addServer = async (world: World): Promise<string> => {
  await world.app.watch.settled();
  await world.db.deleteFrom('toolbox_servers').execute();
  const admin = await bearerOf(world, world.askAs('admin'));
  const payload = formOf({ port: world.ssh.port });
  const request = { method: 'POST', url: '/api/admin/toolbox/servers', headers: admin, payload } as const;
  const reply = await world.app.inject(request);
  if (reply.statusCode !== 201) throw new Error(`no server: ${reply.body}`);
  return reply.json<{ server: { id: string } }>().server.id;
};

const onServer =
  (method: 'GET' | 'POST', rest: string): Scenario =>
  async (world, asker) => ({
    method,
    url: `/api/admin/toolbox/servers/${await addServer(world)}/${rest}`,
    headers: await bearerOf(world, asker),
  });

export const toolboxScenarios: Record<string, Scenario> = {
  'GET /api/admin/toolbox/token': (_world, { headers }) => ({
    method: 'GET',
    url: '/api/admin/toolbox/token',
    headers,
  }),
  'GET /api/admin/toolbox/servers': async (world, asker) => ({
    method: 'GET',
    url: `/api/admin/toolbox/servers?_=${randomUUID()}`,
    headers: await bearerOf(world, asker),
  }),
  'POST /api/admin/toolbox/servers': async (world, asker) => ({
    method: 'POST',
    url: '/api/admin/toolbox/servers',
    headers: await bearerOf(world, asker),
    payload: formOf(),
  }),
  'POST /api/admin/toolbox/servers/{id}/start': onServer('POST', 'start'),
  'POST /api/admin/toolbox/servers/{id}/stop': onServer('POST', 'stop'),
  'POST /api/admin/toolbox/servers/{id}/restart': onServer('POST', 'restart'),
  'POST /api/admin/toolbox/servers/{id}/delete': onServer('POST', 'delete'),
  'POST /api/admin/toolbox/servers/{id}/priority/{n}': onServer('POST', 'priority/5'),
  'POST /api/admin/toolbox/servers/{id}/default/{bool}': onServer('POST', 'default/true'),
  'POST /api/admin/toolbox/servers/{id}/forget-host-key': onServer('POST', 'forget-host-key'),
  'GET /api/admin/toolbox/servers/{id}/stats': onServer('GET', 'stats'),
};
