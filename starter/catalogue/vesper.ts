/** Resources of vesper: sound design and lens light. */
import type { CatalogueEntry } from './entry.ts';
import { bokehPlates, clip, lights, sounds } from './packs.ts';

export const VESPER: readonly CatalogueEntry[] = [
  {
    title: 'Anamorphic Streaks',
    description:
      'Long blue streaks with ghosts that cross the lens the right way. Twelve stills on transparency, sorted by where the lamp sits in the frame. Track the lamp, parent the streak, fade it behind objects by hand: it takes a minute and sells the shot.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: null, type: 'overlay',
    tags: ['lens flare', 'anamorphic', 'overlays', 'glow', 'sci-fi'],
    licence: 'CC BY 4.0', mediaLabel: '12 PNG', daysAgo: 6,
    art: { scene: 'flare', hue: 240 },
    files: [...lights('Left', 'Streak_L', 'flare', 240, 6), ...lights('Warm', 'Streak_W', 'flare', 60, 6)],
  },
  {
    title: 'Trailer Hits and Rises',
    description:
      'Twelve hits, six rises and six low brass calls, all in keys that sit together. Hits land on the first sample, rises end on it: line both up with the same marker. 24 bit, because you will pitch them.',
    category: 'Premium', editor: 'Premiere Pro', editorMinVersion: null, type: 'sound effect',
    tags: ['trailer hits', 'impacts', 'riser', 'braam', 'sound fx', 'trailer'],
    licence: 'Helix Standard', mediaLabel: '24 WAV', daysAgo: 17,
    art: { scene: 'waveform', hue: 200, variant: 1 },
    files: [...sounds('Hits', [['impact', 12]], 100, 24), ...sounds('Rises', [['riser', 6]], 100, 24), ...sounds('Brass', [['braam', 6]], 100, 24)],
  },
  {
    title: 'Whoosh Library',
    description:
      'Thirty-six whooshes in three weights, light paper to heavy cloth. They move from left to right or back, alternately, so a stack of cuts does not lean. Named by weight and length, nothing to guess.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: null, type: 'sound effect',
    tags: ['whoosh', 'sound fx', 'transition', 'foley'],
    licence: 'CC0', mediaLabel: '36 WAV', daysAgo: 38,
    art: { scene: 'waveform', hue: 45, variant: 2 },
    files: [...sounds('Light', [['whoosh', 12]], 200), ...sounds('Medium', [['whoosh', 12]], 230), ...sounds('Cloth', [['foley', 12]], 200)],
  },
  {
    title: 'Ember Streaks',
    description:
      'Warm flares and drifting sparks for fire, forges and late summer. Eight stills with alpha and one moving bed of embers that loops without a jump. Screen mode, sixty percent, done.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: null, type: 'overlay',
    tags: ['embers', 'fire', 'lens flare', 'overlays', 'particles'],
    licence: 'CC BY 4.0', mediaLabel: '8 PNG', daysAgo: 49,
    art: { scene: 'embers', hue: 35 },
    files: [...lights('Flares', 'Ember_Flare', 'flare', 45, 4), ...lights('Sparks', 'Ember_Bed', 'embers', 35, 4), ...clip('Loop', 'Ember_Loop.mp4', 'embers-loop.mp4')],
  },
  {
    title: 'Room Tones for Dialogue',
    description:
      'Ten quiet rooms to lay under cut dialogue, from tiled hall to parked car. Each runs four seconds and loops on a zero crossing. Low enough to hide, present enough that the cut stops breathing.',
    category: 'Free', editor: 'DaVinci Resolve', editorMinVersion: null, type: 'sound effect',
    tags: ['room tone', 'ambience', 'dialogue', 'sound fx'],
    licence: 'CC0', mediaLabel: '10 WAV', daysAgo: 73,
    art: { scene: 'spectrum', hue: 160 },
    files: sounds('Rooms', [['room', 10]]),
  },
  {
    title: 'Sub Drops and Booms',
    description:
      'Sine drops that fall below what a phone can play, with a version of each boom that still reads on one. Check them on big speakers before you export. Leave two decibels of room.',
    category: 'Premium', editor: 'After Effects', editorMinVersion: null, type: 'sound effect',
    tags: ['sub drops', 'impacts', 'sound fx', 'trailer'],
    licence: 'Helix Standard', mediaLabel: '16 WAV', daysAgo: 92,
    art: { scene: 'spectrum', hue: 300, variant: 1 },
    files: [...sounds('Drops', [['drop', 8]]), ...sounds('Booms', [['impact', 8]], 300)],
  },
  {
    title: 'Interface Clicks',
    description:
      'Forty clicks, ticks and taps for screen recordings and app demos. Short, dry, and different enough that a typing sequence does not turn into a machine gun. Peaks are matched by ear, not by meter.',
    category: 'Free', editor: 'Final Cut Pro', editorMinVersion: null, type: 'sound effect',
    tags: ['ui clicks', 'sound fx', 'app demo', 'screen recording'],
    licence: 'CC0', mediaLabel: '40 WAV', daysAgo: 125,
    art: { scene: 'waveform', hue: 285, variant: 3 },
    files: sounds('Clicks', [['click', 40]], 50),
  },
  {
    title: 'Rain and Vinyl Beds',
    description:
      'Four rains and four records: warm beds for study streams and flashbacks. Loop them under dialogue at minus thirty. The crackle is sparse on purpose, so it never sounds like a fault.',
    category: 'Free', editor: 'CapCut', editorMinVersion: null, type: 'sound effect',
    tags: ['rain', 'vinyl', 'ambience', 'sound fx', 'lo-fi'],
    licence: 'CC BY 4.0', mediaLabel: '8 WAV', daysAgo: 158,
    art: { scene: 'ripples', hue: 230 },
    files: [...sounds('Rain', [['rain', 4]]), ...sounds('Vinyl', [['vinyl', 4]])],
  },
  {
    title: 'Stage Light Bokeh',
    description:
      'Soft discs in stage colours for concerts that had four lamps and needed forty. Nine plates on transparency. Blur them a little more than feels right.',
    category: 'Free', editor: 'Premiere Pro', editorMinVersion: null, type: 'overlay',
    tags: ['bokeh', 'overlays', 'concert', 'music video'],
    licence: 'CC0', mediaLabel: '9 PNG', daysAgo: 190,
    art: { scene: 'bokeh', hue: 320, variant: 2 },
    files: [...bokehPlates('Magenta', 320, 5), ...bokehPlates('Amber', 70, 4)],
  },
];
