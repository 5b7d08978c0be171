/** What the scenes of the plates share: a camera, fields of height, sky and haze. Light is linear, 0.18 is mid grey. */
import { createNoise, layered } from '#demo/art/noise.ts';
import { STORED } from '#server/kit/media/luts/lut-plates.ts';

export type Vec = readonly [x: number, y: number, z: number];
/** Light that arrives along a ray; u from -16/9 (left) to 16/9, v from -1 (bottom) to 1. */
export type View = (u: number, v: number) => Vec;

export const noise = createNoise(2383);

export function fbm(x: number, y: number, octaves: number): number {
  return layered(noise, x, y, 0, octaves);
}

export function add(a: Vec, b: Vec, share = 1): Vec {
  return [a[0] + b[0] * share, a[1] + b[1] * share, a[2] + b[2] * share];
}

export function scale(a: Vec, by: number): Vec {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function tinted(a: Vec, b: Vec): Vec {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
}

export function mix(a: Vec, b: Vec, share: number): Vec {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function unit(a: Vec): Vec {
  return scale(a, 1 / Math.hypot(...a));
}

export function reflect(ray: Vec, normal: Vec): Vec {
  return add(ray, normal, -2 * dot(ray, normal));
}

/** Distance along a ray to a field of height; Infinity if it misses within `far`. */
export function hitGround(
  height: (x: number, z: number) => number,
  from: Vec,
  ray: Vec,
  { far, top, care = 0.45 }: { far: number; top: number; care?: number },
): number {
  let near = 0;
  for (let at = 0.02, i = 0; i < 260 && at < far; i++) {
    const [x, y, z] = add(from, ray, at);
    if (y > top && ray[1] >= 0) return Number.POSITIVE_INFINITY;
    const above = y - height(x, z);
    if (above < 0.0004 * at) {
      let beyond = at;
      for (let halving = 0; halving < 8; halving++) {
        const middle = (near + beyond) / 2;
        const [mx, my, mz] = add(from, ray, middle);
        if (my < height(mx, mz)) beyond = middle;
        else near = middle;
      }
      return beyond;
    }
    near = at;
    at += Math.max(0.004 * at, above * care);
  }
  return Number.POSITIVE_INFINITY;
}

export function slopeOf(height: (x: number, z: number) => number, x: number, z: number, width: number): Vec {
  const dx = height(x + width, z) - height(x - width, z);
  const dz = height(x, z + width) - height(x, z - width);
  return unit([-dx, 2 * width, -dz]);
}

/** One ray a pixel, and four where the picture changes. */
export function takePicture(view: View, width: number, height: number): Float32Array {
  const lookAt = (x: number, y: number) => view((x * 2 - width) / height, 1 - (y * 2) / height);
  const rough: Vec[] = [];
  for (let at = 0; at < width * height; at++) rough.push(lookAt((at % width) + 0.5, Math.floor(at / width) + 0.5));
  const light = new Float32Array(width * height * 3);
  for (const [at, colour] of rough.entries()) {
    const near = [rough[at - 1], rough[at + 1], rough[at - width], rough[at + width]];
    const isEdge = near.some(
      (other) => other && colour.some((v, c) => Math.abs(v - (other[c] ?? v)) > 0.008 + v * 0.07),
    );
    const [x, y] = [at % width, Math.floor(at / width)];
    const rays = isEdge ? [0, 1, 2, 3].map((i) => lookAt(x + 0.25 + (i & 1) / 2, y + 0.25 + (i >> 1) / 2)) : [colour];
    light.set(
      scale(
        rays.reduce((sum, ray) => add(sum, ray)),
        1 / rays.length,
      ),
      at * 3,
    );
  }
  return light;
}

/** The bytes in which the server stores light. */
export function storeLight(light: Float32Array): Buffer {
  const { base, most } = STORED;
  const share = (x: number) => Math.min(1, Math.max(0, x / most));
  return Buffer.from(light.map((x) => Math.round((Math.log(1 + (base - 1) * share(x)) / Math.log(base)) * 255)));
}
