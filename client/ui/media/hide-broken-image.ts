import type { SyntheticEvent } from 'react';

/** Hides an image that failed, so that what lies beneath it shows. */
export function hideOnError(event: SyntheticEvent<HTMLImageElement>): void {
  event.currentTarget.hidden = true;
}

/** The same for an image of the server's HTML that failed before React listened: give it as the image's `ref`. */
export function hideIfFailed(image: HTMLImageElement | null): void {
  if (image?.complete && image.src && image.naturalWidth === 0) image.hidden = true;
}
