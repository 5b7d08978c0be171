// Decisions about previews without I/O.

/** Widths in pixels that every thumbnail is stored in; a smaller picture has its own size under the wider names. */
export const thumbnailWidths = [320, 640, 1280] as const;
const STRIP = /-strip\.webp$/;

/** The storage keys of a thumbnail (`<id>/<hash>`) in all sizes and kinds, or of a strip (`<id>/<hash>-strip.webp`). */
export const pictureKeys = (key: string): string[] =>
  STRIP.test(key)
    ? [`t/${key}`]
    : thumbnailWidths.flatMap((width) => [`t/${key}-${width}.webp`, `t/${key}-${width}.jpg`]);
