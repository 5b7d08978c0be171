// Access scenarios for the socket's polling requests; access-sockets.test.ts covers the sockets themselves.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

const poll =
  (method: 'GET' | 'POST') =>
  (_world: World, { headers }: Asker): InjectOptions => ({
    method,
    url: '/ws?EIO=4&transport=polling',
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}) },
    ...(method === 'POST' ? { payload: '40' } : {}),
  });

export const socketScenarios = {
  'GET /ws (polling)': poll('GET'),
  'POST /ws (polling)': poll('POST'),
};
