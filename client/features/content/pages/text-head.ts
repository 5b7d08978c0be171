// Titles and metadata of the site's own texts, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { thing, trail } from '#client/kit/text/structured-data.ts';
import type { SiteText } from '#contract/content/pages.ts';
import { pageCard } from '#contract/seo/og-images.ts';

export function textTitle({ site }: AppContext, text: SiteText | undefined): string {
  return text ? `${text.title} - ${site.siteName}` : site.siteName;
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Converts HTML from the server's own renderer to plain text. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The first paragraph, as plain text. Headings are left out, because they would run into the sentences. */
const firstWords = (html: string): string => wordsOf(/<p>.*?<\/p>/s.exec(html)?.[0] ?? html);

/** The headings that are questions, each with the text below it. */
const questionsOf = (html: string) =>
  html
    .split(/(?=<h[1-6][ >])/)
    .map((part) => {
      const end = part.indexOf('</h');
      return { name: wordsOf(part.slice(0, end)), answer: wordsOf(part.slice(end + '</h0>'.length)) };
    })
    .filter(({ name, answer }) => name.endsWith('?') && answer !== '');

/** Title and metadata of a page such as /terms or /faq. Questions and answers become structured data. */
export function textHead(context: AppContext, text: SiteText | undefined): Head {
  const title = textTitle(context, text);
  if (!text) return { title, canonical: null };
  const { site, origin } = context;
  const path = `/${text.slug}`;
  const questions = text.slug === 'faq' ? questionsOf(text.html) : [];
  return {
    title,
    description: firstWords(text.html) || title,
    canonical: path,
    card: pageCard(text.slug),
    jsonLd: [
      ...(questions.length > 0
        ? [
            thing('FAQPage', {
              url: origin + path,
              mainEntity: questions.map(({ name, answer }) => ({
                '@type': 'Question',
                name,
                acceptedAnswer: { '@type': 'Answer', text: answer },
              })),
            }),
          ]
        : []),
      trail(origin, site.siteName, { name: text.title, path }),
    ],
  };
}
