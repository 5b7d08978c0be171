/** Blur and bloom for canvases: the soft spill of light that makes drawn lamps look photographed. */
import { type Canvas, createCanvas, forEachLine } from './canvas.ts';

/** Scales down by averaging blocks of `factor` by `factor` pixels. */
export function shrink(canvas: Canvas, factor: number): Canvas {
  const width = Math.max(2, Math.floor(canvas.width / factor));
  const height = Math.max(2, Math.floor(canvas.height / factor));
  const small = createCanvas(width, height);
  const share = 1 / (factor * factor);
  for (let y = 0; y < height * factor; y++) {
    let to = Math.floor(y / factor) * width * 3;
    let from = y * canvas.width * 3;
    for (let x = 0; x < width; x++, to += 3) {
      for (let k = 0; k < factor; k++, from += 3) {
        small.light[to] = (small.light[to] as number) + (canvas.light[from] as number) * share;
        small.light[to + 1] = (small.light[to + 1] as number) + (canvas.light[from + 1] as number) * share;
        small.light[to + 2] = (small.light[to + 2] as number) + (canvas.light[from + 2] as number) * share;
      }
    }
  }
  return small;
}

/** Approximates a Gaussian blur with three box blurs. Both radii are in pixels of this canvas. */
export function blur(canvas: Canvas, radiusX: number, radiusY = radiusX): Canvas {
  const { width, height } = canvas;
  let current = canvas.light;
  let spare: Float32Array | null = null;
  const pass = (length: number, lines: number, step: number, lineStep: number, radius: number) => {
    const target: Float32Array = spare ?? new Float32Array(current.length);
    boxBlur(current, target, length, lines, step, lineStep, Math.round(radius));
    // The input must not change, so the passes alternate between two other buffers.
    spare = current === canvas.light ? null : current;
    current = target;
  };
  for (let round = 0; round < 3; round++) {
    if (radiusX >= 1) pass(width, height, 3, width * 3, radiusX);
    if (radiusY >= 1) pass(height, width, width * 3, 3, radiusY);
  }
  return { width, height, light: current };
}

/** Blurs everything brighter than `threshold` by `radius` (a fraction of the image height) and adds it back as light. */
export function bloom(canvas: Canvas, amount: number, radius = 0.03, threshold = 0.7): void {
  const factor = Math.max(1, Math.round(canvas.height / 120));
  const small = shrink(canvas, factor);
  for (let i = 0; i < small.light.length; i++) {
    small.light[i] = Math.max(0, (small.light[i] as number) - threshold);
  }
  addCanvas(canvas, blur(small, (radius * canvas.height) / factor), amount);
}

/** Adds another canvas as light, scaled up to this one's size. */
export function addCanvas(canvas: Canvas, other: Canvas, gain: number): void {
  const { light, width } = canvas;
  forEachLine(other, width, canvas.height, (line, row) => {
    for (let i = 0, at = row * width * 3; i < line.length; i++, at++) {
      light[at] = (light[at] as number) + (line[i] as number) * gain;
    }
  });
}

function boxBlur(
  source: Float32Array,
  result: Float32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
  radius: number,
): void {
  const share = 1 / (radius * 2 + 1);
  const last = length - 1;
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 3; c++) {
      const base = line * lineStep + c;
      const first = source[base] as number;
      let sum = first * (radius + 1);
      for (let i = 1; i <= radius; i++) sum += source[base + Math.min(i, last) * step] as number;
      for (let i = 0; i < length; i++) {
        result[base + i * step] = sum * share;
        const enter = Math.min(i + radius + 1, last);
        const leave = Math.max(i - radius, 0);
        sum += (source[base + enter * step] as number) - (source[base + leave * step] as number);
      }
    }
  }
}
