import { describe, expect, it } from 'vitest';
import { frameAt, secondsOf, shareAfterKey, shareAt, startOf, timeText } from './scrub.ts';

describe('a place under a pointer', () => {
  it.each([
    [100, 0],
    [50, 0],
    [250, 0.5],
    [400, 1],
    [900, 1],
  ])('x %d is the share %d, and never outside of the card', (x, share) => {
    expect(shareAt(x, { left: 100, width: 300 })).toBe(share);
  });

  it('is the beginning of a card without a width', () => {
    expect(shareAt(5, { left: 0, width: 0 })).toBe(0);
  });

  it('has one of twelve frames, the first at the left edge and the last at the right', () => {
    expect([0, 0.083, 0.084, 0.5, 0.916, 0.917, 1].map(frameAt)).toEqual([0, 0, 1, 6, 10, 11, 11]);
    // Every whole step is its own frame, whatever the division leaves behind the point.
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

  it('move a look from its middle and a sound from its start, both to the very end', () => {
    expect(walk('lut', ['ArrowRight'])).toBeCloseTo(7 / 12);
    expect(walk('lut', ['End'])).toBe(1);
    expect(walk('waveform', ['ArrowRight'])).toBeCloseTo(1 / 12);
    expect(walk('waveform', ['End', 'End'])).toBe(1);
  });

  it('go on from where the pointer was', () => {
    expect(frameAt(shareAfterKey('ArrowRight', 0.55, 'frames') ?? 0)).toBe(7);
  });

  it('leave every other key to the page', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter', ' ', 'Tab', 'PageDown', 'toString']) {
      expect(shareAfterKey(key, 0.5, 'frames')).toBeNull();
    }
  });
});

describe('the text in the corner', () => {
  it.each([
    ['0:24', 24],
    ['12:05', 725],
    ['1:02:03', 3723],
    ['18 LUTs', null],
    ['3D', null],
    ['', null],
  ])('reads %j as %j seconds', (label, seconds) => {
    expect(secondsOf(label)).toBe(seconds);
  });

  it('is a timecode when the length is known', () => {
    expect(timeText(0, 'frames', '0:24')).toBe('00:00:00:00');
    expect(timeText(0.622, 'frames', '0:24')).toBe('00:00:14:22');
    expect(timeText(1, 'waveform', '1:02:03')).toBe('01:02:03:00');
  });

  it('is the frame when it is not, and the card keeps its own label where neither applies', () => {
    expect(timeText(0, 'frames', '24 clips')).toBe('\u00a01/12');
    expect(timeText(1, 'frames', '24 clips')).toBe('12/12');
    expect(timeText(0.5, 'waveform', '36 WAV')).toBeNull();
    expect(timeText(0.5, 'lut', '18 LUTs')).toBeNull();
  });
});
