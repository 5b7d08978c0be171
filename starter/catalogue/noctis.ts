/** Resources of noctis: transitions and dark fantasy. */
import type { CatalogueEntry } from './entry.ts';
import { clip, expressions, lights, mattes, models, sounds, textures } from './packs.ts';

export const NOCTIS: readonly CatalogueEntry[] = [
  {
    title: 'Doorway Match Cut',
    description:
      'A door of light that carries one scene into the next. The mattes open from the middle, the glow plates sit on top, and the hit lands when the figure fills the frame. Match the door to any upright shape in your first shot.',
    category: 'Premium', editor: 'After Effects', editorMinVersion: '22.0', type: 'transition',
    tags: ['match cut', 'transition', 'matte', 'silhouette', 'glow'],
    licence: 'Helix Standard', mediaLabel: '24 PNG', daysAgo: 2,
    art: { scene: 'doorway', hue: 20 },
    files: [...mattes('Mattes', 'iris', 11), ...mattes('Mattes', 'burn', 12), ...lights('Glow', 'Door', 'doorway', 20, 4), ...sounds('Hit', [['impact', 2], ['riser', 1]], 400)],
  },
  {
    title: 'Warp Tunnel Kit',
    description:
      'Everything for a flight through light: a seamless loop, stills with alpha and an expression that ties speed to one slider. Time-remap the loop for the dive, freeze it for the title.',
    category: 'Free', editor: 'After Effects', editorMinVersion: '18.0', type: 'template',
    tags: ['tunnel', 'loop', 'neon', 'sci-fi', 'expressions'],
    licence: 'CC BY 4.0', mediaLabel: '0:03', daysAgo: 14,
    art: { scene: 'tunnel', hue: 285, text: 'ROUND', variant: 1 },
    files: [
      ...clip('Loop', 'Warp_Loop.mp4', 'tunnel-loop.mp4'),
      ...lights('Stills', 'Warp', 'tunnel', 285, 3),
      ...expressions('Expressions', [
        ['Warp Speed', 'Time Remap', 'speed = thisComp.layer("CONTROL").effect("Speed")("Slider");\n(time * speed) % 3;'],
        ['Shake on Entry', 'Position', 'amount = ease(time, 0, 0.6, 22, 0);\nvalue + [noise(time * 30) * amount, noise(time * 30 + 50) * amount];'],
      ]),
    ],
  },
  {
    title: 'Velvet Smoke',
    description:
      'Slow smoke that holds its shape, heavy and close. Ten stills rise from below the frame; two hues, so the light in your scene decides. Stack three at different speeds and the loop disappears.',
    category: 'Premium', editor: 'After Effects', editorMinVersion: null, type: 'overlay',
    tags: ['smoke', 'overlays', 'atmosphere', 'dark', 'fog'],
    licence: 'Helix Standard', mediaLabel: '10 PNG', daysAgo: 35,
    art: { scene: 'plume', hue: 265 },
    files: [...lights('Violet', 'Smoke_V', 'plume', 265, 5), ...lights('Grey', 'Smoke_G', 'plume', 80, 5)],
  },
  {
    title: 'Portal Walk Set',
    description:
      'Models for a doorway that leads somewhere else: an arch of crystals, a floor of rock, a helix of light. Plain OBJ with one shared material and a script that brings all of it in. Stone textures included.',
    category: '3D', editor: 'Blender', editorMinVersion: '3.6', type: 'model',
    tags: ['3d models', 'blender', 'sci-fi', 'textures', 'environment'],
    licence: 'CC BY 4.0', mediaLabel: '3D', daysAgo: 55,
    art: { scene: 'doorway', hue: 215, variant: 1 },
    files: [...models('Models', ['crystal', 'rock', 'helix', 'terrain'], 215), ...textures('Textures', ['Stone'])],
  },
  {
    title: 'Slice Transitions',
    description:
      'The frame is cut into lanes that slide past each other. Two matte sets of ten frames and the matching whooshes, quick enough for sport. Reverse the numbers to go the other way.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: '22.0', type: 'transition',
    tags: ['transition', 'matte', 'split screen', 'sport', 'whoosh'],
    licence: 'CC0', mediaLabel: '2 wipes', daysAgo: 79,
    art: { scene: 'wipe', hue: 20, text: 'SLICE' },
    files: [...mattes('Mattes', 'slice', 21), ...mattes('Mattes', 'blinds', 22), ...sounds('Sound', [['whoosh', 4]], 420)],
  },
  {
    title: 'Ink Wipe Transitions',
    description:
      'Ink spreads from the middle and takes the next shot with it. Two shapes, ten frames each, soft at the edge so it holds at any size. Slow them to half speed for titles.',
    category: 'Free', editor: 'CapCut', editorMinVersion: null, type: 'transition',
    tags: ['transition', 'ink', 'matte', 'liquid'],
    licence: 'CC BY 4.0', mediaLabel: '2 wipes', daysAgo: 112,
    art: { scene: 'wipe', hue: 330 },
    files: [...mattes('Mattes', 'ink', 31), ...mattes('Mattes', 'ink', 32), ...clip('Preview', 'Ink_Bloom.mp4', 'ink-bloom.mp4')],
  },
  {
    title: 'Candlelight Embers',
    description:
      'Small fire for close shots: a flame bed at the lower edge and sparks that never rush. Made for the candle that was not lit on the day. Six stills and one loop.',
    category: 'Free', editor: 'Final Cut Pro', editorMinVersion: null, type: 'overlay',
    tags: ['embers', 'fire', 'atmosphere', 'overlays', 'warm'],
    licence: 'CC0', mediaLabel: '6 PNG', daysAgo: 148,
    art: { scene: 'embers', hue: 20, variant: 2 },
    files: [...lights('Stills', 'Candle', 'embers', 20, 6), ...clip('Loop', 'Candle_Loop.mp4', 'embers-loop.mp4')],
  },
  {
    title: 'Storm over the Pass',
    description:
      'Mattes, haze and rain for a mountain that had the wrong weather. Burn mattes tear the sky open, plume plates fill the valley, four rains go under it.',
    category: 'Premium', editor: 'DaVinci Resolve', editorMinVersion: '18', type: 'template',
    tags: ['atmosphere', 'fog', 'rain', 'landscape', 'vfx'],
    licence: 'Helix Standard', mediaLabel: '14 PNG', daysAgo: 184,
    art: { scene: 'landscape', hue: 285, variant: 6 },
    files: [...mattes('Sky', 'burn', 41), ...lights('Haze', 'Haze', 'plume', 250, 4), ...sounds('Rain', [['rain', 4]], 20)],
  },
];
