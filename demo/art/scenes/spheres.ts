/** Ray-traced spheres on a dark studio floor, for the 3D packs. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, shadeCanvas } from '#demo/art/canvas.ts';
import { oklch, type Rgb } from '#demo/art/colour.ts';
import { between, createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';

type Ball = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly r: number;
  readonly colour: Rgb;
  readonly gloss: number;
};

type Vector = [number, number, number];

const HUE_STEPS = [0, 75, 130, 210, 40, 20, 180];

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const random = createRandom(shot.seed);
  const balls: Ball[] = [];
  const layout = [
    [-0.1, 0.1, 0.62],
    [1.0, -0.15, 0.36],
    [-0.98, -0.3, 0.3],
    [1.55, 0.5, 0.22],
    [0.35, -0.85, 0.17],
    [-1.6, 0.4, 0.4],
    [-0.45, -0.95, 0.11],
  ] as const;
  for (const [i, [x, z, size]] of layout.entries()) {
    const r = size * between(random, 0.85, 1.12);
    const lift = shot.text === 'FLOAT' ? Math.sin(t * 6.28 + i * 1.9) * 0.08 + 0.12 + random() * 0.3 : 0;
    const colour = oklch(0.62 + random() * 0.1, 0.19, hue + (HUE_STEPS[i] ?? 0));
    balls.push({ x: x + between(random, -0.12, 0.12), y: r + lift, z, r, colour, gloss: i % 3 === 2 ? 0.75 : 0.3 });
  }
  const angle = (t - 0.5) * 0.5;
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const studio = makeStudio(hue);
  const colour: Vector = [0, 0, 0];
  const canvas = shadeCanvas(shot.width, shot.height, (px, py, out) => {
    const dx = (px - 0.89) * 0.82;
    const dy = -(py - 0.47) * 0.82 - 0.1;
    const length = Math.hypot(dx, dy, 1);
    const rx = (dx * cos + sin) / length;
    const rz = (cos - dx * sin) / length;
    trace(balls, studio, -sin * 4.3, 1.05, -cos * 4.3, rx, dy / length, rz, 2, colour);
    out.set(colour);
  });
  bloom(canvas, 0.5, 0.045, 0.85);
  return canvas;
}

function makeStudio(hue: number): { wall: Rgb; floor: Rgb; key: Rgb; rim: Rgb } {
  return {
    wall: oklch(0.27, 0.06, hue + 10),
    floor: oklch(0.2, 0.045, hue + 5),
    key: oklch(0.97, 0.03, hue + 60),
    rim: oklch(0.72, 0.17, hue + 190),
  };
}

/** Traces one ray to the nearest sphere, the floor or the wall, with up to `depth` reflections. */
function trace(
  balls: readonly Ball[],
  studio: ReturnType<typeof makeStudio>,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  depth: number,
  out: Vector,
): void {
  const hit = nearest(balls, ox, oy, oz, dx, dy, dz);
  const down = dy < -1e-4 ? -oy / dy : Number.POSITIVE_INFINITY;
  if (hit.ball && hit.distance < down) {
    const { ball, distance } = hit;
    const x = ox + dx * distance;
    const y = oy + dy * distance;
    const z = oz + dz * distance;
    const nx = (x - ball.x) / ball.r;
    const ny = (y - ball.y) / ball.r;
    const nz = (z - ball.z) / ball.r;
    const facing = -(dx * nx + dy * ny + dz * nz);
    const key = Math.max(0, nx * -0.48 + ny * 0.72 + nz * -0.5);
    const rim = Math.max(0, nx * 0.86 + ny * 0.2 + nz * 0.45) ** 3;
    const fresnel = 0.06 + 0.94 * (1 - facing) ** 5;
    const bounce: Vector = [0, 0, 0];
    const rx = dx + 2 * facing * nx;
    const ry = dy + 2 * facing * ny;
    const rz = dz + 2 * facing * nz;
    if (depth > 0) trace(balls, studio, x + nx * 1e-3, y + ny * 1e-3, z + nz * 1e-3, rx, ry, rz, depth - 1, bounce);
    const mirror = Math.min(1, ball.gloss * 0.55 + fresnel);
    const spark = Math.max(0, rx * -0.48 + ry * 0.72 + rz * -0.5) ** 90 * 5;
    const shade = 0.1 + 0.22 * Math.max(0, ny) + key * 0.95;
    for (let c = 0; c < 3; c++) {
      const body = (ball.colour[c] as number) * shade + (studio.rim[c] as number) * rim * 0.9;
      out[c] = body * (1 - mirror) + (bounce[c] as number) * mirror * 1.2 + (studio.key[c] as number) * spark;
    }
    return;
  }
  if (down < 30) {
    const x = ox + dx * down;
    const z = oz + dz * down;
    let light = 1;
    for (const ball of balls) {
      const away = Math.hypot(x - ball.x - ball.y * 0.45, z - ball.z - ball.y * 0.4) / ball.r;
      light *= 1 - (0.82 * Math.exp(-(away ** 4) * 0.55)) / (1 + (ball.y - ball.r) * 3);
    }
    const pool = 1.9 * Math.exp(-(x * x + z * z) * 0.14);
    const bounce: Vector = [0, 0, 0];
    if (depth > 1) trace(balls, studio, x, 1e-3, z, dx, -dy, dz, 0, bounce);
    const mirror = 0.1 + 0.5 * (1 + dy) ** 5;
    for (let c = 0; c < 3; c++)
      out[c] = (studio.floor[c] as number) * light * (0.25 + pool) + (bounce[c] as number) * mirror;
    return;
  }
  const box = Math.exp(-((dx + 0.5) ** 2) * 9 - (dy - 0.62) ** 2 * 16) * 3.4;
  const strip = Math.exp(-((dx - 0.75) ** 2) * 60 - (dy - 0.25) ** 2 * 5) * 1.6;
  const fade = 0.35 + 0.9 * Math.exp(-dy * dy * 9);
  for (let c = 0; c < 3; c++) {
    out[c] = (studio.wall[c] as number) * fade + (studio.key[c] as number) * box + (studio.rim[c] as number) * strip;
  }
}

function nearest(balls: readonly Ball[], ox: number, oy: number, oz: number, dx: number, dy: number, dz: number) {
  let distance = Number.POSITIVE_INFINITY;
  let ball: Ball | null = null;
  for (const candidate of balls) {
    const x = ox - candidate.x;
    const y = oy - candidate.y;
    const z = oz - candidate.z;
    const b = x * dx + y * dy + z * dz;
    const inside = b * b - (x * x + y * y + z * z - candidate.r * candidate.r);
    if (inside < 0) continue;
    const at = -b - Math.sqrt(inside);
    if (at > 1e-4 && at < distance) {
      distance = at;
      ball = candidate;
    }
  }
  return { ball, distance };
}

export const spheres: Scene = { detail: 0.6, paint };
