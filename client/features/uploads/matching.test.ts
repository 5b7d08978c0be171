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

describe('matching a chosen file to an unfinished upload', () => {
  it.each([
    ['resumes the same file', {}, {}, 'continue'],
    ['resumes despite a different Unicode form of the name', { path: 'clips/cafe\u0301.mov' }, {}, 'continue'],
    ['resumes although the server sanitised the name', { path: 'clips:caf\u00e9?.mov' }, {}, 'continue'],
    ['starts a new upload if only the name is similar', { path: 'clips:caf\u00e9?.mov', size: 7 }, {}, 'new'],
    ['restarts if the file was modified', { modifiedAt: '2026-11-01T10:00:00.124Z' }, {}, 'changed'],
    ['restarts if the size differs', { size: 101 }, {}, 'changed'],
    ['restarts if the modification time is unknown', {}, { modifiedAt: null }, 'changed'],
    ['starts a new upload for another name', { path: 'café.mov' }, {}, 'new'],
    ['starts a new upload if the other is being checked', {}, { state: 'CHECKING' }, 'new'],
    ['starts a new upload if the other was refused', {}, { state: 'REFUSED' }, 'new'],
    ['restarts a bundle that is partly uploaded', { isBundle: true }, { isBundle: true }, 'changed'],
    ['resumes a bundle with no bytes yet', { isBundle: true }, { isBundle: true, received: 0 }, 'continue'],
    ['does not match a single file to a bundle', {}, { isBundle: true }, 'new'],
  ])('%s', (_, chosen, kept, kind) => {
    expect(matchSession({ ...parcel, ...chosen }, [{ ...session, ...kept } as UploadSession]).kind).toBe(kind);
  });
});

describe('a file picked to resume an upload', () => {
  it.each([
    ['matches by size and time', {}, {}, true],
    ['does not match another size', {}, { size: 101 }, false],
    ['does not match if modified since', {}, { lastModified: Date.parse('2026-11-01T10:00:00.124Z') }, false],
    ['does not match without a modification time', { modifiedAt: null }, {}, false],
  ])('%s', (_, kept, chosen, expected) => {
    const file = { size: 100, lastModified: Date.parse('2026-11-01T10:00:00.123Z') };
    expect(isSameFile({ ...session, ...kept }, { ...file, ...chosen })).toBe(expected);
  });
});

describe('storage space', () => {
  const sizes = (...all: number[]): Batch[] => all.map((size) => ({ ...parcel, size }));
  it('is allocated in file order before anything is sent', () => {
    const space = { used: 500, reserved: 100, quota: 1000, maxFileBytes: 300 };
    expect(objectionsTo(sizes(301, 300, 101, 100, 0), space)).toEqual([
      'Too large: the limit is 300 Bytes per file.',
      null,
      'Not enough storage: 400 Bytes left.',
      null,
      null,
    ]);
  });

  it('blocks nothing while unknown, and is never negative', () => {
    expect(objectionsTo(sizes(5), null)).toEqual([null]);
    expect(objectionsTo(sizes(5), { used: 9, reserved: 9, quota: 10, maxFileBytes: 300 })).toEqual([
      'Not enough storage: 0 Bytes left.',
    ]);
  });
});
