/** From linear light to a finished 8-bit image: exposure, shoulder, vignette, grain. */
import sharp, { type Sharp } from 'sharp';
import { type Canvas, forEachLine } from './canvas.ts';
import { toSrgb } from './colour.ts';
import { createRandom } from './random.ts';

export type Finish = {
  /** Factor applied to the light; 1 leaves it unchanged. */
  exposure?: number;
  /** Film grain strength in 8-bit steps. A little grain hides banding in long gradients. */
  grain?: number;
  /** How much the corners darken, 0 to 1. */
  vignette?: number;
};

const CURVE_STEPS = 8192;
const CURVE = Float32Array.from({ length: CURVE_STEPS + 1 }, (_, i) => {
  const share = Math.min(0.99999, i / CURVE_STEPS);
  return toSrgb(shoulder(share / (1 - share))) * 255;
});
const GRAIN = makeGrain();

/** The finished 8-bit RGB image at the given size. */
export function developCanvas(canvas: Canvas, width: number, height: number, finish: Finish = {}): Buffer {
  const { exposure = 1, grain = 2.6, vignette = 0.34 } = finish;
  const pixels = Buffer.allocUnsafe(width * height * 3);
  forEachLine(canvas, width, height, (line, row) => {
    const dy = row / height - 0.5;
    const grainRow = row * 7919 + ((row * row) & 1023);
    for (let column = 0, from = 0, at = row * width * 3; column < width; column++) {
      const dx = column / width - 0.5;
      const edge = dx * dx * 1.5 + dy * dy * 1.3;
      const gain = exposure * (1 - vignette * Math.min(1, edge * edge * 3.4 + edge * 0.35));
      const speck = (GRAIN[(grainRow + column * 3) & 65535] as number) * grain + 0.5;
      for (let c = 0; c < 3; c++, from++, at++) {
        const v = Math.max(0, (line[from] as number) * gain);
        const tone = (CURVE[((v / (1 + v)) * CURVE_STEPS) | 0] as number) + speck;
        pixels[at] = Math.max(0, Math.min(255, tone));
      }
    }
  });
  return pixels;
}

/**
 * The same image as 8-bit RGBA with straight alpha, for overlays. Where the canvas has no cover, it is light: black is
 * transparent, and over black the result looks like the opaque image.
 */
export function developOverlay(canvas: Canvas, width: number, height: number, exposure = 1): Buffer {
  const pixels = Buffer.allocUnsafe(width * height * 4);
  const { cover } = canvas;
  forEachLine(canvas, width, height, (line, row) => {
    const coverRow = Math.min(canvas.height - 1, Math.floor((row / height) * canvas.height)) * canvas.width;
    for (let column = 0, from = 0, at = row * width * 4; column < width; column++, from += 3, at += 4) {
      let brightest = 0;
      const tones: number[] = [0, 0, 0];
      for (let c = 0; c < 3; c++) {
        const v = Math.max(0, (line[from + c] as number) * exposure);
        tones[c] = CURVE[((v / (1 + v)) * CURVE_STEPS) | 0] as number;
        brightest = Math.max(brightest, tones[c] as number);
      }
      const share = cover?.[coverRow + Math.floor((column / width) * canvas.width)];
      const full = share === undefined ? brightest / 255 : 1;
      for (let c = 0; c < 3; c++) pixels[at + c] = full > 0 ? Math.min(255, (tones[c] as number) / full + 0.5) : 0;
      pixels[at + 3] = (share ?? full) * 255 + 0.5;
    }
  });
  return pixels;
}

/** A sharp pipeline for raw pixels, as the last step before encoding. */
export function fromPixels(pixels: Buffer, width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp(pixels, { raw: { width, height, channels } });
}

/** Tone curve: nearly linear up to mid grey, then a soft shoulder that reaches white at about 4. */
function shoulder(v: number): number {
  if (v < 0.45) return v;
  return 0.45 + 0.55 * (1 - Math.exp(-(v - 0.45) / 0.72));
}

function makeGrain(): Float32Array {
  const random = createRandom('grain');
  return Float32Array.from({ length: 65536 }, () => random() + random() + random() - 1.5);
}
