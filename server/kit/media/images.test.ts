import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageRefused } from './image-refused.ts';
import { makePicture, makeThumbnails } from './images.ts';

function draw(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c33' } });
}

async function widthsOf(input: Buffer): Promise<number[]> {
  return (await makeThumbnails(input)).widths.map((thumbnail) => thumbnail.width);
}

/** A PNG of a few bytes whose header claims the given size, so that decoding it would take gigabytes. */
function claimPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8) + 1));
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

describe('thumbnails', () => {
  it('are WebP in three widths and keep the aspect ratio', async () => {
    const made = await makeThumbnails(await draw(1600, 900).jpeg().toBuffer());
    expect(made).toMatchObject({ width: 1600, height: 900 });
    const facts = await Promise.all(made.widths.map(({ body }) => sharp(body).metadata()));
    expect(facts.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 320, 180],
      ['webp', 640, 360],
      ['webp', 1280, 720],
    ]);
    expect(made.widths.map(({ width }) => width)).toEqual([320, 640, 1280]);
  });

  it.each([
    [100, [100]],
    [320, [320]],
    [500, [320, 500]],
    [640, [320, 640]],
    [1279, [320, 640, 1279]],
    [1280, [320, 640, 1280]],
    [1281, [320, 640, 1280]],
  ])('never enlarge a picture of %i pixels', async (width, expected) => {
    expect(await widthsOf(await draw(width, 50).png().toBuffer())).toEqual(expected);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('are made from %s', async (format) => {
    expect(await widthsOf(await draw(64, 48).toFormat(format).toBuffer())).toEqual([64]);
  });

  it('are upright and drop location and camera metadata', async () => {
    const exif = { IFD0: { Artist: 'Someone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
    const photograph = await draw(800, 400).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer();
    expect(await sharp(photograph).metadata()).toMatchObject({ orientation: 6, width: 800 });
    expect(photograph.includes('Someone')).toBe(true);
    const made = await makeThumbnails(photograph);
    expect(made).toMatchObject({ width: 400, height: 800 });
    const facts = await sharp(made.widths[0]?.body).metadata();
    expect(facts).toMatchObject({ width: 320, height: 640 });
    expect(facts.exif).toBeUndefined();
    expect(facts.xmp).toBeUndefined();
    expect(facts.icc).toBeUndefined();
    expect(facts.orientation).toBeUndefined();
    expect(made.widths[0]?.body.includes('Someone')).toBe(false);
  });

  it('keep transparency', async () => {
    const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const made = await makeThumbnails(clear);
    expect((await sharp(made.widths[0]?.body).stats()).isOpaque).toBe(false);
  });
});

describe('a picture cropped to an aspect ratio', () => {
  it.each([
    [2000, 1000, 512, 512, [512, 512]],
    [300, 900, 512, 512, [300, 300]],
    [1, 1, 512, 512, [1, 1]],
    [4000, 3000, 1500, 500, [1500, 500]],
    [900, 900, 1500, 500, [900, 300]],
    [3000, 100, 1500, 500, [300, 100]],
    [5, 1, 1500, 500, [3, 1]],
  ])('of %i x %i for %i x %i is never enlarged', async (width, height, toWidth, toHeight, expected) => {
    const made = await makePicture(await draw(width, height).png().toBuffer(), { width: toWidth, height: toHeight });
    const facts = await sharp(made).metadata();
    expect([facts.width, facts.height]).toEqual(expected);
    expect(facts.format).toBe('webp');
  });

  it('shows the centre, upright', async () => {
    const stripes = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#000' } })
      .composite([
        { input: { create: { width: 100, height: 100, channels: 3, background: '#fff' } }, left: 100, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const made = await makePicture(stripes, { width: 100, height: 100 });
    const { channels } = await sharp(made).stats();
    for (const { mean } of channels) expect(mean).toBeGreaterThan(250);
  });

  it('is refused when it is SVG or too large', async () => {
    await expect(makePicture(Buffer.from('<svg/>'), { width: 1, height: 1 })).rejects.toMatchObject({ reason: 'kind' });
    await expect(makePicture(claimPng(8000, 5001), { width: 1, height: 1 })).rejects.toMatchObject({
      reason: 'pixels',
    });
  });
});

describe('making thumbnails refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

  it.each([
    ['SVG', svg],
    ['SVG after white space', `\n  ${svg}`],
    ['SVG with an XML declaration', `<?xml version="1.0"?>${svg}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n'],
    ['nothing', ''],
    ['text', 'GIF'],
  ])('%s', async (_name, text) => {
    await expect(makeThumbnails(Buffer.from(text))).rejects.toMatchObject({ name: 'ImageRefused', reason: 'kind' });
  });

  it('a decompression bomb, without decoding it', async () => {
    const bomb = claimPng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(5000);
    await expect(makeThumbnails(bomb)).rejects.toMatchObject({ reason: 'pixels' });
    await expect(makeThumbnails(claimPng(8000, 5001))).rejects.toMatchObject({ reason: 'pixels' });
  });

  it('a damaged picture', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    const refusal = makeThumbnails(whole.subarray(0, whole.length / 2));
    await expect(refusal).rejects.toBeInstanceOf(ImageRefused);
    await expect(refusal).rejects.toMatchObject({ reason: 'damaged' });
    await expect(makeThumbnails(Buffer.from('\xff\xd8\xff and no more', 'latin1'))).rejects.toMatchObject({
      reason: 'damaged',
    });
  });

  it('SVG hidden behind a GIF signature', async () => {
    await expect(makeThumbnails(Buffer.from(`GIF89a${svg}`))).rejects.toMatchObject({ reason: 'damaged' });
  });
});
