/** Head and shoulders at a window, with a room out of focus behind. */
import { smoothstep } from '#demo/art/noise.ts';
import { add, dot, fbm, mix, noise, scale, tinted, unit, type Vec } from './march.ts';

const EYE: Vec = [0, 0.05, -6];
const KEY = unit([-0.75, 0.42, -0.55]);
const RIM = unit([0.85, 0.35, 0.6]);
const KEYLIGHT: Vec = [1.35, 1.22, 1.05];
const RIMLIGHT: Vec = [0.5, 0.72, 1.1];
const FILL: Vec = [0.13, 0.12, 0.125];
const TURN = 0.42;

type Part = 'skin' | 'hair' | 'lips' | 'cloth';

function ball(p: Vec, at: Vec, size: Vec): number {
  const q: Vec = [(p[0] - at[0]) / size[0], (p[1] - at[1]) / size[1], (p[2] - at[2]) / size[2]];
  const away = Math.hypot(...q);
  const slope = Math.hypot(q[0] / size[0], q[1] / size[1], q[2] / size[2]);
  return (away * (away - 1)) / Math.max(1e-4, slope);
}

function rod(p: Vec, from: Vec, to: Vec, thick: number, end = thick): number {
  const [line, off] = [add(to, from, -1), add(p, from, -1)];
  const share = Math.min(1, Math.max(0, dot(off, line) / dot(line, line)));
  return Math.hypot(...add(off, line, -share)) - (thick + (end - thick) * share);
}

function blend(a: number, b: number, soft: number): number {
  const share = Math.max(0, soft - Math.abs(a - b)) / soft;
  return Math.min(a, b) - share * share * soft * 0.25;
}

function carve(a: number, b: number, soft: number): number {
  return -blend(-a, b, soft);
}

function turned([x, y, z]: Vec): Vec {
  const [cos, sin] = [Math.cos(TURN), Math.sin(TURN)];
  return [x * cos + z * sin, y, z * cos - x * sin];
}

/** How dark brows and the lashes of the closed eyes make the skin, 0 to 1. */
function drawnAt(point: Vec): number {
  const [x, y, z] = turned(point);
  if (z > -0.3) return 0;
  const side = Math.abs(x) - 0.275;
  const lid = Math.abs(y - 0.035 - 1.5 * side ** 2) - 0.012;
  const lash = smoothstep(0.014, 0, lid) * smoothstep(0.17, 0.13, Math.abs(side)) * 0.9;
  const arch = Math.abs(y - 0.335 + 1.3 * (side + 0.02) ** 2) / (0.05 - 0.07 * Math.max(0, side));
  const hairs = 0.93 + 0.07 * Math.sin(x * 120 + y * 90);
  const brow = smoothstep(1.1, 0.3, arch) * smoothstep(0.2, 0.14, Math.abs(side)) * hairs * 0.75;
  const fold =
    smoothstep(0.02, 0, Math.abs(y - 0.165 + 1.6 * side ** 2)) * smoothstep(0.16, 0.08, Math.abs(side)) * 0.3;
  return Math.max(lash, brow, fold);
}

