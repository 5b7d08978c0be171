// Access scenarios for crawlers and feed readers.
import type { InjectOptions } from 'fastify';
import { pageCard, shareCardPath } from '#contract/seo/og-images.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const read =
  (url: string): Scenario =>
  (_world, { headers }) => ({ method: 'GET', url, headers });

export const sharingScenarios: Record<string, Scenario> = {
  'GET /robots.txt': read('/robots.txt'),
  'GET /sitemap.xml': read('/sitemap.xml'),
  'GET /sitemap.xml (a part)': read('/sitemap.xml?part=resources-1-0'),
  'GET /public/cards/{kind}/{id}/{file}': async (world, { headers }) => ({
    method: 'GET',
    url: shareCardPath(await world.deps.settings.get(), pageCard('premium')),
    headers,
  }),
  'GET /feed.xml': read('/feed.xml'),
  'GET /.well-known/security.txt': read('/.well-known/security.txt'),
};
