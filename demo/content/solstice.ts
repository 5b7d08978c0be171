/** Assets by solstice: vertical video, travel and seasons. */
import type { CatalogueEntry } from './entry.ts';
import {
  afterEffectsTitles,
  captions,
  clip,
  expressions,
  lights,
  lotties,
  luts,
  previewPicture,
  shapes,
  sounds,
  withPictures,
  wordmarks,
} from './packs.ts';

export const SOLSTICE: readonly CatalogueEntry[] = [
  {
    title: 'Story Frames 9x16',
    description:
      "Stickers, marks and captions for vertical video, big enough for a phone screen. Thirty shapes, six outlined words and two caption styles that stay clear of the app's buttons. Everything still reads in a screenshot.",
    category: 'Free',
    editor: 'CapCut',
    editorMinVersion: null,
    type: 'template',
    tags: ['vertical video', 'social', 'captions', 'shapes', 'phone footage'],
    licence: 'CC0',
    daysAgo: 7,
    files: [
      ...withPictures([
        ...shapes('Stickers', 20, 30),
        ...wordmarks('Words', ['NEW', 'LINK', 'LIVE', 'SOON', 'TAP', 'WOW'], 340),
      ]),
      ...captions('Captions', 'Story_Warm', ['Say it in five words', 'then show it'], 50),
      ...captions('Captions', 'Story_Mint', ['Say it in five words', 'then show it'], 160),
    ],
  },
  {
    title: 'Travel Reel LUTs',
    description:
      'One look for the beach, one for the market and one for the train window, each in four strengths. Made on a phone, for phones. Whites stay white, which most travel looks forget about.',
    category: 'Free',
    editor: 'CapCut',
    editorMinVersion: null,
    type: 'LUT',
    tags: ['lut', 'travel', 'phone footage', 'social', 'warm'],
    licence: 'CC BY 4.0',
    daysAgo: 28,
    files: [
      ...luts('Beach', ['golden-hour'], 4),
      ...luts('Market', ['teal-orange'], 4),
      ...luts('Train', ['film-fade'], 4),
    ],
  },
  {
    title: 'First Snow',
    description:
      'Falling snow in three depths, from fine drift to big wet flakes right in front of the lens. Three stills with alpha to scroll and a cold LUT so the street matches. Drift the near layer sideways for wind.',
    category: 'Free',
    editor: 'After Effects',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['snow', 'winter', 'particles', 'overlays', 'atmosphere'],
    licence: 'CC BY 4.0',
    daysAgo: 51,
    files: [...lights('Snow', 'Snow', 'snow', 240, 3), ...luts('Look', ['cold-morning'], 2)],
  },
  {
    title: 'Beat Sync Presets',
    description:
      'Five expressions that move things to a tempo you type in: scale, shake, blink, spin and slide. No audio conversion, no keyframes. Type the number, nudge the start, done.',
    category: 'Free',
    editor: 'After Effects',
    editorMinVersion: '18.0',
    type: 'preset',
    tags: ['expressions', 'beat sync', 'music video', 'social', 'motion graphics'],
    licence: 'CC0',
    daysAgo: 101,
    files: [
      previewPicture({ scene: 'spectrum', hue: 30, variant: 4 }),
      ...expressions('Presets', [
        ['Beat Scale', 'Scale', 'bpm = 120;\nb = (time * bpm / 60) % 1;\nvalue * (1 + 0.12 * Math.exp(-b * 8));'],
        [
          'Beat Shake',
          'Position',
          'bpm = 120;\nb = (time * bpm / 60) % 1;\nk = 18 * Math.exp(-b * 6);\nvalue + [noise(time * 40) * k, noise(time * 40 + 9) * k];',
        ],
        ['Beat Blink', 'Opacity', 'bpm = 120;\n(time * bpm / 60) % 1 < 0.5 ? 100 : 20;'],
        [
          'Beat Spin',
          'Rotation',
          'bpm = 120;\nb = time * bpm / 60;\n(Math.floor(b) + ease(b % 1, 0, 0.35, 0, 1)) * 90;',
        ],
        ['Beat Slide', 'Position', 'bpm = 120;\nb = time * bpm / 60;\nvalue + [0, (Math.floor(b) % 2 ? -1 : 1) * 40];'],
      ]),
    ],
  },
  {
    title: 'Subscribe Stickers, Quiet Ones',
    description:
      'Small animated stickers that ask without shouting. Eight two-second Lottie loops, plus still SVGs. Put them in the lower left corner, then take them away again.',
    category: 'Free',
    editor: 'After Effects',
    editorMinVersion: null,
    type: 'shape',
    tags: ['lottie', 'social', 'shapes', 'lower thirds', 'loop'],
    licence: 'CC0',
    daysAgo: 144,
    files: [...lotties('Loops', 'sticker', 160, 8), ...shapes('Stills', 160, 8)],
  },
  {
    title: 'Summer Opener',
    description:
      'A four-card opener with a warm light leak over every cut. The scripts build the cards, the clip burns the edges and two whooshes carry it along. Change the words and the hue, and leave the rest.',
    category: 'Premium',
    editor: 'After Effects',
    editorMinVersion: '22.0',
    type: 'template',
    tags: ['opener', 'titles', 'travel', 'light leaks', 'warm'],
    licence: 'Helix Standard',
    daysAgo: 195,
    files: [
      ...afterEffectsTitles('Cards', ['Long Days', 'Salt and Sun', 'Last Train', 'Summer'], 60),
      ...clip('Leak', 'Leak', 'light-leak'),
      ...lights('Leak', 'Leak_Still', 'lightLeak', 60, 2),
      ...sounds('Sound', [['whoosh', 2]], 600),
    ],
  },
];