/** Distances to the parts, in head radii. The face looks along -z before the turn; x is mirrored by its absolute value. */
function partsAt(point: Vec): Record<Part, number> {
  const p = turned(point);
  const m: Vec = [Math.abs(p[0]), p[1], p[2]];
  let skin = ball(p, [0, 0.34, 0.14], [0.76, 0.84, 0.9]);
  skin = blend(skin, ball(p, [0, -0.2, -0.17], [0.58, 0.72, 0.62]), 0.3);
  skin = blend(skin, ball(p, [0, -0.79, -0.5], [0.2, 0.15, 0.18]), 0.28);
  skin = blend(skin, ball(m, [0.4, -0.1, -0.5], [0.2, 0.17, 0.17]), 0.3);
  skin = blend(skin, rod(m, [0, 0.28, -0.76], [0.42, 0.25, -0.6], 0.07), 0.16);
  skin = carve(skin, ball(m, [0.28, 0.12, -0.86], [0.17, 0.09, 0.15]), 0.14);
  skin = blend(skin, ball(m, [0.275, 0.1, -0.6], [0.145, 0.12, 0.13]), 0.05);
  skin = blend(skin, rod(p, [0, 0.2, -0.74], [0, -0.17, -0.95], 0.055, 0.09), 0.12);
  skin = blend(skin, ball(m, [0.1, -0.2, -0.84], [0.085, 0.07, 0.1]), 0.06);
  skin = carve(skin, ball(m, [0.065, -0.265, -0.87], [0.035, 0.025, 0.05]), 0.03);
  skin = blend(skin, ball(p, [0, -0.45, -0.68], [0.25, 0.16, 0.13]), 0.16);
  const smile = 0.02 * (m[0] / 0.25) ** 2;
  const upper = ball([p[0], p[1] - smile, p[2]], [0, -0.425, -0.79], [0.235, 0.045, 0.07]);
  const lower = ball([p[0], p[1] - smile, p[2]], [0, -0.515, -0.775], [0.19, 0.055, 0.075]);
  const lips = blend(upper, lower, 0.02);
  skin = blend(skin, ball(m, [0.77, 0.02, 0.1], [0.07, 0.2, 0.14]), 0.05);
  skin = blend(skin, rod(p, [0, -0.6, 0.2], [0, -1.6, 0.38], 0.39, 0.42), 0.2);
  const around = Math.atan2(p[0], p[2] + 0.1) * 2.2 + fbm(p[1] * 1.6, p[0] * 1.2, 3) * 0.5;
  const strands =
    0.004 * Math.sin(around * 46) + 0.008 * Math.sin(around * 17 + 1) + 0.012 * fbm(around * 3, p[1] * 0.8, 3);
  let hair = ball(p, [0, 0.46, 0.24], [0.86, 0.86, 0.93]) + strands;
  hair = blend(hair, ball(m, [0.7, -0.28, 0.42], [0.3, 0.85, 0.42]) + strands, 0.25);
  hair = blend(hair, ball(p, [0.1, 0.2, 0.85], [0.62, 0.9, 0.5]) + strands, 0.3);
  // A parting on one side shows the forehead.
  hair = carve(hair, ball(p, [-0.05, -0.2, -0.86], [0.68, 0.87 + 0.12 * p[0], 0.72]), 0.1);
  let cloth = ball(p, [0, -2.35, 0.45], [1.75, 0.85, 0.75]);
  cloth = blend(cloth, rod(p, [-1.25, -2.1, 0.45], [1.25, -2.1, 0.45], 0.5), 0.4);
  cloth =
    blend(cloth, rod(m, [0, -1.36, 0.34], [0.3, -1.36, 0.36], 0.34), 0.25) +
    0.012 * Math.sin(fbm(p[0] * 0.9, p[1] * 0.9, 2) * 9);
  return { skin, hair, lips, cloth };
}

function nearest(p: Vec): [Part, number] {
  const parts = Object.entries(partsAt(p)) as [Part, number][];
  return parts.reduce((best, part) => (part[1] < best[1] ? part : best));
}

function distance(p: Vec): number {
  // Far from head and shoulders the distance to two balls around them is enough.
  const around = Math.min(Math.hypot(p[0], p[1], p[2] - 0.3) - 1.6, Math.hypot(p[0], p[1] + 2.2, p[2] - 0.4) - 1.95);
  if (around > 0.3) return around;
  const { skin, hair, lips, cloth } = partsAt(p);
  return Math.min(skin, hair, lips, cloth);
}

function hit(from: Vec, ray: Vec, far: number): number {
  for (let at = 0.01, i = 0; i < 90 && at < far; i++) {
    const away = distance(add(from, ray, at));
    if (away < 0.002) return at;
    at += away * 0.8;
  }
  return Number.POSITIVE_INFINITY;
}

/** Share of a soft light that reaches a point. */
function reached(from: Vec, ray: Vec): number {
  let open = 1;
  for (let at = 0.05, i = 0; i < 18 && at < 2.2; i++) {
    const away = distance(add(from, ray, at));
    if (away < 0.001) return 0;
    open = Math.min(open, (away / at) * 5);
    at += Math.max(0.05, away * 0.9);
  }
  return open;
}

