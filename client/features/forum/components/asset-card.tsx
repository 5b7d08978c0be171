import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import type { LinkedResource } from '#contract/forum/api.ts';
import { resourcePath } from '#contract/paths.ts';

/** Card of a resource that a post links to, shown below its text. */
export function AssetCard({ resource }: { resource: LinkedResource }) {
  const { id, title, author, isPremium, thumbnailUrl, thumbnailColor } = resource;
  return (
    <Link to={resourcePath(id)} className="asset-card panel flex max-w-105 items-center gap-3.5 px-3 py-2.5">
      <span className="media media-blank aspect-video flex-none" style={{ '--h': textHue(title) } as CSSProperties}>
        {thumbnailUrl && (
          <img
            src={thumbnailUrl}
            alt=""
            loading="lazy"
            decoding="async"
            style={thumbnailColor ? { background: thumbnailColor } : undefined}
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
        <span className="block truncate text-sm text-muted">
          by {author}, {isPremium ? 'Premium' : 'Free'}
        </span>
      </span>
    </Link>
  );
}
