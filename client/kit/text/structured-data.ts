// Parts of what search engines are told in schema.org's words (JSON-LD). Heads alone use it, and only on the server.
import { profilePath } from '#contract/paths.ts';

const CONTEXT = 'https://schema.org';

/** A thing of a type, as a document of its own. */
export function thing(type: string, fields: object): object {
  return { '@context': CONTEXT, '@type': type, ...fields };
}

export function personData(origin: string, username: string, isThere = true) {
  return {
    '@type': 'Person',
    name: username,
    ...(isThere ? { url: origin + profilePath(username) } : {}),
  };
}

/** How often something was done: `action` is one of schema.org's, as LikeAction. */
export function counter(action: string, count: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: `${CONTEXT}/${action}`,
    userInteractionCount: count,
  };
}

type Step = { name: string; path: string };

/** The way to a page from the home page, which is left out here. */
export function trail(origin: string, siteName: string, ...steps: Step[]): object {
  return thing('BreadcrumbList', {
    itemListElement: [{ name: siteName, path: '/' }, ...steps].map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: origin + path,
    })),
  });
}

/** What a page lists; `from` is how many stand before it on earlier pages. */
export function itemList(origin: string, items: readonly Step[], from = 0) {
  return {
    '@type': 'ItemList',
    numberOfItems: items.length,
    itemListElement: items.map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: from + place + 1,
      name,
      url: origin + path,
    })),
  };
}
