import { describe, expect, it } from 'vitest';
import { KNOWN_EDITORS, RESOURCE_TYPES } from './limits.ts';
import { ANY_EDITOR, type ProposedFile, proposeDetails } from './proposals.ts';

const file = (path: string, size?: number): ProposedFile => ({ path, ...(size === undefined ? {} : { size }) });

describe('suggestions for a single file', () => {
  it.each([
    ['Night.cube', 'LUT', 'DaVinci Resolve'],
    ['Night.3dl', 'LUT', 'DaVinci Resolve'],
    ['Lower third.mogrt', 'template', 'Premiere Pro'],
    ['Cut.prproj', 'template', 'Premiere Pro'],
    ['Intro.aep', 'template', 'After Effects'],
    ['Shake.FFX', 'preset', 'After Effects'],
    ['Rename layers.jsx', 'other', 'After Effects'],
    ['Pack.drfx', 'template', 'DaVinci Resolve'],
    ['Glow.setting', 'preset', 'DaVinci Resolve'],
    ['Clean.moti', 'title', 'Final Cut Pro'],
    ['Scene.blend', 'model', 'Blender'],
    ['Grotesk.ttf', 'font', ANY_EDITOR],
    ['Grotesk.otf', 'font', ANY_EDITOR],
    ['Chair.obj', 'model', ANY_EDITOR],
    ['Chair.glb', 'model', ANY_EDITOR],
    ['Chair.fbx', 'model', ANY_EDITOR],
    ['Arrow.svg', 'shape', ANY_EDITOR],
    ['Light Leak 01.mp4', 'overlay', ANY_EDITOR],
    ['film-grain.mov', 'overlay', ANY_EDITOR],
    ['Transitions/03.mov', 'transition', ANY_EDITOR],
    ['whip_left.mp4', 'transition', ANY_EDITOR],
    ['Lower Third.webm', 'title', ANY_EDITOR],
    ['dust.png', 'overlay', ANY_EDITOR],
    ['clip.mp4', null, ANY_EDITOR],
    ['Raincoat.mp4', null, ANY_EDITOR],
    ['Whoosh 04.wav', 'sound effect', ANY_EDITOR],
    ['SFX/door.mp3', 'sound effect', ANY_EDITOR],
    ['Main theme.mp3', 'music', ANY_EDITOR],
    ['beat_120bpm.wav', 'music', ANY_EDITOR],
    ['unnamed.wav', null, ANY_EDITOR],
    ['pack.zip', null, null],
    ['README', null, null],
    ['cube', null, null],
  ])('for %s are type %s and editor %s', (path, type, editor) => {
    // A name without a dot has no extension, even if the whole name is a known extension ("cube").
    expect(proposeDetails([file(path)])).toEqual({ type, editor });
  });

  it.each([
    ['a.wav', 200_000, 'sound effect'],
    ['a.wav', 30_000_000, 'music'],
    ['a.wav', 5_000_000, null],
    ['a.mp3', 100_000, 'sound effect'],
    ['a.mp3', 6_000_000, 'music'],
    ['a.mp3', 800_000, null],
    ['a.flac', 30_000_000, null],
    ['whoosh.wav', 30_000_000, 'sound effect'],
  ])('tell music from sound effects by the size of %s (%d bytes): %s', (path, size, type) => {
    expect(proposeDetails([file(path, size)]).type).toBe(type);
  });
});

describe('suggestions for several files', () => {
  it.each([
    ['LUTs with a preview', ['a.cube', 'b.cube', 'preview.mp4', 'README.txt'], 'LUT', 'DaVinci Resolve'],
    ['a template with its media', ['Intro.aep', 'whoosh.wav', 'theme.wav', 'font.otf'], 'template', 'After Effects'],
    ['a model with textures', ['chair.obj', 'dust.png', 'dust2.png'], 'model', ANY_EDITOR],
    ['more sounds than clips', ['wipe 1.mov', 'hit.wav', 'boom.wav'], 'sound effect', ANY_EDITOR],
    ['the same template for two editors', ['Intro.aep', 'Intro.prproj'], 'template', null],
    ['as many LUTs as fonts', ['a.cube', 'b.otf'], null, null],
    ['mostly clips with meaningless names', ['wipe.mov', '1.mov', '2.mov'], null, ANY_EDITOR],
    ['no files', [], null, null],
  ])('handle %s', (_what, paths, type, editor) => {
    expect(proposeDetails(paths.map((path) => file(path)))).toEqual({ type, editor });
  });

  it('handle 100,000 files', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => file(`Dawn/${index}.cube`, 1000));
    expect(proposeDetails(many)).toEqual({ type: 'LUT', editor: 'DaVinci Resolve' });
  });
});

it('suggests only choices that the form offers', () => {
  const { type, editor } = proposeDetails([file('a.mogrt')]);
  expect(RESOURCE_TYPES).toContain(type);
  expect(KNOWN_EDITORS).toContain(editor);
});
