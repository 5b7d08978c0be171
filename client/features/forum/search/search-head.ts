// Title and metadata of the forum's search, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { thing, trail } from '#client/kit/text/structured-data.ts';
import { COMMUNITY_PATH, FORUM_SEARCH_PATH } from '#contract/paths.ts';
import { pageCard } from '#contract/seo/og-images.ts';
import type { SearchQuery } from './search-query.ts';

const NAME = 'Search the forums';

export function searchTitle({ site }: AppContext, { search, page }: SearchQuery): string {
  return [search && `"${search}"`, NAME, page && `Page ${page}`, site.siteName].filter(Boolean).join(' - ');
}

export function searchHead(context: AppContext, query: SearchQuery): Head {
  const { site, origin } = context;
  const title = searchTitle(context, query);
  return {
    title,
    description: 'Search threads and posts about grading, sound, motion and assets by words, author, forum and date.',
    card: pageCard('community'),
    // Results are not indexed.
    canonical: Object.keys(query).length === 0 ? FORUM_SEARCH_PATH : null,
    jsonLd: [
      thing('CollectionPage', { name: title, url: origin + FORUM_SEARCH_PATH }),
      trail(
        origin,
        site.siteName,
        { name: 'Community Forums', path: COMMUNITY_PATH },
        { name: NAME, path: FORUM_SEARCH_PATH },
      ),
    ],
  };
}
