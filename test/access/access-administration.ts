// Access scenarios for administration.
import type { InjectOptions } from 'fastify';
import { encodeForm } from '#test/harness/forms.ts';
import { PASSWORD } from '#test/harness/harness.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const ask =
  (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object): Scenario =>
  async (_world, { headers }) => ({ method, url, headers, ...(payload ? { payload } : {}) });

const LOGO_FILE = `${'a'.repeat(32)}.webp`;

export const administrationScenarios: Record<string, Scenario> = {
  'GET /api/admin/settings': ask('GET', '/api/admin/settings'),
  'PUT /api/admin/settings': ask('PUT', '/api/admin/settings', { siteDescription: 'Asked for' }),
  'PATCH /api/admin/settings': ask('PATCH', '/api/admin/settings', { siteDescription: 'Asked for again' }),
  'PUT /api/admin/settings/logo': async ({ picturePng }, { headers }) => {
    const form = await encodeForm(['logo', picturePng]);
    return {
      method: 'PUT',
      url: '/api/admin/settings/logo',
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    };
  },
  'DELETE /api/admin/settings/logo': ask('DELETE', '/api/admin/settings/logo'),
  'PUT /api/admin/profile': ask('PUT', '/api/admin/profile', { currentPassword: PASSWORD }),
  'PATCH /api/admin/profile': ask('PATCH', '/api/admin/profile', { currentPassword: PASSWORD }),
  'GET /api/admin/administrators': ask('GET', '/api/admin/administrators'),
  'DELETE /api/admin/administrators/sessions': ask('DELETE', '/api/admin/administrators/sessions'),
  'GET /public/site/{file}': async ({ deps }, { headers }) => {
    await deps.storage.put(`site/${LOGO_FILE}`, Buffer.from('picture'));
    return { method: 'GET', url: `/public/site/${LOGO_FILE}`, headers };
  },
  'GET /public/accent/{file}': ask('GET', '/public/accent/3366cc.css'),
};
