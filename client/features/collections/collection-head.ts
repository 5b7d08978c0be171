// What search engines and shared links read of a collection.
import type { Head } from '#client/kit/page.ts';
import type { Services } from '#client/kit/services.ts';
import { itemList, person, thing, trail } from '#client/kit/structured-data.ts';
import type { getCollection } from '#contract/collections.ts';
import type { ReplyOf } from '#contract/http.ts';
import { collectionPath, profilePath, resourcePath } from '#contract/paths.ts';
import { collectionCardOf } from '#contract/share-cards.ts';
import { itemsOf } from './parts/collection-card.tsx';

type Collection = ReplyOf<typeof getCollection>;

export const collectionTitle = ({ site }: Services, collection: Collection | undefined): string =>
  `${collection ? `${collection.name} by ${collection.owner}` : 'Collection not found'} - ${site.siteName}`;

/** The head of a collection; without one, that of its absence. */
export const collectionHead = (services: Services, collection: Collection | undefined): Head => {
  const title = collectionTitle(services, collection);
  if (!collection) return { title, canonical: null };
  const { site, origin } = services;
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
        author: person(origin, owner),
        mainEntity: itemList(
          origin,
          resources.map((card) => ({ name: card.title, path: resourcePath(card.id) })),
        ),
      }),
      trail(origin, site.siteName, { name: owner, path: profilePath(owner) }, { name, path: own }),
    ],
  };
};