function roomAt(u: number, v: number): Vec {
  const wall = mix([0.055, 0.07, 0.075], [0.3, 0.24, 0.19], Math.exp(-((u + 1.4) ** 2) * 0.9 - (v - 0.3) ** 2 * 0.8));
  let seen = scale(wall, 1 + 0.1 * fbm(u * 1.5, v * 1.5, 2));
  const lamps: [number, number, number, Vec][] = [
    [1.28, 0.42, 0.17, [1.5, 0.75, 0.28]],
    [1.02, 0.62, 0.12, [0.9, 0.5, 0.22]],
    [1.55, 0.1, 0.14, [0.7, 0.36, 0.16]],
    [0.84, 0.3, 0.09, [0.5, 0.28, 0.13]],
    [-1.12, 0.55, 0.15, [0.32, 0.42, 0.5]],
    [1.35, -0.3, 0.11, [0.1, 0.3, 0.32]],
  ];
  for (const [x, y, size, colour] of lamps) {
    const away = Math.hypot(u - x, v - y) / size;
    seen = add(seen, colour, smoothstep(1.06, 0.94, away) * (0.55 + 0.3 * away ** 4) * 0.7);
  }
  const plant = smoothstep(0.1, 0.5, fbm(u * 1.8 + 5, v * 1.5, 2) + smoothstep(-0.9, -1.7, u) * 0.5 - 0.15);
  return mix(seen, [0.035, 0.065, 0.03], plant * 0.7);
}

export function portrait(u: number, v: number): Vec {
  const ray = unit([u * 0.265 + 0.05, v * 0.265 - 0.035, 1]);
  const far = hit(EYE, ray, 12);
  if (far === Number.POSITIVE_INFINITY) return roomAt(u, v);
  const at = add(EYE, ray, far);
  const [part] = nearest(at);
  const width = part === 'hair' ? 0.006 : 0.004;
  const normal = unit([
    distance(add(at, [width, 0, 0])) - distance(add(at, [-width, 0, 0])),
    distance(add(at, [0, width, 0])) - distance(add(at, [0, -width, 0])),
    distance(add(at, [0, 0, width])) - distance(add(at, [0, 0, -width])),
  ]);
  const start = add(at, normal, 0.015);
  const key = dot(normal, KEY);
  const facing = dot(normal, RIM);
  const rim = facing > 0 ? facing * reached(start, RIM) : 0;
  const shade = reached(start, KEY);
  const crease = Math.min(1, Math.max(0.25, distance(add(at, normal, 0.16)) / 0.16));
  const half = unit(add(KEY, ray, -1));
  const shine = Math.max(0, dot(normal, half));
  const edge = (1 - Math.max(0, -dot(normal, ray))) ** 4;
  const pores = 1 + 0.05 * noise(at[0] * 40, at[1] * 40, at[2] * 40) + 0.07 * fbm(at[0] * 3, at[1] * 3, 3);
  if (part === 'skin' || part === 'lips') {
    const flush =
      Math.exp(-((Math.abs(at[0] + 0.22) - 0.32) ** 2) * 22 - (at[1] + 0.17) ** 2 * 16) * (part === 'skin' ? 0.5 : 0);
    const skin = part === 'lips' ? ([0.4, 0.165, 0.135] as Vec) : mix([0.5, 0.3, 0.205], [0.5, 0.22, 0.165], flush);
    // Red light travels furthest below skin, so shadows begin later in red.
    const soft: Vec = [0.34, 0.16, 0.1].map(
      (w) => Math.max(0, (key + w) / (1 + w)) * (shade * (1 - w) + w * Math.sqrt(shade)),
    ) as unknown as Vec;
    const light = add(add(tinted(KEYLIGHT, soft), RIMLIGHT, rim * 0.8), FILL, crease);
    const gloss = (shine ** 22 * 0.1 + (part === 'lips' ? shine ** 60 * 0.25 : 0)) * shade + edge * 0.05;
    return add(
      tinted(mix(scale(skin, pores), [0.03, 0.017, 0.012], part === 'skin' ? drawnAt(at) : 0), light),
      KEYLIGHT,
      gloss,
    );
  }
  const plain: Vec = part === 'hair' ? [0.055, 0.03, 0.019] : scale([0.06, 0.15, 0.17], pores);
  const light = add(add(scale(KEYLIGHT, Math.max(0, key) * shade), RIMLIGHT, rim), FILL, crease);
  const gloss = part === 'hair' ? shine ** 14 * 0.13 * shade + rim * 0.09 : 0;
  return add(tinted(plain, light), KEYLIGHT, gloss);
}
