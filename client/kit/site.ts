// Public facts about the site: name, logo, maintenance mode and so on. They update when an administrator changes them.

import { type AppContext, useAppContext } from '#client/kit/data/app-context.ts';
import { apiCall } from '#client/kit/data/call.ts';
import { read, reload, useLoaded } from '#client/kit/data/query.ts';
import type { getSiteFacts, SiteFacts } from '#contract/content/home.ts';
import { SITE_NAME } from '#contract/limits.ts';

const callSiteFacts = apiCall<typeof getSiteFacts>({
  method: 'GET',
  path: '/api/site',
  fallback: 'Failed to load data',
});
const siteRead = read(callSiteFacts, {});

/** The current site facts: those embedded in the page, or newer facts loaded since then. */
export function useSite(): SiteFacts {
  const { site } = useAppContext();
  return useLoaded(siteRead) ?? site;
}

/** Reloads the site facts after a change. Components and page titles that use them update. */
export async function refreshSite(context: AppContext): Promise<void> {
  Object.assign(context.site, await reload(context, siteRead));
}

/** Name shown next to the logo: the configured one, shortened to 'Helix' if it is the default. */
export function shortName(siteName: string): string {
  return siteName === SITE_NAME ? 'Helix' : siteName;
}
