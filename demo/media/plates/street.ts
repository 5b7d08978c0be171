/** A wet street at night: shop windows, neon, lamps and cars, mirrored in the asphalt. */
import { smoothstep } from '#demo/art/noise.ts';
import { add, dot, fbm, mix, noise, reflect, scale, tinted, unit, type Vec } from './march.ts';

const EYE: Vec = [-1.3, 1.75, 0];
const HALF_WIDTH = 9;
const KERB = 5.6;
const HOUSE = 15;
const NIGHT: Vec = [0.008, 0.011, 0.022];
const AMBER: Vec = [1, 0.56, 0.2];

type Light = { at: Vec; colour: Vec; size: number };

/** A number from 0 to 1 that belongs to a place. */
function chance(a: number, b = 0, c = 0): number {
  const v = Math.sin(a * 127.1 + b * 311.7 + c * 74.7) * 43_758.5453;
  return v - Math.floor(v);
}

const NEON: readonly Vec[] = [
  [2.6, 0.16, 0.62],
  [0.12, 1.5, 2.3],
  [2.6, 0.5, 0.1],
  [0.3, 2.1, 0.7],
  [1.2, 0.3, 2.6],
];
const SHOPS: readonly Vec[] = [
  [1.3, 0.66, 0.24],
  [1.1, 0.84, 0.56],
  [0.55, 0.92, 1.15],
  [1.2, 0.5, 0.55],
];
const lamps: Light[] = Array.from({ length: 14 }, (_, i) => ({
  at: [(i % 2 ? 1 : -1) * 5.9, 5.4, 9 + Math.floor(i / 2) * 19 + (i % 2) * 9],
  colour: scale(AMBER, 6),
  size: 0.2,
}));
const cars = [
  { x: 2.6, z: 15, away: true },
  { x: 2.8, z: 34, away: true },
  { x: -2.6, z: 27, away: false },
  { x: -2.8, z: 52, away: false },
  { x: 2.5, z: 63, away: true },
  { x: -2.4, z: 88, away: false },
];
const carLights: Light[] = cars.flatMap(({ x, z, away }) =>
  [-0.72, 0.72].map((side) => ({
    at: [x + side, 0.72, z] as Vec,
    colour: away ? ([4.2, 0.12, 0.06] as Vec) : ([8, 7.4, 6.2] as Vec),
    size: away ? 0.1 : 0.13,
  })),
);
const lights = [...lamps, ...carLights];

/** Light of a house front at a height and a place along the street, and whether the ray passes above the house. */
function frontAt(side: number, y: number, z: number): Vec | null {
  const house = Math.floor((z + side * 4) / HOUSE);
  const along = z + side * 4 - house * HOUSE;
  const tall = 9 + 17 * chance(house, side, 1);
  if (y > tall) return null;
  const plaster = mix([0.1, 0.085, 0.08], [0.17, 0.11, 0.075], chance(house, side, 2));
  const wall = scale(plaster, 1 + fbm(z * 1.3, y * 1.3, 4) * 0.5 - (along < 0.25 || tall - y < 0.4 ? 0.35 : 0));
  let lit: Vec = [0.035, 0.037, 0.052];
  for (const lamp of lamps) {
    if (Math.sign(lamp.at[0]) !== side) continue;
    const away = 9 + (lamp.at[1] - y) ** 2 + (lamp.at[2] - z) ** 2;
    lit = add(lit, lamp.colour, 2.4 / away);
  }
  const colour = NEON[Math.floor(chance(house, side, 3) * NEON.length)] ?? AMBER;
  const sign = { y: 4.1 + chance(house, side, 4) * 1.2, from: 2, to: 7 + chance(house, side, 5) * 5 };
  const near = Math.hypot(y - sign.y, Math.max(0, sign.from - along, along - sign.to));
  lit = add(lit, colour, 0.5 / (0.5 + near * near));
  if (y < 3.3) {
    const pane = along % 3.6;
    if (y < 0.45 || y > 2.95 || pane < 0.22 || chance(house, side, 6) < 0.18) return tinted(scale(wall, 0.7), lit);
    const warm = SHOPS[Math.floor(chance(house, side, 18) * SHOPS.length)] ?? AMBER;
    // Things in the window stand dark before the light of the shop, which is brightest below its ceiling.
    const slot = Math.floor(z * 1.7);
    const isThing = y < 0.7 + 1.5 * chance(slot, side, house) && (z * 1.7) % 1 > 0.14;
    const tone = mix(warm, [chance(slot, 1), chance(slot, 2), chance(slot, 3)], isThing ? 0.55 : 0);
    const shelf = 0.85 + 0.15 * Math.sin(y * 7) + 0.1 * fbm(z * 1.2, y * 2, 3);
    return scale(tone, shelf * (isThing ? 0.14 : 0.2 + 0.13 * y));
  }
  const tube = Math.abs(Math.abs(y - sign.y) - 0.34);
  const isBar = along > sign.from && along < sign.to && Math.abs(y - sign.y) < 0.42;
  if (isBar) {
    const letter =
      chance(Math.floor(along * 2.2), house, side) > 0.3 && (along * 2.2) % 1 > 0.28 && Math.abs(y - sign.y) < 0.2;
    if (tube < 0.045 || letter) return colour;
    return scale(colour, 0.06);
  }
  const [across, up] = [(along % 2.5) / 2.5, ((y - 3.3) % 3) / 3];
  const [column, row] = [Math.floor(along / 2.5), Math.floor((y - 3.3) / 3)];
  if (y > 5.4 && across > 0.27 && across < 0.73 && up > 0.3 && up < 0.85) {
    const on = chance(house * 7 + column, row, side);
    if (Math.abs(across - 0.5) < 0.02 || on < 0.5) return add(scale(NIGHT, 0.6), lit, 0.03);
    const curtain = 0.6 + 0.4 * noise(z * 6, row);
    const lamp = mix([0.9, 0.5, 0.2], [0.5, 0.62, 0.75], chance(column, row, house) ** 3);
    return scale(lamp, (on - 0.35) * 1.3 * curtain * (1.3 - up * 0.6));
  }
  return tinted(wall, lit);
}

