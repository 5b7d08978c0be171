/** Small bright particles: embers over a fire, dust in a beam of light, snow. */

import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, shadeCanvas, shineSvg } from '#demo/art/canvas.ts';
import { BLACK, hex, oklch } from '#demo/art/colour.ts';
import { createNoise, layered, smoothstep } from '#demo/art/noise.ts';
import { between, createRandom } from '#demo/art/random.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { n, radial, repeat } from '#demo/art/svg.ts';

async function paintEmbers(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const random = createRandom(shot.seed);
  const white = oklch(0.97, 0.09, hue + 55);
  const flame = oklch(0.72, 0.2, hue + 15);
  const deep = oklch(0.42, 0.18, hue - 12);
  const night = shot.overlay ? BLACK : oklch(0.1, 0.02, hue + 200);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const rise = 1 - y;
    const a = layered(noise, x * 3, y * 1.6 + t * 2.2, t, 3);
    const d = layered(noise, x * 4.2 + a * 0.9, y * 1.5 + t * 2.6 + a * 0.5, t * 0.8, 5);
    const tongue = 1 - Math.abs(d) * 1.7;
    const heat = smoothstep(0.1, 1.15, tongue * (0.95 - rise * 0.9) + (0.52 - rise) * 0.9 + a * 0.28);
    const smoke = smoothstep(-0.1, 0.8, layered(noise, x * 1.7, y * 2 + t, 6, 4)) * rise * 0.3;
    const hot = heat * heat;
    for (let c = 0; c < 3; c++) {
      out[c] =
        (night[c] as number) +
        (deep[c] as number) * (heat * 0.85 + smoke * 0.5 + Math.exp(-rise * 3) * 0.22) +
        (flame[c] as number) * hot * 1.3 +
        (white[c] as number) * hot * hot * hot * 1.5;
    }
  });
  const sparks = repeat(170, (i) => {
    const life = (random() + t * (0.5 + random())) % 1;
    const x = random() * 1280 + Math.sin(life * 9 + i) * 46;
    const y = 760 - life * 800;
    const size = 0.8 + random() ** 4 * 7;
    const lean = Math.sin(life * 9 + i + 1) * 14;
    const colour = hex(0.72 + 0.22 * (1 - life), 0.18, hue + 10 + (1 - life) * 40);
    return `<path d="M${n(x)} ${n(y)}q${n(lean * 0.4)} ${n(-size * 2)} ${n(lean * 0.5)} ${n(-size * 4)}" stroke="${colour}" stroke-width="${n(size)}" stroke-linecap="round" opacity="${n(0.3 + random() * 0.7)}" fill="none"/>`;
  });
  await shineSvg(canvas, sparks, 2.2);
  bloom(canvas, 0.7, 0.035, 0.6);
  return canvas;
}

async function paintDust(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const random = createRandom(shot.seed);
  const from = between(random, -0.1, 0.4);
  const beam = oklch(0.85, 0.08, hue);
  const dark = shot.overlay ? BLACK : oklch(0.12, 0.03, hue + 200);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const angle = Math.atan2(y + 0.25, x - from);
    const shafts = 0.5 + 0.5 * noise(angle * 11, 2.2) + 0.3 * noise(angle * 31, 5.1 + t);
    const cone = smoothstep(0.25, 0.62, angle) * smoothstep(1.35, 0.85, angle);
    const fog = 0.6 + 0.7 * layered(noise, x * 2.1 - t * 0.4, y * 2.1, t, 4);
    const fade = Math.exp(-Math.hypot(x - from, y + 0.25) * 0.75);
    for (let c = 0; c < 3; c++) {
      out[c] =
        (dark[c] as number) * (1.2 - y * 0.6) + (beam[c] as number) * Math.max(0, cone * shafts * fog * fade) * 1.05;
    }
  });
  const defs = `<defs>${radial('p', [
    [0, '#fff', 0.95],
    [0.35, hex(0.92, 0.06, hue), 0.6],
    [1, hex(0.9, 0.08, hue), 0],
  ])}${radial('q', [
    [0, hex(0.9, 0.06, hue), 0.4],
    [0.8, hex(0.9, 0.07, hue), 0.36],
    [0.95, '#fff', 0.5],
    [1, '#fff', 0],
  ])}</defs>`;
  const specks = repeat(260, (i) => {
    const near = random() ** 5;
    const r = 1 + near * 26;
    const x = ((random() * 1400 + t * (60 + near * 260)) % 1400) - 60;
    const y = ((random() * 800 + Math.sin(t * 6.28 + i) * 26) % 800) - 40;
    return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#${near > 0.16 ? 'q' : 'p'})" opacity="${n(0.2 + random() * 0.7 * (1 - near))}"/>`;
  });
  await shineSvg(canvas, defs + specks, 1.2);
  bloom(canvas, 0.4, 0.04, 0.5);
  return canvas;
}

