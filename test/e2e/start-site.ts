// Starts one site with demo content for all journeys of a run. Sets SITE_URL to its address, SITE_FOLDER to its data folder, and
// FAKES_URL to the address of the fake providers for third-party sign-in. If SITE_URL and SITE_FOLDER are already set, the
// journeys use that running site.
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
