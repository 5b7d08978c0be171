// Access scenarios for requests.
import type { InjectOptions } from 'fastify';
import { addRequest, newRequest } from '#test/harness/requests.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const read =
  (url: string): Scenario =>
  (_world, { headers }) => ({ method: 'GET', url, headers });

/** Acts on one of the owner's requests. */
const act =
  (method: 'POST' | 'PUT' | 'DELETE', url: (id: string) => string, payload?: object): Scenario =>
  async (world, { headers, role }) => {
    // Users cannot remove their own vote, so the owner acts on someone else's request.
    const id = await addRequest(world, { userId: role === 'owner' ? null : world.owner.id });
    return { method, url: url(id), headers, ...(payload ? { payload } : {}) };
  };

const page =
  (url: string): Scenario =>
  (_world, { headers }) => ({ method: 'GET', url, headers: { ...headers, accept: 'text/html' } });

export const requestScenarios: Record<string, Scenario> = {
  'POST /api/requests': (_world, { headers }) => ({
    method: 'POST',
    url: '/api/requests',
    headers,
    payload: newRequest(),
  }),
  'POST /api/requests (asked for before)': async (world, { headers }) => {
    const payload = newRequest();
    const earlier = { method: 'POST', url: '/api/requests', payload } as const;
    await world.call(earlier, world.owner);
    return { ...earlier, headers };
  },
  'GET /api/requests': read('/api/requests'),
  'GET /api/requests/wait': read('/api/requests/wait'),
  'GET /api/requests/news': read('/api/requests/news'),
  'DELETE /api/requests/{id}/news': async (world, { headers, person }) => {
    const id = await addRequest(world, { userId: person?.id ?? null });
    return { method: 'DELETE', url: `/api/requests/${id}/news`, headers, payload: { decision: 1 } };
  },
  'GET /api/requests/similar': read('/api/requests/similar?name=light%20leaks'),
  'POST /api/requests/{id}/votes': act('POST', (id) => `/api/requests/${id}/votes`, { tells: true }),
  'DELETE /api/requests/{id}/votes': act('DELETE', (id) => `/api/requests/${id}/votes`),
  'GET /api/admin/requests': read('/api/admin/requests'),
  'PUT /api/admin/requests/{id}/status': act('PUT', (id) => `/api/admin/requests/${id}/status`, {
    status: 'Searching',
  }),
  'DELETE /api/admin/requests/{id}': act('DELETE', (id) => `/api/admin/requests/${id}`),
  'GET /request': page('/request'),
  'GET /requests': page('/requests'),
};
