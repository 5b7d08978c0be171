/** Smooth pseudo-random fields for clouds, smoke, water and ridges. */
import { createRandom } from './random.ts';

export type Noise = (x: number, y: number, z?: number) => number;

/** A z value in use. Once it has been requested often, its lattice is cached: a point then takes four lookups, not sixteen. */
type Depth = {
  readonly z: number;
  asked: number;
  table: Float32Array | null;
};

const DEPTHS_KEPT = 8;
const ASKED_OFTEN = 3_000;

/** Three-dimensional value noise, roughly -1 to 1, smooth, repeating every 256 units. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed ^ 0x51ed270b);
  const values = new Float32Array(256);
  for (let i = 0; i < 256; i++) values[i] = random() * 2 - 1;
  const order = new Uint8Array(512);
  const shuffled = Array.from({ length: 256 }, (_, i) => ({ i, key: random() })).sort((a, b) => a.key - b.key);
  for (let i = 0; i < 512; i++) order[i] = shuffled[i & 255]?.i ?? 0;
  const depths: Depth[] = [];
  let oldest = 0;

  return (x, y, z = 0) => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const u = fade(x - fx);
    const v = fade(y - fy);
    const left = fx & 255;
    const right = (fx + 1) & 255;
    const top = (fy & 255) << 8;
    const bottom = ((fy + 1) & 255) << 8;
    const table = tableAt(z);
    if (table) {
      const a = table[top + left] as number;
      const c = table[bottom + left] as number;
      const upper = a + ((table[top + right] as number) - a) * u;
      return upper + (c + ((table[bottom + right] as number) - c) * u - upper) * v;
    }
    const a = corner(left, top >> 8, z);
    const c = corner(left, bottom >> 8, z);
    const upper = a + (corner(right, top >> 8, z) - a) * u;
    return upper + (c + (corner(right, bottom >> 8, z) - c) * u - upper) * v;
  };

  function tableAt(z: number): Float32Array | null {
    for (const depth of depths) {
      if (depth.z !== z) continue;
      if (depth.table === null && ++depth.asked > ASKED_OFTEN) {
        depth.table = new Float32Array(65536);
        for (let at = 0; at < 65536; at++) depth.table[at] = corner(at & 255, at >> 8, z);
      }
      return depth.table;
    }
    depths[oldest] = { z, asked: 1, table: null };
    oldest = (oldest + 1) % DEPTHS_KEPT;
    return null;
  }

  // Lattice value at integer x and y, interpolated between the planes around z. Rounded to 32 bits like the values in the cache,
  // so that both are identical.
  function corner(x: number, y: number, z: number): number {
    const fz = Math.floor(z);
    const w = fade(z - fz);
    const near = value(x, y, fz & 255);
    return Math.fround(w === 0 ? near : near + (value(x, y, (fz + 1) & 255) - near) * w);
  }

  function value(x: number, y: number, z: number): number {
    return values[order[x + (order[(y + (order[z] as number)) & 255] as number)] as number] as number;
  }
}

/** Sums several octaves of noise, roughly -1 to 1. */
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

/** Smoothstep from 0 at `low` to 1 at `high`. `low` may be greater than `high`. */
export function smoothstep(low: number, high: number, v: number): number {
  const t = Math.min(1, Math.max(0, (v - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
