import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chainPieces,
  cutChain,
  findTail,
  groupPieces,
  leastPartOf,
  lengthOf,
  namePiece,
  nameWriter,
  type Piece,
  readPiece,
} from './multipart-parts.ts';

const FOLDER = 'partial/0f9c2d3e-1111-4222-8333-444455556666/';

/** A piece whose name shows its writer and range. */
const piece = (writer: string, start: number, length: number): Piece => ({
  name: `${writer} ${start}+${length}`,
  writer,
  start,
  length,
  crc32: 0,
});
const shown = (pieces: readonly Piece[]): string[] =>
  chainPieces(pieces).map(({ name, used, length }) => (used === length ? name : `${name} (${used})`));

describe('piece names', () => {
  it('describe the piece', () => {
    const facts = { writer: nameWriter([], 1_700_000_000_000), start: 8_388_608, length: 12, crc32: 0xabc };
    const name = namePiece(FOLDER, facts);
    expect(readPiece(FOLDER, { name, size: 12, modifiedAt: new Date() })).toEqual({ ...facts, name });
    expect(readPiece(FOLDER, { name, size: 11, modifiedAt: new Date() })).toBeNull();
    expect(readPiece(FOLDER, { name: `${FOLDER}begun`, size: 0, modifiedAt: new Date() })).toBeNull();
  });

  it('sort a later writer after all known ones, regardless of the clock', () => {
    const first = nameWriter([], 2000);
    const second = nameWriter([piece(first, 0, 1)], 1000);
    expect(second > first).toBe(true);
    expect(nameWriter([], 2000)).not.toBe(nameWriter([], 2000));
  });
});

describe('the pieces of an upload', () => {
  it.each([
    ['none', [], []],
    ['one writer', [piece('a', 0, 4), piece('a', 4, 2)], ['a 0+4', 'a 4+2']],
    ['a second writer continues', [piece('a', 0, 4), piece('b', 4, 2)], ['a 0+4', 'b 4+2']],
    ['a second writer continues before the end', [piece('a', 0, 4), piece('b', 3, 2)], ['a 0+4 (3)', 'b 3+2']],
    ['a second writer starts over', [piece('a', 0, 4), piece('a', 4, 4), piece('b', 0, 2)], ['b 0+2']],
    ['a superseded writer still writes', [piece('a', 0, 4), piece('b', 4, 6), piece('a', 4, 9)], ['a 0+4', 'b 4+6']],
    [
      'small pieces were merged',
      [piece('a', 0, 1), piece('a', 1, 1), piece('a', 0, 2), piece('a', 2, 5)],
      ['a 0+2', 'a 2+5'],
    ],
    ['a later writer merged pieces of others', [piece('a', 0, 1), piece('b', 1, 1), piece('b', 0, 2)], ['b 0+2']],
    ['a gap', [piece('a', 0, 4), piece('a', 5, 4)], ['a 0+4']],
    ['a gap at the beginning', [piece('a', 1, 4)], []],
    ['a gap before a second writer', [piece('a', 0, 4), piece('b', 5, 4)], ['a 0+4']],
  ])('%s', (_, pieces, expected) => {
    expect(shown(pieces)).toEqual(expected);
    expect(shown(pieces.toReversed())).toEqual(expected);
  });

  it('contain every byte of the last writer, and earlier bytes only before its start', () => {
    const appends = fc.array(fc.record({ back: fc.nat(10), lengths: fc.array(fc.integer({ min: 1, max: 9 })) }));
    fc.assert(
      fc.property(appends, (all) => {
        const pieces: Piece[] = [];
        // The expected writer of each byte, as if appending to a plain file.
        let bytes: string[] = [];
        for (const [index, { back, lengths }] of all.entries()) {
          const writer = String(index).padStart(3, '0');
          let at = Math.max(0, bytes.length - back);
          if (lengths.length > 0) bytes = bytes.slice(0, at);
          for (const length of lengths) {
            pieces.push(piece(writer, at, length));
            bytes.push(...Array.from({ length }, () => writer));
            at += length;
          }
        }
        const chain = chainPieces(pieces.sort((a, b) => a.name.localeCompare(b.name)));
        expect(chain.flatMap(({ writer, used }) => Array.from({ length: used }, () => writer))).toEqual(bytes);
        expect(lengthOf(chain)).toBe(bytes.length);
        for (const group of groupPieces(chain, 7).slice(0, -1)) {
          expect(group.reduce((sum, { used }) => sum + used, 0)).toBeGreaterThanOrEqual(7);
        }
        expect(groupPieces(chain, 7).flat()).toEqual(chain);
      }),
    );
  });

  it('never form more parts than a service accepts, however small a slow connection made them', () => {
    const [mib, part] = [1024 * 1024, 5 * 1024 * 1024 + 1];
    for (const count of [9, 9000, 10_001, 16_000]) {
      const chain = Array.from({ length: count }, (_, index) => ({ ...piece('a', index * part, part), used: part }));
      const groups = groupPieces(chain, leastPartOf(lengthOf(chain)));
      expect(groups.length).toBeLessThanOrEqual(10_000);
      // Merging requires downloading the pieces, so it is only done when necessary.
      if (count <= 9000) expect(groups).toHaveLength(count);
      expect(leastPartOf(lengthOf(chain))).toBeLessThan(10 * mib);
    }
  });

  it('can be truncated, and a run of small ones at the end is found', () => {
    const chain = chainPieces([piece('a', 0, 8), piece('a', 8, 3), piece('a', 11, 3), piece('a', 14, 2)]);
    expect(cutChain(chain, 12).map(({ used }) => used)).toEqual([8, 3, 1]);
    expect(findTail(chain, 5, 8).map(({ start }) => start)).toEqual([8, 11, 14]);
    expect(findTail(chain, 5, 9)).toEqual([]);
    expect(findTail(chain.slice(0, 1), 9, 8)).toEqual([]);
  });
});
