// Access scenarios for the composer: previews, people, and pictures in posts.
import type { InjectOptions } from 'fastify';
import { newPostPictureFile, pictureAddress, postPictureKey } from '#server/features/forum/content/rules.ts';
import { encodeForm } from '#test/harness/forms.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

export const composerScenarios: Record<string, Scenario> = {
  'POST /api/forum/preview': async (_world, { headers }) => ({
    method: 'POST',
    url: '/api/forum/preview',
    headers,
    payload: { content: 'Node **3** first.' },
  }),
  'GET /api/forum/people': async (_world, { headers }) => ({
    method: 'GET',
    url: '/api/forum/people?name=ola',
    headers,
  }),
  'POST /api/forum/pictures': async ({ picturePng }, { headers }) => {
    const form = await encodeForm(['picture', picturePng]);
    return {
      method: 'POST',
      url: '/api/forum/pictures',
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    };
  },
  'GET /public/forum/{file}': async ({ deps, owner }, { headers }) => {
    const file = newPostPictureFile(owner.id, { width: 64, height: 36 });
    await deps.storage.put(postPictureKey(file) ?? '', Buffer.from('picture'));
    return { method: 'GET', url: pictureAddress(file), headers };
  },
};
