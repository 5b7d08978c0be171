/** Assets by pylon: screens, broadcast and documentary graphics. */
import type { CatalogueEntry } from './entry.ts';
import {
  afterEffectsTitles,
  captions,
  clip,
  expressions,
  finalCutTitles,
  fusionTitles,
  lights,
  lotties,
  palettes,
  previewPicture,
  shapes,
  sounds,
  withPictures,
  wordmarks,
} from './packs.ts';

export const PYLON: readonly CatalogueEntry[] = [
  {
    title: 'Radar and Map HUD',
    description:
      'Screens for films about people looking at screens. A radar sweep, a contour map and readouts as stills with alpha, eight moving Lottie parts and clicks to go with them. Every number is nonsense on purpose.',
    category: 'Premium',
    editor: 'After Effects',
    editorMinVersion: '22.0',
    type: 'template',
    tags: ['HUD', 'sci-fi', 'map', 'motion graphics', 'ui clicks', 'lottie'],
    licence: 'Helix Standard',
    daysAgo: 13,
    files: [
      ...lights('Stills', 'Hud', 'hud', 190, 2),
      ...lotties('Parts', 'dial', 190, 8),
      ...sounds('Clicks', [['click', 10]], 700),
    ],
  },
  {
    title: 'Interview Lower Thirds',
    description:
      'Names and roles that stay out of the way. Fusion macros for Resolve, scripts for After Effects and a timeline for Final Cut, all with the same spacing. Safe in 16:9 and in the square crop.',
    category: 'Free',
    editor: 'DaVinci Resolve',
    editorMinVersion: '18',
    type: 'title',
    tags: ['lower thirds', 'interview', 'titles', 'documentary', 'minimal'],
    licence: 'CC BY 4.0',
    daysAgo: 33,
    files: [
      previewPicture({ scene: 'lowerThird', hue: 30 }),
      ...finalCutTitles('Final Cut', 'Lower_Thirds', ['Nova Reyes', 'Ilan Marsh', 'Petra Vaughn']),
      ...fusionTitles('Resolve', ['Name and Role', 'Place and Date', 'Quote'], 30),
      ...afterEffectsTitles('After Effects', ['Name and Role', 'Place and Date', 'Quote'], 30),
    ],
  },
  {
    title: 'Documentary Captions',
    description:
      'Two caption styles for foreign languages and bad microphones: one for speech, one for sounds in the room. The lines are timed at two seconds each, so all you have to do is replace the words. Readable over any picture.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: '22.0',
    type: 'title',
    tags: ['captions', 'subtitles', 'documentary', 'interview'],
    licence: 'CC0',
    daysAgo: 82,
    files: [
      previewPicture({ scene: 'lowerThird', hue: 200, text: 'IN HER WORDS', variant: 1 }),
      ...captions(
        'Speech',
        'Speech',
        ['We left before the road closed.', 'Nobody asked us to.', 'That is the whole story.'],
        90,
      ),
      ...captions('Sound', 'Sound', ['Wind over wire', 'A door, far away', 'Silence'], 200),
    ],
  },
  {
    title: 'News Desk Starter',
    description:
      'Everything for a news bulletin except the news: bars, dots, arrows, a map pin and a clock tick. Twenty shapes in one palette and four titles that slide in on time.',
    category: 'Free',
    editor: 'Final Cut Pro',
    editorMinVersion: null,
    type: 'template',
    tags: ['broadcast', 'shapes', 'titles', 'lower thirds', 'map'],
    licence: 'CC BY 4.0',
    daysAgo: 128,
    files: [
      ...withPictures(shapes('Shapes', 20, 20)),
      ...palettes('Palette', 'Bulletin', 20),
      ...finalCutTitles('Titles', 'Bulletin', ['Tonight', 'In brief', 'Weather', 'Good night']),
      ...sounds('Tick', [['click', 4]], 760),
    ],
  },
  {
    title: 'Logo Reveal in Steel',
    description:
      "A light sweeps over brushed metal and the name stays. Use the clip as a timing guide. The outlines, the sweep and the hit are separate, so you can put your own logo in. Three seconds, and that's plenty.",
    category: 'Premium',
    editor: 'After Effects',
    editorMinVersion: '18.0',
    type: 'template',
    tags: ['logo reveal', 'chrome', 'opener', 'glow', 'impacts'],
    licence: 'Helix Standard',
    daysAgo: 160,
    files: [
      ...clip('Preview', 'Steel', 'title-shine'),
      ...wordmarks('Outlines', ['HALO', 'STUDIO', 'FILMS'], 60),
      ...sounds(
        'Hit',
        [
          ['impact', 1],
          ['braam', 1],
        ],
        780,
      ),
      ...expressions('Presets', [
        ['Sweep', 'Position', 'linear(time, 0.2, 1.6, [-400, value[1]], [thisComp.width + 400, value[1]]);'],
      ]),
    ],
  },
];
