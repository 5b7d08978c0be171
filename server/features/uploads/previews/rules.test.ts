import { describe, expect, it } from 'vitest';
import { bestFrame, candidates, fillStrip, namedPicture, noteOf, orderFor, spread } from './choosing.ts';
import {
  type FileFacts,
  type KnownFile,
  labelOf,
  type PreviewSubject,
  previewKeys,
  resourceFacts,
  toolFor,
} from './rules.ts';

const subject = (changes: Partial<PreviewSubject> = {}): PreviewSubject => ({
  type: 'overlay',
  category: 'Free',
  title: 'A pack',
  tags: [],
  ...changes,
});
const clip = (changes: object = {}): FileFacts => ({
  kind: 'video',
  width: 1920,
  height: 1080,
  frameRate: 24,
  seconds: 63.4,
  codec: 'h264',
  alpha: false,
  ...changes,
});
const sound = (seconds: number): FileFacts => ({
  kind: 'sound',
  seconds,
  codec: 'pcm',
  channels: 2,
  sampleRate: 48_000,
});
const picture = (width: number, height: number, alpha = false): FileFacts => ({
  kind: 'picture',
  width,
  height,
  alpha,
});
const packs = (...facts: FileFacts[]): KnownFile[] => facts.map((one, index) => ({ path: `${index}.x`, facts: one }));
const endings = (counts: Record<string, number>) =>
  Object.entries(counts).map(([ending, count]) => ({ ending, count }));

describe('the label on a card', () => {
  it.each([
    ['1:03', {}, [clip()], { mp4: 1 }],
    ['1:02:05', {}, [clip({ seconds: 3725 })], { mp4: 1 }],
    ['0:01', {}, [clip({ seconds: 0.04 })], { mov: 1 }],
    ['4K · 60 fps', {}, [clip({ width: 3840, height: 2160, frameRate: 59.94, seconds: undefined })], { mkv: 1 }],
    ['2 clips', {}, [clip(), clip()], { mp4: 2, png: 40 }],
    ['3 clips', {}, [clip()], { mp4: 1, mov: 2 }],
    ['2 clips, alpha', {}, [clip(), clip({ alpha: true })], { mp4: 1, webm: 1, png: 40 }],
    ['0:03 loop', { tags: ['loop'] }, [clip({ seconds: 3 })], { mp4: 1 }],
    ['0:03 loop, alpha', { title: 'Seamless smoke' }, [clip({ seconds: 3, alpha: true })], { mov: 1, png: 2 }],
    ['1 clip', {}, [], { mp4: 1 }],
    ['12 sounds', { type: 'sound effect' }, [sound(1)], { wav: 12, mp4: 1, txt: 2 }],
    ['0:24', { type: 'music' }, [sound(24.2)], { mp3: 1, png: 1 }],
    ['2 sounds', {}, [sound(1), sound(2)], { wav: 1, mp3: 1 }],
    ['6 LUTs', { type: 'LUT' }, [], { cube: 6, mp4: 1, jpg: 3 }],
    ['1 LUT', { type: 'LUT' }, [], { cube: 1 }],
    ['4 pictures', { type: 'overlay' }, [], { cube: 6, jpg: 4 }],
    ['6 LUTs', { type: 'preset' }, [], { cube: 6, jpg: 4 }],
    ['9 pictures', {}, [], { png: 9, txt: 1 }],
    ['1 picture', {}, [picture(9, 9)], { jpeg: 1 }],
    ['6 pictures, alpha', {}, [picture(9, 9, true)], { png: 6, wav: 9 }],
    ['40 shapes', { type: 'shape' }, [picture(9, 9, true)], { svg: 40, json: 6 }],
    ['10 vectors', { type: 'template' }, [picture(9, 9, true)], { svg: 10 }],
    ['5 titles', { type: 'title' }, [clip()], { mogrt: 5, jsx: 4, svg: 4, srt: 1, mp4: 1 }],
    ['12 vectors', { type: 'title' }, [], { svg: 12 }],
    ['2 palettes', { type: 'preset' }, [], { txt: 5, ase: 2, gpl: 2 }],
    ['2 caption files', { type: 'title' }, [], { srt: 2, ass: 2 }],
    ['2 caption files', { type: 'title' }, [picture(9, 9)], { srt: 2, webp: 1 }],
    ['1 picture', { type: 'overlay' }, [picture(9, 9)], { txt: 5, webp: 1 }],
    ['', { type: 'preset' }, [picture(9, 9)], { txt: 5, webp: 1 }],
    ['5 pictures', {}, [], { png: 4, jpg: 1 }],
    ['3 models', { category: '3D Premium' }, [clip()], { obj: 3, mp4: 1 }],
    ['1 model', { type: 'model' }, [], { blend: 1, png: 3 }],
    ['9 pictures', { type: 'model', category: '3D' }, [], { png: 9 }],
    ['12 JSX', {}, [], { jsx: 12, txt: 30, pdf: 1 }],
    ['', {}, [], { txt: 3, '': 1 }],
    ['', {}, [], {}],
  ] as const)('reads %s', (label, changes, facts, counts) => {
    expect(labelOf(subject(changes), packs(...facts), endings(counts))).toBe(label);
  });
});

