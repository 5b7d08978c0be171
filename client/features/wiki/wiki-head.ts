// What search engines and shared links read of the wiki.
import type { Head } from '#client/kit/page.ts';
import type { Services } from '#client/kit/services.ts';
import type { Wiki } from '#contract/wiki.ts';
import { WIKI_PATH } from './parts/wiki-reads.ts';

/** The section whose parts are questions with their answers. */
const questionsOf = ({ sections }: Wiki) => sections.find(({ slug }) => slug === 'faq')?.parts ?? [];

/** The head of the page; results of a search are no page for search engines. */
export const wikiHead = ({ site }: Services, wiki: Wiki | undefined, search: string): Head => {
  const title = `${search ? `"${search}" - ` : ''}Wiki - ${site.siteName}`;
  if (!wiki || search) return { title, canonical: null };
  return {
    title,
    description: `How ${site.siteName} works: accounts, downloads, Premium, requests, and what helps when something goes wrong.`,
    canonical: WIKI_PATH,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: questionsOf(wiki).map(({ title: name, html }) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: html },
      })),
    },
  };
};
