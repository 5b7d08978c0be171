// Title and metadata of a collection's page, for search engines and link previews.

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

/** Title and metadata of a collection, or of the page for a collection that does not exist. */
export function collectionHead(context: AppContext, collection: Collection | undefined): Head {
  const title = collectionTitle(context, collection);
  if (!collection) return { title, canonical: null };
  const { site, origin } = context;
  const { id, name, owner, items, isPublic, resources } = collection;
  const own = collectionPath(id);
  const description = collection.description || `${itemsOf(items)} for video editors, collected by ${owner}.`;
  return {
    title,
    description,
    // Only the owner can see a private collection, so it has no share image.
    ...(isPublic ? { card: collectionCardOf(collection) } : {}),
    // Empty collections are not worth indexing, and private ones are only visible to their owner.
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
