/** A bay at noon: sand, clear water, green cliffs, clouds. */
import { smoothstep } from '#demo/art/noise.ts';
import { add, dot, fbm, hitGround, mix, noise, reflect, scale, slopeOf, tinted, unit, type Vec } from './march.ts';

const EYE: Vec = [0, 9, -8];
const SUN = unit([-0.62, 0.52, -0.3]);
const SUNLIGHT: Vec = [1.55, 1.42, 1.2];
const SKYLIGHT: Vec = [0.14, 0.2, 0.3];
const HAZE: Vec = [0.55, 0.68, 0.82];

/** The shore turns left into a headland, behind which the next one lies in haze. */
function shoreAt(z: number): number {
  const bay = 9 + 14 * Math.sin(z * 0.021 + 0.4) + z * 0.1;
  const first = 150 * smoothstep(150, 300, z) * (1 - smoothstep(360, 520, z));
  const second = 330 * smoothstep(640, 900, z);
  return bay - first - second + fbm(z * 0.03, 2, 4) * 14 * smoothstep(30, 120, z);
}

function height(x: number, z: number): number {
  const inland = x - shoreAt(z);
  const beach = Math.max(-9, inland * 0.085);
  const wall = smoothstep(20, 44, inland + fbm(x * 0.03, z * 0.03, 3) * 16);
  if (wall === 0) return beach + (inland > 0 ? noise(x * 0.5, z * 0.5) * 0.08 : 0);
  const rough = fbm(x * 0.022, z * 0.022, 5) * 15 + Math.abs(fbm(x * 0.09, z * 0.09, 4)) * 7;
  return beach * (1 - wall * 0.7) + wall * (24 + rough + 26 * smoothstep(60, 200, inland));
}

function skyAt(ray: Vec): Vec {
  const up = Math.max(0.001, ray[1]);
  const clear = mix([0.62, 0.76, 0.9], [0.085, 0.22, 0.52], up ** 0.45);
  const [x, z] = [ray[0] / (up + 0.09), ray[2] / (up + 0.09)];
  const cover = fbm(x * 0.75 + 3.1, z * 1.15, 6);
  const lit = fbm(x * 0.75 + 3.1 - 0.09, z * 1.15 - 0.09, 5);
  const cloud = smoothstep(0.02, 0.55, cover) * smoothstep(0.015, 0.2, up);
  const shade = 0.72 + Math.max(-0.25, Math.min(0.35, (cover - lit) * 1.4));
  return mix(clear, scale([1.25, 1.24, 1.22], shade), cloud * 0.92);
}

function landAt(at: Vec, far: number): Vec {
  const [x, y, z] = at;
  const normal = slopeOf(height, x, z, 0.05 + far * 0.0016);
  const fine = fbm(x * 0.8, z * 0.8 + y * 0.5, 5);
  const sand = scale(mix([0.44, 0.35, 0.24], [0.26, 0.19, 0.12], 1 - smoothstep(0.1, 0.75, y)), 1 + fine * 0.14);
  const layer = fbm(y * 0.55 + fine * 0.6, x * 0.05, 4);
  const rock = scale(mix([0.3, 0.245, 0.19], [0.17, 0.14, 0.115], layer + 0.4), 1 + fine * 0.5);
  const grass = mix([0.085, 0.125, 0.035], [0.16, 0.165, 0.06], fbm(x * 0.06, z * 0.06, 4) + 0.5 + fine * 0.3);
  const isGrown = smoothstep(0.5, 0.7, normal[1] + fine * 0.16) * smoothstep(3, 8, y);
  const ground = mix(mix(rock, sand, smoothstep(5, 2.4, y) * smoothstep(0.7, 0.9, normal[1])), grass, isGrown);
  const facing = Math.max(0, dot(normal, SUN));
  const isLit =
    facing > 0 && hitGround(height, add(at, normal, 0.15), SUN, { far: 120, top: 80 }) === Number.POSITIVE_INFINITY;
  const light = add(scale(SUNLIGHT, isLit ? facing : 0), SKYLIGHT, 0.5 + 0.5 * normal[1]);
  return tinted(ground, add(light, [0.05, 0.045, 0.03]));
}

function waterAt(x: number, z: number, ray: Vec, far: number): Vec {
  const calm = 1 / (1 + far * 0.012);
  const ripple = (a: number, b: number) => fbm(a * 0.55, b * 0.8, 4) * 0.22 + fbm(a * 0.11 + 4, b * 0.2, 3) * 0.8;
  const width = 0.06 + far * 0.002;
  const dx = (ripple(x + width, z) - ripple(x - width, z)) / (2 * width);
  const dz = (ripple(x, z + width) - ripple(x, z - width)) / (2 * width);
  const normal = unit([-dx * 0.34 * calm, 1, -dz * 0.34 * calm]);
  const mirrored = reflect(ray, normal);
  const fresnel = 0.02 + 0.98 * (1 - Math.max(0, -dot(ray, normal))) ** 5;
  const depth = -height(x, z) + ripple(x, z) * 0.2;
  const bed = mix([0.4, 0.33, 0.22], [0.05, 0.3, 0.31], smoothstep(0.05, 1.3, depth));
  const deep = mix(bed, [0.012, 0.085, 0.16], smoothstep(0.8, 5.5, depth));
  const glint = Math.max(0, dot(mirrored, SUN)) ** 260 * 3;
  const sky = skyAt([mirrored[0], Math.abs(mirrored[1]), mirrored[2]]);
  const water = add(mix(deep, sky, Math.min(0.75, fresnel)), SUNLIGHT, glint);
  const waves = Math.sin(depth * 5.2 + fbm(x * 0.12, z * 0.05, 3) * 5);
  const edge = smoothstep(0.22, 0.02, depth + fbm(x * 0.3, z * 0.3, 4) * 0.22);
  const crest = smoothstep(0.9, 1, waves) * smoothstep(1.9, 0.4, depth);
  const lace = smoothstep(-0.15, 0.35, fbm(x * 0.9, z * 0.9, 5) + edge * 0.4);
  return mix(water, [0.82, 0.86, 0.88], Math.min(1, edge + crest) * lace * 0.9);
}

export function coast(u: number, v: number): Vec {
  const ray = unit([u * 0.62 + 0.05, v * 0.62 - 0.1, 1]);
  const land = hitGround(height, EYE, ray, { far: 2400, top: 110, care: 0.35 });
  const sea = ray[1] < 0 ? -EYE[1] / ray[1] : Number.POSITIVE_INFINITY;
  const far = Math.min(land, sea);
  if (far > 6000) return skyAt(ray);
  const at = add(EYE, ray, far);
  const seen = land < sea ? landAt(at, far) : waterAt(at[0], at[2], ray, far);
  return mix(seen, HAZE, 1 - Math.exp(-far * (land < sea ? 0.00085 : 0.0003)));
}
