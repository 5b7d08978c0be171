import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRange, parseRange } from './range.ts';

const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };
const part = (start: number, end: number) => ({ kind: 'part', start, end });

describe('parseRange', () => {
  it.each([
    [undefined, 100, whole],
    ['bytes=0-0', 100, part(0, 1)],
    ['bytes=0-', 100, part(0, 100)],
    ['bytes=99-', 100, part(99, 100)],
    ['bytes=10-19', 100, part(10, 20)],
    ['BYTES=10-19', 100, part(10, 20)],
    ['bytes= 10-19 ', 100, part(10, 20)],
    ['bytes=10-1000', 100, part(10, 100)],
    ['bytes=-1', 100, part(99, 100)],
    ['bytes=-100', 100, part(0, 100)],
    ['bytes=-1000', 100, part(0, 100)],
    ['bytes=100-', 100, unsatisfiable],
    ['bytes=100-200', 100, unsatisfiable],
    ['bytes=-0', 100, unsatisfiable],
    ['bytes=99999999999999999999999-', 100, unsatisfiable],
    [`bytes=${'9'.repeat(400)}-`, 100, unsatisfiable],
    [`bytes=5-${'9'.repeat(400)}`, 100, part(5, 100)],
    ['bytes=0-', 0, unsatisfiable],
    ['bytes=-5', 0, whole],
    ['bytes=5-2', 100, whole],
    ['bytes=0-1,5-9', 100, whole],
    ['bytes=200-300,400-', 100, whole],
    ['bytes=', 100, whole],
    ['bytes=-', 100, whole],
    ['bytes', 100, whole],
    ['', 100, whole],
    ['items=0-5', 100, whole],
    ['bytes=a-b', 100, whole],
    ['bytes=1.5-2', 100, whole],
    ['bytes=0x1-0x2', 100, whole],
    ['bytes=--5', 100, whole],
    ['bytes=0-5-9', 100, whole],
    ['bytes=٣-٤', 100, whole],
  ])('%s of %i bytes', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });

  it('never exceeds the file, whatever the header says', () => {
    const pieces = fc.constantFrom('bytes', '=', '-', ',', ' ', '0', '1', '9', '123456', 'x');
    const headers = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 9 }).map((list) => `bytes=${list.join('')}`),
    );
    fc.assert(
      fc.property(headers, fc.nat(), (header, size) => {
        const range = parseRange(header, size);
        if (range.kind !== 'part') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThan(range.start);
        expect(range.end).toBeLessThanOrEqual(size);
      }),
      { numRuns: 1000 },
    );
  });

  it('returns exactly the bytes that a well-formed range names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.nat(1e12), fc.nat(1e12), (size, a, b) => {
        const [first, last] = a < b ? [a, b] : [b, a];
        const expected = first >= size ? unsatisfiable : part(first, Math.min(last, size - 1) + 1);
        expect(parseRange(`bytes=${first}-${last}`, size)).toEqual(expected);
      }),
    );
  });
});

describe('decideRange', () => {
  const modifiedAt = new Date('2026-03-01T10:20:30.750Z');
  const stamp = 'Sun, 01 Mar 2026 10:20:30 GMT';
  const before = 'Sun, 01 Mar 2026 10:20:29 GMT';
  const after = 'Sun, 01 Mar 2026 10:20:31 GMT';
  const file = { size: 100, etag: '"abc"', modifiedAt };
  const range = 'bytes=10-19';

  it.each([
    ['plain GET', {}, 200],
    ['range', { range }, 206],
    ['range past the end', { range: 'bytes=100-' }, 416],
    ['If-Range, same tag', { range, 'if-range': '"abc"' }, 206],
    ['If-Range, other tag', { range, 'if-range': '"abd"' }, 200],
    ['If-Range, weak tag', { range, 'if-range': 'W/"abc"' }, 200],
    ['If-Range, same date', { range, 'if-range': stamp }, 206],
    ['If-Range, later date', { range, 'if-range': after }, 200],
    ['If-Range, not a date', { range, 'if-range': 'abc' }, 200],
    ['If-Range before an unsatisfiable range', { range: 'bytes=100-', 'if-range': '"old"' }, 200],
    ['If-None-Match, same', { 'if-none-match': '"abc"' }, 304],
    ['If-None-Match, weak is enough', { 'if-none-match': 'W/"abc"' }, 304],
    ['If-None-Match, in a list', { 'if-none-match': '"x,y", W/"z" ,"abc"' }, 304],
    ['If-None-Match, star', { 'if-none-match': '*' }, 304],
    ['If-None-Match, other', { 'if-none-match': '"x"' }, 200],
    ['If-None-Match, tag inside another', { 'if-none-match': '"x"abc"' }, 200],
    ['If-None-Match comes before If-Modified-Since', { 'if-none-match': '"x"', 'if-modified-since': after }, 200],
    ['If-None-Match with a range', { range, 'if-none-match': '"abc"' }, 304],
    ['If-Match, same', { 'if-match': '"abc"' }, 200],
    ['If-Match, star', { 'if-match': '*' }, 200],
    ['If-Match, weak is not enough', { 'if-match': 'W/"abc"' }, 412],
    ['If-Match, other', { 'if-match': '"x"', 'if-none-match': '"abc"' }, 412],
    ['If-Match, garbage', { 'if-match': 'abc' }, 412],
    ['If-Modified-Since, same second', { 'if-modified-since': stamp }, 304],
    ['If-Modified-Since, before', { 'if-modified-since': before }, 200],
    ['If-Modified-Since, garbage', { 'if-modified-since': 'yesterday-ish' }, 200],
    ['If-Unmodified-Since, same second', { 'if-unmodified-since': stamp }, 200],
    ['If-Unmodified-Since, before', { 'if-unmodified-since': before }, 412],
  ])('%s', (_name, headers, status) => {
    expect(decideRange('GET', headers, file).status).toBe(status);
  });

  it('describes the whole file for HEAD', () => {
    expect(decideRange('HEAD', { range }, file)).toEqual({ status: 200, start: 0, end: 100 });
  });

  it('ignores date conditions without a date', () => {
    const undated = { size: 100, etag: '"abc"' };
    expect(decideRange('GET', { 'if-modified-since': after }, undated).status).toBe(200);
    expect(decideRange('GET', { 'if-unmodified-since': before }, undated).status).toBe(200);
    expect(decideRange('GET', { range, 'if-range': stamp }, undated).status).toBe(200);
  });

  it('returns the requested bytes', () => {
    expect(decideRange('GET', { range }, file)).toEqual({ status: 206, start: 10, end: 20 });
  });
});
