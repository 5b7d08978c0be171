// The toolbox API as the page of an administrator uses it.
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import type { Person, TestApp } from './harness.ts';
import { findFreePort } from './nginx.ts';
import type { SshServer } from './ssh-server.ts';

const BASE = '/api/admin/toolbox';

export async function askToken(test: TestApp, admin: Person): Promise<string> {
  const reply = await test.call({ method: 'GET', url: `${BASE}/token` }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ token: string }>().token;
}

/** Form input for a server with password login. */
export function formOf(server: SshServer, changes: object = {}) {
  return {
    name: `Server ${randomUUID().slice(0, 8)}`,
    ip: server.ip,
    port: server.port,
    location: 'Rack 1',
    username: server.username,
    password: server.password,
    ...changes,
  };
}

/** Toolbox API client for one administrator, with their own token. */
export async function openToolbox(test: TestApp, admin: Person) {
  const headers = { authorization: `Bearer ${await askToken(test, admin)}` };
  const send = (method: 'GET' | 'POST', path: string, payload?: InjectOptions['payload']) =>
    test.app.inject({ method, url: `${BASE}${path}`, headers, ...(payload === undefined ? {} : { payload }) });
  const list = async (): Promise<ToolboxServer[]> => {
    const reply = await send('GET', '/servers');
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ servers: ToolboxServer[] }>().servers;
  };
  const find = async (id: string): Promise<ToolboxServer> => {
    const found = (await list()).find((server) => server.id === id);
    if (!found) throw new Error(`there is no server ${id}`);
    return found;
  };
  return {
    headers,
    send,
    list,
    find,
    act: (id: string, verb: string) => send('POST', `/servers/${id}/${verb}`),
    stats: async (id: string): Promise<ServerStats> => (await send('GET', `/servers/${id}/stats`)).json(),
    // Adds a server and waits until it has been checked.
    add: async (form: object): Promise<ToolboxServer> => {
      const reply = await send('POST', '/servers', form);
      expect(reply.statusCode, reply.body).toBe(201);
      await test.app.watch.settled();
      return find(reply.json<{ server: ToolboxServer }>().server.id);
    },
    // Makes the next request check every server again.
    age: async () => {
      await test.app.watch.settled();
      await test.db.updateTable('toolbox_servers').set({ observed_at: null }).execute();
    },
  };
}
export type Toolbox = Awaited<ReturnType<typeof openToolbox>>;

/** Starts a loopback server that accepts connections but never sends anything. */
export async function startSilence() {
  const sockets: Socket[] = [];
  const listener = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  const port = await findFreePort();
  await new Promise<void>((done) => listener.listen(port, '127.0.0.1', done));
  return {
    port,
    count: () => sockets.length,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}
