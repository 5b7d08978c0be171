import { describe, expect, it } from 'vitest';
import { frameAt, secondsOf, shareAfterKey, shareAt, startOf, timeText } from './scrub.ts';

describe('pointer position', () => {
  it.each([
    [100, 0],
    [50, 0],
    [250, 0.5],
    [400, 1],
    [900, 1],
  ])('maps x %d to %d, clamped to the card', (x, share) => {
    expect(shareAt(x, { left: 100, width: 300 })).toBe(share);
  });

  it('is 0 for a card without width', () => {
    expect(shareAt(5, { left: 0, width: 0 })).toBe(0);
  });

  it('maps to one of twelve frames, the first at the left edge and the last at the right', () => {
    expect([0, 0.083, 0.084, 0.5, 0.916, 0.917, 1].map(frameAt)).toEqual([0, 0, 1, 6, 10, 11, 11]);
    // Every step has its own frame, despite floating-point rounding.
    expect(Array.from({ length: 12 }, (_, step) => frameAt(step / 12))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

describe('keys', () => {
  const walk = (kind: 'frames' | 'lut' | 'waveform', keys: string[]) =>
    keys.reduce((share, key) => shareAfterKey(key, share, kind) ?? share, startOf(kind));

  it('step through the frames and stop at both ends', () => {
    expect(frameAt(walk('frames', ['ArrowRight', 'ArrowRight', 'ArrowLeft']))).toBe(1);
    expect(frameAt(walk('frames', ['ArrowLeft']))).toBe(0);
    expect(frameAt(walk('frames', ['End', 'ArrowRight']))).toBe(11);
    expect(frameAt(walk('frames', ['End', 'ArrowLeft', 'Home']))).toBe(0);
  });

  it('move a LUT preview from the middle and a sound from the start, both to the very end', () => {
    expect(walk('lut', ['ArrowRight'])).toBeCloseTo(7 / 12);
    expect(walk('lut', ['End'])).toBe(1);
    expect(walk('waveform', ['ArrowRight'])).toBeCloseTo(1 / 12);
    expect(walk('waveform', ['End', 'End'])).toBe(1);
  });

  it('continue from the pointer position', () => {
    expect(frameAt(shareAfterKey('ArrowRight', 0.55, 'frames') ?? 0)).toBe(7);
  });

  it('leave every other key to the page', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter', ' ', 'Tab', 'PageDown', 'toString']) {
      expect(shareAfterKey(key, 0.5, 'frames')).toBeNull();
    }
  });
});

describe('corner text', () => {
  it.each([
    ['0:24', 24],
    ['12:05', 725],
    ['1:02:03', 3723],
    ['18 LUTs', null],
    ['0:03 loop, alpha', 3],
    ['3 models', null],
    ['1:2 scale', null],
    ['', null],
  ])('parses %j as %j seconds', (label, seconds) => {
    expect(secondsOf(label)).toBe(seconds);
  });

  it('is a timecode if the length is known', () => {
    expect(timeText(0, 'frames', '0:24')).toBe('00:00:00:00');
    expect(timeText(0.622, 'frames', '0:24')).toBe('00:00:14:22');
    expect(timeText(1, 'waveform', '1:02:03')).toBe('01:02:03:00');
  });

  it("is otherwise the frame number, or the card's own label for sounds and LUTs", () => {
    expect(timeText(0, 'frames', '24 clips')).toBe('\u00a01/12');
    expect(timeText(1, 'frames', '24 clips')).toBe('12/12');
    expect(timeText(0.5, 'waveform', '36 sounds')).toBeNull();
    expect(timeText(0.5, 'lut', '18 LUTs')).toBeNull();
  });
});
