/** What LUTs are shown on. */

/** Sample pictures, in the order of the stage. */
export const plateNames = ['coast', 'portrait', 'dunes', 'street', 'chart', 'ramps'] as const;
export type PlateName = (typeof plateNames)[number];

/** How a camera or a grading program recorded a plate. */
export const encodingNames = ['rec709', 'slog3', 'logc3', 'vlog', 'clog3', 'flog2', 'davinci', 'acescct'] as const;
export type EncodingName = (typeof encodingNames)[number];

/** URL of a plate without a LUT, as a WebP image of 960x540. */
export function platePath(name: PlateName, encoding: EncodingName): string {
  return `/public/plates/${name}-${encoding}.webp`;
}
