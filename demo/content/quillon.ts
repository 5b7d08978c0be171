/** Assets by quillon: retro futures and cities. */
import type { CatalogueEntry } from './entry.ts';
import { bokehPlates, clip, luts, models, plates, sounds } from './packs.ts';

export const QUILLON: readonly CatalogueEntry[] = [
  {
    title: 'Outrun Grid Loop',
    description:
      'The endless grid under a striped sun, but this one really loops. Three seconds of H.264 and two stills for covers. Keep the speed, change the hue.',
    category: 'Free',
    editor: 'After Effects',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['retro', 'loop', 'neon', 'background', 'synthwave'],
    licence: 'CC0',
    daysAgo: 16,
    files: [...clip('Loop', 'Grid_Loop', 'grid-loop'), ...plates('Stills', 'Grid', 'grid', 350, 2)],
  },
  {
    title: 'Harbour Skyline Plates',
    description:
      "A city that doesn't exist, at night, above the water. Four plates in two moods for windows, establishing shots and end cards. Blur the one furthest away.",
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['city', 'night', 'background', 'neon', 'establishing shot'],
    licence: 'CC BY 4.0',
    daysAgo: 60,
    files: [...plates('Violet', 'Harbour_V', 'skyline', 30, 2), ...plates('Teal', 'Harbour_T', 'skyline', 220, 2)],
  },
  {
    title: 'Neon Night LUTs',
    description:
      'Ten looks for streets after eleven: magenta skies, cyan concrete, and skin that still looks human. Blacks stay black. Two bokeh plates fill in the far end of the road.',
    category: 'Premium',
    editor: 'DaVinci Resolve',
    editorMinVersion: '17',
    type: 'LUT',
    tags: ['lut', 'neon', 'night', 'color grade', 'city'],
    licence: 'Helix Standard',
    daysAgo: 115,
    files: [
      ...luts('Looks', ['neon-night'], 7),
      ...luts('Dark', ['day-for-night'], 3),
      ...bokehPlates('Bokeh', 320, 2),
    ],
  },
  {
    title: 'Arcade Objects',
    description:
      'Knots, helixes and crystals for title loops that should look like an intro from 1996. The polygon count is low enough for a live viewport. Glitch sounds in the same spirit are in the second folder.',
    category: '3D',
    editor: 'Blender',
    editorMinVersion: null,
    type: 'model',
    tags: ['3d models', 'retro', 'blender', 'abstract', 'sound fx'],
    licence: 'CC0',
    daysAgo: 209,
    files: [...models('Objects', ['knot', 'helix', 'crystal', 'torus'], 300), ...sounds('Sounds', [['glitch', 6]], 90)],
  },
];
