/** Resources of okapi: colour grading and film looks. */
import type { CatalogueEntry } from './entry.ts';
import { clip, colourTransforms, dustPlates, grainPlates, lights, luts, palettes } from './packs.ts';

export const OKAPI: readonly CatalogueEntry[] = [
  {
    title: 'Ridgeline Film LUTs',
    description:
      'Eighteen landscape looks with deep blues and a slow roll into the highlights. Balanced so that the sky never clips first. Use them after your own balance, never before.',
    category: 'Free', editor: 'DaVinci Resolve', editorMinVersion: '17', type: 'LUT',
    tags: ['lut', 'color grade', 'landscape', 'film look', 'golden hour'],
    licence: 'CC BY 4.0', mediaLabel: '18 LUTs', daysAgo: 4,
    art: { scene: 'lutSplit', hue: 12, variant: 1 },
    files: [...luts('Dawn', ['cold-morning', 'rose-haze'], 3), ...luts('Day', ['print-2383', 'film-fade'], 3), ...luts('Dusk', ['golden-hour', 'teal-orange'], 3)],
  },
  {
    title: 'Cold Morning LUTs',
    description:
      'Twelve cool grades for fog, water and winter streets. Skin is held a little warmer than the rest, so people stand out without a mask. Denser shadows are in the second folder.',
    category: 'Free', editor: 'DaVinci Resolve', editorMinVersion: null, type: 'LUT',
    tags: ['lut', 'color grade', 'cold', 'winter', 'rec709'],
    licence: 'CC0', mediaLabel: '12 LUTs', daysAgo: 31,
    art: { scene: 'lutSplit', hue: 200, variant: 2 },
    files: [...luts('Soft', ['cold-morning'], 6), ...luts('Dense', ['day-for-night', 'print-2383'], 3)],
  },
  {
    title: 'Portrait Skin LUTs',
    description:
      'Nine looks that leave faces alone. The split tone lives in the lower third of the curve, so backgrounds move and cheeks do not. Made for interviews with one key and a dirty window.',
    category: 'Premium', editor: 'DaVinci Resolve', editorMinVersion: '17', type: 'LUT',
    tags: ['lut', 'skin tones', 'interview', 'color grade', 'portrait'],
    licence: 'Helix Standard', mediaLabel: '9 LUTs', daysAgo: 52,
    art: { scene: 'lutSplit', hue: 25, text: 'PORTRAIT', variant: 3 },
    files: [...luts('33 points', ['film-fade', 'golden-hour', 'rose-haze'], 1, 33), ...luts('17 points', ['film-fade', 'golden-hour'], 3)],
  },
  {
    title: 'Super 8 Burns',
    description:
      'Ends of reels, hot and orange, with the sprocket glow that every family film has. Eight stills on transparency and one moving burn for the cut. Dust plates are in the second folder because one is never enough.',
    category: 'Free', editor: 'CapCut', editorMinVersion: null, type: 'overlay',
    tags: ['light leaks', 'super 8', 'film burn', 'analog', 'dust', 'overlays'],
    licence: 'CC0', mediaLabel: '14 PNG', daysAgo: 66,
    art: { scene: 'lightLeak', hue: 45, variant: 1 },
    files: [...lights('Burns', 'Burn', 'lightLeak', 45, 8), ...dustPlates('Dust', 6, 'super8'), ...clip('Moving', 'Burn_Moving.mp4', 'light-leak.mp4')],
  },
  {
    title: 'Print Stock Emulation',
    description:
      'A print stock taken apart: the curve as LUTs, the colour as a DCTL with two sliders, the grain as plates. Set exposure in the DCTL, pick a print density, finish with grain. The three parts add up; each one alone is useful too.',
    category: 'Premium', editor: 'DaVinci Resolve', editorMinVersion: '18', type: 'preset',
    tags: ['film look', 'print', 'dctl', 'lut', 'film grain', 'halation'],
    licence: 'Helix Standard', mediaLabel: '6 LUTs', daysAgo: 84,
    art: { scene: 'landscape', hue: 60, variant: 4 },
    files: [
      ...luts('Print', ['print-2383'], 6),
      ...colourTransforms('DCTL', [['Print Density', 40], ['Cyan Shadow', 205]]),
      ...grainPlates('Grain', [['Print', 1.3, 40]]),
    ],
  },
  {
    title: 'Mono Street LUTs',
    description:
      'Black and white for streets, rain and faces with history. Ten conversions that weigh red, green and blue differently, from orthochromatic skies to soft infrared trees.',
    category: 'Free', editor: 'DaVinci Resolve', editorMinVersion: null, type: 'LUT',
    tags: ['lut', 'black and white', 'street', 'film look'],
    licence: 'CC0', mediaLabel: '10 LUTs', daysAgo: 107,
    art: { scene: 'skyline', hue: 250, variant: 1 },
    files: [...luts('Neutral', ['mono'], 5), ...luts('Warm', ['mono-warm'], 5)],
  },
  {
    title: 'Teal and Orange, Gently',
    description:
      'The look everybody knows with the volume at three. Eight steps from barely there to trailer, so a whole edit can breathe between them. Works on phone footage, which is where it is needed.',
    category: 'Free', editor: 'CapCut', editorMinVersion: null, type: 'LUT',
    tags: ['teal and orange', 'lut', 'color grade', 'phone footage', 'travel'],
    licence: 'CC BY 4.0', mediaLabel: '8 LUTs', daysAgo: 131,
    art: { scene: 'lutSplit', hue: 70, variant: 5 },
    files: luts('Steps', ['teal-orange'], 8),
  },
  {
    title: 'Drone LUTs for Flat Profiles',
    description:
      'Flat drone profiles come back to life: haze cut, water kept green, snow kept white. Twelve looks at 17 points, small enough for a tablet. Expose a third of a stop over before the first flight.',
    category: 'Free', editor: 'Final Cut Pro', editorMinVersion: '10.4', type: 'LUT',
    tags: ['lut', 'drone LUT', 'travel', 'landscape', 'color grade'],
    licence: 'CC BY 4.0', mediaLabel: '12 LUTs', daysAgo: 166,
    art: { scene: 'landscape', hue: 200, variant: 2 },
    files: [...luts('Coast', ['cold-morning', 'teal-orange'], 3), ...luts('Mountain', ['print-2383', 'golden-hour'], 3)],
  },
  {
    title: 'Day for Night Toolkit',
    description:
      'Shoot at noon, cut at midnight. Six grades, two colour transforms and a moon palette, ready for one node each. Windows with lamps in them want a mask; everything else does not.',
    category: 'Premium', editor: 'DaVinci Resolve', editorMinVersion: '18', type: 'preset',
    tags: ['day for night', 'night', 'lut', 'dctl', 'color grade'],
    licence: 'Helix Standard', mediaLabel: '6 LUTs', daysAgo: 203,
    art: { scene: 'aurora', hue: 200, variant: 2 },
    files: [...luts('Grades', ['day-for-night'], 6), ...colourTransforms('DCTL', [['Moonlight', 240], ['Sodium Lamp', 65]]), ...palettes('Palette', 'Moon', 240)],
  },
];
