// Access scenarios for the image proxy.
import type { InjectOptions } from 'fastify';
import { proxiedPicturePath } from '#contract/paths.ts';
import { addRequest } from '#test/harness/requests.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const PICTURE = 'https://shop.example/web/picture.png';

const askFor =
  (url: string): Scenario =>
  async (world, { headers }) => {
    const id = await addRequest(world, { userId: null, ogImage: PICTURE });
    return { method: 'GET', url: proxiedPicturePath(url, id), headers };
  };

export const proxyScenarios: Record<string, Scenario> = {
  'GET /api/image-proxy': askFor(PICTURE),
  'GET /api/image-proxy (address of nobody)': askFor('https://shop.example/web/other.png'),
};
