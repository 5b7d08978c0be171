import { describe, expect, it } from 'vitest';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import type { Batch } from './batches.ts';
import { isSameFile, matchSession, objectionsTo } from './matching.ts';

const parcel: Batch = {
  path: 'clips/caf\u00e9.mov',
  size: 100,
  modifiedAt: '2026-11-01T10:00:00.123Z',
  files: [],
  isBundle: false,
};
const session: UploadSession = {
  id: '9d0b1a34-2f0c-4f3c-9a25-0b5b8c3f5a10',
  path: 'clips/caf\u00e9.mov',
  isBundle: false,
  size: 100,
  received: 40,
  modifiedAt: '2026-11-01T10:00:00.123Z',
  state: 'RECEIVING',
  step: null,
  checked: 0,
  refusal: null,
};

describe('a file that is chosen again', () => {
  it.each([
    ['goes on', {}, {}, 'continue'],
    ['goes on in whatever form its name is written', { path: 'clips/cafe\u0301.mov' }, {}, 'continue'],
    ['goes on although the server wrote its name otherwise', { path: 'clips:caf\u00e9?.mov' }, {}, 'continue'],
    ['is new when another is only alike', { path: 'clips:caf\u00e9?.mov', size: 7 }, {}, 'new'],
    ['starts anew when it was changed', { modifiedAt: '2026-11-01T10:00:00.124Z' }, {}, 'changed'],
    ['starts anew with another size', { size: 101 }, {}, 'changed'],
    ['starts anew when its time is not known', {}, { modifiedAt: null }, 'changed'],
    ['is new with another name', { path: 'café.mov' }, {}, 'new'],
    ['is new when the other is being checked', {}, { state: 'CHECKING' }, 'new'],
    ['is new when the other was refused', {}, { state: 'REFUSED' }, 'new'],
    ['starts a bundle anew of which bytes arrived', { isBundle: true }, { isBundle: true }, 'changed'],
    ['goes on with a bundle that is empty', { isBundle: true }, { isBundle: true, received: 0 }, 'continue'],
    ['is no bundle', {}, { isBundle: true }, 'new'],
  ])('%s', (_, chosen, kept, kind) => {
    expect(matchSession({ ...parcel, ...chosen }, [{ ...session, ...kept } as UploadSession]).kind).toBe(kind);
  });
});

describe('a file that is pointed at for an unfinished upload', () => {
  it.each([
    ['is the same', {}, {}, true],
    ['has another size', {}, { size: 101 }, false],
    ['was changed since', {}, { lastModified: Date.parse('2026-11-01T10:00:00.124Z') }, false],
    ['cannot be known without a time', { modifiedAt: null }, {}, false],
  ])('%s', (_, kept, chosen, expected) => {
    const file = { size: 100, lastModified: Date.parse('2026-11-01T10:00:00.123Z') };
    expect(isSameFile({ ...session, ...kept }, { ...file, ...chosen })).toBe(expected);
  });
});

describe('room', () => {
  const sizes = (...all: number[]): Batch[] => all.map((size) => ({ ...parcel, size }));
  it('is counted in the order of the files, before anything is sent', () => {
    const space = { used: 500, reserved: 100, quota: 1000, maxFileBytes: 300 };
    expect(objectionsTo(sizes(301, 300, 101, 100, 0), space)).toEqual([
      'Larger than the 300 Bytes that one file may have.',
      null,
      'Not enough room: 400 Bytes are left in your storage.',
      null,
      null,
    ]);
  });

  it('is nobody’s objection while it is not known, and never less than nothing', () => {
    expect(objectionsTo(sizes(5), null)).toEqual([null]);
    expect(objectionsTo(sizes(5), { used: 9, reserved: 9, quota: 10, maxFileBytes: 300 })).toEqual([
      'Not enough room: 0 Bytes are left in your storage.',
    ]);
  });
});
