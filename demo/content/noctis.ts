/** Assets by noctis: transitions and dark fantasy. */
import type { CatalogueEntry } from './entry.ts';
import { clip, expressions, lights, mattes, models, sounds, textures } from './packs.ts';

export const NOCTIS: readonly CatalogueEntry[] = [
  {
    title: 'Doorway Match Cut',
    description:
      'A door of light that takes you from one scene into the next. The mattes open from the middle, the glow plates sit on top, and the hit lands when the figure fills the frame. Match the door to any upright shape in your first shot.',
    category: 'Premium',
    editor: 'After Effects',
    editorMinVersion: '22.0',
    type: 'transition',
    tags: ['match cut', 'transition', 'matte', 'silhouette', 'glow'],
    licence: 'Helix Standard',
    daysAgo: 2,
    files: [
      ...mattes('Mattes', 'iris', 11),
      ...mattes('Mattes', 'burn', 12),
      ...lights('Glow', 'Door', 'doorway', 20, 2),
      ...sounds(
        'Hit',
        [
          ['impact', 2],
          ['riser', 1],
        ],
        400,
      ),
    ],
  },
  {
    title: 'Warp Tunnel Kit',
    description:
      'Everything you need for a flight through light: a seamless loop, stills with alpha and an expression that puts the speed on one slider. Time-remap the loop for the dive, freeze it for the title.',
    category: 'Free',
    editor: 'After Effects',
    editorMinVersion: '18.0',
    type: 'template',
    tags: ['tunnel', 'loop', 'neon', 'sci-fi', 'expressions'],
    licence: 'CC BY 4.0',
    daysAgo: 14,
    files: [
      ...clip('Loop', 'Warp_Loop', 'tunnel-loop'),
      ...lights('Stills', 'Warp', 'tunnel', 285, 2),
      ...expressions('Expressions', [
        [
          'Warp Speed',
          'Time Remap',
          'speed = thisComp.layer("CONTROL").effect("Speed")("Slider");\n(time * speed) % 3;',
        ],
        [
          'Shake on Entry',
          'Position',
          'amount = ease(time, 0, 0.6, 22, 0);\nvalue + [noise(time * 30) * amount, noise(time * 30 + 50) * amount];',
        ],
      ]),
    ],
  },
  {
    title: 'Velvet Smoke',
    description:
      "Slow, heavy smoke that keeps its shape. Five plates rise from below the frame, in two hues to suit the light in your scene. Stack three at different speeds and you won't see the loop.",
    category: 'Premium',
    editor: 'After Effects',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['smoke', 'overlays', 'atmosphere', 'dark', 'fog'],
    licence: 'Helix Standard',
    daysAgo: 35,
    files: [...lights('Violet', 'Smoke_V', 'plume', 265, 3), ...lights('Grey', 'Smoke_G', 'plume', 80, 2)],
  },
  {
    title: 'Portal Walk Set',
    description:
      'Models for a doorway to somewhere else: an arch of crystals, a rock floor and a helix of light. Plain OBJ files with one shared material and a script that imports them all. Stone textures included.',
    category: '3D',
    editor: 'Blender',
    editorMinVersion: '3.6',
    type: 'model',
    tags: ['3d models', 'blender', 'sci-fi', 'textures', 'environment'],
    licence: 'CC BY 4.0',
    daysAgo: 55,
    files: [...models('Models', ['crystal', 'rock', 'helix', 'terrain'], 215), ...textures('Textures', ['Stone'])],
  },
  {
    title: 'Slice Transitions',
    description:
      'The frame splits into lanes that slide past each other. Two matte sets of eight frames with matching whooshes, fast enough for sport. Reverse the frame order to go the other way.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: '22.0',
    type: 'transition',
    tags: ['transition', 'matte', 'split screen', 'sport', 'whoosh'],
    licence: 'CC0',
    daysAgo: 79,
    files: [
      ...mattes('Mattes', 'slice', 21),
      ...mattes('Mattes', 'blinds', 22),
      ...sounds('Sound', [['whoosh', 4]], 420),
    ],
  },
  {
    title: 'Ink Wipe Transitions',
    description:
      'Ink spreads from the middle and brings the next shot with it. Two shapes, eight frames each, soft enough at the edge to hold at any size. Slow them to half speed for titles.',
    category: 'Free',
    editor: 'CapCut',
    editorMinVersion: null,
    type: 'transition',
    tags: ['transition', 'ink', 'matte', 'liquid'],
    licence: 'CC BY 4.0',
    daysAgo: 112,
    files: [
      ...mattes('Mattes', 'ink', 31),
      ...mattes('Mattes', 'ink', 32),
      ...clip('Preview', 'Ink_Bloom', 'ink-bloom'),
    ],
  },
  {
    title: 'Candlelight Embers',
    description:
      'Small flames for close-ups: a bed of fire along the bottom edge and sparks that never rush. Made for the candle nobody lit on the day. Two stills and one loop.',
    category: 'Free',
    editor: 'Final Cut Pro',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['embers', 'fire', 'atmosphere', 'overlays', 'warm'],
    licence: 'CC0',
    daysAgo: 148,
    files: [...lights('Stills', 'Candle', 'embers', 20, 2), ...clip('Loop', 'Candle_Loop', 'embers-loop')],
  },
  {
    title: 'Storm over the Pass',
    description:
      'Mattes, haze and rain for a mountain that had the wrong weather. The burn mattes tear the sky open, the plume plates fill the valley, and four rain beds go underneath.',
    category: 'Premium',
    editor: 'DaVinci Resolve',
    editorMinVersion: '18',
    type: 'template',
    tags: ['atmosphere', 'fog', 'rain', 'landscape', 'vfx'],
    licence: 'Helix Standard',
    daysAgo: 184,
    files: [
      ...mattes('Sky', 'burn', 41),
      ...lights('Haze', 'Haze', 'plume', 250, 2),
      ...sounds('Rain', [['rain', 4]], 20),
    ],
  },
];
