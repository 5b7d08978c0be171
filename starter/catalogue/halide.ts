/** Resources of halide: three-dimensional packs and plates. */
import type { CatalogueEntry } from './entry.ts';
import { clip, lights, luts, models, sounds, textures } from './packs.ts';

export const HALIDE: readonly CatalogueEntry[] = [
  {
    title: 'Glass Spheres Pack',
    description:
      'Spheres, capsules and rings with clean topology for glass and gloss. OBJ files with one shared material and a script that lines them up, so the first render takes a minute. One softbox and one rim light give the look in the picture.',
    category: '3D', editor: 'Blender', editorMinVersion: '3.6', type: 'model',
    tags: ['3d models', 'blender', 'abstract', 'glass', 'product'],
    licence: 'CC BY 4.0', mediaLabel: '3D', daysAgo: 11,
    art: { scene: 'spheres', hue: 220 },
    files: models('Models', ['sphere', 'capsule', 'torus', 'knot'], 220),
  },
  {
    title: 'Golden Hour Plates',
    description:
      'Ridges in haze with a low sun, graded two ways, for skies that need replacing and titles that need air. Each plate keeps its horizon in the same place, so they dissolve into each other. Six LUTs match your foreground to them.',
    category: 'Premium', editor: 'DaVinci Resolve', editorMinVersion: null, type: 'overlay',
    tags: ['golden hour', 'landscape', 'background', 'sky', 'lut'],
    licence: 'Helix Standard', mediaLabel: '8 PNG', daysAgo: 19,
    art: { scene: 'landscape', hue: 45 },
    files: [...lights('Gold', 'Gold', 'landscape', 45, 4), ...lights('Rose', 'Rose', 'landscape', 10, 4), ...luts('Match', ['golden-hour', 'rose-haze'], 3)],
  },
  {
    title: 'Dusk Plates',
    description:
      'Six skies after sunset, from warm band to first stars. Use them soft, as reflections in windows, and they will do more than as a background.',
    category: 'Premium', editor: 'DaVinci Resolve', editorMinVersion: null, type: 'overlay',
    tags: ['dusk', 'sky', 'background', 'landscape', 'night'],
    licence: 'Helix Standard', mediaLabel: '6 PNG', daysAgo: 46,
    art: { scene: 'landscape', hue: 330, variant: 1 },
    files: [...lights('Dusk', 'Dusk', 'landscape', 330, 4), ...lights('City', 'Dusk_City', 'skyline', 330, 2)],
  },
  {
    title: 'Floating Studio',
    description:
      'Soft bodies that hang in the air for product reveals: eight models with even quads and a material that takes any colour. Brushed and stone textures at 1K. Rig the camera first, it is all about the slow push.',
    category: '3D Premium', editor: 'Blender', editorMinVersion: '4.0', type: 'model',
    tags: ['3d models', 'blender', 'product', 'textures', 'opener'],
    licence: 'Helix Standard', mediaLabel: '3D', daysAgo: 62,
    art: { scene: 'spheres', hue: 20, text: 'FLOAT', variant: 1 },
    files: [...models('Models', ['sphere', 'capsule', 'torus', 'knot', 'helix', 'crystal', 'rock', 'terrain'], 20), ...textures('Textures', ['Brushed', 'Plaster'])],
  },
  {
    title: 'Aurora Sky Domes',
    description:
      'Green and violet curtains for night scenes, four stills and a slow loop. Map them on a dome in Blender or lay them over a flat sky anywhere else. Stars are part of the plate, so keep the scale.',
    category: '3D', editor: 'Blender', editorMinVersion: null, type: 'template',
    tags: ['aurora', 'sky', 'night', 'environment', 'loop'],
    licence: 'CC BY 4.0', mediaLabel: '0:04', daysAgo: 98,
    art: { scene: 'aurora', hue: 155 },
    files: [...lights('Domes', 'Aurora', 'aurora', 155, 4), ...clip('Loop', 'Aurora_Loop.mp4', 'aurora-loop.mp4')],
  },
  {
    title: 'Surface Maps: Stone and Clay',
    description:
      'Four materials with height, normal and roughness at 1K, light enough for a laptop. Everything is grey on purpose: colour belongs in the shader. Works in any program that reads PNG.',
    category: '3D', editor: 'Blender', editorMinVersion: null, type: 'model',
    tags: ['textures', 'blender', 'materials', '3d models'],
    licence: 'CC0', mediaLabel: '12 PNG', daysAgo: 136,
    art: { scene: 'spheres', hue: 60, variant: 3 },
    files: textures('Maps', ['Stone', 'Clay', 'Bark', 'Sand']),
  },
  {
    title: 'Low Poly Ranges',
    description:
      'Two terrains, rocks and a crystal for maps, openers and title backgrounds. About two thousand faces each, so a range of twenty still plays live. Flat shading is the look; smooth it if you must.',
    category: '3D', editor: 'Blender', editorMinVersion: '3.6', type: 'model',
    tags: ['3d models', 'blender', 'landscape', 'environment', 'map'],
    licence: 'CC0', mediaLabel: '3D', daysAgo: 177,
    art: { scene: 'grid', hue: 170, variant: 1 },
    files: [...models('Ranges/North', ['terrain', 'rock'], 170), ...models('Ranges/South', ['terrain', 'rock', 'crystal'], 60), ...sounds('Wind', [['room', 2]], 60)],
  },
];
