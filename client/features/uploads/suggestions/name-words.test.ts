import { describe, expect, it } from 'vitest';
import { ANY_EDITOR, proposeDetails } from '#contract/uploads/proposals.ts';
import { proposeTags, proposeTitle, readableName } from './name-words.ts';

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => name.replace('#', String(index + 1).padStart(2, '0')));

type Pack = { files: string[]; type: string | null; editor: string | null; title: string | null; tags: string[] };

const PACKS: [what: string, Pack][] = [
  [
    'a LUT pack in a folder',
    {
      files: [
        ...numbered('Cinematic_LUT_Pack_v2/Rec709/Cine_#.cube', 6),
        ...numbered('Cinematic_LUT_Pack_v2/S-Log3/Cine_#_SLog3.cube', 4),
        'Cinematic_LUT_Pack_v2/README.txt',
        'Cinematic_LUT_Pack_v2/preview.jpg',
      ],
      type: 'LUT',
      editor: 'DaVinci Resolve',
      title: 'Cinematic LUT Pack v2',
      tags: ['lut', 'rec709', 's-log', 'cinematic', 'cine'],
    },
  ],
  [
    'a single LUT',
    {
      files: ['Teal and Orange.cube'],
      type: 'LUT',
      editor: 'DaVinci Resolve',
      title: 'Teal and Orange',
      tags: ['lut', 'teal and orange'],
    },
  ],
  [
    'sound effects as WAV',
    {
      files: numbered('Whoosh SFX Pack/Whoosh_Fast_#.wav', 12),
      type: 'sound effect',
      editor: ANY_EDITOR,
      title: 'Whoosh SFX Pack',
      tags: ['sound fx', 'whoosh', 'fast'],
    },
  ],
  [
    'loose WAV files',
    {
      files: numbered('deep-impact-#.wav', 8),
      type: 'sound effect',
      editor: ANY_EDITOR,
      title: 'Deep Impact',
      tags: ['sound fx', 'deep', 'impact'],
    },
  ],
  [
    'WAV files with numbers for names',
    {
      files: numbered('Audio/#.wav', 5),
      type: null,
      editor: ANY_EDITOR,
      title: null,
      tags: [],
    },
  ],
  [
    'a song',
    {
      files: ['Neon Drive - Main Theme 120bpm.wav', 'Neon Drive - Loop 120bpm.wav'],
      type: 'music',
      editor: ANY_EDITOR,
      title: 'Neon Drive',
      tags: ['music', 'neon', 'drive', 'theme', 'loop', '120 bpm'],
    },
  ],
  [
    'clips for overlaying',
    {
      files: numbered('Film Grain Overlays 4K/Grain_16mm_#.mov', 10),
      type: 'overlay',
      editor: ANY_EDITOR,
      title: 'Film Grain Overlays 4K',
      tags: ['overlays', 'film grain', '16mm', 'grain', '4k'],
    },
  ],
  [
    'transitions',
    {
      files: numbered('ink-transitions/ink_transition_#_1080p.mp4', 6),
      type: 'transition',
      editor: ANY_EDITOR,
      title: 'Ink Transitions',
      tags: ['transition', 'ink', '1080p'],
    },
  ],
  [
    'a Premiere project with its media',
    {
      files: [
        'Travel Opener/Project/Travel Opener.prproj',
        'Travel Opener/Footage/C0001.MP4',
        'Travel Opener/Audio/whoosh.wav',
        'Travel Opener/Fonts/Grotesk.otf',
      ],
      type: 'template',
      editor: 'Premiere Pro',
      title: 'Travel Opener',
      tags: ['travel', 'opener'],
    },
  ],
  [
    'motion graphics templates',
    {
      files: ['Lower_Thirds_Minimal/LT_01.mogrt', 'Lower_Thirds_Minimal/LT_02.mogrt'],
      type: 'template',
      editor: 'Premiere Pro',
      title: 'Lower Thirds Minimal',
      tags: ['lower thirds', 'minimal'],
    },
  ],
  [
    'an After Effects project',
    {
      files: ['GlitchLogoReveal.aep', '(Footage)/logo.png', '(Footage)/riser.wav'],
      type: 'template',
      editor: 'After Effects',
      title: 'Glitch Logo Reveal',
      tags: ['logo reveal', 'glitch'],
    },
  ],
  [
    'After Effects presets',
    {
      files: ['Camera Shake Presets/Shake Soft.ffx', 'Camera Shake Presets/Shake Hard.ffx'],
      type: 'preset',
      editor: 'After Effects',
      title: 'Camera Shake Presets',
      tags: ['shake', 'soft', 'hard'],
    },
  ],
  [
    'a Resolve bundle',
    {
      files: ['Clean Titles.drfx', 'Installation.pdf'],
      type: 'template',
      editor: 'DaVinci Resolve',
      title: 'Clean Titles',
      tags: ['clean'],
    },
  ],
  [
    'Fusion settings',
    {
      files: numbered('vhs-look/VHS_Damage_#.setting', 4),
      type: 'preset',
      editor: 'DaVinci Resolve',
      title: 'VHS Look',
      tags: ['vhs', 'look', 'damage'],
    },
  ],
  [
    'Final Cut titles',
    {
      files: ['Documentary Titles/Name.moti', 'Documentary Titles/Media/bg.png'],
      type: 'title',
      editor: 'Final Cut Pro',
      title: 'Documentary Titles',
      tags: ['titles', 'documentary', 'name'],
    },
  ],
  [
    'Photoshop brushes',
    {
      files: ['Ink Splash Brushes.abr', 'preview.png'],
      type: 'preset',
      editor: 'Photoshop',
      title: 'Ink Splash Brushes',
      tags: ['ink', 'splash', 'brushes'],
    },
  ],
  [
    'a Photoshop document that could be anything',
    { files: ['Poster.psd'], type: null, editor: 'Photoshop', title: 'Poster', tags: ['poster'] },
  ],
  [
    'fonts',
    {
      files: ['Grotesk-Bold.otf', 'Grotesk-Regular.otf', 'OFL.txt'],
      type: 'font',
      editor: ANY_EDITOR,
      title: 'Grotesk',
      tags: ['fonts', 'grotesk', 'bold', 'regular'],
    },
  ],
  [
    'models',
    {
      files: ['glass_spheres/spheres.blend', 'glass_spheres/textures/env.exr'],
      type: 'model',
      editor: 'Blender',
      title: 'Glass Spheres',
      tags: ['3d models', 'glass', 'spheres'],
    },
  ],
  [
    'a folder in the downloads folder',
    {
      files: [
        'Downloads/Light Leaks (1)/01.mp4',
        'Downloads/Light Leaks (1)/02.mp4',
        'Downloads/Light Leaks (1)/.DS_Store',
      ],
      type: 'overlay',
      editor: ANY_EDITOR,
      title: 'Light Leaks',
      tags: ['overlays', 'light leaks'],
    },
  ],
  [
    'LUTs and sounds in folders',
    {
      files: ['Editor Bundle/LUTs/a.cube', 'Editor Bundle/SFX/hit.wav'],
      type: 'LUT',
      editor: 'DaVinci Resolve',
      title: 'Editor Bundle',
      tags: ['lut', 'editor', 'bundle'],
    },
  ],
  [
    'projects for two editors',
    {
      files: ['Wedding Opener/Wedding.aep', 'Wedding Opener/Wedding.prproj'],
      type: 'template',
      editor: null,
      title: 'Wedding Opener',
      tags: ['wedding', 'opener'],
    },
  ],
  [
    'footage from a camera',
    { files: ['C0001.MP4', 'C0002.MP4'], type: null, editor: ANY_EDITOR, title: null, tags: [] },
  ],
  ['a screen recording', { files: ['untitled.mov'], type: null, editor: ANY_EDITOR, title: null, tags: [] }],
  ['text files', { files: ['README.txt'], type: null, editor: null, title: null, tags: [] }],
  ['an unknown kind', { files: ['take one.bin'], type: null, editor: null, title: 'Take One', tags: [] }],
  [
    'an archive',
    { files: ['Neon_Bundle.zip'], type: null, editor: null, title: 'Neon Bundle', tags: ['neon', 'bundle'] },
  ],
  ['no files', { files: [], type: null, editor: null, title: null, tags: [] }],
];

