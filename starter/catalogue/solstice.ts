/** Resources of solstice: vertical video, travel, seasons. */
import type { CatalogueEntry } from './entry.ts';
import { afterEffectsTitles, captions, clip, expressions, lights, lotties, luts, shapes, sounds, wordmarks } from './packs.ts';

export const SOLSTICE: readonly CatalogueEntry[] = [
  {
    title: 'Story Frames 9x16',
    description:
      'Stickers, marks and captions for upright video, sized for a thumb. Thirty shapes, six words as outlines and two caption styles that stay clear of the buttons. All of it survives a screenshot.',
    category: 'Free', editor: 'CapCut', editorMinVersion: null, type: 'template',
    tags: ['vertical video', 'social', 'captions', 'shapes', 'phone footage'],
    licence: 'CC0', mediaLabel: '36 SVG', daysAgo: 7,
    art: { scene: 'phones', hue: 20 },
    files: [
      ...shapes('Stickers', 20, 30),
      ...wordmarks('Words', ['NEW', 'LINK', 'LIVE', 'SOON', 'TAP', 'WOW'], 340),
      ...captions('Captions', 'Story_Warm', ['Say it in five words', 'then show it'], 50),
      ...captions('Captions', 'Story_Mint', ['Say it in five words', 'then show it'], 160),
    ],
  },
  {
    title: 'Travel Reel LUTs',
    description:
      'One look for the beach, one for the market, one for the train window, four strengths each. Made on a phone for a phone. They keep whites white, which most travel looks forget.',
    category: 'Free', editor: 'CapCut', editorMinVersion: null, type: 'LUT',
    tags: ['lut', 'travel', 'phone footage', 'social', 'warm'],
    licence: 'CC BY 4.0', mediaLabel: '12 LUTs', daysAgo: 28,
    art: { scene: 'lutSplit', hue: 340, variant: 7 },
    files: [...luts('Beach', ['golden-hour'], 4), ...luts('Market', ['teal-orange'], 4), ...luts('Train', ['film-fade'], 4)],
  },
  {
    title: 'First Snow',
    description:
      'Falling snow in three depths on transparency, from fine drift to big wet flakes in front of the lens. Six stills to scroll and a cold LUT to bring the street along. Blow the near layer sideways.',
    category: 'Free', editor: 'After Effects', editorMinVersion: null, type: 'overlay',
    tags: ['snow', 'winter', 'particles', 'overlays', 'atmosphere'],
    licence: 'CC BY 4.0', mediaLabel: '6 PNG', daysAgo: 51,
    art: { scene: 'snow', hue: 240 },
    files: [...lights('Snow', 'Snow', 'snow', 240, 6), ...luts('Look', ['cold-morning'], 2)],
  },
  {
    title: 'Beat Sync Presets',
    description:
      'Five expressions that move things to a tempo you type in: scale, shake, blink, spin and slide. No audio conversion, no keyframes. Set the number, nudge the start, leave.',
    category: 'Free', editor: 'After Effects', editorMinVersion: '18.0', type: 'preset',
    tags: ['expressions', 'beat sync', 'music video', 'social', 'motion graphics'],
    licence: 'CC0', mediaLabel: '5 presets', daysAgo: 101,
    art: { scene: 'spectrum', hue: 30, variant: 4 },
    files: expressions('Presets', [
      ['Beat Scale', 'Scale', 'bpm = 120;\nb = (time * bpm / 60) % 1;\nvalue * (1 + 0.12 * Math.exp(-b * 8));'],
      ['Beat Shake', 'Position', 'bpm = 120;\nb = (time * bpm / 60) % 1;\nk = 18 * Math.exp(-b * 6);\nvalue + [noise(time * 40) * k, noise(time * 40 + 9) * k];'],
      ['Beat Blink', 'Opacity', 'bpm = 120;\n(time * bpm / 60) % 1 < 0.5 ? 100 : 20;'],
      ['Beat Spin', 'Rotation', 'bpm = 120;\nb = time * bpm / 60;\n(Math.floor(b) + ease(b % 1, 0, 0.35, 0, 1)) * 90;'],
      ['Beat Slide', 'Position', 'bpm = 120;\nb = time * bpm / 60;\nvalue + [0, (Math.floor(b) % 2 ? -1 : 1) * 40];'],
    ]),
  },
  {
    title: 'Subscribe Stickers, Quiet Ones',
    description:
      'Small animated marks that ask without shouting. Eight Lottie loops of two seconds and their still SVGs. Put them in the lower left and take them away again.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: null, type: 'shape',
    tags: ['lottie', 'social', 'shapes', 'lower thirds', 'loop'],
    licence: 'CC0', mediaLabel: '8 Lottie', daysAgo: 144,
    art: { scene: 'phones', hue: 160, variant: 1 },
    files: [...lotties('Loops', 'sticker', 160, 8), ...shapes('Stills', 160, 8)],
  },
  {
    title: 'Summer Opener',
    description:
      'An opener in four cards with a warm leak over every cut. The scripts build the cards, the clip burns the edges, two whooshes carry it. Change the words and the hue, nothing else needs to move.',
    category: 'Premium', editor: 'Premiere Pro', editorMinVersion: '22.0', type: 'template',
    tags: ['opener', 'titles', 'travel', 'light leaks', 'warm'],
    licence: 'Helix Standard', mediaLabel: '4 JSX', daysAgo: 195,
    art: { scene: 'poster', hue: 60, text: 'SUMMER', variant: 4 },
    files: [
      ...afterEffectsTitles('Cards', ['Long Days', 'Salt and Sun', 'Last Train', 'Summer'], 60),
      ...clip('Leak', 'Leak.mp4', 'light-leak.mp4'),
      ...lights('Leak', 'Leak_Still', 'lightLeak', 60, 2),
      ...sounds('Sound', [['whoosh', 2]], 600),
    ],
  },
];
