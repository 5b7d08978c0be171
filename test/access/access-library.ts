// Access scenarios for the library check and project bins.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const send =
  (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: (world: World) => string | Promise<string>,
    payload?: object,
  ): Scenario =>
  async (world, { headers }) => ({ method, url: await url(world), headers, ...(payload && { payload }) });

const page =
  (url: (world: World) => string): Scenario =>
  (world, { headers }) => ({ method: 'GET', url: url(world), headers: { ...headers, accept: 'text/html' } });

export const libraryScenarios: Record<string, Scenario> = {
  'GET /library': page(() => '/library'),
  'GET /projects/{key}': page(({ projectKey }) => `/projects/${projectKey}`),
  'POST /api/library/matches': send('POST', () => '/api/library/matches', { hashes: ['0'.repeat(64)] }),
  'GET /api/projects/{key}': send('GET', ({ projectKey }) => `/api/projects/${projectKey}`),
  'PUT /api/collections/{id}/project': send(
    'PUT',
    ({ collections }) => `/api/collections/${collections.open}/project`,
    {},
  ),
  'DELETE /api/collections/{id}/project': send(
    'DELETE',
    async (world) => `/api/collections/${await world.addCollection(true)}/project`,
  ),
  'PUT /api/collections/{id}/items/{resourceId}/note': send(
    'PUT',
    ({ collections, resources }) => `/api/collections/${collections.secret}/items/${resources.free}/note`,
    { status: 'used' },
  ),
};
