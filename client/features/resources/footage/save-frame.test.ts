import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withTitle } from './png-title.ts';
import { frameName } from './save-frame.ts';

const newPng = async () =>
  new Uint8Array(
    await sharp({ create: { width: 3, height: 2, channels: 3, background: '#c04' } })
      .png()
      .toBuffer(),
  );

const titled = async (title: string): Promise<Buffer> =>
  Buffer.from(await withTitle(await newPng(), title).arrayBuffer());

describe('a saved frame', () => {
  it('keeps its pixels and has its title in a tEXt chunk', async () => {
    const png = await titled('Ridgeline - Dusk');
    const { comments } = await sharp(png).metadata();
    expect(comments).toEqual([{ keyword: 'Title', text: 'Ridgeline - Dusk' }]);
    const [before, after] = await Promise.all([await newPng(), png].map((one) => sharp(one).raw().toBuffer()));
    expect(after).toEqual(before);
    expect(png.subarray(37, 41).toString()).toBe('tEXt');
  });

  it('has an iTXt chunk for letters beyond ASCII', async () => {
    const png = await titled('Rivière 夕焼け - Dusk 🌆');
    expect((await sharp(png).metadata()).comments).toEqual([{ keyword: 'Title', text: 'Rivière 夕焼け - Dusk 🌆' }]);
    expect(png.subarray(37, 41).toString()).toBe('iTXt');
  });

  it('is refused if it is not a PNG', () => {
    expect(() => withTitle(new Uint8Array(40), 'x')).toThrow('Not a PNG');
  });
});

describe('the name of a saved frame', () => {
  it.each([
    ['Ridgeline Film LUTs', 'S-Log3/Ridge_04.Dusk.cube', 'Ridgeline Film LUTs - Ridge_04.Dusk.png'],
    ['What? "A/B": <1|2>*', 'a\\b.mov', 'What A B 1 2 - a b.png'],
    ['..', '.cube', 'Asset - cube.png'],
    ['evil\u202Egnp.exe', 'x\n\0.mp4', 'evil gnp.exe - x.png'],
  ])('%j, %j is %j', (asset, file, name) => {
    expect(frameName({ asset, file })).toBe(name);
  });

  it('fits into 255 bytes without half a letter', () => {
    const name = frameName({ asset: '夕'.repeat(100), file: `${'🌆'.repeat(100)}.mov` });
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toBe(`${'夕'.repeat(40)} - ${'🌆'.repeat(30)}.png`);
  });
});
