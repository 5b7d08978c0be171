// Access scenarios for file lists and public texts.
import type { InjectOptions } from 'fastify';
import { makeFont } from '#test/harness/font.ts';
import { addResource } from '#test/harness/resources.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const get =
  (url: (world: World) => string | Promise<string>): Scenario =>
  async (world, asker) => ({ method: 'GET', url: await url(world), headers: asker.headers });

const words =
  (status: 'APPROVED' | 'PENDING'): Scenario =>
  async (world, asker) => {
    const id = await addResource(world, { authorId: world.owner.id, status, files: { 'a.ttf': makeFont() } });
    await world.db
      .updateTable('resource_files')
      .set({ media_type: 'font/ttf' })
      .where('resource_id', '=', id)
      .execute();
    const payload = { file: 'a.ttf', text: 'Hello', size: 24 };
    return { method: 'POST', url: `/api/resources/${id}/words`, headers: asker.headers, payload };
  };

const packWith = (world: World, name: string): Promise<string> =>
  addResource(world, { authorId: world.owner.id, category: 'Premium', files: { [name]: 'locked' } });

export const fileScenarios: Record<string, Scenario> = {
  'GET /api/resources/{id}/files': get(({ resources }) => `/api/resources/${resources.free}/files`),
  'GET /api/resources/{id}/files (PENDING)': get(({ resources }) => `/api/resources/${resources.pending}/files`),
  'GET /api/resources/{id}/versions': get(({ resources }) => `/api/resources/${resources.free}/versions`),
  'GET /api/resources/{id}/versions (PENDING)': get(({ resources }) => `/api/resources/${resources.pending}/versions`),
  'GET /api/resources/{id}/related': get(({ resources }) => `/api/resources/${resources.free}/related`),
  'GET /api/resources/{id}/related (PENDING)': get(({ resources }) => `/api/resources/${resources.pending}/related`),
  'GET /api/resources/{id}/stage': get(({ resources }) => `/api/resources/${resources.premium}/stage`),
  'GET /api/resources/{id}/stage (PENDING)': get(({ resources }) => `/api/resources/${resources.pending}/stage`),
  'GET /api/resources/{id}/sha256sums': get(({ resources }) => `/api/resources/${resources.premium}/sha256sums`),
  'GET /api/resources/{id}/sha256sums (PENDING)': get(
    ({ resources }) => `/api/resources/${resources.pending}/sha256sums`,
  ),
  'POST /api/resources/{id}/words': words('APPROVED'),
  'POST /api/resources/{id}/words (PENDING)': words('PENDING'),
  'GET /api/resources/{id}/text': get(({ resources }) => `/api/resources/${resources.free}/text?file=readme.txt`),
  'GET /api/resources/{id}/text (premium item)': get(
    ({ resources }) => `/api/resources/${resources.premium}/text?file=readme.txt`,
  ),
  'GET /api/resources/{id}/text (another file of a premium item)': get(
    async (world) => `/api/resources/${await packWith(world, 'readme.zip')}/text?file=readme.zip`,
  ),
  'GET /api/resources/{id}/text (another text of a premium item)': get(async (world) => {
    const id = await packWith(world, 'script.jsx');
    await world.db
      .updateTable('resource_files')
      .set({ media_type: 'text/plain' })
      .where('resource_id', '=', id)
      .execute();
    return `/api/resources/${id}/text?file=script.jsx`;
  }),
  'GET /api/resources/{id}/text (PENDING)': get(
    ({ resources }) => `/api/resources/${resources.pending}/text?file=readme.txt`,
  ),
};
