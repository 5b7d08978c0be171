/** Assets by kettle: damage, tape and ink. */
import type { CatalogueEntry } from './entry.ts';
import { clip, dustPlates, expressions, grainPlates, lights, luts, mattes, sounds } from './packs.ts';

export const KETTLE: readonly CatalogueEntry[] = [
  {
    title: 'Ink Bloom Overlays',
    description:
      'Ink dropped into water, lit from one side, with real transparency. Six stills in three moods and a moving bloom to open with. They take blend modes well, and colour washes even better.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['ink', 'overlays', 'liquid', 'abstract', 'texture'],
    licence: 'CC BY 4.0',
    daysAgo: 3,
    files: [
      ...lights('Rose', 'Ink_Rose', 'ink', 350, 2),
      ...lights('Sea', 'Ink_Sea', 'ink', 210, 2),
      ...lights('Moss', 'Ink_Moss', 'ink', 130, 2),
      ...clip('Moving', 'Ink_Bloom', 'ink-bloom'),
    ],
  },
  {
    title: 'Signal Loss',
    description:
      'Torn rows, split colours and the noise that goes with them. Two glitch plates, a burst clip for the cut and twelve sounds that start on the first sample. Three frames are enough. Five are a style.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'transition',
    tags: ['glitch', 'transition', 'digital', 'sound fx', 'overlays'],
    licence: 'CC0',
    daysAgo: 20,
    files: [
      ...lights('Plates', 'Glitch', 'glitch', 300, 2),
      ...clip('Burst', 'Glitch_Burst', 'glitch-burst'),
      ...sounds('Sound', [['glitch', 12]]),
    ],
  },
  {
    title: 'Tape Damage',
    description:
      'A camcorder that spent years in a glove box: tracking errors, head noise, colour bleeding to the right. One clip with the timecode burned in and two stills of tape tears with alpha. Tip: take your own footage down to 8-bit first.',
    category: 'Free',
    editor: 'CapCut',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['VHS', 'glitch', 'analog', 'retro', 'overlays'],
    licence: 'CC BY 4.0',
    daysAgo: 44,
    files: [
      ...clip('Clip', 'Tape_Damage', 'tape-damage'),
      ...lights('Tears', 'Tear', 'tape', 120, 2),
      ...sounds('Hiss', [['tape', 4]]),
    ],
  },
  {
    title: 'VHS Home Movie Kit',
    description:
      'The look, sound and dirt of a 1991 birthday party in one folder. Six LUTs pull the colour down, two grain plates add softness, and tape stops end the scene. And no fake scan lines, ever.',
    category: 'Premium',
    editor: 'After Effects',
    editorMinVersion: '22.0',
    type: 'template',
    tags: ['VHS', 'retro', 'film look', 'tape stop', 'lut'],
    licence: 'Helix Standard',
    daysAgo: 69,
    files: [
      ...luts('Looks', ['rose-haze', 'film-fade'], 3),
      ...grainPlates('Grain', [
        ['Tape', 3, 70],
        ['Camera', 1.5, 52],
      ]),
      ...sounds('Stops', [['tape', 6]], 20),
      ...expressions('Presets', [['Head Switch', 'Offset', 'value + [Math.abs(noise(time * 24)) > 0.5 ? 14 : 0, 0];']]),
    ],
  },
  {
    title: 'Burned Film Wipes',
    description:
      'The frame burns through from the inside to reveal the next shot. Two eight-frame mattes with ragged edges. Add the ember plates along the edge and a riser underneath.',
    category: 'Free',
    editor: 'After Effects',
    editorMinVersion: null,
    type: 'transition',
    tags: ['film burn', 'transition', 'matte', 'fire', 'riser'],
    licence: 'CC BY 4.0',
    daysAgo: 88,
    files: [
      ...mattes('Mattes', 'burn', 51),
      ...mattes('Mattes', 'burn', 52),
      ...lights('Edge', 'Edge', 'embers', 30, 2),
      ...sounds('Riser', [['riser', 2]], 500),
    ],
  },
  {
    title: 'Projector Dust',
    description:
      "Eight plates of hair, lint and vertical scratches, all different. Swap them every third frame. Lower the opacity until you can't tell whether it's there, then leave it.",
    category: 'Free',
    editor: 'DaVinci Resolve',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['dust', 'texture', 'analog', 'film grain', 'overlays'],
    licence: 'CC0',
    daysAgo: 121,
    files: dustPlates('Plates', 8, 'projector'),
  },
  {
    title: 'Datamosh Starters',
    description:
      'Plates and expressions for a datamosh look without breaking a codec. Displace one shot with a plate from another and hold every fourth frame. It looks wrong in the right way.',
    category: 'Free',
    editor: 'After Effects',
    editorMinVersion: '18.0',
    type: 'preset',
    tags: ['glitch', 'datamosh', 'digital', 'expressions', 'abstract'],
    licence: 'CC BY 4.0',
    daysAgo: 153,
    files: [
      ...lights('Plates', 'Mosh', 'glitch', 120, 2),
      ...expressions('Presets', [
        ['Hold Every Fourth', 'Time Remap', 'f = timeToFrames(time);\nframesToTime(f - f % 4);'],
        [
          'Push with Sound',
          'Displacement',
          'amp = thisComp.layer("Audio Amplitude").effect("Both Channels")("Slider");\nvalue + amp * 3;',
        ],
        ['Random Block', 'Offset', 'posterizeTime(8);\nseedRandom(index);\nvalue + [random(-120, 120), 0];'],
      ]),
    ],
  },
];
