/** Dunes in the last sun: long shadows, ripples, a sky from orange to blue. */
import { smoothstep } from '#demo/art/noise.ts';
import { add, dot, fbm, hitGround, mix, noise, scale, slopeOf, tinted, unit, type Vec } from './march.ts';

const EYE: Vec = [0, 15, -30];
const SUN = unit([-0.86, 0.2, 0.4]);
const SUNLIGHT: Vec = [1.9, 1.16, 0.58];
const SKYLIGHT: Vec = [0.12, 0.15, 0.25];

/** A dune across the wind: gentle on one side, steep behind the crest. */
function crest(place: number): number {
  const share = place - Math.floor(place);
  return share < 0.72 ? (share / 0.72) ** 1.35 : ((1 - share) / 0.28) ** 1.1;
}

function height(x: number, z: number): number {
  const bend = fbm(x * 0.008, z * 0.006, 3);
  const large = crest(x * 0.0085 + z * 0.0042 + bend * 1.5 + 0.33) * (15 + 12 * fbm(x * 0.005 + 7, z * 0.005, 2));
  const small = crest(x * 0.028 - z * 0.012 + fbm(x * 0.02, z * 0.02, 2) * 1.1) * 3.2;
  return large + small * smoothstep(-0.3, 0.4, noise(x * 0.013, z * 0.013 + 5)) + z * 0.012;
}

/** Ripples of the wind, only for shading. */
function rippled(x: number, z: number): number {
  const wave = Math.sin(x * 3.1 + z * 1.2 + fbm(x * 0.22, z * 0.22, 3) * 7);
  return height(x, z) + wave * 0.028;
}

function skyAt(ray: Vec): Vec {
  const up = Math.max(0, ray[1]);
  const near = Math.max(0, dot(ray, SUN));
  const low = mix([0.5, 0.36, 0.34], [1.7, 0.8, 0.3], near ** 3);
  const clear = mix(low, [0.09, 0.16, 0.36], smoothstep(-0.02, 0.42, up));
  const [x, z] = [ray[0] / (up + 0.06), ray[2] / (up + 0.06)];
  const veil = smoothstep(0.05, 0.75, fbm(x * 0.35 + 1, z * 1.2, 6)) * smoothstep(0.02, 0.14, up);
  const cloud: Vec = mix([0.42, 0.27, 0.29], [2, 0.95, 0.42], near ** 2);
  return add(mix(clear, cloud, veil * 0.7), SUNLIGHT, near ** 90 * 2.4);
}

export function dunes(u: number, v: number): Vec {
  const ray = unit([u * 0.5 - 0.12, v * 0.5 - 0.11, 1]);
  const far = hitGround(height, EYE, ray, { far: 1500, top: 60, care: 0.35 });
  if (far === Number.POSITIVE_INFINITY) return skyAt(ray);
  const at = add(EYE, ray, far);
  const [x, , z] = at;
  const normal = slopeOf(far < 160 ? rippled : height, x, z, 0.04 + far * 0.002);
  const facing = Math.max(0, dot(normal, SUN));
  const isLit =
    facing > 0 && hitGround(height, add(at, normal, 0.2), SUN, { far: 400, top: 60 }) === Number.POSITIVE_INFINITY;
  const grain = 1 + 0.06 * noise(x * 9, z * 9) + 0.1 * fbm(x * 0.15, z * 0.15, 4);
  const sand: Vec = scale([0.5, 0.315, 0.17], grain);
  const bounce: Vec = scale([0.13, 0.07, 0.035], 1 - normal[1] * 0.5);
  const light = add(add(scale(SUNLIGHT, isLit ? facing : 0), SKYLIGHT, 0.6 + 0.4 * normal[1]), bounce);
  const haze = skyAt(unit([ray[0], 0.015, ray[2]]));
  return mix(tinted(sand, light), haze, 1 - Math.exp(-far * 0.0013));
}
