/** A picture in linear light, so that glows add up as real lights do; SVG drawings are stamped onto it. */
import sharp from 'sharp';
import { type Rgb, toLinear } from './colour.ts';

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue per pixel, row by row; 1 is paper white, more than 1 blooms. */
  readonly light: Float32Array;
}

const LINEAR = Float32Array.from({ length: 256 }, (_, i) => toLinear(i / 255));

/** An evenly coloured canvas. */
export function createCanvas(width: number, height: number, fill: Rgb = [0, 0, 0]): Canvas {
  const light = new Float32Array(width * height * 3);
  for (let i = 0; i < light.length; i += 3) light.set(fill, i);
  return { width, height, light };
}

/**
 * Computes every pixel. Positions are in picture heights: y from 0 to 1, x from 0 to width / height.
 * `pixel` writes its colour into `out`.
 */
export function shadeCanvas(
  width: number,
  height: number,
  pixel: (x: number, y: number, out: Float32Array) => void,
): Canvas {
  const canvas = createCanvas(width, height);
  const out = new Float32Array(3);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 3) {
      pixel((column + 0.5) / height, (row + 0.5) / height, out);
      canvas.light.set(out, at);
    }
  }
  return canvas;
}

/** Draws the inside of an SVG (coordinates 1280 x 720) into 8-bit RGBA of the given size. */
export async function rasterise(inner: string, width: number, height: number, box = '0 0 1280 720'): Promise<Buffer> {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" preserveAspectRatio="none">`;
  return sharp(Buffer.from(`${head}${inner}</svg>`)).ensureAlpha().raw().toBuffer();
}

/** Lays 8-bit RGBA of the canvas's size over it. `gain` above 1 makes the drawing a source of light. */
export function stamp(canvas: Canvas, rgba: Buffer, gain = 1): void {
  const { light } = canvas;
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = (rgba[from + 3] as number) / 255;
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c++) {
      const colour = (LINEAR[rgba[from + c] as number] as number) * gain;
      light[to + c] = (light[to + c] as number) * (1 - alpha) + colour * alpha;
    }
  }
}

/** Adds 8-bit RGBA as light: nothing behind it is covered. */
export function addLight(canvas: Canvas, rgba: Buffer, gain = 1): void {
  const { light } = canvas;
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = ((rgba[from + 3] as number) / 255) * gain;
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c++) {
      light[to + c] = (light[to + c] as number) + (LINEAR[rgba[from + c] as number] as number) * alpha;
    }
  }
}

/** Rasterises and stamps in one go: the usual way to put a drawing on a canvas. */
export async function drawSvg(canvas: Canvas, inner: string, gain = 1): Promise<void> {
  stamp(canvas, await rasterise(inner, canvas.width, canvas.height), gain);
}

/** Rasterises and adds as light. */
export async function shineSvg(canvas: Canvas, inner: string, gain = 1): Promise<void> {
  addLight(canvas, await rasterise(inner, canvas.width, canvas.height), gain);
}

/** The canvas at another size, bilinear. */
export function resizeCanvas(canvas: Canvas, width: number, height: number): Canvas {
  if (canvas.width === width && canvas.height === height) return canvas;
  const result = createCanvas(width, height);
  const out = new Float32Array(3);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 3) {
      sampleCanvas(canvas, ((column + 0.5) / width) * canvas.width, ((row + 0.5) / height) * canvas.height, out);
      result.light.set(out, at);
    }
  }
  return result;
}

/** Bilinear colour at a position in pixels, clamped to the edges, written into `out`. */
export function sampleCanvas(canvas: Canvas, x: number, y: number, out: Float32Array): void {
  const { width, height, light } = canvas;
  const px = Math.min(width - 1.001, Math.max(0, x - 0.5));
  const py = Math.min(height - 1.001, Math.max(0, y - 0.5));
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const u = px - x0;
  const v = py - y0;
  const at = (y0 * width + x0) * 3;
  const below = at + width * 3;
  for (let c = 0; c < 3; c++) {
    const top = (light[at + c] as number) * (1 - u) + (light[at + 3 + c] as number) * u;
    const bottom = (light[below + c] as number) * (1 - u) + (light[below + 3 + c] as number) * u;
    out[c] = top * (1 - v) + bottom * v;
  }
}
