/** 3D models as Wavefront .obj text with an .mtl file. */
import { oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';

export type ModelName = 'sphere' | 'torus' | 'crystal' | 'rock' | 'helix' | 'terrain' | 'capsule' | 'knot';

type Point = readonly [number, number, number];

/** The model as .obj, with about 1,000 to 3,000 faces. It references `materials.mtl`. */
export function makeModel(name: ModelName, seed: number): Buffer {
  const { rows, columns, point } = surfaceOf(name, seed);
  const lines = [`# ${name}`, 'mtllib materials.mtl', `o ${name}`];
  for (let i = 0; i <= rows; i++) {
    for (let k = 0; k <= columns; k++) {
      const [x, y, z] = point(i / rows, k / columns);
      lines.push(`v ${x.toFixed(4)} ${y.toFixed(4)} ${z.toFixed(4)}`);
    }
  }
  for (let i = 0; i <= rows; i++)
    for (let k = 0; k <= columns; k++) lines.push(`vt ${(k / columns).toFixed(4)} ${(i / rows).toFixed(4)}`);
  lines.push('usemtl main', name === 'crystal' ? 's off' : 's 1');
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < columns; k++) {
      const a = i * (columns + 1) + k + 1;
      const corners = [a, a + 1, a + columns + 2, a + columns + 1];
      lines.push(`f ${corners.map((v) => `${v}/${v}`).join(' ')}`);
    }
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** The material shared by all models of a pack. */
export function makeMaterials(hue: number): Buffer {
  const colour = oklch(0.65, 0.19, hue)
    .map((v) => v.toFixed(4))
    .join(' ');
  return Buffer.from(`newmtl main\nKa 0.05 0.05 0.05\nKd ${colour}\nKs 0.6 0.6 0.6\nNs 180\nNi 1.45\nd 1\nillum 2\n`);
}

function surfaceOf(
  name: ModelName,
  seed: number,
): { rows: number; columns: number; point: (u: number, v: number) => Point } {
  const noise = createNoise(seed);
  const ball = (u: number, v: number, r: number): Point => {
    const [a, b] = [u * Math.PI, v * Math.PI * 2];
    return [r * Math.sin(a) * Math.cos(b), r * Math.cos(a), r * Math.sin(a) * Math.sin(b)];
  };
  const tube = (u: number, v: number, path: (t: number) => Point, r: number): Point => {
    const [x, y, z] = path(v);
    const [x2, y2, z2] = path(v + 0.001);
    const [dx, dy, dz] = [x2 - x, y2 - y, z2 - z];
    const flat = Math.hypot(dx, dz) || 1;
    const length = Math.hypot(dx, dy, dz) || 1;
    const side: Point = [dz / flat, 0, -dx / flat];
    const up: Point = [(-dx * dy) / (flat * length), flat / length, (-dz * dy) / (flat * length)];
    const [cos, sin] = [Math.cos(u * Math.PI * 2) * r, Math.sin(u * Math.PI * 2) * r];
    return [x + side[0] * cos + up[0] * sin, y + side[1] * cos + up[1] * sin, z + side[2] * cos + up[2] * sin];
  };
  switch (name) {
    case 'sphere':
      return { rows: 24, columns: 48, point: (u, v) => ball(u, v, 1) };
    case 'torus':
      return {
        rows: 20,
        columns: 56,
        point: (u, v) => tube(u, v, (t) => [Math.cos(t * Math.PI * 2), 0, Math.sin(t * Math.PI * 2)], 0.36),
      };
    case 'crystal':
      return {
        rows: 4,
        columns: 6,
        point: (u, v) => {
          const r = [0, 0.55, 0.62, 0.5, 0][Math.round(u * 4)] ?? 0;
          const y = [1.3, 0.8, 0, -0.7, -1][Math.round(u * 4)] ?? 0;
          return [Math.cos(v * Math.PI * 2) * r, y, Math.sin(v * Math.PI * 2) * r];
        },
      };
    case 'rock':
      return {
        rows: 28,
        columns: 52,
        point: (u, v) => {
          const [x, y, z] = ball(u, v === 1 ? 0 : v, 1);
          const r = 0.85 + layered(noise, x * 1.4 + 9, y * 1.4 + 9, z * 1.4 + 9, 4) * 0.4;
          return [x * r * 1.2, y * r * 0.8, z * r];
        },
      };
    case 'helix':
      return {
        rows: 12,
        columns: 120,
        point: (u, v) => tube(u, v, (t) => [Math.cos(t * 25.13) * 0.6, t * 3 - 1.5, Math.sin(t * 25.13) * 0.6], 0.14),
      };
    case 'terrain':
      return {
        rows: 48,
        columns: 48,
        point: (u, v) => [u * 4 - 2, layered(noise, u * 4, v * 4, 0, 5) * 0.8, v * 4 - 2],
      };
    case 'capsule':
      return {
        rows: 24,
        columns: 40,
        point: (u, v) => {
          const [x, y, z] = ball(u, v, 0.5);
          return [x, y + (u < 0.5 ? 0.6 : -0.6), z];
        },
      };
    case 'knot':
      return {
        rows: 12,
        columns: 160,
        point: (u, v) =>
          tube(
            u,
            v,
            (t) => {
              const a = t * Math.PI * 2;
              const r = 0.7 + 0.3 * Math.cos(a * 3);
              return [r * Math.cos(a * 2), 0.4 * Math.sin(a * 3), r * Math.sin(a * 2)];
            },
            0.15,
          ),
      };
  }
}
