// One site with demo content for all journeys of a run: its address in SITE_URL, its data folder in SITE_FOLDER. Sign-in
// uses fake providers, whose address is in FAKES_URL.
// If SITE_URL and SITE_FOLDER are already set, that running site is used.
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { startSite } from '#test/harness/site-process.ts';
import { keepDrawings } from '../../scripts/build/keep-drawings.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.SITE_URL && process.env.SITE_FOLDER) return async () => {};
  keepDrawings();
  const fakes = await startProviderFakes();
  const site = await startSite({ NODE_ENV: 'development', TOOLBOX_NETWORKS: '127.0.0.0/8', ...fakes.env });
  process.env.SITE_URL = site.url;
  process.env.SITE_FOLDER = site.folder;
  process.env.FAKES_URL = fakes.url;
  return async () => {
    await site.stop();
    await fakes.stop();
  };
}
