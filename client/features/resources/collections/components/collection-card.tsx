import { Link } from 'react-router';
import { Badge } from '#client/ui/badge.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import { collectionPath } from '#contract/paths.ts';
import type { Collection } from '#contract/resources/collections.ts';

/** Formats a number of resources: "1 resource", "12 resources". */
export function itemsOf(count: number): string {
  return `${count} ${count === 1 ? 'resource' : 'resources'}`;
}

/** A collection on a profile: its name, the number of resources, and thumbnails of the first ones. */
export function CollectionCard({ collection }: { collection: Collection }) {
  const { id, name, items, isPublic, covers } = collection;
  return (
    <article className="card flex min-w-0 flex-col">
      <div className="media media-blank aspect-video" style={{ '--h': textHue(name) } as React.CSSProperties}>
        <div
          className={`absolute inset-0 grid gap-px ${covers.length > 1 ? 'grid-cols-2' : ''} ${covers.length > 2 ? 'grid-rows-2' : ''}`}
        >
          {covers.map((cover, index) => (
            <img
              // biome-ignore lint/suspicious/noArrayIndexKey: two resources may have the same picture
              key={`${index} ${cover}`}
              src={cover}
              alt=""
              loading="lazy"
              decoding="async"
              className={`size-full min-h-0 object-cover ${covers.length === 3 && index === 0 ? 'row-span-2' : ''}`}
              ref={hideIfFailed}
              onError={hideOnError}
            />
          ))}
        </div>
      </div>
      <h2 className="mt-3 truncate text-card font-semibold">
        <Link to={collectionPath(id)} className="card-link">
          {name}
        </Link>
      </h2>
      <p className="mt-1 flex items-center gap-2 text-sm text-muted">
        {itemsOf(items)}
        {!isPublic && <Badge icon="lock">Private</Badge>}
      </p>
    </article>
  );
}
