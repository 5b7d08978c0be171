// Document head of the elements page, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { itemList, thing, trail } from '#client/kit/text/structured-data.ts';
import { elementPath, resourcePath } from '#contract/paths.ts';
import type { ResourceCard } from '#contract/resources/api.ts';
import { pageCard } from '#contract/seo/og-images.ts';

/** A card in a list for search engines. */
export function stepOf({ id, slug, title }: ResourceCard): { name: string; path: string } {
  return { name: title, path: slug ? elementPath(slug) : resourcePath(id) };
}

export function elementsTitle({ site }: AppContext): string {
  return `Elements - ${site.siteName}`;
}

export function elementsHead(context: AppContext, cards: readonly ResourceCard[] | undefined): Head {
  const { site, origin } = context;
  const title = elementsTitle(context);
  return {
    title,
    description: 'Eight starter assets from our own studio, all free for any project.',
    canonical: '/elements',
    card: pageCard('elements'),
    jsonLd: [
      thing('CollectionPage', {
        name: title,
        url: `${origin}/elements`,
        mainEntity: itemList(origin, (cards ?? []).map(stepOf)),
      }),
      trail(origin, site.siteName, { name: 'Elements', path: '/elements' }),
    ],
  };
}
