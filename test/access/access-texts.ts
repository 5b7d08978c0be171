// Access scenarios for editable site texts.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const ask =
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object): Scenario =>
  async (_world, { headers }) => ({ method, url, headers, ...(body ? { payload: body } : {}) });

const page =
  (url: string): Scenario =>
  async (_world, { headers }) => ({ method: 'GET', url, headers: { ...headers, accept: 'text/html' } });

export const textScenarios: Record<string, Scenario> = {
  'GET /terms': page('/terms'),
  'GET /faq': page('/faq'),
  'GET /privacy': page('/privacy'),
  'GET /report': page('/report?about=%2Fresources'),
  'GET /api/texts/{slug}': ask('GET', '/api/texts/terms'),
  'GET /api/admin/texts': ask('GET', '/api/admin/texts'),
  'GET /api/admin/texts/{slug}': ask('GET', '/api/admin/texts/terms'),
  'PUT /api/admin/texts/{slug}': ask('PUT', '/api/admin/texts/faq', { body: 'Asked and answered.' }),
  'PATCH /api/admin/texts/{slug}': ask('PATCH', '/api/admin/texts/faq', { body: 'Asked and answered again.' }),
  'DELETE /api/admin/texts/{slug}': ask('DELETE', '/api/admin/texts/faq'),
  'POST /api/admin/texts/preview': ask('POST', '/api/admin/texts/preview', { body: '## Seen' }),
};
