import type { CSSProperties } from 'react';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';

/**
 * The requested page's picture, through this site's proxy. Not rendered if the page has no picture, and hidden if it fails to
 * load (requests.css).
 */
export function RequestPicture({
  request: { resourceName, ogData },
  eager = false,
}: {
  request: Pick<ResourceRequest, 'resourceName' | 'ogData'>;
  eager?: boolean;
}) {
  return (
    ogData?.image && (
      <div
        className="request-picture media media-blank aspect-video"
        style={{ '--h': textHue(resourceName) } as CSSProperties}
      >
        <img
          key={ogData.image}
          src={ogData.image}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          ref={hideIfFailed}
          onError={hideOnError}
        />
      </div>
    )
  );
}
