// What search engines and shared links read of the wiki.
import type { Head } from '#client/kit/page.ts';
import type { Services } from '#client/kit/services.ts';
import { trail } from '#client/kit/structured-data.ts';
import { pageCard } from '#contract/share-cards.ts';
import type { Wiki } from '#contract/wiki.ts';
import { WIKI_PATH } from './parts/wiki-reads.ts';

export const wikiTitle = ({ site }: Services, search: string): string =>
  `${search ? `"${search}" - ` : ''}Wiki - ${site.siteName}`;

/** The head of the page; results of a search are no page for search engines. */
export const wikiHead = (services: Services, wiki: Wiki | undefined, search: string): Head => {
  const title = wikiTitle(services, search);
  if (!wiki || search) return { title, canonical: null };
  const { site, origin } = services;
  return {
    title,
    description: `How ${site.siteName} works: accounts, downloads, Premium, requests, and what helps when something goes wrong.`,
    canonical: WIKI_PATH,
    card: pageCard('wiki'),
    // The questions of /faq are told as such there: the same kind of thing on two pages would compete.
    jsonLd: trail(origin, site.siteName, { name: 'Wiki', path: WIKI_PATH }),
  };
};
