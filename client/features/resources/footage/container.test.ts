import { describe, expect, it } from 'vitest';
import { makeOddMedia } from '#test/harness/odd-media.ts';
import { exactRate, readContainer, readSeconds } from './container.ts';

const files = makeOddMedia();
const plain = { videoCodec: 'H.264', hasSound: false, rate: '24/1', isVariable: false, isHdr: false };

describe('what a clip says about itself', () => {
  it.each([
    ['plain', plain],
    ['variable', { ...plain, isVariable: true }],
    ['rotated', { ...plain, rate: '30000/1001' }],
    ['hdr', { ...plain, isHdr: true }],
    ['hevc', { ...plain, videoCodec: 'HEVC', isHdr: true }],
    ['prores', { ...plain, videoCodec: 'ProRes' }],
    ['long', { ...plain, rate: '1/1' }],
    ['recording', { ...plain, videoCodec: 'VP8' }],
    ['cut', { ...plain, videoCodec: null, rate: null }],
    ['text', null],
    ['empty', null],
  ] as const)('%s', async (name, found) => {
    const { buffer } = files[name];
    expect(await readContainer(new File([new Uint8Array(buffer)], files[name].name))).toEqual(found);
  });
});

it('measures a clip that does not say how long it is', async () => {
  const { recording, text } = files;
  expect(await readSeconds(new File([new Uint8Array(recording.buffer)], recording.name))).toBeCloseTo(2, 4);
  expect(await readSeconds(new File([new Uint8Array(text.buffer)], text.name))).toBeNull();
});

describe('an exact rate', () => {
  it.each([
    [23.976, '24000/1001'],
    [23.98, '24000/1001'],
    [29.97, '30000/1001'],
    [59.94, '60000/1001'],
    [25, '25/1'],
    [12.0001, '12/1'],
    [17.5, '17500/1000'],
  ])('of %d is %s', (measured, exact) => {
    expect(exactRate(measured)).toBe(exact);
  });
});
