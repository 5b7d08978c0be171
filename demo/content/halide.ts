/** Assets by halide: 3D packs and plates. */
import type { CatalogueEntry } from './entry.ts';
import { clip, luts, models, plates, sounds, textures } from './packs.ts';

export const HALIDE: readonly CatalogueEntry[] = [
  {
    title: 'Glass Spheres Pack',
    description:
      'Spheres, capsules and rings with clean topology, made for glass and gloss. OBJ files with one shared material and a script that lines them up, so your first render takes a minute. The look in the picture is one softbox and one rim light.',
    category: '3D',
    editor: 'Blender',
    editorMinVersion: '3.6',
    type: 'model',
    tags: ['3d models', 'blender', 'abstract', 'glass', 'product'],
    licence: 'CC BY 4.0',
    daysAgo: 11,
    files: models('Models', ['sphere', 'capsule', 'torus', 'knot'], 220),
  },
  {
    title: 'Golden Hour Plates',
    description:
      'Hazy ridges under a low sun, graded two ways, for skies that need replacing and titles that need space. The horizon sits in the same place in every plate, so they dissolve into each other. Six LUTs match your foreground to them.',
    category: 'Premium',
    editor: 'DaVinci Resolve',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['golden hour', 'landscape', 'background', 'sky', 'lut'],
    licence: 'Helix Standard',
    daysAgo: 19,
    files: [
      ...plates('Gold', 'Gold', 'landscape', 45, 2),
      ...plates('Rose', 'Rose', 'landscape', 10, 2),
      ...luts('Match', ['golden-hour', 'rose-haze'], 3),
    ],
  },
  {
    title: 'Dusk Plates',
    description:
      'Four skies after sunset, from the last warm band to the first stars. They make decent backgrounds, but blur them and use them as reflections in windows and they really earn their keep.',
    category: 'Premium',
    editor: 'DaVinci Resolve',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['dusk', 'sky', 'background', 'landscape', 'night'],
    licence: 'Helix Standard',
    daysAgo: 46,
    files: [...plates('Dusk', 'Dusk', 'landscape', 330, 2), ...plates('City', 'Dusk_City', 'skyline', 330, 2)],
  },
  {
    title: 'Floating Studio',
    description:
      'Soft shapes that hang in the air, for product reveals: eight models with even quads and a material you can tint any colour. Brushed and stone textures at 512 pixels. Set up the camera first, because the slow push is what sells it.',
    category: '3D Premium',
    editor: 'Blender',
    editorMinVersion: '4.0',
    type: 'model',
    tags: ['3d models', 'blender', 'product', 'textures', 'opener'],
    licence: 'Helix Standard',
    daysAgo: 62,
    files: [
      ...models('Models', ['sphere', 'capsule', 'torus', 'knot', 'helix', 'crystal', 'rock', 'terrain'], 20),
      ...textures('Textures', ['Brushed', 'Plaster']),
    ],
  },
  {
    title: 'Aurora Sky Domes',
    description:
      "Green and violet curtains for night scenes: two stills and a slow loop. Map them onto a dome in Blender or lay them over a flat sky anywhere else. The stars are part of the plate, so don't scale it.",
    category: '3D',
    editor: 'Blender',
    editorMinVersion: null,
    type: 'template',
    tags: ['aurora', 'sky', 'night', 'environment', 'loop'],
    licence: 'CC BY 4.0',
    daysAgo: 98,
    files: [...plates('Domes', 'Aurora', 'aurora', 155, 2), ...clip('Loop', 'Aurora_Loop', 'aurora-loop')],
  },
  {
    title: 'Surface Maps: Stone and Clay',
    description:
      'Three materials with height, normal and roughness maps at 512 pixels, light enough for a laptop. Everything is grey on purpose, so you can set the colour in the shader. Works in any program that reads PNG.',
    category: '3D',
    editor: 'Blender',
    editorMinVersion: null,
    type: 'model',
    tags: ['textures', 'blender', 'materials', '3d models'],
    licence: 'CC0',
    daysAgo: 136,
    files: textures('Maps', ['Stone', 'Clay', 'Bark']),
  },
  {
    title: 'Low Poly Ranges',
    description:
      'Two terrains, rocks and a crystal for maps, openers and title backgrounds. About two thousand faces each, so a mountain range of twenty still plays in real time. Flat shading is the look, but smooth it if you must.',
    category: '3D',
    editor: 'Blender',
    editorMinVersion: '3.6',
    type: 'model',
    tags: ['3d models', 'blender', 'landscape', 'environment', 'map'],
    licence: 'CC0',
    daysAgo: 177,
    files: [
      ...models('Ranges/North', ['terrain', 'rock'], 170),
      ...models('Ranges/South', ['terrain', 'rock', 'crystal'], 60),
      ...sounds('Wind', [['room', 2]], 60),
    ],
  },
];
