const WIDTHS = [320, 640, 1280];

/**
 * Image attributes for an element's picture. `sizes` is the width at which it is displayed. The site's own pictures are stored in
 * three widths; other URLs (the default picture) are used unchanged.
 */
export function elementPicture(thumbnailUrl: string, sizes: string): { src: string; srcSet?: string; sizes?: string } {
  const match = /^(.*-)640(\.webp)$/.exec(thumbnailUrl);
  if (!match) return { src: thumbnailUrl };
  return {
    src: thumbnailUrl,
    srcSet: WIDTHS.map((width) => `${match[1]}${width}${match[2]} ${width}w`).join(', '),
    sizes,
  };
}
