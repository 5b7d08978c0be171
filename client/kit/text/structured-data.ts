// Building blocks for structured data (schema.org JSON-LD). Used only in document heads rendered by the server.
import { profilePath } from '#contract/paths.ts';

const CONTEXT = 'https://schema.org';

/** A complete JSON-LD document of the given type. */
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

/** An interaction count; `action` is a schema.org action such as LikeAction. */
export function counter(action: string, count: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: `${CONTEXT}/${action}`,
    userInteractionCount: count,
  };
}

type Step = { name: string; path: string };

/** Breadcrumbs leading to a page. The home page is added automatically. */
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

/** List of the items on a page. `from` is the number of items on earlier pages. */
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
