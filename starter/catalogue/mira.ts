/** Resources of mira: titles and motion design for music videos. */
import type { CatalogueEntry } from './entry.ts';
import { afterEffectsTitles, bokehPlates, captions, expressions, fusionTitles, lights, lotties, palettes, shapes, sounds, wordmarks } from './packs.ts';

export const MIRA: readonly CatalogueEntry[] = [
  {
    title: 'Neon Alley Glow',
    description:
      'Glow plates painted for wet streets at night: signs, haze and their reflections on transparency. Add them over handheld footage, track one corner and let the bloom do the rest. Three expressions keep the flicker alive without keyframes.',
    category: 'Premium', editor: 'After Effects', editorMinVersion: '22.0', type: 'overlay',
    tags: ['neon', 'glow', 'night', 'city', 'music video'],
    licence: 'Helix Standard', mediaLabel: '6 PNG', daysAgo: 9,
    art: { scene: 'alley', hue: 340 },
    files: [
      ...lights('Glow Plates/Signs', 'Glow_Signs', 'alley', 340, 3),
      ...lights('Glow Plates/Haze', 'Glow_Haze', 'plume', 340, 3),
      ...expressions('Expressions', [
        ['Neon Flicker', 'Opacity', 'seedRandom(index, true);\nbase = random() < 0.06 ? 35 : 100;\nbase - Math.abs(noise(time * 9)) * 18;'],
        ['Slow Hum', 'Glow Intensity', 'value * (1 + Math.sin(time * 7.3) * 0.05 + noise(time * 2) * 0.08);'],
        ['Street Drift', 'Position', 'value + [noise([time * 0.4, 1]) * 14, noise([time * 0.4, 7]) * 9];'],
      ]),
    ],
  },
  {
    title: 'Act Titles Vol. 2',
    description:
      'Twelve act cards with the weight of a film poster, each built by its own script so the text stays live. The colour of all cards hangs on a single control layer. Second volume: tighter spacing, and numerals that line up.',
    category: 'Premium', editor: 'After Effects', editorMinVersion: '16.0', type: 'title',
    tags: ['titles', 'chapter cards', 'typography', 'trailer'],
    licence: 'Helix Standard', mediaLabel: '12 JSX', daysAgo: 23,
    art: { scene: 'poster', hue: 10, text: 'ACT II' },
    files: [
      ...afterEffectsTitles('Acts', ['Act I', 'Act II', 'Act III', 'Act IV', 'Act V', 'Prologue', 'Epilogue', 'Interval', 'Overture', 'Finale', 'Coda', 'Encore'], 10),
      ...wordmarks('Outlines', ['ACT I', 'ACT II', 'ACT III', 'ACT IV', 'ACT V'], 10),
    ],
  },
  {
    title: 'Kinetic Rows',
    description:
      'Running rows of outlined and solid words for drops and choruses. Paste the three expressions on any text layer, set a word, and the rows loop at the tempo you type in. Ten ready words come as vector outlines.',
    category: 'Free', editor: 'After Effects', editorMinVersion: '18.0', type: 'template',
    tags: ['kinetic type', 'typography', 'music video', 'loop', 'expressions'],
    licence: 'CC BY 4.0', mediaLabel: '10 SVG', daysAgo: 41,
    art: { scene: 'kinetic', hue: 28, text: 'LOUDER' },
    files: [
      ...wordmarks('Words', ['LOUDER', 'FASTER', 'AGAIN', 'REWIND', 'DROP', 'HOLD', 'BREATHE', 'RUN', 'NOW', 'NEVER'], 28),
      ...expressions('Expressions', [
        ['Row Loop', 'Position', 'bpm = 120;\nwide = thisLayer.sourceRectAtTime().width;\n[value[0] - ((time * bpm / 60 * wide / 4) % wide), value[1]];'],
        ['Row Offset', 'Anchor Point', 'value + [index % 2 ? 0 : thisLayer.sourceRectAtTime().width / 3, 0];'],
        ['Beat Scale', 'Scale', 'beat = (time * 2) % 1;\nvalue * (1 + 0.08 * Math.exp(-beat * 9));'],
      ]),
    ],
  },
  {
    title: 'Rain City Bokeh',
    description:
      'Out-of-focus street lamps behind a wet window, in a cold and a warm set. Use them as a plate behind a keyed person or over the top for depth. Five plates with alpha per set.',
    category: 'Free', editor: 'CapCut', editorMinVersion: null, type: 'overlay',
    tags: ['bokeh', 'rain', 'city', 'night', 'background'],
    licence: 'CC0', mediaLabel: '10 PNG', daysAgo: 58,
    art: { scene: 'bokeh', hue: 210, text: 'RAIN' },
    files: [...bokehPlates('Cold', 210, 5), ...bokehPlates('Warm', 50, 5)],
  },
  {
    title: 'Chapter Cards for Essays',
    description:
      'Quiet cards for video essays: a number, a line, enough room to breathe. Scripts for After Effects and macros for Fusion give the same layout on both sides. Captions for all nine chapters are timed and styled.',
    category: 'Free', editor: 'After Effects', editorMinVersion: null, type: 'title',
    tags: ['chapter cards', 'titles', 'minimal', 'video essay', 'captions'],
    licence: 'CC BY 4.0', mediaLabel: '9 JSX', daysAgo: 77,
    art: { scene: 'poster', hue: 255, text: 'III', variant: 1 },
    files: [
      ...afterEffectsTitles('After Effects', ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'], 255),
      ...fusionTitles('Fusion', ['One', 'Two', 'Three', 'Four', 'Five'], 255),
      ...captions('Captions', 'Essay', ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'], 255),
    ],
  },
  {
    title: 'Chrome Letter Kit',
    description:
      'The brushed-steel look from the spring trailers, broken into parts you can rebuild: outlines, light sweeps and a hit for the reveal. Drop the sweep over the outline as a luma matte and slide it. Works on any word, not only the ones in the box.',
    category: 'Premium', editor: 'After Effects', editorMinVersion: '22.0', type: 'title',
    tags: ['chrome', 'logo reveal', 'trailer', 'titles', 'glow'],
    licence: 'Helix Standard', mediaLabel: '12 SVG', daysAgo: 96,
    art: { scene: 'shine', hue: 250, text: 'NORTH' },
    files: [
      ...wordmarks('Outlines', ['NORTH', 'SOUTH', 'EAST', 'WEST', 'SEASON', 'ORIGIN', 'LEGACY', 'RISING', 'BEYOND', 'ZERO', 'VELOCITY', 'SILENCE'], 250),
      ...lights('Sweeps', 'Sweep', 'flare', 250, 3),
      ...sounds('Reveal', [['braam', 2], ['impact', 2]], 40),
    ],
  },
  {
    title: 'Confetti of Shapes',
    description:
      'Sixty small vector shapes in three hues for openers that should feel handmade. Scale them up and they stay sharp. Four Lottie loops show how they move.',
    category: 'Free', editor: 'After Effects', editorMinVersion: null, type: 'shape',
    tags: ['shapes', 'motion graphics', 'lottie', 'svg', 'opener'],
    licence: 'CC0', mediaLabel: '60 SVG', daysAgo: 118,
    art: { scene: 'paper', hue: 350, variant: 2 },
    files: [...shapes('Shapes', 350, 60), ...lotties('Loops', 'confetti', 350, 4), ...palettes('Palette', 'Confetti', 350)],
  },
  {
    title: 'Liquid Colour Backgrounds',
    description:
      'Folded, oily colour for title screens and album loops. Eight stills at full HD, graded so white text stays readable on all of them. Push in slowly and nobody will notice that they are stills.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: null, type: 'overlay',
    tags: ['background', 'liquid', 'gradient', 'music video', 'abstract'],
    licence: 'CC0', mediaLabel: '8 PNG', daysAgo: 139,
    art: { scene: 'chrome', hue: 300 },
    files: [...lights('Violet', 'Liquid_Violet', 'chrome', 300, 4), ...lights('Ember', 'Liquid_Ember', 'chrome', 30, 4)],
  },
  {
    title: 'Lyric Caption Styles',
    description:
      'Three caption styles for lyric videos, as SubStation files with fades and a small pop on every line. Replace the words, keep the tags. The plain SRT next to each one is for platforms that strip styling.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: '22.0', type: 'title',
    tags: ['captions', 'subtitles', 'lyrics', 'kinetic type', 'music video'],
    licence: 'CC BY 4.0', mediaLabel: '3 ASS', daysAgo: 172,
    art: { scene: 'kinetic', hue: 340, text: 'LYRICS', variant: 3 },
    files: [
      ...captions('Warm', 'Lyrics_Warm', ['First line of the verse', 'second line, a breath later', 'and here the chorus lands'], 50),
      ...captions('Cold', 'Lyrics_Cold', ['First line of the verse', 'second line, a breath later', 'and here the chorus lands'], 230),
      ...captions('Neon', 'Lyrics_Neon', ['First line of the verse', 'second line, a breath later', 'and here the chorus lands'], 340),
    ],
  },
  {
    title: 'Halftone Poster Look',
    description:
      'Two-ink print for portraits and album covers: two ink palettes and the three small moves that sell it. Made for stills and slow pushes, and it survives compression better than grain does.',
    category: 'Free', editor: 'After Effects', editorMinVersion: null, type: 'preset',
    tags: ['halftone', 'print', 'poster', 'texture', 'palette'],
    licence: 'CC BY 4.0', mediaLabel: '3 presets', daysAgo: 214,
    art: { scene: 'halftone', hue: 25 },
    files: [
      ...expressions('Presets', [
        ['Dot Angle', 'Rotation', 'value + 26;'],
        ['Ink Slip', 'Position', 'value + [noise(time * 2) * 3, noise(time * 2 + 9) * 3];'],
        ['Twelve a Second', 'Time Remap', 'Math.floor(time * 12) / 12;'],
      ]),
      ...palettes('Inks', 'Red and Navy', 25),
      ...palettes('Inks', 'Green and Plum', 150),
    ],
  },
];
