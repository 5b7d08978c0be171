// Site facts shown on pages: name, logo, maintenance mode and so on. They update when an administrator saves.

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

/** The current site facts: those sent with the page, or newer ones. */
export function useSite(): SiteFacts {
  const { site } = useAppContext();
  return useLoaded(siteRead) ?? site;
}

/** Reloads the facts after a change, which also updates components and page titles using them. */
export async function refreshSite(context: AppContext): Promise<void> {
  Object.assign(context.site, await reload(context, siteRead));
}

/** Name shown beside the logo mark: the configured one, or 'Helix' for the default name. */
export function shortName(siteName: string): string {
  return siteName === SITE_NAME ? 'Helix' : siteName;
}
