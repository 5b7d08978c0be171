// Parts of what search engines are told in schema.org's words (JSON-LD). Heads alone use it, and only on the server.
import { profilePath } from '#contract/paths.ts';

const CONTEXT = 'https://schema.org';

/** A thing of a type, as a document of its own. */
export const thing = (type: string, fields: object): object => ({ '@context': CONTEXT, '@type': type, ...fields });

export const person = (origin: string, username: string, isThere = true) => ({
  '@type': 'Person',
  name: username,
  ...(isThere ? { url: origin + profilePath(username) } : {}),
});

/** How often something was done: `action` is one of schema.org's, as LikeAction. */
export const counter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `${CONTEXT}/${action}`,
  userInteractionCount: count,
});

type Step = { name: string; path: string };

/** The way to a page from the home page, which is left out here. */
export const trail = (origin: string, siteName: string, ...steps: Step[]): object =>
  thing('BreadcrumbList', {
    itemListElement: [{ name: siteName, path: '/' }, ...steps].map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: origin + path,
    })),
  });

/** What a page lists; `from` is how many stand before it on earlier pages. */
export const itemList = (origin: string, items: readonly Step[], from = 0) => ({
  '@type': 'ItemList',
  numberOfItems: items.length,
  itemListElement: items.map(({ name, path }, place) => ({
    '@type': 'ListItem',
    position: from + place + 1,
    name,
    url: origin + path,
  })),
});
