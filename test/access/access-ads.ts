// Access scenarios for ads and announcements. Each one creates what it changes or deletes.
import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { newImageKey } from '#server/features/downloads/ads/rules.ts';
import { encodeForm } from '#test/harness/forms.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const send =
  (method: Method, url: (world: World) => string | Promise<string>, payload?: object): Scenario =>
  async (world, asker) => ({
    method,
    url: await url(world),
    headers: asker.headers,
    ...(payload ? { payload } : {}),
  });

const ad = { title: 'Asked for', text: '', action: 'Go', link: 'https://a.example', weight: 1, active: false };

const addAd = async (world: World): Promise<string> => {
  const at = new Date();
  const { id } = await world.db
    .insertInto('ad_creatives')
    .values({ ...ad, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const adAt =
  (rest = '') =>
  async (world: World) =>
    `/api/admin/ads/${await addAd(world)}${rest}`;

const announcement = {
  text: 'Asked for',
  link: null,
  active: false,
  startsAt: new Date(0).toISOString(),
  endsAt: null,
};

const announcementAt = async (world: World): Promise<string> => {
  const at = new Date();
  const { id } = await world.db
    .insertInto('announcements')
    .values({ text: 'Asked for', active: false, starts_at: at, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/api/admin/announcements/${id}`;
};

const picture = () => sharp({ create: { width: 32, height: 18, channels: 3, background: '#123456' } });

export const adScenarios: Record<string, Scenario> = {
  'GET /api/admin/ads': send('GET', () => '/api/admin/ads'),
  'POST /api/admin/ads': send('POST', () => '/api/admin/ads', ad),
  'PUT /api/admin/ads/{id}': send('PUT', adAt(), { weight: 2 }),
  'PATCH /api/admin/ads/{id}': send('PATCH', adAt(), { weight: 2 }),
  'DELETE /api/admin/ads/{id}': send('DELETE', adAt()),
  'PUT /api/admin/ads/{id}/image': async (world, asker) => {
    const { payload, headers } = await encodeForm(['image', await picture().png().toBuffer()]);
    return { method: 'PUT', url: await adAt('/image')(world), payload, headers: { ...headers, ...asker.headers } };
  },
  'DELETE /api/admin/ads/{id}/image': send('DELETE', adAt('/image')),
  'GET /api/admin/announcements': send('GET', () => '/api/admin/announcements'),
  'POST /api/admin/announcements': send('POST', () => '/api/admin/announcements', announcement),
  'PUT /api/admin/announcements/{id}': send('PUT', announcementAt, { text: 'Changed' }),
  'PATCH /api/admin/announcements/{id}': send('PATCH', announcementAt, { text: 'Changed' }),
  'DELETE /api/admin/announcements/{id}': send('DELETE', announcementAt),
  'POST /api/ads/{id}/clicks': send('POST', async (world) => `/api/ads/${await addAd(world)}/clicks`),
  'GET /public/creatives/{file}': async (world, asker) => {
    const key = newImageKey();
    await world.deps.storage.put(key, await picture().webp().toBuffer());
    return { method: 'GET', url: `/public/creatives/${key.replace('ads/', '')}`, headers: asker.headers };
  },
};
