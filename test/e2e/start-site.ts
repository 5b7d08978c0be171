// One site with its demo content for all journeys of a run; tests read its address from SITE_URL.
import { startSite } from '../site-process.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const site = await startSite({ NODE_ENV: 'development' });
  process.env.SITE_URL = site.url;
  return site.stop;
}
