import type { SyntheticEvent } from 'react';

/** Hides an image that failed to load, so that the placeholder beneath it is visible. */
export function hideOnError(event: SyntheticEvent<HTMLImageElement>): void {
  event.currentTarget.hidden = true;
}

/** Same as `hideOnError`, for a server-rendered image that failed before hydration. Pass it as the image's `ref`. */
export function hideIfFailed(image: HTMLImageElement | null): void {
  if (image?.complete && image.src && image.naturalWidth === 0) image.hidden = true;
}