async function paintSnow(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const random = createRandom(shot.seed);
  const top = oklch(0.28, 0.06, hue);
  const low = oklch(0.62, 0.06, hue + 20);
  const trees = Array.from({ length: 3 }, (_, layer) => forest(shot.seed + layer * 71, layer));
  const tone = [oklch(0.47, 0.055, hue + 10), oklch(0.33, 0.055, hue + 5), oklch(0.19, 0.04, hue)];
  const ground = oklch(0.83, 0.03, hue + 30);
  const canvas = shadeCanvas(shot.width, shot.height, (x, y, out) => {
    const fog = 0.9 + 0.2 * layered(noise, x * 1.5, y * 2, t, 3);
    const glow = Math.exp(-((x - 1.2) ** 2) * 3 - (y - 0.42) ** 2 * 6) * 0.4;
    for (let c = 0; c < 3; c++)
      out[c] = (top[c] as number) + ((low[c] as number) - (top[c] as number)) * y * fog + (ground[c] as number) * glow;
    const column = Math.floor((x / 1.7778) * 1279);
    for (let layer = 0; layer < 3; layer++) {
      const edge = trees[layer]?.[column] ?? 1;
      if (y > edge) {
        const mist = smoothstep(0.2, 0.9, y) * (0.5 - layer * 0.14);
        for (let c = 0; c < 3; c++) out[c] = (tone[layer]?.[c] ?? 0) * (1 - mist) + (low[c] as number) * mist;
      }
    }
    const bank = 0.86 + noise(x * 1.6, 4.4) * 0.035;
    if (y > bank)
      for (let c = 0; c < 3; c++)
        out[c] = (ground[c] as number) * (0.5 + 0.3 * layered(noise, x * 3, y * 16, 7, 4) + (y - bank));
  });
  await shineSvg(
    canvas,
    repeat(240, (i) => {
      const near = random() ** 4;
      const x = ((random() * 1340 + t * 80 + Math.sin(t * 6.28 + i) * 16) % 1340) - 30;
      const y = ((random() * 780 + t * (160 + near * 400)) % 780) - 30;
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(1.2 + near * 15)}" fill="#eef4ff" opacity="${n((0.75 - near * 0.5) * (0.4 + random() * 0.6))}"/>`;
    }),
    0.95,
  );
  bloom(canvas, 0.3, 0.03, 0.55);
  return canvas;
}

/** Outline of a row of firs, as one height per column. */
function forest(seed: number, layer: number): Float32Array {
  const random = createRandom(seed);
  const edge = new Float32Array(1280).fill(0.74 + layer * 0.06);
  for (let i = 0; i < 46 - layer * 9; i++) {
    const centre = random() * 1280;
    const tall = between(random, 0.12, 0.3 + layer * 0.08);
    const wide = tall * between(random, 120, 190);
    const foot = 0.8 + layer * 0.06;
    for (let x = Math.max(0, Math.floor(centre - wide)); x < Math.min(1280, centre + wide); x++) {
      const away = Math.abs(x - centre) / wide;
      const jag = ((away * 9) % 1) * 0.09 * tall;
      edge[x] = Math.min(edge[x] as number, foot - tall * (1 - away) ** 1.15 + jag);
    }
  }
  return edge;
}

export const embers: Scene = { detail: 0.6, paint: paintEmbers };
export const dust: Scene = { detail: 0.5, paint: paintDust };
export const snow: Scene = { detail: 1, paint: paintSnow };
