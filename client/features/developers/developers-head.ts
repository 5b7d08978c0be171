// Titles and metadata of the developer pages, for search engines and link previews.

import { DEVELOPERS_PATH, groupPath } from '#client/features/developers/components/api-reads.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { trail } from '#client/kit/text/structured-data.ts';
import { pageCard } from '#contract/seo/og-images.ts';

type Group = { id: string; title: string };

export function developersTitle({ site }: AppContext, group: Group | undefined): string {
  return `${group ? `${group.title} - ` : ''}API - ${site.siteName}`;
}

/** Title and metadata of a group's page, or of the guide. */
export function developersHead(context: AppContext, group: Group | undefined): Head {
  const { site, origin } = context;
  const own = group ? groupPath(group.id) : DEVELOPERS_PATH;
  return {
    title: developersTitle(context, group),
    description: group
      ? `API reference for ${group.title.toLowerCase()}: parameters, responses and errors.`
      : 'Access this site from your own tools: tokens and scopes, rate limits, errors, uploads, and a list of all calls.',
    canonical: own,
    card: pageCard('developers'),
    jsonLd: trail(
      origin,
      site.siteName,
      { name: 'API', path: DEVELOPERS_PATH },
      ...(group ? [{ name: group.title, path: own }] : []),
    ),
  };
}
