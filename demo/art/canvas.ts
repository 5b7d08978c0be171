/** An image in linear light, so that glows add up like real lights. SVG drawings are composited onto it. */
import sharp from 'sharp';
import { type Rgb, toLinear } from './colour.ts';

export type Canvas = {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row; 1 is paper white, values above 1 bloom. */
  readonly light: Float32Array;
  /**
   * How much each pixel hides what lies behind it, 0 to 1. Only overlays that are more than light have it, and their light is
   * then what the pixel shows where it hides everything.
   */
  readonly cover?: Float32Array;
};

const LINEAR = Float32Array.from({ length: 256 }, (_, i) => toLinear(i / 255));

/** A canvas filled with one colour. */
export function createCanvas(width: number, height: number, fill: Rgb = [0, 0, 0]): Canvas {
  const light = new Float32Array(width * height * 3);
  for (let i = 0; i < light.length; i++) light[i] = fill[i % 3] as number;
  return { width, height, light };
}

/**
 * Computes every pixel. Positions are relative to the image height: y from 0 to 1, x from 0 to width / height. `pixel` writes its
 * colour into `out`.
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
      canvas.light[at] = out[0] as number;
      canvas.light[at + 1] = out[1] as number;
      canvas.light[at + 2] = out[2] as number;
    }
  }
  return canvas;
}

/** Like `shadeCanvas`, for backgrounds without fine detail: computed at a third of the size, then scaled up. */
export function shadeSoftly(
  width: number,
  height: number,
  pixel: (x: number, y: number, out: Float32Array) => void,
): Canvas {
  return resizeCanvas(shadeCanvas(Math.ceil(width / 3), Math.ceil(height / 3), pixel), width, height);
}

/** Rasterises SVG content (in 1280 x 720 coordinates) to 8-bit RGBA of the given size. */
export async function rasterise(inner: string, width: number, height: number, box = '0 0 1280 720'): Promise<Buffer> {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" preserveAspectRatio="none">`;
  return sharp(Buffer.from(`${head}${inner}</svg>`))
    .ensureAlpha()
    .raw()
    .toBuffer();
}

/** Composites an 8-bit RGBA image of the same size over the canvas. With `gain` above 1 the drawing becomes a light source. */
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

/** Adds an 8-bit RGBA image as light, without covering anything behind it. */
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

/** Rasterises a drawing and composites it onto the canvas. */
export async function drawSvg(canvas: Canvas, inner: string, gain = 1): Promise<void> {
  stamp(canvas, await rasterise(inner, canvas.width, canvas.height), gain);
}

/** Rasterises a drawing and adds it as light. */
export async function shineSvg(canvas: Canvas, inner: string, gain = 1): Promise<void> {
  addLight(canvas, await rasterise(inner, canvas.width, canvas.height), gain);
}

/** Resizes the canvas with bilinear interpolation. */
export function resizeCanvas(canvas: Canvas, width: number, height: number): Canvas {
  if (canvas.width === width && canvas.height === height) return canvas;
  const light = new Float32Array(width * height * 3);
  forEachLine(canvas, width, height, (line, row) => light.set(line, row * width * 3));
  return { width, height, light };
}

/**
 * Resizes the canvas line by line, top to bottom. `line` holds red, green and blue for each pixel. The buffer is reused for every
 * line, so no second full-size image is needed.
 */
export function forEachLine(
  canvas: Canvas,
  width: number,
  height: number,
  use: (line: Float32Array, row: number) => void,
): void {
  const length = width * 3;
  if (canvas.width === width && canvas.height === height) {
    for (let row = 0; row < height; row++) use(canvas.light.subarray(row * length, (row + 1) * length), row);
    return;
  }
  const across = positions(canvas.width, width);
  const down = positions(canvas.height, height);
  const line = new Float32Array(length);
  let [upper, lower] = [new Float32Array(length), new Float32Array(length)];
  let above = -2;
  for (let row = 0; row < height; row++) {
    const first = down.first[row] as number;
    if (first !== above) {
      [upper, lower] = [lower, upper];
      if (first !== above + 1) stretchLine(canvas, first, across, upper);
      stretchLine(canvas, first + 1, across, lower);
      above = first;
    }
    const share = down.share[row] as number;
    for (let i = 0; i < length; i++) {
      const top = upper[i] as number;
      line[i] = top + ((lower[i] as number) - top) * share;
    }
    use(line, row);
  }
}

function stretchLine(canvas: Canvas, row: number, across: Positions, target: Float32Array): void {
  const { light } = canvas;
  const start = row * canvas.width;
  for (let column = 0, to = 0; to < target.length; column++, to += 3) {
    const from = (start + (across.first[column] as number)) * 3;
    const share = across.share[column] as number;
    for (let c = 0; c < 3; c++) {
      const left = light[from + c] as number;
      target[to + c] = left + ((light[from + 3 + c] as number) - left) * share;
    }
  }
}

type Positions = {
  readonly first: Int32Array;
  readonly share: Float32Array;
};

/** For each target pixel: index of the source pixel before it, and the fraction towards the next one. Clamped at the edge. */
function positions(from: number, to: number): Positions {
  const first = new Int32Array(to);
  const share = new Float32Array(to);
  for (let i = 0; i < to; i++) {
    const at = Math.min(from - 1.0001, Math.max(0, ((i + 0.5) / to) * from - 0.5));
    first[i] = Math.floor(at);
    share[i] = at - Math.floor(at);
  }
  return { first, share };
}
