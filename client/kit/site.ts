// The facts of the site that pages draw: its name, its logo, whether it is open. They follow when an administrator saves.

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

/** The facts as they are known now: those that the page came with, or what was read anew since. */
export function useSite(): SiteFacts {
  const { site } = useAppContext();
  return useLoaded(siteRead) ?? site;
}

/** Reads the facts anew after a change: parts that use them follow, and so do the titles of pages. */
export async function refreshSite(context: AppContext): Promise<void> {
  Object.assign(context.site, await reload(context, siteRead));
}

/** What stands beside the mark: the name that an administrator gave, in short for the product's own. */
export function shortName(siteName: string): string {
  return siteName === SITE_NAME ? 'Helix' : siteName;
}
