// What search engines and shared links read of the wiki.

import { WIKI_PATH } from '#client/features/content/wiki/components/wiki-reads.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { trail } from '#client/kit/text/structured-data.ts';
import type { Wiki } from '#contract/content/wiki.ts';
import { pageCard } from '#contract/seo/og-images.ts';

export function wikiTitle({ site }: AppContext, search: string): string {
  return `${search ? `"${search}" - ` : ''}Wiki - ${site.siteName}`;
}

/** The head of the page; results of a search are no page for search engines. */
export function wikiHead(context: AppContext, wiki: Wiki | undefined, search: string): Head {
  const title = wikiTitle(context, search);
  if (!wiki || search) return { title, canonical: null };
  const { site, origin } = context;
  return {
    title,
    description: `How ${site.siteName} works: accounts, downloads, Premium, requests, and what helps when something goes wrong.`,
    canonical: WIKI_PATH,
    card: pageCard('wiki'),
    // The questions of /faq are told as such there: the same kind of thing on two pages would compete.
    jsonLd: trail(origin, site.siteName, { name: 'Wiki', path: WIKI_PATH }),
  };
}
