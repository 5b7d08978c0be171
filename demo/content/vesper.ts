/** Assets by vesper: sound design and lens light. */
import type { CatalogueEntry } from './entry.ts';
import { beds, bokehPlates, clip, lights, sounds } from './packs.ts';

export const VESPER: readonly CatalogueEntry[] = [
  {
    title: 'Anamorphic Streaks',
    description:
      'Long streaks with ghosts that cross the lens the way they should. Six stills with alpha, blue and warm. Track the lamp, parent the streak to it and fade it by hand when it goes behind something. It takes a minute and sells the shot.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['lens flare', 'anamorphic', 'overlays', 'glow', 'sci-fi'],
    licence: 'CC BY 4.0',
    daysAgo: 6,
    files: [...lights('Left', 'Streak_L', 'flare', 240, 3), ...lights('Warm', 'Streak_W', 'flare', 60, 3)],
  },
  {
    title: 'Trailer Hits and Rises',
    description:
      "Twelve hits, six rises and six low brass calls, all in compatible keys. Hits start on the first sample and rises end on the last, so you can line both up to the same marker. 48 kHz and dry, because you'll pitch them anyway.",
    category: 'Premium',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'sound effect',
    tags: ['trailer hits', 'impacts', 'riser', 'braam', 'sound fx', 'trailer'],
    licence: 'Helix Standard',
    daysAgo: 17,
    files: [
      ...sounds('Hits', [['impact', 12]], 100),
      ...sounds('Rises', [['riser', 6]], 100),
      ...sounds('Brass', [['braam', 6]], 100),
    ],
  },
  {
    title: 'Whoosh Library',
    description:
      "Thirty-six whooshes in three weights, from light paper to heavy cloth. They alternate between left-to-right and right-to-left, so a run of cuts doesn't lean to one side. Named by weight and length, so you know what you're getting.",
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'sound effect',
    tags: ['whoosh', 'sound fx', 'transition', 'foley'],
    licence: 'CC0',
    daysAgo: 38,
    files: [
      ...sounds('Light', [['whoosh', 12]], 200),
      ...sounds('Medium', [['whoosh', 12]], 230),
      ...sounds('Cloth', [['foley', 12]], 200),
    ],
  },
  {
    title: 'Ember Streaks',
    description:
      'Warm flares and drifting sparks for fire, forges and late summer. Four stills with alpha and one moving bed of embers that loops seamlessly. Screen mode, 60%, done.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['embers', 'fire', 'lens flare', 'overlays', 'particles'],
    licence: 'CC BY 4.0',
    daysAgo: 49,
    files: [
      ...lights('Flares', 'Ember_Flare', 'flare', 45, 2),
      ...lights('Sparks', 'Ember_Bed', 'embers', 35, 2),
      ...clip('Loop', 'Ember_Loop', 'embers-loop'),
    ],
  },
  {
    title: 'Room Tones for Dialogue',
    description:
      'Eight quiet rooms to lay under cut dialogue, from a tiled hall to a parked car. Each one is three seconds long and loops on a zero crossing. Quiet enough to hide, loud enough to cover the cut.',
    category: 'Free',
    editor: 'DaVinci Resolve',
    editorMinVersion: null,
    type: 'sound effect',
    tags: ['room tone', 'ambience', 'dialogue', 'sound fx'],
    licence: 'CC0',
    daysAgo: 73,
    files: sounds('Rooms', [['room', 8]]),
  },
  {
    title: 'Sub Drops and Booms',
    description:
      'Sine drops that go lower than a phone can play, plus a version of each boom that still comes through on one. Check them on big speakers before you export. Leave 2 dB of headroom.',
    category: 'Premium',
    editor: 'After Effects',
    editorMinVersion: null,
    type: 'sound effect',
    tags: ['sub drops', 'impacts', 'sound fx', 'trailer'],
    licence: 'Helix Standard',
    daysAgo: 92,
    files: [...sounds('Drops', [['drop', 8]]), ...sounds('Booms', [['impact', 8]], 300)],
  },
  {
    title: 'Interface Clicks',
    description:
      "Forty clicks, ticks and taps for screen recordings and app demos. Short and dry, with enough variation that fast typing doesn't sound like a machine gun. Levels are matched by ear, not by meter.",
    category: 'Free',
    editor: 'Final Cut Pro',
    editorMinVersion: null,
    type: 'sound effect',
    tags: ['ui clicks', 'sound fx', 'app demo', 'screen recording'],
    licence: 'CC0',
    daysAgo: 125,
    files: sounds('Clicks', [['click', 40]], 50),
  },
  {
    title: 'Rain and Vinyl Beds',
    description:
      'Four rain beds and four lo-fi music beds with a little vinyl crackle, warm enough for study streams and flashbacks. Tempo and key are in the name of each music bed, and all four loop. Lay them under dialogue at -30 dB.',
    category: 'Free',
    editor: 'CapCut',
    editorMinVersion: null,
    type: 'sound effect',
    tags: ['rain', 'vinyl', 'ambience', 'sound fx', 'lo-fi'],
    licence: 'CC BY 4.0',
    daysAgo: 158,
    files: [
      ...sounds('Rain', [['rain', 4]]),
      ...beds('Vinyl', [
        { tempo: 72, root: 'A', mode: 'minor' },
        { tempo: 80, root: 'C', mode: 'major' },
        { tempo: 86, root: 'D', mode: 'minor' },
        { tempo: 92, root: 'G', mode: 'major' },
      ]),
    ],
  },
  {
    title: 'Stage Light Bokeh',
    description:
      'Soft discs in stage colours, for the concert that had four lamps and needed forty. Five plates with alpha. Blur them a little more than feels right.',
    category: 'Free',
    editor: 'Premiere Pro',
    editorMinVersion: null,
    type: 'overlay',
    tags: ['bokeh', 'overlays', 'concert', 'music video'],
    licence: 'CC0',
    daysAgo: 190,
    files: [...bokehPlates('Magenta', 320, 3), ...bokehPlates('Amber', 70, 2)],
  },
];
