/** Assets by the demo account `leaker-demo`. */
import type { CatalogueEntry } from './entry.ts';
import { captions, fusionTitles, lights, luts, mattes, previewPicture, sounds } from './packs.ts';

export const LEAKER_DEMO: readonly CatalogueEntry[] = [
  {
    title: 'Quiet Titles for Resolve',
    description:
      'Six Fusion macros that fade in, hold and fade out. Size and colour are on the first page, and everything else stays tucked away. Drop one on the Fusion page and type.',
    category: 'Free',
    editor: 'DaVinci Resolve',
    editorMinVersion: '18',
    type: 'title',
    tags: ['titles', 'fusion macro', 'minimal', 'documentary'],
    licence: 'CC BY 4.0',
    daysAgo: 5,
    files: [
      previewPicture({ scene: 'shine', hue: 210, text: 'QUIET', variant: 2 }),
      ...fusionTitles('Macros', ['Opening', 'Place', 'Date', 'Chapter', 'Credit', 'The End'], 210),
      ...captions('Captions', 'Credits', ['Camera', 'Sound', 'Thanks'], 210),
    ],
  },
  {
    title: 'Glitch Cuts for Trailers',
    description:
      "Eight short bursts and two matte wipes for the middle of a trailer, where it all gets frantic. The sounds start on the first sample, so there's nothing to trim.",
    category: 'Premium',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'transition',
    tags: ['glitch', 'trailer', 'transition', 'matte', 'sound fx'],
    licence: 'Helix Standard',
    daysAgo: 26,
    files: [
      ...sounds('Bursts', [['glitch', 8]], 300),
      ...mattes('Mattes', 'slice', 61),
      ...mattes('Mattes', 'blinds', 62),
    ],
  },
  {
    title: 'Drizzle Overlays',
    description:
      'Rings on water and soft, rainy light for puddles, ponds and sad windows. Two stills with alpha, and two rain beds to lay under them.',
    category: 'Free',
    editor: 'Final Cut Pro',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['rain', 'overlays', 'atmosphere', 'ambience'],
    licence: 'CC0',
    daysAgo: 71,
    files: [...lights('Rings', 'Ring', 'ripples', 180, 2), ...sounds('Rain', [['rain', 2]], 80)],
  },
  {
    title: 'Wedding Warmth LUTs',
    description:
      'Eight warm looks for venues with mixed lighting. The tungsten versions pull the orange out of the walls first, then give a little back to the faces.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'LUT',
    tags: ['lut', 'wedding', 'warm', 'skin tones', 'color grade'],
    licence: 'CC BY 4.0',
    daysAgo: 134,
    files: [...luts('Daylight', ['golden-hour'], 4), ...luts('Tungsten', ['rose-haze'], 4)],
  },
];
