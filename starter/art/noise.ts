/** Smooth pseudo-random fields for clouds, smoke, water and ridges. */
import { createRandom } from '../random.ts';

export type Noise = (x: number, y: number, z?: number) => number;

/** Value noise in three dimensions, roughly -1 to 1, smooth, repeating every 256 units. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed ^ 0x51ed270b);
  const values = new Float32Array(256);
  for (let i = 0; i < 256; i++) values[i] = random() * 2 - 1;
  const order = new Uint8Array(512);
  const shuffled = Array.from({ length: 256 }, (_, i) => ({ i, key: random() })).sort((a, b) => a.key - b.key);
  for (let i = 0; i < 512; i++) order[i] = shuffled[i & 255]?.i ?? 0;

  return (x, y, z = 0) => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const fz = Math.floor(z);
    const u = fade(x - fx);
    const v = fade(y - fy);
    const w = fade(z - fz);
    const low = plane(fx & 255, fy & 255, fz & 255, u, v);
    return w === 0 ? low : low + (plane(fx & 255, fy & 255, (fz + 1) & 255, u, v) - low) * w;
  };

  function plane(x: number, y: number, z: number, u: number, v: number): number {
    const rows = order[z] as number;
    const top = order[(y + rows) & 255] as number;
    const bottom = order[(y + 1 + rows) & 255] as number;
    const a = values[order[x + top] as number] as number;
    const b = values[order[((x + 1) & 255) + top] as number] as number;
    const c = values[order[x + bottom] as number] as number;
    const d = values[order[((x + 1) & 255) + bottom] as number] as number;
    const upper = a + (b - a) * u;
    return upper + (c + (d - c) * u - upper) * v;
  }
}

/** Several octaves of noise on top of each other, roughly -1 to 1. */
export function layered(noise: Noise, x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let scale = 1;
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x * scale + i * 17.3, y * scale - i * 9.1, z);
    weight *= 0.5;
    scale *= 2.03;
  }
  return sum * 1.35;
}

/** Hermite step from 0 at `low` to 1 at `high`; the edges may be given in either order. */
export function smoothstep(low: number, high: number, v: number): number {
  const t = Math.min(1, Math.max(0, (v - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
