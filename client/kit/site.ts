// The facts of the site that pages draw: its name, its logo, whether it is open. They follow when an administrator saves.
import { SITE_NAME } from '#contract/limits.ts';
import type { getSiteFacts, SiteFacts } from '#contract/site.ts';
import { apiCall } from './call.ts';
import { read, reload, useLoaded } from './query.ts';
import { type Services, useServices } from './services.ts';

const callSiteFacts = apiCall<typeof getSiteFacts>({
  method: 'GET',
  path: '/api/site',
  fallback: 'Failed to load data',
});
const siteRead = read(callSiteFacts, {});

/** The facts as they are known now: those that the page came with, or what was read anew since. */
export const useSite = (): SiteFacts => {
  const { site } = useServices();
  return useLoaded(siteRead) ?? site;
};

/** Reads the facts anew after a change: parts that use them follow, and so do the titles of pages. */
export const refreshSite = async (services: Services): Promise<void> => {
  Object.assign(services.site, await reload(services, siteRead));
};

/** What stands beside the mark: the name that an administrator gave, in short for the product's own. */
export const shortName = (siteName: string): string => (siteName === SITE_NAME ? 'Helix' : siteName);
