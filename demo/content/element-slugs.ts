/** Slugs of the eight elements under /elements. They match the entries in elements.ts. */
export const ELEMENT_SLUGS = [
  'film-lut-pack',
  'whip-transition',
  'light-leak-overlays',
  'whoosh-sound-effects',
  'title-template',
  'shape-pack',
  'seamless-loop',
  'film-grain-and-dust',
] as const;
