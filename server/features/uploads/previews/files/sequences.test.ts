import { expect, it } from 'vitest';
import { type Frame, sequenceOf, splitNumbered } from './sequences.ts';

const frames = (numbers: readonly number[], change: (at: number) => Partial<Frame> = () => ({})): Frame[] =>
  numbers.map((number, at) => ({
    path: `in/smoke_${String(number).padStart(4, '0')}.png`,
    mediaType: 'image/png',
    facts: { kind: 'picture', width: 320, height: 180 },
    ...change(at),
  }));
const eight = [1, 2, 3, 4, 5, 6, 7, 8];

it.each([
  ['in/smoke_0001.png', { start: 'in/smoke_', digits: '0001', ending: '.png' }],
  ['1001.tiff', { start: '', digits: '1001', ending: '.tiff' }],
  ['v2.1001.JPG', { start: 'v2.', digits: '1001', ending: '.JPG' }],
  ['grain_01.png', null],
  ['a0001', null],
  ['0001/still.png', null],
])('the number of %s', (path, parts) => {
  expect(splitNumbered(path)).toEqual(parts);
});

it('is a sequence of eight or more pictures, with up to three missing', () => {
  expect(sequenceOf(frames(eight), '.png')?.missing).toEqual([]);
  const some = sequenceOf(frames([30, 21, 22, 23, 25, 26, 27, 28]), '.png');
  expect(some?.missing).toEqual([24, 29]);
  expect(some?.frames.map(({ path }) => path.slice(-6, -4))).toEqual(['21', '22', '23', '25', '26', '27', '28', '30']);
  expect(sequenceOf(frames([1, 2, 3, 4, 8, 9, 10, 11]), '.png')?.missing).toEqual([5, 6, 7]);
  // Not all have been read.
  expect(
    sequenceOf(
      frames(eight, (at) => (at > 3 ? { facts: {} } : {})),
      '.png',
    ),
  ).not.toBeNull();
});

it.each<[string, Frame[]]>([
  ['seven pictures', frames(eight.slice(1))],
  ['four missing', frames([1, 2, 3, 4, 9, 10, 11, 12])],
  ['one of another size', frames(eight, (at) => (at === 5 ? { facts: { kind: 'picture', width: 9, height: 9 } } : {}))],
  ['one of another type', frames(eight, (at) => (at === 5 ? { mediaType: 'image/jpeg' } : {}))],
  ['sounds', frames(eight, () => ({ mediaType: 'audio/wav' }))],
  ['the same number twice', [...frames(eight), { ...(frames([1])[0] as Frame), path: 'in/smoke_001.png' }]],
])('are no sequence with %s', (_about, files) => {
  expect(sequenceOf(files, '.png')).toBeNull();
});
