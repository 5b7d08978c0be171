import { expect, test } from 'vitest';
import type { FileFacts, ResourceFile } from '#contract/resources/api.ts';
import { cellsOf, listedFacts } from './file-facts.ts';

const file = (facts: FileFacts | null, preview: ResourceFile['preview'] = null): ResourceFile => ({
  ...{ name: 'a', size: 1, url: '', sha256: '', textUrl: null },
  ...{ facts, preview },
});

test.each<[string, ResourceFile, string[]]>([
  [
    'a clip with alpha',
    file({ kind: 'video', width: 3840, height: 2160, frameRate: 23.976, seconds: 12.4, codec: 'prores', alpha: true }),
    ['0:12', '3840x2160', '23.98 fps', 'alpha'],
  ],
  ['a PDF', file({ kind: 'pdf', pages: 24 }), ['24 pages']],
  [
    'a sequence',
    file(
      { kind: 'picture', width: 320, height: 180, alpha: true },
      {
        ...{ kind: 'clip', url: '', stripUrl: null, width: 320, height: 180, rate: '24/1', seconds: 4 },
        ...{ isStacked: true, hasSound: false, sequence: { frames: 96, missing: [] } },
      },
    ),
    ['Sequence', '96 frames', 'alpha'],
  ],
  [
    'a short sound',
    file({ kind: 'sound', seconds: 0.62, codec: 'pcm', channels: 2, sampleRate: 48_000 }),
    ['0:00.6', '48 kHz stereo'],
  ],
  [
    'a measured sound',
    file(
      { kind: 'sound', seconds: 200, codec: 'pcm', channels: 1, sampleRate: 44_100 },
      { kind: 'sound', url: '', seconds: 60, loudness: -14.25, peak: -1, peaks: '', averages: '' },
    ),
    ['3:20', '44.1 kHz mono', '-14.3 LUFS'],
  ],
  [
    'a track',
    file({
      ...{ kind: 'sound', seconds: 200, codec: 'pcm', channels: 2, sampleRate: 44_100 },
      ...{ tempo: { value: 128, confidence: 0.9 }, key: { value: 'F# minor', confidence: 0.8 } },
    }),
    ['3:20', '44.1 kHz stereo', '128 BPM', 'F# min'],
  ],
  [
    'a sound without a beat',
    file({ kind: 'sound', seconds: 1, codec: 'pcm', channels: 1, sampleRate: 44_100, tempo: null, key: null }),
    ['0:01.0', '44.1 kHz mono'],
  ],
  ['a LUT', file({ kind: 'look', size: 33, dimensions: 3 }), ['33 points']],
  ['curves', file({ kind: 'look', size: 1024, dimensions: 1 }), ['1D, 1024 points']],
  ['a picture', file({ kind: 'picture', width: 64, height: 32, alpha: false }), ['64x32']],
  [
    'a font',
    file({
      ...{ kind: 'font', family: 'Sans', style: 'Bold Italic', weight: 700, glyphs: 412 },
      ...{ scripts: ['Latin'], isVariable: false, embedding: 'installable' },
    }),
    ['Bold Italic', '700', '412 glyphs'],
  ],
  [
    'a 3D model',
    file({
      ...{ kind: 'model', triangles: 12_840, vertices: 6422, materials: 2, textures: [{ width: 2048, height: 1024 }] },
      ...{ lacksTextures: false, isRigged: true, animations: 2, size: [1, 2, 1], unit: 'm', missing: [] },
    }),
    ['animated', '12.8k tris', 'rigged', '2048 px'],
  ],
  ['an unknown file', file(null), []],
])('facts of %s', (_, given, facts) => {
  expect(listedFacts(given)).toEqual(facts);
  expect(cellsOf(given).filter(Boolean).toSorted()).toEqual(facts.toSorted());
});

test('the size of an archive’s contents is named where there is room', () => {
  const archive = file({ kind: 'archive', files: 412, size: 1536 });
  expect(listedFacts(archive)).toEqual(['412 files', '1.50 KB unpacked']);
  expect(cellsOf(archive)).toEqual(['412 files', '1.50 KB', '', '']);
});
