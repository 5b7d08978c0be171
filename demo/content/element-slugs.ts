/** The addresses of the eight elements below /elements, as their entries have them. */
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
