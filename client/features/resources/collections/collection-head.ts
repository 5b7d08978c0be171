// What search engines and shared links read of a collection.

import { itemsOf } from '#client/features/resources/collections/components/collection-card.tsx';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { itemList, personData, thing, trail } from '#client/kit/text/structured-data.ts';
import type { ReplyOf } from '#contract/http.ts';
import { collectionPath, profilePath, resourcePath } from '#contract/paths.ts';
import type { getCollection } from '#contract/resources/collections.ts';
import { collectionCardOf } from '#contract/seo/og-images.ts';

type Collection = ReplyOf<typeof getCollection>;

export function collectionTitle({ site }: AppContext, collection: Collection | undefined): string {
  return `${collection ? `${collection.name} by ${collection.owner}` : 'Collection not found'} - ${site.siteName}`;
}

/** The head of a collection; without one, that of its absence. */
export function collectionHead(context: AppContext, collection: Collection | undefined): Head {
  const title = collectionTitle(context, collection);
  if (!collection) return { title, canonical: null };
  const { site, origin } = context;
  const { id, name, owner, items, isPublic, resources } = collection;
  const own = collectionPath(id);
  const description = collection.description || `${itemsOf(items)} for video editors, gathered by ${owner}.`;
  return {
    title,
    description,
    // Nobody but its owner sees a private one, so there is no picture of it either.
    ...(isPublic ? { card: collectionCardOf(collection) } : {}),
    // Empty ones are nothing to find; private ones are nobody's but the owner's.
    canonical: isPublic && items > 0 ? own : null,
    jsonLd: [
      thing('Collection', {
        name,
        description,
        url: origin + own,
        collectionSize: items,
        dateModified: collection.updatedAt,
        author: personData(origin, owner),
        mainEntity: itemList(
          origin,
          resources.map((card) => ({ name: card.title, path: resourcePath(card.id) })),
        ),
      }),
      trail(origin, site.siteName, { name: owner, path: profilePath(owner) }, { name, path: own }),
    ],
  };
}