describe('the facts of a resource', () => {
  it('come from its first clip, and alpha from any file', () => {
    const files = packs(picture(4000, 4000, true), clip({ seconds: 5 }), clip({ seconds: 9 }), sound(30));
    expect(resourceFacts(subject(), files)).toEqual({
      width: 1920,
      height: 1080,
      frameRate: 24,
      loop: false,
      seconds: 5,
      alpha: true,
    });
  });

  it('come from the largest picture or the longest sound', () => {
    expect(resourceFacts(subject(), packs(picture(9, 9), picture(20, 10)))).toEqual({
      width: 20,
      height: 10,
      alpha: false,
    });
    expect(resourceFacts(subject({ type: 'music' }), packs(sound(3), sound(8)))).toEqual({ seconds: 8 });
    expect(resourceFacts(subject(), packs({ kind: 'unreadable' }))).toEqual({});
  });

  it('include loop if title, tags or file names say so', () => {
    for (const changes of [{ title: 'Seamless smoke' }, { tags: ['loop'] }, { title: 'Dust (looping)' }])
      expect(resourceFacts(subject(changes), packs(clip()))).toMatchObject({ loop: true });
    expect(resourceFacts(subject({ title: 'Loophole' }), packs(clip()))).toMatchObject({ loop: false });
  });
});

describe('the tool for a file', () => {
  it.each([
    ['media', 'a.bin', 'video/mp4'],
    ['media', 'a.mp3', 'audio/mpeg'],
    ['picture', 'a.txt', 'image/png'],
    ['look', 'a.CUBE', 'text/plain'],
    ['look', 'a.cube', null],
    ['look', 'a.txt', 'application/x-cube-lut'],
    [null, 'a.cube', 'application/msword'],
    [null, 'a.mp4', 'application/vnd.apple.mpegurl'],
    [null, 'a.mp4', null],
    ['picture', 'a.bin', 'image/svg+xml'],
    ['media', 'a.png', 'image/vnd.adobe.photoshop'],
  ] as const)('is %s for %s of type %s', (tool, path, mediaType) => {
    expect(toolFor({ path, mediaType })).toBe(tool);
  });
});

describe('the picture that represents a pack', () => {
  it.each(['overlay', 'LUT', 'sound effect', 'music', 'model', 'template'])(
    'may be of any kind in %s packs',
    (type) => {
      expect([...orderFor({ type })].sort()).toEqual(['look', 'model', 'picture', 'sound', 'video']);
    },
  );

  it('is one named as a preview, if it fills a card', () => {
    const files: KnownFile[] = [
      { path: 'a.png', facts: picture(1920, 1080) },
      { path: 'cover.png', facts: picture(64, 64) },
      { path: 'pack/Preview_final.png', facts: picture(1280, 720) },
    ];
    expect(namedPicture(files)?.path).toBe('pack/Preview_final.png');
    expect(namedPicture(files.slice(0, 2))).toBeUndefined();
    expect(candidates(files, 'picture').map(({ path }) => path)).toEqual([
      'a.png',
      'pack/Preview_final.png',
      'cover.png',
    ]);
  });

  it('is the clip with alpha, if there is one', () => {
    const files = packs(clip(), clip({ alpha: true }), sound(1), clip());
    expect(candidates(files, 'video').map(({ path }) => path)).toEqual(['1.x', '0.x', '3.x']);
  });

  it('is the first frame with visible content', () => {
    const plain = (light: number) => Buffer.alloc(320 * 180 * 3, light);
    const lively = Buffer.from(plain(0).map((_, index) => (index % 640 < 320 ? 200 : 20)));
    expect(bestFrame([plain(0), plain(255), lively, lively])).toBe(2);
    expect(bestFrame([plain(0)])).toBe(0);
    expect(bestFrame([lively, lively, plain(128)], lively)).toBe(2);
  });

  it('is spread evenly over all files', () => {
    expect(spread([1, 2, 3], 12)).toEqual([1, 2, 3]);
    expect(
      spread(
        Array.from({ length: 24 }, (_, i) => i),
        12,
      ),
    ).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
    expect(fillStrip(['a', 'b', 'c'], 12)).toEqual([...'aaaabbbbcccc']);
    expect(fillStrip([...'abcdefghijklmnop'].slice(0, 11), 12)).toHaveLength(12);
  });
});

describe('the preview note', () => {
  it.each([
    [null, { noTools: false, unreadable: [], unread: 0, left: 0 }],
    ['“a.mp4” could not be read.', { noTools: false, unreadable: ['pack/a.mp4'], unread: 0, left: 0 }],
    ['“a” and 1 more file could not be read.', { noTools: false, unreadable: ['a', 'b'], unread: 0, left: 0 }],
    [
      'ffmpeg is not available on this server, so video and audio previews could not be created. Only the first 300 pictures, clips, sounds and LUTs were used for previews.',
      { noTools: true, unreadable: [], unread: 0, left: 4 },
    ],
    [
      '2 files were skipped because the server ran out of space or time.',
      { noTools: false, unreadable: [], unread: 2, left: 0 },
    ],
  ])('reads %s', (note, gaps) => {
    expect(noteOf(gaps)).toBe(note);
  });
});

it('lists a storage key for every size and format of a picture', () => {
  expect(previewKeys('a/b')).toHaveLength(6);
  expect(previewKeys('a/b')).toContain('t/a/b-320.jpg');
  expect(previewKeys('a/b-strip.webp')).toEqual(['t/a/b-strip.webp']);
});
