// Title and metadata of the wiki, for search engines and link previews.

import { WIKI_PATH } from '#client/features/content/wiki/components/wiki-reads.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { trail } from '#client/kit/text/structured-data.ts';
import type { Wiki } from '#contract/content/wiki.ts';
import { pageCard } from '#contract/seo/og-images.ts';

export function wikiTitle({ site }: AppContext, search: string): string {
  return `${search ? `"${search}" - ` : ''}Wiki - ${site.siteName}`;
}

/** Metadata of the wiki page; search results are not indexed. */
export function wikiHead(context: AppContext, wiki: Wiki | undefined, search: string): Head {
  const title = wikiTitle(context, search);
  if (!wiki || search) return { title, canonical: null };
  const { site, origin } = context;
  return {
    title,
    description: `How ${site.siteName} works: accounts, downloads, Premium, requests, and fixes for common problems.`,
    canonical: WIKI_PATH,
    card: pageCard('wiki'),
    // The questions are already structured data on /faq; repeating them here would make the two pages compete.
    jsonLd: trail(origin, site.siteName, { name: 'Wiki', path: WIKI_PATH }),
  };
}
