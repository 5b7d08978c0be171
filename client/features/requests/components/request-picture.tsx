import type { CSSProperties } from 'react';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';

/** What the requested page shows of itself; a drawn picture without one. The server sends it from this site's own address. */
export const RequestPicture = ({
  request: { resourceName, ogData },
  eager = false,
}: {
  request: Pick<ResourceRequest, 'resourceName' | 'ogData'>;
  eager?: boolean;
}) => (
  <div className="media media-blank aspect-video" style={{ '--h': textHue(resourceName) } as CSSProperties}>
    {ogData?.image && (
      <img
        key={ogData.image}
        src={ogData.image}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        ref={hideIfFailed}
        onError={hideOnError}
      />
    )}
  </div>
);