function skyAt(ray: Vec): Vec {
  const glow = Math.exp(-Math.max(0, ray[1]) * 3.4);
  return add(NIGHT, [0.075, 0.05, 0.045], glow * (0.8 + 0.5 * fbm(ray[0] * 3, ray[1] * 5, 4)));
}

/** Everything but the street, with the glow of lamps in the damp air. */
function lookAlong(from: Vec, ray: Vec): Vec {
  const side = Math.sign(ray[0]) || 1;
  const far = (HALF_WIDTH - from[0] * side) / Math.abs(ray[0] || 1e-6);
  const [, y, z] = add(from, ray, far);
  let seen = (far < 420 && frontAt(side, y, z)) || skyAt(ray);
  let reach = far;
  for (const { x, z: at } of cars) {
    const hit = (at + 0.05 - from[2]) / ray[2];
    if (hit <= 0 || hit > reach) continue;
    const [cx, cy] = [Math.abs(from[0] + ray[0] * hit - x), from[1] + ray[1] * hit];
    const wide = cy > 0.95 ? 0.92 - (cy - 0.95) * 0.55 : 0.95;
    if (cy < 0.22 || cy > 1.46 || cx > wide) continue;
    const isGlass = cy > 0.98 && cy < 1.36 && cx < wide - 0.1;
    seen = isGlass ? scale(skyAt([ray[0], 0.25, ray[2]]), 0.8) : scale([0.05, 0.045, 0.055], 0.5 + cy * 0.6);
    reach = hit;
  }
  const haze = 1 - Math.exp(-Math.min(reach, 400) * 0.0085);
  seen = mix(seen, [0.085, 0.06, 0.06], haze * 0.85);
  for (const { at, colour, size } of lights) {
    const to = add(at, from, -1);
    const along = dot(to, ray);
    if (along <= 0 || along > reach + 0.6) continue;
    const off2 = Math.max(0, dot(to, to) - along * along);
    const body = smoothstep(size * size, size * size * 0.5, off2);
    const halo = 0.012 / (0.05 + off2) + 0.5 * Math.exp(-off2 * 60);
    seen = add(seen, colour, body + (halo * 0.35) / (1 + along * 0.01));
  }
  return seen;
}

export function street(u: number, v: number): Vec {
  const ray = unit([u * 0.6 + 0.06, v * 0.6 + 0.1, 1]);
  if (ray[1] >= 0) return lookAlong(EYE, ray);
  const far = -EYE[1] / ray[1];
  const at = add(EYE, ray, far);
  const [x, , z] = at;
  if (Math.abs(x) > HALF_WIDTH) return lookAlong(EYE, ray);
  const direct = lookAlong(EYE, ray);
  const isCar = cars.some(
    (car) =>
      car.z < z &&
      Math.abs(EYE[0] + (ray[0] / ray[2]) * car.z - car.x) < 0.95 &&
      EYE[1] + (ray[1] / ray[2]) * car.z > 0.22,
  );
  if (isCar) return direct;
  const isWalk = Math.abs(x) > KERB;
  const puddle = isWalk ? 0.25 : smoothstep(-0.12, 0.3, fbm(x * 0.42, z * 0.2, 4));
  let lit: Vec = [0.03, 0.03, 0.04];
  for (const light of lights) {
    const away = light.at[1] ** 2 + (light.at[0] - x) ** 2 + (light.at[2] - z) ** 2;
    lit = add(lit, light.colour, (light.at[1] * 0.5) / (away * Math.sqrt(away)) + 0.02 / (1 + away));
  }
  const stone = scale(
    isWalk ? [0.14, 0.13, 0.125] : [0.05, 0.05, 0.055],
    1 + 0.35 * noise(x * 14, z * 14) + 0.3 * fbm(x, z, 3),
  );
  const isLine = Math.abs(x) < 0.09 && z % 5 < 2.6;
  const ground = tinted(isLine ? [0.4, 0.38, 0.34] : stone, lit);
  let mirrored: Vec = [0, 0, 0];
  const rays = 5;
  for (let i = 0; i < rays; i++) {
    const rough = (1 - puddle) * 0.075 + 0.006;
    const shift = (chance(x * 13 + i, z * 7, v) - 0.5) * 2;
    const ripple = fbm(x * 3.5 + i, z * 1.6, 3);
    const normal = unit([
      ripple * rough * 0.5 + shift * rough * 0.25,
      1,
      (chance(i, x * 9, z * 11) - 0.5) * rough * 3 + ripple * rough,
    ]);
    const back = reflect(ray, normal);
    mirrored = add(mirrored, lookAlong([x, 0.01, z], [back[0], Math.abs(back[1]), back[2]]), 1 / rays);
  }
  const fresnel = 0.06 + 0.9 * (1 - Math.abs(ray[1])) ** 4;
  const haze = 1 - Math.exp(-far * 0.0085);
  return mix(add(ground, mirrored, fresnel * (0.35 + 0.65 * puddle)), [0.085, 0.06, 0.06], haze * 0.6);
}
