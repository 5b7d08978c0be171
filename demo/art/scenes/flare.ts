/** Anamorphic flare: one bright source, long streaks, and ghosts along the lens axis. */

import { type Canvas, shadeCanvas, shineSvg } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import { ASPECT, type Scene, type Shot } from '#demo/art/shot.ts';
import { n, polygon, repeat } from '#demo/art/svg.ts';

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const random = createRandom(shot.seed);
  const noise = createNoise(shot.seed);
  const lx = between(random, 0.42, 0.75) + t * 0.5;
  const ly = between(random, 0.34, 0.5);
  const white = oklch(0.98, 0.02, hue);
  const streak = oklch(0.75, 0.16, hue);
  const deep = oklch(0.42, 0.17, hue - 12);
  const top = oklch(0.1, 0.03, hue + 10);
  const floor = oklch(0.2, 0.06, hue + 18);
  const streaks = Array.from({ length: 5 }, (_, i) => ({
    y: ly + (i === 0 ? 0 : between(random, -0.13, 0.13)),
    width: i === 0 ? 0.0042 : between(random, 0.0012, 0.003),
    power: i === 0 ? 2.2 : between(random, 0.15, 0.5),
    reach: i === 0 ? 0.55 : between(random, 1, 3),
  }));
  const rays = between(random, 7, 11);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const dx = x - lx;
    const dy = y - ly;
    const d = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    const base = mixRgb(top, floor, y);
    const haze = 0.75 + 0.5 * layered(noise, x * 2.2, y * 3, t, 4);
    const core = 0.0036 / (d * d + 0.0009);
    const halo = 0.36 * Math.exp(-d * 4.2) * haze;
    const ring = 0.1 * Math.exp(-(((d - 0.27) / 0.012) ** 2)) + 0.05 * Math.exp(-(((d - 0.41) / 0.03) ** 2));
    const star = Math.max(0, Math.cos(angle * rays + noise(angle * 3, 2) * 4)) ** 22 * 0.24 * Math.exp(-d * 5);
    let line = 0;
    for (const s of streaks) {
      line += s.power * Math.exp(-(((y - s.y) / s.width) ** 2)) * Math.exp(-Math.abs(dx) * s.reach);
      line += s.power * 0.12 * Math.exp(-(((y - s.y) / (s.width * 9)) ** 2)) * Math.exp(-Math.abs(dx) * s.reach * 1.4);
    }
    for (let c = 0; c < 3; c++) {
      const w = white[c] as number;
      const s = streak[c] as number;
      const g = deep[c] as number;
      out[c] =
        (base[c] as number) * (0.7 + haze * 0.4) +
        w * core +
        g * halo * 2.4 +
        s * (ring + star) +
        (s * 0.75 + w * 0.35) * line;
    }
  });
  const toX = (v: number) => (v / ASPECT) * 1280;
  const ghosts = repeat(9, (i) => {
    const along = -0.35 + i * 0.28 + random() * 0.1;
    const gx = toX(lx + (0.89 - lx) * along * 1.8);
    const gy = (ly + (0.5 - ly) * along * 1.8) * 720;
    const r = between(random, 9, 74);
    const colour = hex(0.72, 0.16, hue + i * 47);
    const points = Array.from({ length: 7 }, (_, k): [number, number] => {
      const a = (k / 7) * Math.PI * 2 + 0.3;
      return [gx + r * Math.cos(a), gy + r * Math.sin(a)];
    });
    return polygon(
      points,
      `fill="${colour}" fill-opacity="${n(0.05 + random() * 0.1)}" stroke="${colour}" stroke-opacity=".22" stroke-width="2"`,
    );
  });
  await shineSvg(canvas, ghosts, 0.9);
  return canvas;
}

export const flare: Scene = { detail: 0.5, paint };
