/** Assets by okapi: colour grading and film looks. */
import type { CatalogueEntry } from './entry.ts';
import { clip, colourTransforms, dustPlates, grainPlates, lights, luts, palettes } from './packs.ts';

export const OKAPI: readonly CatalogueEntry[] = [
  {
    title: 'Ridgeline Film LUTs',
    description:
      "Eighteen landscape looks with deep blues and a slow roll-off into the highlights. They're balanced so the sky is never the first thing to clip. Apply them after your own balance, never before.",
    category: 'Free',
    editor: 'DaVinci Resolve',
    editorMinVersion: '17',
    type: 'LUT',
    tags: ['lut', 'color grade', 'landscape', 'film look', 'golden hour'],
    licence: 'CC BY 4.0',
    daysAgo: 4,
    files: [
      ...luts('Dawn', ['cold-morning', 'rose-haze'], 3),
      ...luts('Day', ['print-2383', 'film-fade'], 3),
      ...luts('Dusk', ['golden-hour', 'teal-orange'], 3),
    ],
  },
  {
    title: 'Cold Morning LUTs',
    description:
      'Twelve cool grades for fog, water and winter streets. Skin stays a little warmer than everything else, so people stand out without a mask. The versions with denser shadows are in the second folder.',
    category: 'Free',
    editor: 'DaVinci Resolve',
    editorMinVersion: null,
    type: 'LUT',
    tags: ['lut', 'color grade', 'cold', 'winter', 'rec709'],
    licence: 'CC0',
    daysAgo: 31,
    files: [...luts('Soft', ['cold-morning'], 6), ...luts('Dense', ['day-for-night', 'print-2383'], 3)],
  },
  {
    title: 'Portrait Skin LUTs',
    description:
      "Nine looks that leave faces alone. The split tone only touches the lower third of the curve, so backgrounds shift and cheeks don't. Made for interviews with one key light and a dirty window.",
    category: 'Premium',
    editor: 'DaVinci Resolve',
    editorMinVersion: '17',
    type: 'LUT',
    tags: ['lut', 'skin tones', 'interview', 'color grade', 'portrait'],
    licence: 'Helix Standard',
    daysAgo: 52,
    files: [
      ...luts('33 points', ['film-fade', 'golden-hour', 'rose-haze'], 1, 33),
      ...luts('17 points', ['film-fade', 'golden-hour'], 3),
    ],
  },
  {
    title: 'Super 8 Burns',
    description:
      'The hot orange end of the reel, with the sprocket glow every family film has. Three stills with alpha and one moving burn for the cut. The second folder has dust plates to go with them.',
    category: 'Free',
    editor: 'CapCut',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['light leaks', 'super 8', 'film burn', 'analog', 'dust', 'overlays'],
    licence: 'CC0',
    daysAgo: 66,
    files: [
      ...lights('Burns', 'Burn', 'lightLeak', 45, 3),
      ...dustPlates('Dust', 4, 'super8'),
      ...clip('Moving', 'Burn_Moving', 'light-leak'),
    ],
  },
  {
    title: 'Print Stock Emulation',
    description:
      'A print stock taken apart: the curve as LUTs, the colour as a DCTL with two sliders, the grain as plates. Set the exposure in the DCTL, pick a print density, finish with grain. Use all three together or any one on its own.',
    category: 'Premium',
    editor: 'DaVinci Resolve',
    editorMinVersion: '18',
    type: 'preset',
    tags: ['film look', 'print', 'dctl', 'lut', 'film grain', 'halation'],
    licence: 'Helix Standard',
    daysAgo: 84,
    files: [
      ...luts('Print', ['print-2383'], 6),
      ...colourTransforms('DCTL', [
        ['Print Density', 40],
        ['Cyan Shadow', 205],
      ]),
      ...grainPlates('Grain', [['Print', 1.3, 40]]),
    ],
  },
  {
    title: 'Mono Street LUTs',
    description:
      'Black and white for streets, rain and weathered faces. Ten conversions, each with its own mix of red, green and blue, from orthochromatic skies to soft infrared trees.',
    category: 'Free',
    editor: 'DaVinci Resolve',
    editorMinVersion: null,
    type: 'LUT',
    tags: ['lut', 'black and white', 'street', 'film look'],
    licence: 'CC0',
    daysAgo: 107,
    files: [...luts('Neutral', ['mono'], 5), ...luts('Warm', ['mono-warm'], 5)],
  },
  {
    title: 'Teal and Orange, Gently',
    description:
      'The look everyone knows, with the volume at three. Eight steps from barely there to full trailer, so you can vary it across an edit. Works on phone footage, which is where you need it.',
    category: 'Free',
    editor: 'CapCut',
    editorMinVersion: null,
    type: 'LUT',
    tags: ['teal and orange', 'lut', 'color grade', 'phone footage', 'travel'],
    licence: 'CC BY 4.0',
    daysAgo: 131,
    files: luts('Steps', ['teal-orange'], 8),
  },
  {
    title: 'Drone LUTs for Flat Profiles',
    description:
      'Brings flat drone profiles back to life: less haze, green water, white snow. Twelve 17-point LUTs, small enough for a tablet. They work best on footage overexposed by a third of a stop.',
    category: 'Free',
    editor: 'Final Cut Pro',
    editorMinVersion: '10.4',
    type: 'LUT',
    tags: ['lut', 'drone LUT', 'travel', 'landscape', 'color grade'],
    licence: 'CC BY 4.0',
    daysAgo: 166,
    files: [
      ...luts('Coast', ['cold-morning', 'teal-orange'], 3),
      ...luts('Mountain', ['print-2383', 'golden-hour'], 3),
    ],
  },
  {
    title: 'Day for Night Toolkit',
    description:
      'Shoot at noon, cut at midnight. Six grades, two colour transforms and a moon palette, each ready to drop on one node. Mask any windows with lamps in them and leave the rest alone.',
    category: 'Premium',
    editor: 'DaVinci Resolve',
    editorMinVersion: '18',
    type: 'preset',
    tags: ['day for night', 'night', 'lut', 'dctl', 'color grade'],
    licence: 'Helix Standard',
    daysAgo: 203,
    files: [
      ...luts('Grades', ['day-for-night'], 6),
      ...colourTransforms('DCTL', [
        ['Moonlight', 240],
        ['Sodium Lamp', 65],
      ]),
      ...palettes('Palette', 'Moon', 240),
    ],
  },
];