describe('what is suggested', () => {
  it.each(PACKS)('for %s', (_what, { files, ...expected }) => {
    const given = files.map((path) => ({ path }));
    const { type, editor } = proposeDetails(given);
    expect({ type, editor, title: proposeTitle(given), tags: proposeTags(given, type) }).toEqual(expected);
  });

  it('never is a preset for a WAV file', () => {
    const names = ['Preset.wav', 'Presets/01.wav', 'LUT preset.wav', 'Template.wav', '1.wav'];
    const types = names.flatMap((path) => [1, 5e6, 1e9].map((size) => proposeDetails([{ path, size }]).type));
    expect(types.every((type) => [null, 'music', 'sound effect'].includes(type))).toBe(true);
  });

  it('uses what the files contain if their names say nothing', () => {
    expect(proposeDetails([{ path: '1.mov', hasAlpha: true }]).type).toBe('overlay');
    expect(proposeTags([{ path: '1.mov', hasAlpha: true }], 'overlay')).toEqual(['overlays', 'alpha']);
    expect(proposeDetails([{ path: '1.wav', size: 9e6, seconds: 12 }]).type).toBe('sound effect');
    expect(proposeDetails([{ path: '1.wav', size: 9e6, seconds: 95 }]).type).toBe('music');
  });

  it('keeps to the limits of titles and tags', () => {
    const path = `${'Endless night '.repeat(12)}/${'x'.repeat(40)} ${'word1 word2a word3b word4c word5d word6e word7f'}.cube`;
    expect(proposeTitle([{ path }])?.length).toBeLessThanOrEqual(120);
    const tags = proposeTags([{ path }], 'LUT');
    expect(tags.length).toBeLessThanOrEqual(8);
    expect(tags.every((tag) => tag.length <= 30 && tag === tag.toLowerCase())).toBe(true);
  });

  it('takes 100,000 files', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ path: `Dawn Looks/${index}.cube` }));
    expect(proposeTitle(many)).toBe('Dawn Looks');
  });
});

it.each([
  ['Cinematic_LUT_Pack_v2', 'Cinematic LUT Pack v2'],
  ['cinematic-luts', 'Cinematic LUTs'],
  ['CinematicLUTs', 'Cinematic LUTs'],
  ['LUTPack', 'LUT Pack'],
  ['DaVinciPresets', 'DaVinci Presets'],
  ['Lo-Fi Grain', 'Lo-Fi Grain'],
  ['film.grain.vol.2', 'Film Grain Vol 2'],
  ['NEON NIGHTS 4K', 'Neon Nights 4K'],
  ['pack-v1.2-main', 'Pack v1.2'],
  ['Light Leaks (2)', 'Light Leaks'],
  ['Übergänge_Kino', 'Übergänge Kino'],
  ['日本語_パック', '日本語 パック'],
])('writes %s as %s', (name, readable) => expect(readableName(name)).toBe(readable));
