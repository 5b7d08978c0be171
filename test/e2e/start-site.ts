// One site with its demo content for all journeys of a run: its address in SITE_URL, its data folder in SITE_FOLDER.
// A site that runs already is used when both are given.
import { startSite } from '../site-process.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.SITE_URL && process.env.SITE_FOLDER) return async () => {};
  const site = await startSite({ NODE_ENV: 'development' });
  process.env.SITE_URL = site.url;
  process.env.SITE_FOLDER = site.folder;
  return site.stop;
}
